import { PaytallyError } from '../../errors.js';
import { compareText, inOrder } from '../inOrder.js';
import type { LocalDate } from '../time/localDate.js';
import type { PaidShift } from './paidShift.js';
import { isPaidWork, type PaidDay, type PaidEntry, type PayLine } from './payLine.js';

/** What an entry was worked and is paid, by its own lines. */
export function paidEntry({ worked, employeeId, adjustments, unplaced, lines }: PaidShift): PaidEntry {
  let paidMinutes = 0;
  for (const { kind, minutes } of lines) if (isPaidWork(kind)) paidMinutes += minutes;
  return {
    entryId: worked.entry.id,
    employeeId,
    workedMinutes: worked.entry.workedMinutes ?? 0,
    paidMinutes,
    adjustments,
    days: daysOf(worked.parts, lines, paidMinutes),
    unplaced,
  };
}

type Parts = readonly { readonly date: LocalDate; readonly minutes: number }[];

function daysOf(parts: Parts, lines: readonly PayLine[], paidMinutes: number): readonly PaidDay[] {
  const [part] = parts;
  const isOneDay = parts.length === 1 && lines.every(({ date }) => date === part?.date);
  if (part === undefined || !isOneDay) return severalDays(parts, lines);
  return [{ date: part.date, workedMinutes: part.minutes, paidMinutes }];
}

function severalDays(parts: Parts, lines: readonly PayLine[]): readonly PaidDay[] {
  const days: { readonly date: LocalDate; workedMinutes: number; paidMinutes: number }[] = [];
  const dayOn = (date: LocalDate) => {
    const known = days.find((day) => day.date === date);
    if (known !== undefined) return known;
    const day = { date, workedMinutes: 0, paidMinutes: 0 };
    days.push(day);
    return day;
  };
  for (const { date, minutes } of parts) dayOn(date).workedMinutes += minutes;
  for (const { date, kind, minutes } of lines) if (isPaidWork(kind)) dayOn(date).paidMinutes += minutes;
  return inOrder(days, (a, b) => compareText(a.date, b.date));
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
