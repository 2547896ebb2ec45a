import type { PeriodFacts, PersonRecords } from '../records/periodData.js';
import type { References, TimeEntry } from '../records/records.js';
import type { RecordWork, Work } from './computedPeriod.js';

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

/** The places that findings are about, by id: those of this read and those that are gone. */
export function worksOfPlaces({ establishments, goneEstablishments }: PeriodFacts): Map<string, RecordWork> {
  const ids = [...establishments.map(({ id }) => id), ...goneEstablishments];
  return new Map(
    ids.map((id) => [
      id,
      {
        kind: 'place',
        establishmentId: id,
        teamId: null,
        taskId: null,
        isReviewed: null,
        employeeId: null,
        agencyWorkerId: null,
      },
    ]),
  );
}

/** Adds the work that some of a person's records stand for. @param asked sets of ids that findings name */
export function addWorks(
  works: Map<string, RecordWork>,
  { shifts, entries }: PersonRecords,
  asked: readonly ReadonlySet<string>[],
): void {
  const isAsked = (id: string): boolean => asked.some((ids) => ids.has(id));
  if (asked.every(({ size }) => size === 0)) return;
  for (const shift of shifts) {
    const { employeeId, agencyWorkerId } = shift;
    const work = { kind: 'shift', employeeId, agencyWorkerId, ...workOfPair(shift, undefined) } as const;
    if (isAsked(shift.id)) works.set(shift.id, work);
  }
  for (const entry of entries) {
    const { employeeId, agencyWorkerId } = entry;
    const work = { kind: 'entry', employeeId, agencyWorkerId, ...workOfEntry(entry) } as const;
    if (isAsked(entry.id)) works.set(entry.id, work);
  }
}
