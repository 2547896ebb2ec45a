// @module-tag slow
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderMonthlyHours } from '../../../src/documents/drawn/monthlyHours.js';
import { sayIn } from '../../../src/i18n/formatMessage.js';
import { LANGUAGES } from '../../../src/i18n/language.js';
import { pythonWith } from '../../support/programs/pythonWith.js';
import { monthlyModel } from '../../support/records/monthlyModel.js';
import { MONTHLY_HOURS } from '../../support/workbooks/builtIn.js';
import { collect } from '../../support/workbooks/collect.js';
import { type CellLook, readLook, type SheetLook } from './readLook.js';
import { CaseFiles, UNKNOWN_ID } from './workbookCases.js';

const files = new CaseFiles();
afterAll(() => files.remove());
const python = pythonWith('openpyxl');

const sheetsOf = async (name: string) => readLook(python ?? '', await files.pathOf(name)).sheets;

function sheet(sheets: ReadonlyMap<string, SheetLook>, name: string): SheetLook {
  const found = sheets.get(name);
  if (found === undefined) throw new Error(`no sheet ${name}`);
  return found;
}

const values = (row: readonly CellLook[] | undefined) => (row ?? []).map(({ value }) => value);

/** The values of a column in the rows below a heading. */
function below({ rows }: SheetLook, heading: string): string[] {
  const at = rows.flat().find(({ value }) => value === heading)?.at ?? '';
  const [column, row] = [at.replace(/\d/g, ''), Number(at.replace(/\D/g, ''))];
  return rows
    .slice(row)
    .flatMap((cells) => cells.filter((cell) => cell.at.replace(/\d/g, '') === column))
    .map(({ value }) => value);
}

