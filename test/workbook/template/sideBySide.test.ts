import { expect, test } from 'vitest';
import { fieldsOfModel } from '../../../src/language/templateFields.js';
import { checkTemplate, problemText } from '../../support/workbooks/checked.js';
import { testModel } from '../../support/workbooks/model.js';
import { rendered } from '../../support/workbooks/rendered.js';
import { row, workbook } from '../../support/workbooks/workbook.js';

/* Two lists in the same rows: each has the columns from its directive to the next, and ends in blank cells. */

function lists(left: string, right: string, more: Record<string, string> = {}) {
  const rows =
    row(3, { A: '{{count(employee-days where workedMinutes > 455)}}' }) +
    row(4, { A: 'Name', C: 'Date', D: 'Minutes' }) +
    row(5, {
      A: `{{#each ${left}}}{{employee.name}}`,
      B: 'person',
      C: `{{#each ${right}}}{{date}}`,
      D: '{{workedMinutes}}',
      E: '=D5/60',
      F: 'h',
      ...more,
    }) +
    row(6, { A: '=COUNTA(A5:A5)', D: '=SUM(D5:D5)' });
  return { sheets: { Hours: { rows } } };
}

test('the longer list sets the number of rows, and the shorter one ends in blank cells', async () => {
  const out = await rendered(lists('employees', 'employee-days'), testModel(3));
  const cells = out.cells(1);
  const days = testModel(3).dataSets.get('employee-days')?.rows as { workedMinutes: number }[];
  const people = testModel(3).dataSets.get('employees')?.rows as { 'employee.name': string }[];
  expect(days.length).toBeGreaterThan(people.length);
  const at = (column: string, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => cells[`${column}${from + index}`]);
  expect(at('A', 5, days.length)).toEqual(days.map((_, index) => people[index]?.['employee.name']));
  expect(at('B', 5, days.length)).toEqual(days.map((_, index) => (people[index] ? 'person' : undefined)));
  expect(at('D', 5, days.length)).toEqual(days.map(({ workedMinutes }) => workedMinutes));
  expect(at('F', 5, days.length)).toEqual(days.map(() => 'h'));
  const end = 5 + days.length;
  const sum = days.reduce((total, { workedMinutes }) => total + workedMinutes, 0);
  expect(cells[`A${end}`]).toBe(`=COUNTA(A5:A${end - 1}) → ${people.length}`);
  expect(cells[`D${end}`]).toBe(`=SUM(D5:D${end - 1}) → ${sum}`);
});

test('the first list can be the longer one; formulas of the other end with it', async () => {
  const out = await rendered(
    lists('employee-days', 'employee-days where workedMinutes > 455 limit 1'),
    testModel(1),
  );
  const cells = out.cells(1);
  expect([cells.A5, cells.A6, cells.A7].every((name) => typeof name === 'string')).toBe(true);
  expect([cells.D6, cells.E6, cells.F6]).toEqual([undefined, undefined, undefined]);
  expect(cells.E5).toMatch(/^=D5\/60 → 7\.\d+/);
  expect(out.rows).toBe(4);
});

test('without data there is a blank row for references to it; conditions belong to their own list', async () => {
  const none = (await rendered(lists('employees', 'employee-days'), testModel(0))).cells(1);
  expect(none).toMatchObject({ A6: '=COUNTA(A5:A5) → 0', D6: '=SUM(D5:D5) → 0' });
  const source = lists('employees', 'employee-days', { F: '{{#if workedMinutes > 9000}}' });
  const cells = (await rendered(source, testModel(2))).cells(1);
  expect(cells.A5).toBeTypeOf('string');
  expect(cells.D5).toBeUndefined();
});

test('groups of rows cannot be side by side', async () => {
  const bytes = await workbook(lists('employees', 'employee-days group by employee.id'));
  const problems = await checkTemplate(bytes, fieldsOfModel(testModel(1)), 'test.xlsx');
  expect(problems.map(problemText).join()).toContain('Rows 5 to 5 already repeat (A5)');
});
