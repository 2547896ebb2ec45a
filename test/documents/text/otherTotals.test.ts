import { describe, expect, test } from 'vitest';
import { checkTypes } from '../../../src/documents/template/checkTypes.js';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';
import { groupBy } from '../../../src/domain/collections.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { problemsOf, renderYaml, textOf } from './renderYaml.js';

const yaml = (each: string, value: string, more = '') => `audience: people
locale: fixed
${more}rows:
  each: ${each}
  header: false
  columns:
    - { header: name, value: "{{employee.name}}" }
    - { header: value, value: '${value}' }
`;
const model = sampleModel();
const rowsOf = (set: string) => [...(model.dataSets.get(set)?.rows ?? [])];
const written = (text: string) =>
  textOf(renderYaml(text, model)[0])
    .trim()
    .split('\n')
    .map((line) => line.split(/,(?=[^,]*$)/)[1]);
const minutesOf = (id: unknown, isWanted = (_: Record<string, unknown>) => true) =>
  rowsOf('pay-lines')
    .filter((row) => row['employee.id'] === id && row.kind !== 'loading' && isWanted(row))
    .reduce((sum, row) => sum + Number(row.minutes ?? 0), 0);

describe('totals of another data set in a column', () => {
  const employees = rowsOf('employees');

  test.each([
    ['sum(pay-lines.minutes where employee.id = row.employee.id and kind != "loading") | minutes'],
    ['sum(pay-lines.minutes where row.employee.id = employee.id and kind != "loading") | minutes'],
  ])('of the rows that are compared with the row: %s', (value) => {
    const found = written(yaml('employees', `{{${value}}}`));
    expect(found).toEqual(employees.map((row) => String(minutesOf(row['employee.id']))));
    expect(new Set(found).size).toBeGreaterThan(2);
  });

  test('with further conditions, on the row too', () => {
    const where = 'employee.id = row.employee.id and minutes > 200 and not (payCode = row.employee.name)';
    const expected = employees.map((row) =>
      String(minutesOf(row['employee.id'], ({ minutes }) => Number(minutes) > 200)),
    );
    expect(
      written(yaml('employees', `{{sum(pay-lines.minutes where kind != "loading" and ${where}) | minutes}}`)),
    ).toEqual(expected);
  });

  test('counted rows, and in a calculation', () => {
    const value = '{{count(pay-lines where employee.id = row.employee.id) + 1}}';
    const expected = employees.map((row) =>
      String(1 + rowsOf('pay-lines').filter((line) => line['employee.id'] === row['employee.id']).length),
    );
    expect(written(yaml('employees', value))).toEqual(expected);
  });

  test('in a group, of the same group', () => {
    const each = 'employee-days group by employee.id sort by employee.id';
    const ids = [...new Set(rowsOf('employee-days').map((row) => String(row['employee.id'])))].sort();
    expect(written(yaml(each, '{{sum(pay-lines.minutes where kind != "loading") | minutes}}'))).toEqual(
      ids.map((id) => String(minutesOf(id))),
    );
  });

  test('only rows of the same file', () => {
    const split = yaml(
      'employee-days group by employee.id',
      '{{count(pay-lines)}}',
      'split: { field: employee.id }\n',
    );
    const count = renderYaml(split, model).reduce((sum, file) => {
      return sum + Number(textOf(file).trim().split(',').at(-1));
    }, 0);
    const ids = new Set(rowsOf('employee-days').map((row) => row['employee.id']));
    expect(count).toBe(rowsOf('pay-lines').filter((row) => ids.has(row['employee.id'] ?? null)).length);
  });

  test('premiums are not added to the hours that they belong to', () => {
    const value = '{{sum(pay-lines.minutes where employee.id = row.employee.id) | hours:2}}';
    expect(problemsOf(() => renderYaml(yaml('employees', value), model))[0]?.message).toContain(
      'is paid on top',
    );
  });

  test.each([
    ['employee.number = "00040"', 'employee.number'],
    ['numbers = "00040"', 'numbers'],
  ])('a condition %s that one of two payroll IDs meets is refused in a total too', (where, field) => {
    const set = model.dataSets.get('employees');
    if (set === undefined) throw new Error('no employees');
    const { rowsWith: _, ...rest } = set as typeof set & { rowsWith?: unknown };
    const rows = [...set.rows].map((each, index) =>
      index === 0 ? { ...each, numbers: '00040 / 00050', 'employee.number': '00050' } : each,
    );
    const changed = { ...model, dataSets: new Map([...model.dataSets, ['employees', { ...rest, rows }]]) };
    const value = `{{sum(employees.workedMinutes where ${where} and employee.id = row.employee.id) | minutes}}`;
    const [problem] = problemsOf(() => renderYaml(yaml('employee-days', value), changed));
    expect(problem).toMatchObject({ value: '00040 / 00050' });
    expect(problem?.message).toContain(field);
  });

  test('its own data set by name', () => {
    const each = 'employee-days group by employee.id';
    expect(written(yaml(each, '{{sum(employee-days.workedMinutes) | minutes}}'))).toEqual(
      written(yaml(each, '{{workedMinutes | minutes}}')),
    );
  });
});

test('an average of minutes is whole minutes, so that it can be written as hours', () => {
  const each = 'employee-days where workedMinutes > 0 group by employee.id';
  const groups = groupBy(
    rowsOf('employee-days').filter((row) => Number(row.workedMinutes) > 0),
    (row) => row['employee.id'],
  );
  const expected = [...groups.values()].map((rows) => {
    const sum = rows.reduce((minutes, row) => minutes + Number(row.workedMinutes), 0);
    return String(Math.round(sum / rows.length));
  });
  expect(written(yaml(each, '{{average(workedMinutes) | minutes}}'))).toEqual(expected);
  expect(problemsOf(() => renderYaml(yaml(each, '{{average(workedMinutes) | hours:1}}'), model))).toEqual([]);
});

describe('checked before there is data', () => {
  const check = (value: string, each = 'employees', more = {}) =>
    checkTypes({ ...more, rows: { each, columns: [{ value }] } }).map(({ message }) => englishText(message));

  test('a total of everybody in the row of one person: the suggestion passes', () => {
    const [problem = ''] = check(
      '{{sum(pay-lines.minutes where minutes > 5 and kind != "loading") | hours}}',
    );
    expect(problem).toContain('whoever they are about');
    const [, suggestion = ''] = /(\{\{[^}]*\}\})/.exec(problem) ?? [];
    expect(suggestion).toContain('row.employee.id');
    expect(check(suggestion)).toEqual([]);
    expect(problemsOf(() => renderYaml(yaml('employees', suggestion), model))).toEqual([]);
  });

  test.each([
    [
      'an unknown field',
      '{{sum(pay-lines.minuts where employee.id = row.employee.id)}}',
      'no field "minuts"',
    ],
    ['an unknown field of the row', '{{count(pay-lines where employee.id = row.emploee)}}', 'emploee'],
    ['a sum of texts', '{{sum(pay-lines.payCode where employee.id = row.employee.id)}}', 'sum'],
    [
      'minutes and a number',
      '{{sum(pay-lines.minutes where employee.id = row.employee.id and kind != "loading") + days}}',
      'calculate',
    ],
  ])('%s', (_, value, expected) => {
    const problems = check(value);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`${expected}|cannot|hours`));
  });

  test('not where corrections are written from stored rows', () => {
    const value = '{{count(pay-lines where employee.id = row.employee.id)}}';
    expect(check(value, 'employees', { corrections: 'delta' }).join()).toContain('pay-lines');
    expect(check(value, 'employees', { corrections: 'none' })).toEqual([]);
  });
});
