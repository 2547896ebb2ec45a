import type { PeriodFacts, PersonRecords } from '../records/periodData.js';
import type { References, Shift, TimeEntry } from '../records/records.js';
import type { RecordWork, Work } from './computedPeriod.js';

export function entryWork({ establishmentId, teamId, taskId, reviewedAtUtc }: TimeEntry): Work {
  return { establishmentId, teamId, taskId, isReviewed: reviewedAtUtc !== null };
}

/** The place of a planned shift or, without one, of the entry worked on it. */
export function pairWork(shift: References | undefined, entry: TimeEntry | undefined): Work {
  return {
    establishmentId: shift?.establishmentId ?? entry?.establishmentId ?? null,
    teamId: shift?.teamId ?? entry?.teamId ?? null,
    taskId: shift?.taskId ?? entry?.taskId ?? null,
    isReviewed: entry === undefined ? null : entry.reviewedAtUtc !== null,
  };
}

/** The places of findings, by ID: those of this read and those no longer listed. */
export function establishmentWorks({
  establishments,
  goneEstablishments,
}: PeriodFacts): Map<string, RecordWork> {
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

/** Adds the work of some of a person's records. @param asked sets of IDs that findings name */
export function addRecordWorks(
  works: Map<string, RecordWork>,
  { shifts, entries }: PersonRecords,
  asked: readonly ReadonlySet<string>[],
): void {
  const isAsked = (id: string): boolean => asked.some((ids) => ids.has(id));
  if (asked.every(({ size }) => size === 0)) return;
  for (const shift of shifts) {
    if (isAsked(shift.id)) works.set(shift.id, recordWork('shift', shift, pairWork(shift, undefined)));
  }
  for (const entry of entries) {
    if (isAsked(entry.id)) works.set(entry.id, recordWork('entry', entry, entryWork(entry)));
  }
}

function recordWork(kind: RecordWork['kind'], { employeeId, agencyWorkerId }: Shift | TimeEntry, work: Work) {
  const { establishmentId, teamId, taskId, isReviewed } = work;
  return { kind, employeeId, agencyWorkerId, establishmentId, teamId, taskId, isReviewed };
}
