// @module-tag slow
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* compare-register says "equal" only of a register that it read whole, and that pays the exported minutes. */

const AFTER = '2026-11-05T09:00:00Z';
const DAYS = Array.from({ length: 22 }, (_, day) => `2026-10-${String(day + 1).padStart(2, '0')}`);

let bench: FolderBench;
beforeEach(async () => {
  bench = openFolderBench(
    `payCodes: { NORMAL: { external: "1000" } }
payRules: { base: [{ code: NORMAL }] }
templates: [pay-lines]
employers: { bakery: { zone: Europe/Brussels, employees: mapping.csv } }
`,
    { 'mapping.csv': 'employeeId;employeeNumber;lastName;firstName\nann;101;Aerts;Ann\n' },
  );
  bench.entries(...DAYS.map((date) => entryRow(`e${date}`, 'ann', date, '08:00', '16:00')));
  await bench.done(AFTER, 'export', '2026-10', '--final');
});
afterEach(() => bench.close());

async function compare(file: string) {
  const argv = ['compare-register', '2026-10', '--register', file, '--register-period', '2026-10'];
  const { status, json } = await bench.run(AFTER, ...argv);
  const { equal, unreadable, differences } = json.runs[0];
  return { status, equal, unreadable, kinds: differences.map(({ kind }: { kind: string }) => kind) };
}

async function compareText(...lines: readonly string[]) {
  bench.put('register.csv', `${lines.join('\n')}\n`);
  return compare('register.csv');
}

const EQUAL = { status: 0, equal: true, unreadable: [], kinds: [] };

describe('a second column of hours', () => {
  const HEADING = 'Number;Pay code;Hours;Overtime hours';
  test.each([
    ['in a line without others', ['101;1000;176.00;', '101;2000;;12.00'], 3],
    ['beside others', ['101;1000;176.00;12.00'], 2],
  ])('%s is not passed over', async (_, lines, line) => {
    const found = await compareText(HEADING, ...lines);
    expect(found).toMatchObject({ status: 5, equal: false, unreadable: [{ line }], kinds: [] });
  });

  test.each([
    ['empty, zero, or a total', HEADING, ['101;1000;176.00;0.00', 'Total;;176.00;12.00']],
    ['the same hours', 'Number;Pay code;Hours;Hours and minutes', ['101;1000;176.00;176:00']],
    ['those of the year', 'Number;Pay code;Hours;Hours YTD', ['101;1000;176.00;1500.00']],
  ])('%s: equal', async (_, heading, lines) => {
    expect(await compareText(heading, ...lines)).toEqual(EQUAL);
  });
});

describe('a workbook', () => {
  type Rows = readonly (readonly (string | number)[])[];
  const HEADING = ['Number', 'Pay code', 'Hours'];
  async function compareSheets(sheets: Readonly<Record<string, Rows>>) {
    const workbook = new ExcelJS.Workbook();
    for (const [name, rows] of Object.entries(sheets)) workbook.addWorksheet(name).addRows([...rows]);
    await workbook.xlsx.writeFile(join(bench.cwd, 'register.xlsx'));
    return compare('register.xlsx');
  }
  const OCTOBER = [HEADING, ['101', '1000', 176]];

  test('another sheet of the same form is not passed over', async () => {
    const found = await compareSheets({ October: OCTOBER, Corrections: [HEADING, ['101', '1000', 4]] });
    expect(found).toMatchObject({ status: 5, equal: false });
    expect(found.unreadable).toHaveLength(1);
    expect(found.unreadable[0].text).toMatch(/^(October|Corrections): 101 \| 1000 \| /);
  });

  test('the same amounts again, and other tables, are no register', async () => {
    const halves = [HEADING, ['101', '1000', 88], ['101', '1000', 88]];
    const found = await compareSheets({
      October: OCTOBER,
      'By week': halves,
      Notes: [
        ['Number', 'Name', 'Contract hours'],
        ['101', 'Aerts', 38],
      ],
    });
    expect(found).toEqual(EQUAL);
  });
});

describe('a line for each day, in hundredths', () => {
  const lines = (first: string, others = '8.00') => [
    'Number;Pay code;Hours',
    ...DAYS.map((_, day) => `101;1000;${day === 0 ? first : others}`),
  ];
  test('six minutes more on one day are a difference', async () => {
    expect(await compareText(...lines('8.10'))).toMatchObject({ status: 5, equal: false, kinds: ['hours'] });
    expect(await compareText(...lines('8.02'))).toMatchObject({ status: 5, equal: false, kinds: ['hours'] });
    expect(await compareText(...lines('8.00'))).toEqual(EQUAL);
  });

  test('the rounding of each day is none', async () => {
    bench.entries(...DAYS.map((date) => entryRow(`e${date}`, 'ann', date, '08:00', '16:05')));
    await bench.done(AFTER, 'corrections', '2026-10', '--final');
    expect(await compareText(...lines('8.08', '8.08'))).toEqual(EQUAL);
    expect(await compareText(...lines('8.10', '8.08'))).toMatchObject({ equal: false, kinds: ['hours'] });
  });

  test('in tenths', async () => {
    expect(await compareText(...lines('8.1', '8.0'))).toMatchObject({ equal: false, kinds: ['hours'] });
    expect(await compareText(...lines('8.0', '8.0'))).toEqual(EQUAL);
  });
});
