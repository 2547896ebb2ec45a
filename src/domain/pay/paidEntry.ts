import { PaytallyError } from '../../errors.js';
import type { LocalDate } from '../time/localDate.js';
import type { PaidShift } from './paidShift.js';
import { isPaidWork, type PaidDay, type PaidEntry, type PayLine } from './payLine.js';

/** What an entry was worked and is paid, by its own lines. */
export function paidEntry(
  { worked, employeeId, adjustments, unplaced }: PaidShift,
  lines: readonly PayLine[],
): PaidEntry {
  const paying = lines.filter(({ kind }) => isPaidWork(kind));
  return {
    entryId: worked.entry.id,
    employeeId,
    workedMinutes: worked.entry.workedMinutes ?? 0,
    paidMinutes: paying.reduce((sum, { minutes }) => sum + minutes, 0),
    adjustments,
    days: paidDays(worked.parts, paying),
    unplaced,
  };
}

function paidDays(
  parts: readonly { readonly date: LocalDate; readonly minutes: number }[],
  lines: readonly PayLine[],
): PaidDay[] {
  const workedMinutes = sumByDate(parts);
  const paidMinutes = sumByDate(lines);
  const dates = [...new Set([...workedMinutes.keys(), ...paidMinutes.keys()])].sort();
  return dates.map((date) => ({
    date,
    workedMinutes: workedMinutes.get(date) ?? 0,
    paidMinutes: paidMinutes.get(date) ?? 0,
  }));
}

function sumByDate(
  items: readonly { readonly date: LocalDate; readonly minutes: number }[],
): Map<LocalDate, number> {
  const sums = new Map<LocalDate, number>();
  for (const { date, minutes } of items) sums.set(date, (sums.get(date) ?? 0) + minutes);
  return sums;
}

/**
 * Compares the lines of each entry with the way from worked to paid: two ways of counting the same minutes.
 * @throws PaytallyError CONTROL_MISMATCH
 */
export function proveSums(entries: readonly PaidEntry[]): void {
  for (const { entryId, workedMinutes, paidMinutes, adjustments } of entries) {
    const expected = adjustments.reduce((sum, { minutes }) => sum + minutes, workedMinutes);
    if (expected === paidMinutes) continue;
    throw new PaytallyError(
      'CONTROL_MISMATCH',
      `The pay lines of entry ${entryId} add up to ${paidMinutes} minutes, its adjustments to ${expected}.`,
      { record: entryId },
    );
  }
}
