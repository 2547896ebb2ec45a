import { expect, test } from 'vitest';
import { employeeDaysCsv } from '../../../src/render/csv/employeeDaysCsv.js';
import type { DataRow } from '../../../src/render/dataSet.js';

function row(fields: DataRow): DataRow {
  return {
    'employee.id': 'b',
    'employee.number': null,
    'employee.lastName': null,
    'employee.firstName': null,
    date: '2026-10-02',
    weekday: 5,
    holiday: null,
    establishments: 'North; South',
    plannedMinutes: null,
    workedMinutes: 60,
    differenceMinutes: null,
    entries: 1,
    ...fields,
  };
}

test('columns, order, quoting, nulls, signs and formulas', () => {
  const rows = [
    row({ date: '2026-10-03' }),
    row({}),
    row({
      'employee.id': 'a',
      'employee.number': '007',
      'employee.lastName': '=HYPERLINK("x")',
      'employee.firstName': 'Zoë',
      plannedMinutes: 480,
      differenceMinutes: -420,
    }),
  ];
  const dataSets = new Map([['employee-days', { name: 'employee-days', fields: [], rows }]]);
  const file = employeeDaysCsv({ run: { 'run.employer': 'bakery', 'run.periodLabel': '2026-10' }, dataSets });
  expect(file.name).toBe('bakery_2026-10_employee-days.csv');
  expect(file.rows).toBe(3);
  expect(new TextDecoder().decode(file.content as Uint8Array).split('\n')).toEqual([
    'employeeId,employeeNumber,lastName,firstName,date,weekday,holiday,establishments,plannedMinutes,workedMinutes,differenceMinutes,entries',
    `a,007,"'=HYPERLINK(""x"")",Zoë,2026-10-02,5,,North; South,480,60,-420,1`,
    'b,,,,2026-10-02,5,,North; South,,60,,1',
    'b,,,,2026-10-03,5,,North; South,,60,,1',
    '',
  ]);
});
