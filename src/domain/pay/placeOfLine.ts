import { compareText } from '../collections.js';
import type { References, Shift, TimeEntry } from '../records/records.js';
import type { LocalDate } from '../time/localDate.js';

type Place = Pick<References, 'establishmentId' | 'teamId'>;

/** One person's work of a period, in any order. */
export interface PlacedWork {
  readonly entries: readonly (Place & Pick<TimeEntry, 'workDate' | 'start'>)[];
  readonly shifts: readonly (Place & Pick<Shift, 'date' | 'start'>)[];
}

/**
 * The one establishment or team of a line that no entry bears, such as the surplus of an hours account: that of the last
 * entry up to its day, otherwise of the first one after it; of shifts if no entry has one. null without any.
 */
export function placeOfLine({ entries, shifts }: PlacedWork, on: LocalDate, key: keyof Place): string | null {
  const worked = entries.map(({ workDate: date, start, [key]: id }) => ({ date, start, id }));
  const planned = shifts.map(({ date, start, [key]: id }) => ({ date, start, id }));
  return nearest(worked, on) ?? nearest(planned, on);
}

interface DatedPlace extends Pick<Shift, 'date' | 'start'> {
  readonly id: string | null;
}

function nearest(places: readonly DatedPlace[], on: LocalDate): string | null {
  const known = places
    .filter(({ id }) => id !== null)
    .sort((a, b) => compareText(a.date, b.date) || a.start.epochSeconds - b.start.epochSeconds);
  return (known.findLast(({ date }) => date <= on) ?? known[0])?.id ?? null;
}
