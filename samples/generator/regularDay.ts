import { dateOf, dayNumberOf, weekdayIndexOf } from './calendar.js';
import type { EntryDraft, ShiftDraft } from './draft.js';
import { grantedDates } from './holidays.js';
import { PLACES, type PlaceKey, type TaskKey, type TeamKey } from './places.js';
import { type Random, randomFor, uuidFor } from './random.js';
import { reviewedAtUtcOf } from './review.js';
import { ROLES } from './roles.js';
import { instantOf } from './sampleZones.js';
import type { Worker } from './worker.js';

export interface WorkDay {
  readonly shifts: readonly ShiftDraft[];
  readonly entries: readonly EntryDraft[];
}

/** Data that does not change during a run of the generator. */
export interface Frame {
  readonly seed: number;
  /** The moment at which the service is read: later entries do not exist, unfinished ones are open. */
  readonly nowEpochSeconds: number;
}

const OCTOBER = dayNumberOf('2026-10-01');
/** The summer bar's team was disbanded on this Monday. */
const TEAM_DISBANDED = dayNumberOf('2026-10-05');
const NOTHING: WorkDay = { shifts: [], entries: [] };

export function placeOn(worker: Worker, dayNumber: number): PlaceKey {
  return (dayNumber < OCTOBER ? worker.placeBeforeOctober : undefined) ?? worker.place;
}

/** Team and task of the day; students served the summer bar's terrace until the team was disbanded. */
function postOn(worker: Worker, dayNumber: number): { team: TeamKey; task: TaskKey } {
  const { team, task } = ROLES[worker.role];
  if (worker.role === 'weekend' && dayNumber < TEAM_DISBANDED) return { team: 'summerBar', task: 'terrace' };
  return { team, task };
}

/** The regular shift of a worker on a day, as planned; undefined on a free day. */
export function regularShift(frame: Frame, worker: Worker, dayNumber: number): ShiftDraft | undefined {
  if (dayNumber > worker.lastDayNumber) return undefined;
  const weekNumber = Math.floor((dayNumber + 3) / 7);
  const week = worker.weeks[weekNumber % 2] ?? worker.weeks[0];
  if (week.charAt(weekdayIndexOf(dayNumber)) !== 'x') return undefined;
  const role = ROLES[worker.role];
  if (!role.worksOnHolidays && grantedDates.has(dateOf(dayNumber))) return undefined;
  if (randomFor(`${frame.seed} leave ${worker.key} ${weekNumber}`).chance(0.04)) return undefined;
  return plannedShift(frame, worker, dayNumber);
}

/** A shift of the worker's role on a day, whatever the roster says. */
export function plannedShift(frame: Frame, worker: Worker, dayNumber: number): ShiftDraft {
  const role = ROLES[worker.role];
  return {
    id: uuidFor(`${frame.seed} shift ${worker.key} ${dayNumber}`),
    place: placeOn(worker, dayNumber),
    dayNumber,
    startMinute: role.startMinute,
    endMinute: role.startMinute + role.spanMinutes,
    breakMinutes: role.breakMinutes,
    ...postOn(worker, dayNumber),
    published: true,
  };
}

/** Usually a few minutes early or late; sometimes with seconds. */
function noiseSeconds(random: Random, earliest: number, latest: number): number {
  const minutes = Math.round((random.between(earliest, latest) + random.between(earliest, latest)) / 2);
  return minutes * 60 + (random.chance(0.05) ? random.between(1, 59) : 0);
}

/** The entry of a worker for a shift: stamps near the planned times, and approximately the planned break. */
export function entryOfShift(frame: Frame, worker: Worker, shift: ShiftDraft): EntryDraft {
  const random = randomFor(`${frame.seed} entry ${worker.key} ${shift.dayNumber}`);
  const { zone } = PLACES[shift.place];
  const start = instantOf(zone, shift.dayNumber, shift.startMinute) + noiseSeconds(random, -12, 6);
  const end = instantOf(zone, shift.dayNumber, shift.endMinute) + noiseSeconds(random, -8, 22);
  const breakMinutes = shift.breakMinutes === 0 ? 0 : Math.max(0, shift.breakMinutes + random.between(-3, 6));
  const open = end > frame.nowEpochSeconds;
  return {
    id: uuidFor(`${frame.seed} entry ${worker.key} ${shift.dayNumber}`),
    place: shift.place,
    status: open ? (random.chance(0.3) ? 'OnBreak' : 'Working') : 'Completed',
    startEpochSeconds: start,
    endEpochSeconds: open ? null : end,
    breakMinutes,
    team: shift.team,
    task: shift.task,
    shiftId: shift.id,
    reviewedAtUtc: open ? null : reviewedAtUtcOf(shift.dayNumber, frame.nowEpochSeconds, random),
  };
}

/** A long lunch, clocked out and in again: two entries without a break between the same stamps. */
function withLongLunch(entry: EntryDraft, id: string, random: Random): readonly EntryDraft[] {
  const { startEpochSeconds: start, endEpochSeconds: end } = entry;
  if (end === null || entry.status !== 'Completed') return [entry];
  const out = start + (180 + random.between(0, 45)) * 60;
  const back = out + (entry.breakMinutes + random.between(5, 25)) * 60;
  return [
    { ...entry, endEpochSeconds: out, breakMinutes: 0 },
    { ...entry, id, startEpochSeconds: back, breakMinutes: 0 },
  ];
}

/** A day from the roster, with incidents: illness, a double clock-in, a long lunch. */
export function regularDay(frame: Frame, worker: Worker, dayNumber: number): WorkDay {
  const shift = regularShift(frame, worker, dayNumber);
  if (shift === undefined) return NOTHING;
  const entry = entryOfShift(frame, worker, shift);
  const random = randomFor(`${frame.seed} day ${worker.key} ${dayNumber}`);
  const fate = random.next();
  const secondId = uuidFor(`${frame.seed} second ${worker.key} ${dayNumber}`);
  if (entry.startEpochSeconds > frame.nowEpochSeconds || fate < 0.008)
    return { shifts: [shift], entries: [] };
  if (fate < 0.012) {
    return { shifts: [{ ...shift, published: false }], entries: [{ ...entry, shiftId: null }] };
  }
  if (fate < 0.018) {
    const slip: EntryDraft = {
      ...entry,
      id: secondId,
      status: 'Cancelled',
      startEpochSeconds: entry.startEpochSeconds - 120,
      endEpochSeconds: entry.startEpochSeconds - 60,
      breakMinutes: 0,
    };
    return { shifts: [shift], entries: [slip, entry] };
  }
  if (fate < 0.04 && shift.breakMinutes >= 30) {
    return { shifts: [shift], entries: withLongLunch(entry, secondId, random) };
  }
  return { shifts: [shift], entries: [entry] };
}
