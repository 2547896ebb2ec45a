import type { PeriodData } from '../../domain/records/periodData.js';
import type { References, TimeEntry } from '../../domain/records/records.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';
import type { Work } from './workFields.js';

export function workOfEntry({ establishmentId, teamId, taskId, reviewedAtUtc }: TimeEntry): Work {
  return { establishmentId, teamId, taskId, isReviewed: reviewedAtUtc !== null };
}

/** Of a planned shift and the entry worked on it, or one of the two: the shift's place, else the entry's. */
export function workOfPair(shift: References | undefined, entry: TimeEntry | undefined): Work {
  return {
    establishmentId: shift?.establishmentId ?? entry?.establishmentId ?? null,
    teamId: shift?.teamId ?? entry?.teamId ?? null,
    taskId: shift?.taskId ?? entry?.taskId ?? null,
    isReviewed: entry === undefined ? null : entry.reviewedAtUtc !== null,
  };
}

/**
 * The work that the record of an exception is about: an entry, a shift or an establishment; nothing for any other.
 * @param asked the ids that will be looked for
 */
export function workOfRecord(data: PeriodData, asked: Iterable<string>): (id: string) => Work | undefined {
  const wanted = new Set(asked);
  const works = new Map<string, Work>();
  const add = (id: string, workOf: () => Work) => wanted.has(id) && works.set(id, workOf());
  const places = [...data.establishments.map(({ id }) => id), ...data.goneEstablishments];
  for (const id of places) {
    add(id, () => ({ establishmentId: id, teamId: null, taskId: null, isReviewed: null }));
  }
  for (const shift of data.shifts ?? []) add(shift.id, () => workOfPair(shift, undefined));
  for (const entry of data.entries) add(entry.id, () => workOfEntry(entry));
  return (id) => works.get(id);
}

interface PersonWork {
  readonly all: Work[];
  readonly byDate: Map<string, Work[]>;
}

type PersonOf = (entry: TimeEntry) => string | null;

/** The work behind a person's day: all entries with a minute on it. Of the whole period without a date. */
export type WorkOfDay = (personId: string | null, date?: string) => readonly Work[];

export function workByDay(worked: readonly WorkedEntry[], personOf: PersonOf): WorkOfDay {
  const byPerson = new Map<string | null, PersonWork>();
  for (const { entry, inside } of worked) {
    const dates = new Set(inside.filter(({ minutes }) => minutes !== 0).map(({ date }) => date));
    if (dates.size === 0) continue;
    const person = byPerson.get(personOf(entry)) ?? { all: [], byDate: new Map<string, Work[]>() };
    byPerson.set(personOf(entry), person);
    const work = workOfEntry(entry);
    person.all.push(work);
    for (const date of dates) {
      const there = person.byDate.get(date);
      if (there === undefined) person.byDate.set(date, [work]);
      else there.push(work);
    }
  }
  return (personId, date) => {
    const person = byPerson.get(personId);
    return (date === undefined ? person?.all : person?.byDate.get(date)) ?? [];
  };
}
