import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { programOf, pythonWith, runPython } from '../../support/programs/pythonWith.js';
import { fixtureModel } from '../../support/records/fixtureModel.js';
import { monthlyModel } from '../../support/records/monthlyModel.js';
import { MONTHLY_HOURS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';

/* Rows of long names are as tall as their text and no taller: LibreOffice breaks it in a font of Calibri's widths. */

const FONTS = '/usr/local/share/carlito';
const PARTS = [
  'Wil',
  'mar',
  'Îles',
  'van',
  'Ober',
  'fit',
  'Jam',
  'lili',
  'Große',
  'té',
  'Zu',
  'wem',
  'rijt',
  'Ho',
];
/** Of text of 10 points. */
const LINE_HEIGHT = 13.5;
const PEOPLE = 60;

/** Names of 20 to 80 letters, with spaces and hyphens in different places. */
function longName(index: number): string {
  let name = '';
  for (let at = index; name.length < 20 + index; at += 1)
    name += `${PARTS[(at * 5 + index) % PARTS.length]}${['', ' ', '', '-', ''][(at + index) % 5]}`;
  return `${name.trim()}${index}`;
}

/** Writes the names of the summary into tall cells of the same look, and tells the heights that they had. */
const TALL_COPY = `
import sys, json, copy, openpyxl
summary, tall = openpyxl.load_workbook(sys.argv[1])['Summary'], openpyxl.Workbook()
sheet, heights = tall.active, []
sheet.column_dimensions['A'].width = summary.column_dimensions['B'].width
for row in range(5, summary.max_row + 1):
    name = summary.cell(row, 2)
    if not name.value: continue
    heights.append(summary.row_dimensions[row].height)
    cell = sheet.cell(len(heights), 1, name.value)
    cell.font, cell.alignment = copy.copy(name.font), copy.copy(name.alignment)
    sheet.row_dimensions[len(heights)].height = 150
tall.save(sys.argv[2])
print(json.dumps(heights))`;

/** The lines of each cell: words of the next cell are far below. */
function linesOfCells(pdf: string): number[] {
  const { stdout } = spawnSync('pdftotext', ['-bbox', pdf, '-'], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const cells: Set<number>[] = [];
  for (const page of stdout.split('<page ').slice(1)) {
    const tops = [...page.matchAll(/yMin="([\d.]+)"/g)].map(([, top]) => Math.round(Number(top)));
    let last = Number.NEGATIVE_INFINITY;
    for (const top of tops.sort((a, b) => a - b)) {
      if (top - last > 60) cells.push(new Set());
      cells.at(-1)?.add(top);
      last = top;
    }
  }
  return cells.map(({ size }) => size);
}

test('rows of 60-letter names are as tall as their text', {
  tags: 'slow',
  timeout: 180_000,
}, async (context) => {
  const [soffice, python] = [programOf('soffice', '--version'), pythonWith('openpyxl')];
  if (!existsSync(FONTS)) console.warn(`skipped: no fonts in ${FONTS} (.ci/tools gets them)`);
  if (soffice === undefined || python === undefined || !existsSync(FONTS)) return context.skip();
  const folder = mkdtempSync(join(tmpdir(), 'long-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const people = [...(fixtureModel({ employees: PEOPLE }).dataSets.get('employees')?.rows ?? [])];
  const employees = people.map((row, index) => ({ ...row, 'employee.lastName': longName(index) }));
  const model = monthlyModel({ employees: PEOPLE, replace: { employees } });
  const path = join(folder, 'hours.xlsx');
  writeFileSync(
    path,
    await collect(
      (await renderMonthlyHours(model, { templateFolder: MONTHLY_HOURS }))[0]?.content ?? Buffer.alloc(0),
    ),
  );
  const tall = join(folder, 'tall.xlsx');
  const heights = runPython(python, TALL_COPY, path, tall) as (number | null)[];

  const config = join(folder, 'fonts.conf');
  const include = '<include>/etc/fonts/fonts.conf</include>';
  writeFileSync(config, `<?xml version="1.0"?><fontconfig>${include}<dir>${FONTS}</dir></fontconfig>`);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const env = { ...process.env, FONTCONFIG_FILE: config };
  spawnSync(soffice, [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, tall], { env });
  const fonts = spawnSync('pdffonts', [join(folder, 'tall.pdf')], { encoding: 'utf8' }).stdout;
  expect(fonts).toContain('Carlito');

  const needed = linesOfCells(join(folder, 'tall.pdf'));
  const given = heights.map((height) => (height === null ? 1 : Math.round(height / LINE_HEIGHT)));
  expect(needed.length).toBe(PEOPLE);
  expect(given.length).toBe(PEOPLE);
  expect(new Set(needed).size).toBeGreaterThan(2);
  expect(given.filter((lines, index) => lines < (needed[index] ?? 0))).toEqual([]);
  // LibreOffice moves some pairs of letters closer together, Excel does not: a few names take a line less.
  const taller = given.filter((lines, index) => lines > (needed[index] ?? 0));
  expect(taller.length).toBeLessThanOrEqual(PEOPLE / 20);
});
