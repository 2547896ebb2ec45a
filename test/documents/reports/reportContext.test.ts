import { describe, expect, it } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { sortModelByPerson } from '../../../src/documents/reports/reportContext.js';

describe('inPersonOrder', () => {
  const row = (id: string, lastName: string | null, firstName: string | null, date: string): DataRow => ({
    'employee.id': id,
    'employee.lastName': lastName,
    'employee.firstName': firstName,
    date,
  });
  const order = (rows: readonly DataRow[]) => {
    const dataSets = new Map([['employee-days', { name: 'employee-days', fields: [], rows }]]);
    const sorted = [...(sortModelByPerson({ run: {}, dataSets }).dataSets.get('employee-days')?.rows ?? [])];
    return sorted.map((one) => `${String(one['employee.id'])} ${String(one.date)}`);
  };

  it.each([
    [
      'last name, then first name',
      [row('a', 'Zed', 'An', '1'), row('b', 'Çelik', 'Zoë', '1'), row('c', 'Celik', 'An', '1')],
      ['c 1', 'b 1', 'a 1'],
    ],
    [
      'the days of a person stay in order',
      [row('b', 'B', 'B', '2'), row('a', 'A', 'A', '1'), row('b', 'B', 'B', '1'), row('a', 'A', 'A', '3')],
      ['a 1', 'a 3', 'b 2', 'b 1'],
    ],
    [
      'names that sort alike: by first name, then by the exact letters',
      [row('a', 'Celik', 'Zoë', '1'), row('b', 'Çelik', 'An', '1'), row('c', 'Celik', 'Eva', '1')],
      ['b 1', 'c 1', 'a 1'],
    ],
    [
      'the same name: by id, not mixed',
      [row('b', 'A', 'A', '1'), row('a', 'A', 'A', '1'), row('b', 'A', 'A', '2')],
      ['a 1', 'b 1', 'b 2'],
    ],
    [
      'people without a name come last',
      [row('a', null, null, '1'), row('b', 'Zed', 'Z', '1'), row('c', '-', 'An', '1')],
      ['b 1', 'c 1', 'a 1'],
    ],
  ])('%s', (_, rows, expected) => expect(order(rows)).toEqual(expected));
});
