import { dayOf } from '../dayOf.js';
import { dstSuspect, transitionSpanned } from '../dstSuspect.js';
import { addDays } from '../localDate.js';
import type { TimeEntry } from '../records.js';
import type { Finding } from './finding.js';
import { elapsedSecondsOf, entryFinding, type Rule, type RuleInput } from './rule.js';

const LONG_SECONDS = 16 * 3600;
const DAY_SECONDS = 24 * 3600;

/** Entries that are still running; with another policy than `start` one of the day before can reach into the period. */
export const openEntry: Rule = ({ timesheet, period }) => {
  const first = timesheet.policy.attribution === 'start' ? period.from : addDays(period.from, -1);
  return timesheet.excluded
    .filter(
      ({ entry, reason }) => reason === 'open' && entry.workDate >= first && entry.workDate <= period.to,
    )
    .map(({ entry }) => entryFinding('OPEN_ENTRY', entry, { status: entry.status }));
};

/** Completed entries whose end is empty. */
export const missingEnd: Rule = (input) =>
  ofExported(input, (entry) => (entry.end === null ? entryFinding('MISSING_END', entry) : undefined));

/** Over 16 hours between the stamps. Over 24 hours, work could reach past the margin that is read. */
export const longEntry: Rule = (input) =>
  ofExported(input, (entry) => {
    const elapsedSeconds = elapsedSecondsOf(entry) ?? 0;
    if (elapsedSeconds <= LONG_SECONDS) return undefined;
    const finding = entryFinding('LONG_ENTRY', entry, { elapsedMinutes: Math.floor(elapsedSeconds / 60) });
    const cut = input.timesheet.policy.attribution !== 'start';
    return elapsedSeconds > DAY_SECONDS && cut ? { ...finding, atLeast: 'block-final' } : finding;
  });

/** Not reviewed by the employer. */
export const unreviewed: Rule = (input) =>
  ofExported(input, (entry) =>
    entry.reviewedAtUtc === null ? entryFinding('UNREVIEWED', entry) : undefined,
  );

/** More net minutes than there is time between the stamps (a started minute counts as one). */
export const netExceedsGross: Rule = (input) =>
  ofExported(input, (entry) => {
    const elapsedSeconds = elapsedSecondsOf(entry);
    if (elapsedSeconds === undefined) return undefined;
    const grossMinutes = Math.ceil(elapsedSeconds / 60);
    const workedMinutes = entry.workedMinutes ?? 0;
    if (workedMinutes <= grossMinutes) return undefined;
    return entryFinding('NET_EXCEEDS_GROSS', entry, { workedMinutes, grossMinutes });
  });

/** The service's day is not the local day of the start. */
export const workDateMismatch: Rule = ({ timesheet }) =>
  timesheet.exported.flatMap(({ entry, zone }) => {
    if (zone === undefined) return [];
    const localDay = dayOf(entry.start.epochSeconds, zone.dayZone);
    if (localDay === entry.workDate) return [];
    return [
      entryFinding('WORKDATE_MISMATCH', entry, { workDate: entry.workDate, localDay, zone: zone.zone.name }),
    ];
  });

/** The service seems to have subtracted clock times over a clock change. */
export const dstSuspicion: Rule = ({ timesheet, shiftsById }) =>
  timesheet.exported.flatMap(({ entry, zone }) => {
    const elapsedSeconds = elapsedSecondsOf(entry);
    if (zone === undefined || entry.end === null || elapsedSeconds === undefined || elapsedSeconds < 0)
      return [];
    const transitionSeconds = transitionSpanned(entry.start.epochSeconds, entry.end.epochSeconds, zone.zone);
    const workedMinutes = entry.workedMinutes ?? 0;
    const plannedBreakMinutes = shiftsById.get(entry.shiftId ?? '')?.breakMinutes ?? 0;
    if (!dstSuspect({ elapsedSeconds, workedMinutes, plannedBreakMinutes, transitionSeconds })) return [];
    const elapsedMinutes = Math.floor(elapsedSeconds / 60);
    return [
      entryFinding('DST_SUSPECT', entry, {
        workedMinutes,
        elapsedMinutes,
        changeMinutes: transitionSeconds / 60,
      }),
    ];
  });

/** The zone is not known, and a day must be cut. */
export const zoneUnclear: Rule = ({ timesheet }) => {
  if (timesheet.policy.attribution === 'start') return [];
  return timesheet.exported
    .filter(({ zone, entry }) => zone === undefined && entry.end !== null)
    .map(({ entry }) => entryFinding('ZONE_UNCLEAR', entry));
};

/** Neither an employee nor an agency worker is named. */
export const noEmployee: Rule = ({ timesheet }) =>
  timesheet.agency
    .filter(
      ({ entry, inside }) => inside.length > 0 && entry.agencyWorkerId === null && entry.agencyId === null,
    )
    .map(({ entry }) => entryFinding('NO_EMPLOYEE', entry, { workedMinutes: entry.workedMinutes ?? 0 }));

function ofExported({ timesheet }: RuleInput, find: (entry: TimeEntry) => Finding | undefined): Finding[] {
  return timesheet.exported.flatMap(({ entry }) => find(entry) ?? []);
}
