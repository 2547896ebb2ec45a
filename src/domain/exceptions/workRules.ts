import { countedSpan } from '../pay/shiftPay.js';
import { isInside } from '../period/period.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { addDays } from '../time/localDate.js';
import { localDateAt, type Zone } from '../time/zone.js';
import { isBeyondMargin, startDate } from '../timesheet/buildTimesheet.js';
import type { WorkedEntry } from '../timesheet/timesheet.js';
import type { Finding } from './finding.js';
import {
  completedEntries,
  elapsedEntrySeconds,
  entryFinding,
  type Rule,
  type RuleInput,
  relevantEntries,
  shiftFinding,
  sortByText,
} from './rule.js';

/** Longer than any planned shift: the employee forgot to clock out. */
export const LONG_SECONDS = 16 * 3600;
const DAY_SECONDS = 24 * 3600;

/**
 * Entries that are still running; with a policy other than `start`, one of the day before can reach into the period.
 */
export const openEntry: Rule = (input) =>
  input.timesheet.excluded
    .filter(({ entry, reason }) => reason === 'open' && mayReachInto(input, entry))
    .map(({ entry }) => entryFinding('OPEN_ENTRY', entry, { status: entry.status }));

/** Completed entries whose end is empty. */
export const missingEnd: Rule = (input) =>
  fromExported(input, (entry) => (entry.end === null ? entryFinding('MISSING_END', entry) : undefined));

/**
 * Over `longEntryHours` between the stamps. An entry of over 24 hours blocks a final run: the employee forgot to clock
 * out. Under a policy that cuts days, so does one beyond the margin that a period reads: the neighbouring period could
 * miss its minutes.
 */
export const longEntry: Rule = (input) =>
  relevantEntries(input).flatMap((worked) => {
    const elapsedSeconds = elapsedEntrySeconds(worked.entry) ?? 0;
    const isBeyond = elapsedSeconds > LONG_SECONDS && landsBeyondMargin(worked, input);
    const isTooLong = elapsedSeconds > DAY_SECONDS || isBeyond;
    const limit = input.limitsOf(worked.entry.establishmentId, worked.entry.workDate).get('longEntryHours');
    if (!isTooLong && (limit === undefined || elapsedSeconds <= limit * 3600)) return [];
    const elapsedMinutes = Math.floor(elapsedSeconds / 60);
    const finding = entryFinding('LONG_ENTRY', worked.entry, { elapsedMinutes });
    return [isTooLong ? { ...finding, atLeast: 'block-final' as const } : finding];
  });

/** Not reviewed by the employer. */
export const unreviewed: Rule = (input) =>
  input.data.hasReviews === false
    ? []
    : fromExported(input, (entry) =>
        entry.reviewedAtUtc === null ? entryFinding('UNREVIEWED', entry) : undefined,
      );

/** More net minutes than the time between the stamps (services round: a started minute counts). */
export const netExceedsGross: Rule = (input) =>
  fromExported(input, (entry) => {
    const elapsedSeconds = elapsedEntrySeconds(entry);
    if (elapsedSeconds === undefined) return undefined;
    const grossMinutes = Math.ceil(elapsedSeconds / 60);
    const workedMinutes = entry.workedMinutes ?? 0;
    if (workedMinutes <= grossMinutes) return undefined;
    return entryFinding('NET_EXCEEDS_GROSS', entry, { workedMinutes, grossMinutes });
  });

/**
 * The service's day is not the local day of the start. A difference of one day has no effect, because both margins are
 * read. Under any policy but `start`, minutes that are further away would be missed by the neighbouring period, which
 * reads by the service's day. They stay on the service's day, and a final run is blocked.
 */
export const workDateMismatch: Rule = (input) =>
  relevantEntries(input).flatMap((worked) => {
    const { entry, zone } = worked;
    if (zone === undefined) return [];
    const localDay = localDateAt(entry.start.epochSeconds, zone.clock);
    if (localDay === entry.workDate) return [];
    const facts = { workDate: entry.workDate, localDay, zone: zone.clock.name, stamp: entry.start.text };
    const finding = entryFinding('WORKDATE_MISMATCH', entry, facts);
    return [landsBeyondMargin(worked, input) ? { ...finding, atLeast: 'block-final' as const } : finding];
  });

