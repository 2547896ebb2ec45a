import { dateOf } from './calendar.js';
import { PLACES, type PlaceKey, TASKS, type TaskKey, TEAMS, type TeamKey } from './places.js';
import type { ShiftRecord, TimeEntryRecord } from './records.js';
import { instantOf, localDateAt, stampOf } from './sampleZones.js';
import type { Worker } from './worker.js';

/** The parts of a day before they are written as records. Clock times are local minutes of `dayNumber`. */
export interface ShiftDraft {
  readonly id: string;
  readonly place: PlaceKey;
  readonly dayNumber: number;
  readonly startMinute: number;
  readonly endMinute: number;
  readonly breakMinutes: number;
  readonly team: TeamKey;
  readonly task: TaskKey;
  readonly published: boolean;
}

/** Instants in epoch seconds; `endEpochSeconds` is null while open. */
export interface EntryDraft {
  readonly id: string;
  readonly place: PlaceKey;
  readonly status: TimeEntryRecord['status'];
  readonly startEpochSeconds: number;
  readonly endEpochSeconds: number | null;
  readonly breakMinutes: number;
  readonly team: TeamKey;
  readonly task: TaskKey;
  readonly shiftId: string | null;
  readonly reviewedAtUtc: string | null;
}

function references(worker: Worker, draft: { place: PlaceKey; team: TeamKey; task: TaskKey }) {
  return {
    employeeId: worker.employeeId,
    ...worker.agency,
    establishmentId: PLACES[draft.place].id,
    teamId: TEAMS[draft.team].id,
    taskId: TASKS[draft.task].id,
  };
}

export function shiftRecordOf(worker: Worker, draft: ShiftDraft): ShiftRecord {
  const { zone } = PLACES[draft.place];
  const start = instantOf(zone, draft.dayNumber, draft.startMinute);
  const end = instantOf(zone, draft.dayNumber, draft.endMinute);
  return {
    id: draft.id,
    date: dateOf(draft.dayNumber),
    startsAt: stampOf(zone, start),
    endsAt: stampOf(zone, end),
    breakMinutes: draft.breakMinutes,
    plannedMinutes: (end - start) / 60 - draft.breakMinutes,
    fillType: worker.agency === undefined ? 'Internal' : 'External',
    ...references(worker, draft),
    ...(draft.published ? {} : { published: false as const }),
  };
}

export function entryRecordOf(worker: Worker, draft: EntryDraft): TimeEntryRecord {
  const { zone } = PLACES[draft.place];
  const { startEpochSeconds: start, endEpochSeconds: end } = draft;
  const worked = end === null ? 0 : Math.floor((end - start) / 60) - draft.breakMinutes;
  return {
    id: draft.id,
    workDate: localDateAt(zone, start),
    status: draft.status,
    startsAt: stampOf(zone, start),
    endsAt: end === null ? null : stampOf(zone, end),
    ...(draft.status === 'Completed' ? { workedMinutes: worked } : {}),
    shiftId: draft.shiftId,
    reviewedAtUtc: draft.reviewedAtUtc,
    ...references(worker, draft),
  };
}