describe.skipIf(python === undefined)('the look of monthly-hours', () => {
  it('an employee known only by id keeps the whole id, on two lines, and the sheet says why', async () => {
    const sheets = await sheetsOf('hours-en');
    const summary = sheet(sheets, 'Summary');
    const row = summary.rows.find((cells) => cells.some(({ value }) => value === UNKNOWN_ID)) ?? [];
    expect(row.map(({ value }) => value)).toContain('(name unknown)');
    const cell = row.find(({ value }) => value === UNKNOWN_ID);
    expect(cell?.wrapped).toBe(true);
    expect(summary.heights[cell?.at.replace(/\D/g, '') ?? '']).toBeGreaterThanOrEqual(2 * 13);
    const named = `${UNKNOWN_ID} (name unknown)`;
    const inCalendar = sheet(sheets, 'Calendar')
      .rows.flat()
      .find(({ value }) => value === named);
    expect(inCalendar?.wrapped).toBe(true);
    expect(below(sheet(sheets, 'Days by employee'), 'Last name')).toContain(UNKNOWN_ID);
  });

  it('a difference from the plan has an arrow, a holiday a star: colour is not the only signal', async () => {
    const cells = sheet(await sheetsOf('hours-en'), 'Calendar')
      .rows.slice(5, -7)
      .flat();
    const formats = (fill: string) =>
      new Set(cells.filter((cell) => cell.fill === fill).map((c) => c.format));
    expect(formats('FFDDEEE3')).toEqual(new Set(['[h]:mm"↑"']));
    expect(formats('FFF9E0DC')).toEqual(new Set(['[h]:mm"↓"']));
    const headings = sheet(await sheetsOf('hours-en'), 'Calendar').rows[4] ?? [];
    expect(
      headings.filter(({ format }) => format === 'dd"*"').map(({ value }) => value.slice(0, 10)),
    ).toEqual(['2026-10-09']);
  });

  it('durations keep the familiar format', async () => {
    const row = sheet(await sheetsOf('hours-en'), 'Summary').rows[4] ?? [];
    expect(row.filter(({ format }) => format === '[h]:mm').length).toBeGreaterThanOrEqual(3);
  });

  it.each(LANGUAGES)('%s: an empty month says so, without empty tables or charts', async (language) => {
    const [file] = await renderMonthlyHours(monthlyModel({ empty: true }), {
      templateFolder: MONTHLY_HOURS,
      language,
    });
    const path = join(files.folder, `empty-${language}.xlsx`);
    writeFileSync(path, await collect(file?.content ?? Buffer.alloc(0)));
    const { sheets } = readLook(python ?? '', path);
    const notice = sayIn(language)('reports.nothingWorked');
    for (const key of ['summary', 'perDay', 'days', 'calendar'] as const) {
      const { rows, tables } = sheet(sheets, sayIn(language)(`reports.${key}`));
      expect([values(rows[3]), tables], key).toEqual([[notice], []]);
    }
    const notControl = [...sheets].filter(([name]) => name !== sayIn(language)('reports.control'));
    for (const [name, look] of notControl) {
      expect([look.tables, look.charts], name).toEqual([[], 0]);
    }
  });

  it('no chart without values: with planned hours only, it has the chart that shows them', async () => {
    expect(sheet(await sheetsOf('hours-planned-only'), 'Hours per day').charts).toBe(1);
    expect(sheet(await sheetsOf('hours-en'), 'Hours per day').charts).toBe(2);
  });

  it('entries of days are not added up: one across midnight would count twice', async () => {
    const sheets = await sheetsOf('hours-en');
    const last = (name: string) => sheet(sheets, name).rows.find((row) => row[0]?.value === 'Total');
    expect(last('Days by employee')?.at(-1)?.value).toBe('None');
    expect(last('Summary')?.map(({ value }) => value)).toContain('=SUBTOTAL(109,Summary[Entries])');
  });

  it('control: a row a person, in the order of the other sheets; ids last', async () => {
    const subjects = below(sheet(await sheetsOf('hours-control'), 'Control'), 'Name');
    const people = subjects.filter((subject) => !subject.startsWith('Zz'));
    expect(people).toEqual(['bakery', ...['al-Masri, Omar', 'Çelik, Zoë', 'Zed, An', '–', '0e6f']]);
  });

  it('exceptions: blocking ones first, accepted ones last', async () => {
    const severities = below(sheet(await sheetsOf('hours-en'), 'Exceptions'), 'Severity');
    expect(severities).toEqual([
      ...Array(3).fill('blocks every run'),
      ...Array(2).fill('blocks final runs'),
      ...Array(3).fill('to check'),
      'accepted: seen by the manager',
    ]);
  });

  it('every sheet has its name and page numbers in the footer, and the first one is open', async () => {
    const { active, sheets } = readLook(python ?? '', await files.pathOf('hours-nl'));
    expect(active).toBe('In het kort');
    for (const [name, { footer, selected }] of sheets) {
      expect(selected, name).toBe(name === 'In het kort');
      expect(footer[1], name).toContain('&A');
      expect(footer[2], name).toContain('Pagina &P / &N');
    }
  });
});

describe.skipIf(python === undefined)('the look of timesheets', () => {
  it.each([
    ['sheets-en', 1],
    ['sheets-names', 1],
    ['sheets-quarter', 2],
  ])('%s: %i page(s) per employee', async (name, pages) => {
    for (const { tall } of (await sheetsOf(name)).values()) expect(tall).toBe(pages);
  });

  it('pay codes are in the order of the summary: base codes, then loadings', async () => {
    const codes = new Set(['NORMAL', 'Overtime 50 %', 'HOLIDAY', 'Night work']);
    const lists = [...(await sheetsOf('sheets-en')).values()].map(({ rows }) =>
      values(rows.flat()).filter((value) => codes.has(value)),
    );
    expect(lists).toContainEqual(['NORMAL', 'Overtime 50 %', 'HOLIDAY', 'Night work']);
  });

  it('names are aligned left, so that right-to-left names are not cut', async () => {
    for (const { rows } of (await sheetsOf('sheets-names')).values()) {
      expect(rows.flat().find(({ at }) => at === 'B4')?.horizontal).toBe('left');
    }
  });
});