/** The service seems to have subtracted clock times across a clock change. */
export const dstSuspect: Rule = ({ timesheet, shiftsById }) =>
  timesheet.exported.flatMap(({ entry, zone }) => {
    const elapsedSeconds = elapsedEntrySeconds(entry);
    if (zone === undefined || entry.end === null || elapsedSeconds === undefined || elapsedSeconds < 0)
      return [];
    const transitionSeconds = offsetChange(entry.start.epochSeconds, entry.end.epochSeconds, zone.zone);
    const workedMinutes = entry.workedMinutes ?? 0;
    const plannedBreakMinutes = shiftsById.get(entry.shiftId ?? '')?.breakMinutes ?? 0;
    if (!subtractsClockTimes({ elapsedSeconds, workedMinutes, plannedBreakMinutes, transitionSeconds }))
      return [];
    const elapsedMinutes = Math.floor(elapsedSeconds / 60);
    const changeMinutes = Math.trunc(transitionSeconds / 60);
    return [entryFinding('DST_SUSPECT', entry, { workedMinutes, elapsedMinutes, changeMinutes })];
  });

/** The zone is unknown and a day must be cut, so it is unclear whether its minutes belong to the period. */
export const zoneUnclear: Rule = (input) => {
  if (!cutsDays(input)) return [];
  const { timesheet } = input;
  return [...completedEntries(timesheet), ...timesheet.agency]
    .filter(({ zone, entry }) => zone === undefined && entry.end !== null && mayReachInto(input, entry))
    .map(({ entry }) => entryFinding('ZONE_UNCLEAR', entry));
};

/** Neither an employee nor an agency worker is named. */
export const noEmployee: Rule = ({ timesheet }) =>
  timesheet.agency
    .filter(
      ({ entry, inside }) => inside.length > 0 && entry.agencyWorkerId === null && entry.agencyId === null,
    )
    .map(({ entry }) => entryFinding('NO_EMPLOYEE', entry, { workedMinutes: entry.workedMinutes ?? 0 }));

/**
 * An entry whose day is in the period. If days are cut, also one of the day before, whose minutes can be in the period,
 * and one of the day after that began in the period.
 */
function mayReachInto(input: RuleInput, entry: TimeEntry): boolean {
  const { from, to } = input.period;
  const { policy } = input.timesheet;
  const startDay = startDate(entry, undefined, policy);
  if (policy.attribution === 'shift') return isInside(entry.shift?.date ?? startDay, input.period);
  if (!cutsDays(input)) return isInside(startDay, input.period);
  if (startDay === addDays(to, 1)) return entry.start.text.slice(0, 10) <= to;
  return startDay >= addDays(from, -1) && startDay <= to;
}

/** Whether the day of an entry depends on where its zone has midnight. */
function cutsDays({ timesheet }: RuleInput): boolean {
  return !['start', 'shift'].includes(timesheet.policy.attribution);
}

/** Under `start` and midnight days, an entry always counts on its work date. */
function landsBeyondMargin(
  { parts, entry, isKeptOnWorkDate }: WorkedEntry,
  { timesheet: { policy } }: RuleInput,
): boolean {
  return isKeptOnWorkDate === true || isBeyondMargin(parts, entry.workDate, policy);
}

function fromExported({ timesheet }: RuleInput, find: (entry: TimeEntry) => Finding | undefined): Finding[] {
  return timesheet.exported.flatMap(({ entry }) => find(entry) ?? []);
}

/**
 * By how many seconds the clocks moved after `startEpoch` and up to `endEpoch`: 3600 for an hour forward, -3600 for an
 * hour back, 0 without a change. An end exactly at the change counts, because its stamp is written in the new offset.
 * @throws PaytallyError ZONE_BEYOND_TABLE.
 */
export function offsetChange(startEpoch: number, endEpoch: number, zone: Zone): number {
  return zone.offsetAt(endEpoch) - zone.offsetAt(startEpoch);
}

export interface DstEvidence {
  readonly elapsedSeconds: number;
  /** The service's net minutes. */
  readonly workedMinutes: number;
  /** Planned break of the worked shift; 0 if there is none. */
  readonly plannedBreakMinutes: number;
  /** See {@link offsetChange}. */
  readonly transitionSeconds: number;
}

