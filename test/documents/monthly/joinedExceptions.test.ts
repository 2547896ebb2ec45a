import { expect, test } from 'vitest';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { JoinedExceptions } from '../../../src/documents/monthly/joinedExceptions.js';

const about = (id: string, more: DataRow = {}): DataRow => ({
  code: 'MISSING_NUMBER',
  message: 'There is no payroll ID.',
  record: id,
  'employee.id': id,
  ...more,
});

function joined(rows: readonly DataRow[]) {
  const exceptions = new JoinedExceptions();
  for (const row of rows) exceptions.add(row);
  const found = [...exceptions.joined(rows)];
  expect(exceptions.count).toBe(found.length);
  return found.map(({ row, people, shown }) => [row.record, people, shown.map(({ record }) => record)]);
}

test('the same sentence about forty people is one row, with the names of the first ones', () => {
  const rows = Array.from({ length: 40 }, (_, index) => about(`p${index}`));
  expect(joined(rows)).toEqual([['p0', 40, ['p0', 'p1', 'p2', 'p3', 'p4']]]);
});

test('about up to three people, each has a row; and so have other days, places and records', () => {
  const few = ['a', 'b', 'c'].map((id) => about(id));
  expect(joined(few)).toEqual(few.map(({ record }) => [record, 1, []]));
  const days = ['01', '02', '03', '04'].map((day) => about(`d${day}`, { date: `2026-10-${day}` }));
  expect(joined(days).length).toBe(4);
  const entries = ['1', '2', '3', '4'].map((id) => about('a', { record: `entry ${id}` }));
  expect(joined(entries).length).toBe(4);
});

test('the rows stay in their order', () => {
  const rows = [
    about('x', { code: 'A' }),
    ...['1', '2', '3', '4'].map((id) => about(id)),
    about('y', { code: 'B' }),
  ];
  expect(joined(rows).map(([record]) => record)).toEqual(['x', '1', 'y']);
});
