import { describe, expect, test } from 'vitest';
import { PaytallyError } from '../../../src/errors.js';
import type { WorkbookModel } from '../../../src/workbook/model.js';
import { testModel } from '../../support/workbooks/model.js';
import { type Rendered, rendered } from '../../support/workbooks/rendered.js';
import { row, type WorkbookSource } from '../../support/workbooks/workbook.js';

const HOURS =
  row(1, { A: 'Hours of {{run.periodLabel}}' }) +
  row(2, {
    A: '{{#each employee-days}}{{employee.id}}',
    B: '{{date}}',
    C: '{{workedMinutes}}',
    D: '{{row.number}}',
  }) +
  row(3, { A: 'Total', C: '=SUM(C2:C2)', D: '{{employee-days.workedMinutes | sum}}' });

function book(rows: string, more: Partial<WorkbookSource> = {}): WorkbookSource {
  return { sheets: { Hours: { rows } }, ...more };
}

function sheetNames(out: Rendered): string[] {
  return [...out.text('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name ?? '');
}

async function failure(source: WorkbookSource, rowsPerSheet: number, model = testModel(2)): Promise<string> {
  try {
    await rendered(source, model, { rowsPerSheet });
  } catch (error) {
    return `${error instanceof PaytallyError ? error.code : ''} ${error}`;
  }
  return 'written';
}

describe('a sheet with more rows than it can have', () => {
  test('continues on further sheets, each with its headings and totals', async () => {
    const out = await rendered(book(HOURS), testModel(2), { rowsPerSheet: 5 });
    expect(sheetNames(out)).toEqual(['Hours', 'Hours (2)']);
    expect(out.rows).toBe(6);
    const total = 450 + 457 + 464 + 471 + 478 + 485;
    expect(out.cells(1)).toMatchObject({
      A1: 'Hours of October 2026',
      D2: 1,
      D4: 3,
      C5: '=SUM(C2:C4) → 1371',
    });
    expect(out.cells(2)).toMatchObject({
      A1: 'Hours of October 2026',
      D2: 4,
      D4: 6,
      C5: '=SUM(C2:C4) → 1434',
    });
    for (const sheet of [1, 2]) expect(out.cells(sheet)).toMatchObject({ D5: total });
  });

  test.each([
    [8, 1],
    [7, 2],
    [4, 3],
    [3, 6],
  ])('of %i rows: %i sheets with everything once', async (rowsPerSheet, sheets) => {
    const out = await rendered(book(HOURS), testModel(2), { rowsPerSheet });
    expect(sheetNames(out)).toHaveLength(sheets);
    const seen = sheetNames(out).flatMap((_, index) => numbersOf(out.cells(index + 1)));
    expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('is split between groups, never within one', async () => {
    const groups =
      row(1, { A: '{{#each employee-days group by employee.id rows 3}}{{employee.name}}' }) +
      row(2, { A: '{{#each employee-days}}{{date}}', D: '{{row.number}}' }) +
      row(3, { A: 'Sum', C: '=ROW(A2)' });
    const out = await rendered(book(groups), testModel(2), { rowsPerSheet: 10 });
    expect(
      sheetNames(out).map(
        (_, index) => Object.keys(out.cells(index + 1)).filter((cell) => /^A/.test(cell)).length,
      ),
    ).toEqual([8, 4]);
    expect(await failure(book(groups), 3)).toContain('Sheet "Hours" would have more than 3 rows');
  });

  test('shows other bands on the first sheet only', async () => {
    const two = HOURS + row(5, { A: '{{#each employees}}{{employee.name}}', F: 'person' });
    const out = await rendered(book(two), testModel(2), { rowsPerSheet: 9 });
    expect(sheetNames(out)).toHaveLength(2);
    const people = [1, 2].map(
      (sheet) => Object.values(out.cells(sheet)).filter((value) => value === 'person').length,
    );
    expect(people).toEqual([3, 0]);
  });

  test('does not report missing data on a further sheet', async () => {
    const two =
      HOURS +
      row(5, { A: '{{#each employees}}{{employee.name}}' }) +
      row(6, { A: '{{#empty employees}}nobody' });
    const out = await rendered(book(two), testModel(2), { rowsPerSheet: 9 });
    const words = [1, 2].flatMap((sheet) => Object.values(out.cells(sheet)));
    expect(words).not.toContain('nobody');
  });

  test('totals of a list on the first sheet are empty on the others', async () => {
    const two =
      HOURS +
      row(5, { A: '{{#each employees}}{{employee.name}}', F: '{{workedMinutes}}' }) +
      row(6, { A: '{{#empty employees}}nobody' }) +
      row(7, { F: '=SUM(F5)' });
    const out = await rendered(book(two), testModel(2), { rowsPerSheet: 9 });
    const totals = [1, 2].map(
      (sheet) => Object.values(out.cells(sheet)).filter((value) => /SUM\(F/.test(String(value)))[0],
    );
    const [first = '', second = ''] = totals.map(String);
    expect(first).toMatch(/ → 2805$/);
    expect(second).toMatch(/ → 0$/);
  });

  test('keeps its own names and never uses the name of another sheet', async () => {
    const out = await rendered(
      {
        sheets: { Hours: { rows: HOURS }, 'Hours (2)': { rows: row(1, { A: 'mine' }) } },
        names: '<definedName name="_xlnm.Print_Area" localSheetId="0">Hours!$A$1:$D$3</definedName>',
      },
      testModel(2),
      { rowsPerSheet: 5 },
    );
    expect(sheetNames(out)).toEqual(['Hours', 'Hours (3)', 'Hours (2)']);
    const workbook = out.text('xl/workbook.xml');
    expect(workbook).toContain('localSheetId="0">Hours!$A$1:$D$5<');
    expect(workbook).toContain(`localSheetId="1">'Hours (3)'!$A$1:$D$5<`);
  });

  test.each([
    [
      'another sheet',
      book(HOURS, { sheets: { Hours: { rows: HOURS }, Sum: { rows: row(1, { A: '=SUM(Hours!C2:C2)' }) } } }),
      'Sum!A1',
    ],
    [
      'a name',
      book(HOURS, { names: '<definedName name="worked">Hours!$C$2:$C$2</definedName>' }),
      'name worked',
    ],
  ])('is refused if %s would miss the rest', async (_, source, place) => {
    const message = await failure(source, 5);
    expect(message).toContain('RENDER_REFUSED');
    expect(message).toContain('sheet "Hours" has more rows than one sheet can hold');
    expect(message).toContain(place);
    expect(await failure(source, 8)).toBe('written');
  });

  test('has exactly 1,048,576 rows, and one more on the next', { tags: 'slow' }, async () => {
    const first = testModel(1).dataSets.get('employee-days');
    const line = first?.rows[0];
    if (!first || !line) throw new Error('no days');
    const rows = Array.from({ length: 1_048_577 }, () => line);
    const model: WorkbookModel = {
      ...testModel(1),
      dataSets: new Map([['employee-days', { ...first, rows }]]),
    };
    const out = await rendered(book(row(1, { A: '{{#each employee-days}}{{row.number}}' })), model);
    expect(sheetNames(out)).toEqual(['Hours', 'Hours (2)']);
    expect(out.text('xl/worksheets/sheet1.xml')).toMatch(
      /<row r="1048576"><c r="A1048576"[^>]*><v>1048576<\/v><\/c><\/row><\/sheetData>/,
    );
    expect(out.cells(2)).toEqual({ A1: 1_048_577 });
  });
});

/** The numbers of the rows: column D except for the total below. */
function numbersOf(cells: Record<string, unknown>): unknown[] {
  const column = Object.keys(cells).filter((cell) => /^D/.test(cell));
  return column.map((cell) => cells[cell]).filter((value) => Number(value) < 100);
}