/**
 * Whether an entry's minutes look as if the service had subtracted clock times: it spans a clock change, and the
 * difference between its elapsed time minus the planned break and its worked time equals the change. Services round to
 * minutes, so a difference below a minute is ignored.
 */
export function subtractsClockTimes(evidence: DstEvidence): boolean {
  const { elapsedSeconds, workedMinutes, plannedBreakMinutes, transitionSeconds } = evidence;
  if (transitionSeconds === 0) return false;
  const unexplainedSeconds = elapsedSeconds - (workedMinutes + plannedBreakMinutes) * 60;
  return Math.abs(Math.abs(unexplainedSeconds) - Math.abs(transitionSeconds)) < 60;
}

/**
 * Work without a published shift. A shift that the entry names but that was not read counts as missing only if it
 * should have been read: not in the margin, and not if its record was invalid.
 */
export const entryNoShift: Rule = ({ data, timesheet, shiftsById, period, shiftPay }) => {
  if (data.shifts === null) return [];
  const usesShift = shiftPay !== undefined || timesheet.policy.attribution === 'shift';
  const invalid = new Set(data.invalid.filter(({ list }) => list === 'shifts').map(({ id }) => id));
  return timesheet.exported
    .filter(({ entry: { shiftId, workDate, shift } }) => {
      if (shiftId === null) return true;
      // A shift that is dated far from the entry decides neither its day nor what is paid.
      if (usesShift && shift === undefined && shiftsById.has(shiftId)) return true;
      return !shiftsById.has(shiftId) && !invalid.has(shiftId) && isInside(workDate, period);
    })
    .map(({ entry }) => entryFinding('ENTRY_NO_SHIFT', entry));
};

/**
 * A published shift of an employee that had ended when the read began, and has no entry. An open entry counts as work,
 * a cancelled one does not. On a full day of absence the shift itself is the mistake, also before it begins.
 */
export const shiftNoEntry: Rule = (input) => {
  const hasEnded = (shift: Shift): boolean => shift.end.epochSeconds <= input.data.readBeganEpoch;
  return shiftsOfPeriod(input)
    .filter((shift) => shift.employeeId !== null && !input.workedShiftIds.has(shift.id))
    .filter((shift) => input.isAbsent(shift.date) || hasEnded(shift))
    .map((shift) => {
      const code = input.isAbsent(shift.date) ? 'SHIFT_DURING_ABSENCE' : 'SHIFT_NO_ENTRY';
      return shiftFinding(code, shift, { plannedMinutes: shift.plannedMinutes });
    });
};

/** The service's planned minutes differ from the real time between the stamps minus the break; seconds are ignored. */
export const plannedMismatch: Rule = (input) =>
  shiftsOfPeriod(input).flatMap((shift) => {
    const { start, end, breakMinutes, plannedMinutes } = shift;
    const netSeconds = end.epochSeconds - start.epochSeconds - breakMinutes * 60;
    if (Math.abs(netSeconds - plannedMinutes * 60) < 60) return [];
    const expectedMinutes = Math.floor(netSeconds / 60);
    return [shiftFinding('PLANNED_MISMATCH', shift, { plannedMinutes, expectedMinutes, breakMinutes })];
  });

function shiftsOfPeriod({ data, period }: RuleInput): Shift[] {
  const inside = (data.shifts ?? []).filter((shift) => isInside(shift.date, period));
  return sortByText(inside, ({ date, id }) => `${date} ${id}`);
}

/** Minutes before the published shift that are not paid. */
export const earlyStart: Rule = ({ timesheet, shiftPay }) =>
  timesheet.exported.flatMap(({ entry }) => {
    const minutes = Math.floor(countedSpan(entry, shiftPay).beforeSeconds / 60);
    return minutes === 0 ? [] : [entryFinding('EARLY_START', entry, { minutes })];
  });

/** Minutes after the published shift that are not paid. */
export const lateEnd: Rule = ({ timesheet, shiftPay }) =>
  timesheet.exported.flatMap(({ entry }) => {
    const minutes = Math.floor(countedSpan(entry, shiftPay).afterSeconds / 60);
    return minutes === 0 ? [] : [entryFinding('LATE_END', entry, { minutes })];
  });
