import { expect, test } from 'vitest';
import { handRows, type TypedAmount } from '../../../src/ui/page/lateGroups.js';

const amount = (more: Partial<TypedAmount>): TypedAmount => ({
  template: 'datev-lodas',
  number: '101',
  person: 'bob',
  who: 'Bob',
  code: '100',
  costCenter: null,
  unit: 'hours',
  date: null,
  period: '2026-10',
  lines: [`line of ${JSON.stringify(more)}`],
  type: '-160.00 hours',
  note: null,
  ...more,
});

/* Ticking a row records all its amounts as entered, so the row must show each of them. */
test.each([
  ['payroll IDs', { number: '202', type: '+160.00 hours' }],
  ['cost centres', { costCenter: 'B', type: '+6.00 hours' }],
  ['units', { unit: 'days', type: '+2 days' }],
  ['days', { date: '2026-10-05' }],
] as const)('amounts of two %s in one system have a row each', (_, other) => {
  const rows = handRows([amount({}), amount(other)]);
  expect(rows.map(({ amounts }) => amounts.length)).toEqual([1, 1]);
});

test('the same amount in two systems has one row', () => {
  const rows = handRows([amount({}), amount({ template: 'sdworx', type: '-159.98 hours' })]);
  expect(rows.map(({ amounts }) => amounts.map(({ template }) => template))).toEqual([
    ['datev-lodas', 'sdworx'],
  ]);
});
