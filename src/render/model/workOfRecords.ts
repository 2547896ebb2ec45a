import type { Work } from '../../domain/computed/computedPeriod.js';
import { workOfEntry } from '../../domain/computed/recordWork.js';
import type { TimeEntry } from '../../domain/records/records.js';
import type { WorkedEntry } from '../../domain/timesheet/timesheet.js';

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
