import type { TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';

/**
 * Where a person's day is: the establishment of the day's first entry, otherwise of the next earlier entry; null if there
 * is none with an establishment.
 * @param from the first day that a read of the period includes: corrections of several finals read more, and earlier
 * entries would give a day of one final another place than its export had
 */
export function placesOfDays(
  entries: readonly TimeEntry[],
  from: LocalDate,
): (date: LocalDate) => string | null {
  const placed = entries
    .filter(
      ({ status, establishmentId, workDate }) =>
        status !== 'Cancelled' && establishmentId !== null && workDate >= from,
    )
    .sort((a, b) => a.start.epochSeconds - b.start.epochSeconds);
  return (date) => {
    const own = placed.find(({ workDate }) => workDate === date);
    return (own ?? placed.findLast(({ workDate }) => workDate < date))?.establishmentId ?? null;
  };
}
