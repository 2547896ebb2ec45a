import fc from 'fast-check';
import type { ComputedLine, Exported, WrittenRow } from '../../../src/domain/corrections/exportedLine.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

/** Entries of a small employer: employee, date, place, duration, and number of changes. */
export interface Work {
  readonly id: string;
  readonly employeeId: string;
  readonly day: number;
  readonly place: string | null;
  readonly minutes: number;
}

/** Minutes above this number on one day become OT. */
export interface Rules {
  readonly overtimeAbove: number;
}

export const work: fc.Arbitrary<Work> = fc.record({
  id: fc.constantFrom('e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8'),
  employeeId: fc.constantFrom('ann', 'bob', 'cem'),
  day: fc.integer({ min: 1, max: 4 }),
  place: fc.constantFrom('north', 'south', null),
  minutes: fc.integer({ min: 0, max: 700 }),
});
export const month: fc.Arbitrary<readonly Work[]> = fc.uniqueArray(work, {
  selector: ({ id }) => id,
  maxLength: 8,
});
export const rules: fc.Arbitrary<Rules> = fc.record({ overtimeAbove: fc.constantFrom(0, 300, 480, 9999) });

/** `rows: day` a row for each line; `period`: hours with two decimals per employee and code, summed before rounding. */
export type Layout = 'day' | 'period';

/** A fresh export, computed independently of the code under test. */
export function freshExport(
  entries: readonly Work[],
  { overtimeAbove }: Rules,
  layout: Layout,
): Exported<ComputedLine> {
  const lines = new Map<string, { line: ComputedLine; parts: Map<string, number> }>();
  const used = new Map<string, number>();
  for (const entry of entries) {
    const owner = `${entry.employeeId} ${entry.day}`;
    const normal = Math.max(0, Math.min(entry.minutes, overtimeAbove - (used.get(owner) ?? 0)));
    used.set(owner, (used.get(owner) ?? 0) + entry.minutes);
    add(entry, 'NORMAL', normal);
    add(entry, 'OT', entry.minutes - normal);
  }
  function add(entry: Work, payCode: string, minutes: number): void {
    if (minutes === 0) return;
    const key = JSON.stringify([entry.employeeId, entry.day, payCode, entry.place]);
    const row = layout === 'day' ? key : JSON.stringify([entry.employeeId, payCode]);
    const known = lines.get(key);
    const parts = known?.parts ?? new Map<string, number>();
    parts.set(entry.id, (parts.get(entry.id) ?? 0) + minutes);
    const line: ComputedLine = {
      template: layout,
      employeeId: entry.employeeId,
      date: toLocalDate(`2026-10-0${entry.day}`),
      payCode,
      establishment: entry.place,
      costCenter: null,
      unit: 'minutes',
      row,
      amount: (known?.line.amount ?? 0) + minutes,
      parts,
    };
    lines.set(key, { line, parts });
  }
  const all = [...lines.values()].map(({ line }) => line);
  return { lines: all, rows: rowsOf(all, layout), records: [] };
}

function rowsOf(lines: readonly ComputedLine[], layout: Layout): WrittenRow[] {
  const minutes = new Map<string, number>();
  for (const { row, amount: some } of lines) minutes.set(row, (minutes.get(row) ?? 0) + some);
  const unitsOfOne = layout === 'day' ? 60 : 100;
  return [...minutes].map(([row, sum]) => ({
    template: layout,
    row,
    unit: 'minutes' as const,
    unitsOfOne,
    units: layout === 'day' ? sum : Math.round((sum * 100) / 60),
  }));
}
