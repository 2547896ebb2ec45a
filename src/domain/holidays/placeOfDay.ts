import type { TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';

/**
 * Where a person's day is: the establishment of the day's first entry, otherwise of the next earlier entry of the read;
 * null if there is none with an establishment.
 */
export function placesOfDays(entries: readonly TimeEntry[]): (date: LocalDate) => string | null {
  const placed = entries
    .filter(({ status, establishmentId }) => status !== 'Cancelled' && establishmentId !== null)
    .sort((a, b) => a.start.epochSeconds - b.start.epochSeconds);
  return (date) => {
    const own = placed.find(({ workDate }) => workDate === date);
    return (own ?? placed.findLast(({ workDate }) => workDate < date))?.establishmentId ?? null;
  };
}
