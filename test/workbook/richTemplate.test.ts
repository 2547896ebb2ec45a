// @module-tag slow
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readZip } from '../../src/workbook/zip/readZip.js';
import { programOf, pythonWith, runPython } from '../support/programs/pythonWith.js';
import { packageProblems } from '../support/workbooks/checkPackage.js';
import { testModel } from '../support/workbooks/model.js';
import { READ_CELLS, type ReadCells } from '../support/workbooks/readCells.js';
import { resaveWithLibreOffice, writeUncalculated } from '../support/workbooks/recalculate.js';
import { type Rendered, rendered } from '../support/workbooks/rendered.js';
import { zipped } from '../support/workbooks/workbook.js';

/*
 * Fills a workbook with many Excel features, drawn by xlsxwriter (with a pivot table by hand). It is checked with
 * openpyxl, LibreOffice and the bytes of the parts that should not change.
 */
const python = pythonWith('xlsxwriter, openpyxl');
const soffice = programOf('soffice', '--version');
const folder = mkdtempSync(join(tmpdir(), 'paytally-rich-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pictures count as parts, but not as XML. */
async function problemsOf(parts: ReadonlyMap<string, Uint8Array>): Promise<string[]> {
  const readable = [...parts].map(([name, bytes]) => [name, name.endsWith('.png') ? '<x/>' : bytes] as const);
  return packageProblems(await zipped(readable));
}

describe.runIf(python)('a rich template', () => {
  const paths = {
    template: join(folder, 'rich.xlsx'),
    out: join(folder, 'filled.xlsx'),
    empty: join(folder, 'empty.xlsx'),
  };
  let template: ReadonlyMap<string, Uint8Array>;
  let filled: Rendered;
  let empty: Rendered;

  beforeAll(async () => {
    const script = fileURLToPath(new URL('../support/workbooks/richTemplate.py', import.meta.url));
    const run = spawnSync(python ?? '', [script, paths.template], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(run.stderr);
    const bytes = readFileSync(paths.template);
    template = await readZip(bytes, 'rich.xlsx');
    filled = await rendered(bytes, testModel(4));
    empty = await rendered(bytes, testModel(0));
    writeFileSync(paths.out, filled.bytes);
    writeFileSync(paths.empty, empty.bytes);
  });

  test('keeps every part that has no reason to change, byte for byte', () => {
    const changed = [...template].filter(([name, bytes]) => {
      const written = filled.parts.get(name);
      return written === undefined || Buffer.compare(bytes, written) !== 0;
    });
    expect(changed.map(([name]) => name).sort()).toEqual([
      '[Content_Types].xml',
      'docProps/app.xml',
      'xl/_rels/workbook.xml.rels',
      'xl/charts/chart1.xml',
      'xl/charts/chart2.xml',
      'xl/charts/chart3.xml',
      'xl/comments1.xml',
      'xl/drawings/drawing1.xml',
      'xl/drawings/drawing2.xml',
      'xl/drawings/vmlDrawing1.vml',
      'xl/pivotCache/pivotCacheDefinition1.xml',
      'xl/tables/table1.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
      'xl/worksheets/sheet2.xml',
      'xl/worksheets/sheet3.xml',
      'xl/worksheets/sheet4.xml',
      'xl/worksheets/sheet5.xml',
    ]);
  });

  test('adds only the parts of the two further sheets', () => {
    const added = [...filled.parts.keys()].filter((name) => !template.has(name));
    expect(added.sort()).toEqual([
      'xl/charts/chart4.xml',
      'xl/charts/chart5.xml',
      'xl/drawings/_rels/drawing4.xml.rels',
      'xl/drawings/_rels/drawing5.xml.rels',
      'xl/drawings/drawing4.xml',
      'xl/drawings/drawing5.xml',
      'xl/worksheets/_rels/sheet8.xml.rels',
      'xl/worksheets/_rels/sheet9.xml.rels',
      'xl/worksheets/sheet8.xml',
      'xl/worksheets/sheet9.xml',
    ]);
  });

  test.each(['filled', 'empty'] as const)(
    '%s: the package is valid, no placeholder remains',
    async (which) => {
      const file = which === 'filled' ? filled : empty;
      // Irregularities of the drawing program itself do not count.
      const known = new Set(await problemsOf(template));
      expect((await problemsOf(file.parts)).filter((problem) => !known.has(problem))).toEqual([]);
      for (const [name] of file.parts) {
        if (/worksheets|workbook\.xml|drawing|chart/.test(name)) expect(file.text(name)).not.toContain('{{');
      }
    },
  );

  test('openpyxl reads it, and the totals match the model', () => {
    const { shown } = runPython(python ?? '', READ_CELLS, paths.out) as ReadCells;
    const minutes = [...(testModel(4).dataSets.get('employee-days')?.rows ?? [])].reduce(
      (sum, row) => sum + Number(row.workedMinutes),
      0,
    );
    const [cells = {}] = shown;
    for (const total of [cells.Cover?.B4, cells.Cover?.B6, cells.Days?.C18, cells.Groups?.C20]) {
      expect(Number(total) * 1440).toBeCloseTo(minutes, 6);
    }
    expect(Number(cells.Cover?.B5) * 1440).toBeCloseTo(minutes / 12, 6);
    expect(Number(cells["O'Neill"]?.B8) * 1440).toBeCloseTo(450 + 457 + 464 + 471, 6);
    expect(cells.Lists?.C1).toBe(2);
  });

  describe.runIf(soffice)('and LibreOffice', () => {
    let resaved: string[] = [];

    beforeAll(async () => {
      const uncalculated = [
        await writeUncalculated(paths.out, folder),
        await writeUncalculated(paths.empty, folder),
      ];
      resaved = resaveWithLibreOffice(soffice ?? '', folder, [...uncalculated, paths.template]);
    });

    test.each([
      ['out', 0, 45],
      ['empty', 1, 5],
    ] as const)('calculates the cached values: %s', (which, index, atLeast) => {
      const read = runPython(python ?? '', READ_CELLS, paths[which], resaved[index] ?? '');
      const { formulas, shown } = read as ReadCells;
      const [cached = {}, calculated = {}] = shown;
      expect(formulas).toBeGreaterThan(atLeast);
      for (const [sheet, cells] of Object.entries(calculated)) {
        for (const [cell, value] of Object.entries(cells)) {
          const own = cached[sheet]?.[cell];
          if (typeof value === 'number') expect(own, `${sheet}!${cell}`).toBeCloseTo(value, 9);
          else expect(own, `${sheet}!${cell}`).toBe(value);
        }
      }
    });

    test('a template that LibreOffice saved gives the same cells', async () => {
      const out = await rendered(readFileSync(resaved[2] ?? ''), testModel(4));
      expect(out.cells(3)).toMatchObject(filled.cells(3));
      expect(out.rows).toBe(filled.rows);
    });
  });
});
