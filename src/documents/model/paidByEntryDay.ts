import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import type { LocalDate } from '../../domain/time/localDate.js';

/** Paid minutes of an entry on a local day; 0 where it has none. */
export type PaidByEntryDay = (entryId: string, date: LocalDate) => number;

export function paidByEntryDay({ pay }: ComputedPeriod): PaidByEntryDay {
  const byId = new Map(pay.entries.map((entry) => [entry.entryId, entry]));
  return (entryId, date) => {
    const day = byId.get(entryId)?.days.find((each) => each.date === date);
    return day?.paidMinutes ?? 0;
  };
}
