import { describe, expect, test } from 'vitest';
import { sampleModel } from '../../../src/documents/template/sampleModel.js';

const model = sampleModel();
const FIELDS = ['isoWeek', 'weekStart', 'weekCut', 'month', 'quarter'];

describe('every dated data set can be grouped by week, month and quarter', () => {
  const dated = [...model.dataSets.values()].filter(({ fields }) =>
    fields.some(({ name }) => name === 'date'),
  );

  test('the list of these data sets', () => {
    expect(dated.map(({ name }) => name).sort()).toEqual([
      'account-days',
      'agency-days',
      'calendar',
      'days',
      'employee-days',
      'entries',
      'exceptions',
      'holidays',
      'joined-exceptions',
      'pay-lines',
      'planned-worked',
      'timesheet-lines',
    ]);
  });

  test.each(dated.map((set) => [set.name, set] as const))('%s', (_, { fields, rows }) => {
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining(FIELDS));
    for (const row of rows) {
      expect(row.month).toBe(String(row.date).slice(0, 7));
      expect(row.quarter).toBe('2026-Q4');
      expect(String(row.isoWeek)).toMatch(/^2026-W4[0-4]$/);
    }
  });
});

describe('a row for each day of the period', () => {
  const days = model.dataSets.get('days')?.rows ?? [];
  const on = (date: string) => days.find((row) => row.date === date);

  test('includes all 31, worked or not', () => {
    expect(days).toHaveLength(31);
    expect(on('2026-10-03')).toMatchObject({ workedMinutes: 0, plannedMinutes: 0, entries: 0, employees: 0 });
  });

  test('sums all employees, without agency workers', () => {
    expect(on('2026-10-01')).toMatchObject({
      weekday: 4,
      workedMinutes: 990,
      plannedMinutes: 960,
      differenceMinutes: 30,
      entries: 2,
      employees: 2,
    });
  });

  test('cuts weeks at the edges of the period, but not those inside', () => {
    const week = (date: string) => [on(date)?.isoWeek, on(date)?.weekStart, on(date)?.weekCut];
    expect(week('2026-10-01')).toEqual(['2026-W40', '2026-09-28', true]);
    expect(week('2026-10-05')).toEqual(['2026-W41', '2026-10-05', false]);
    expect(week('2026-10-31')).toEqual(['2026-W44', '2026-10-26', true]);
  });

  test('the days of all employees add up to the entries', () => {
    const sum = (name: string) =>
      (model.dataSets.get(name)?.rows ?? []).reduce((total, row) => total + Number(row.workedMinutes), 0);
    expect(sum('days')).toBe(sum('entries'));
  });
});
