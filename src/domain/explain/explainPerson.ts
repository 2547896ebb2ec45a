import type { Reader } from '../../i18n/formatMessage.js';
import { compareText, groupBy } from '../collections.js';
import type { RatedFinding } from '../exceptions/finding.js';
import { clockReading } from '../exceptions/findingCollector.js';
import { type PortalLinks, portalUrl } from '../exceptions/portalLinks.js';
import { findingMessage } from '../exceptions/wording.js';
import type { Pay } from '../pay/computePay.js';
import { isPaid } from '../pay/payLine.js';
import { isInside } from '../period/period.js';
import { employerZones, type PeriodData } from '../records/periodData.js';
import type { Shift, TimeEntry } from '../records/records.js';
import { isNearClockChange } from '../time/clockChanges.js';
import { addDays, type LocalDate, weekdayNumber } from '../time/localDate.js';
import type { Zone } from '../time/zone.js';
import type { PersonDay, Timesheet, WorkedEntry } from '../timesheet/timesheet.js';
import { type WorkingWeek, workingWeeks } from '../workingTime/breaches.js';
import type { PersonWorkingTime } from '../workingTime/workingTime.js';
import { type EntryContext, explainExcluded, explainWorked } from './explainEntry.js';
import { concernedDates, explainSources, type PersonSources } from './explainSources.js';
import type { DayExplanation, EntryExplanation, Explanation, ShiftExplanation } from './explanation.js';

export interface ExplainInput {
  readonly sources: PersonSources;
  readonly data: PeriodData;
  /** Shifts of others on which the person worked. */
  readonly relatedShifts: readonly Shift[];
  readonly timesheet: Timesheet;
  readonly workingTime?: PersonWorkingTime | undefined;
  readonly pay: Pay;
  readonly findings: readonly RatedFinding[];
  /** The role that the messages of findings address. */
  readonly reader?: Reader | undefined;
  readonly links?: PortalLinks | undefined;
  /** Days whose entries pay rules use: whole weeks if rules count weeks. */
  readonly window: { readonly from: LocalDate; readonly to: LocalDate };
}

/**
 * Everything that leads to the numbers of one employee: in the whole period, or on one day, with every entry that
 * gives it minutes, starts on it, or is counted for it by the service.
 */
export function explainPerson(
  input: ExplainInput,
  employeeId: string,
  date: LocalDate | undefined,
): Explanation {
  const { timesheet } = input;
  const asked = (day: LocalDate): boolean => date === undefined || day === date;
  const entries = explainEntries(input, employeeId).filter((entry) =>
    date === undefined ? concernsPeriod(entry, input) : concernsDay(entry, date),
  );
  const days = daysOf(input, employeeId, date)
    .filter(({ date: day }) => asked(day))
    .map((day) => explainDay(day, input, entries));
  const { from, to, label } = timesheet.period;
  return {
    employeeId,
    url: portalUrl(input.links ?? {}, 'employee', employeeId),
    period: { from, to, label },
    date,
    policy: timesheet.policy,
    totals: totalsOf(days, entries, date),
    days,
    entries,
    findings: ownFindings(input, employeeId, entries, asked),
    workingWeeks: explainWeeks(input, date),
  };
}

function explainWeeks({ workingTime, timesheet }: ExplainInput, date: LocalDate | undefined): WorkingWeek[] {
  if (workingTime === undefined) return [];
  const weeks = workingWeeks(workingTime, timesheet.period);
  return date === undefined ? weeks : weeks.filter((week) => isInside(date, week));
}

/** Days with work or planned shifts, and days with an absence or a paid holiday, in order. */
function daysOf(
  { timesheet, data, pay, sources }: ExplainInput,
  employeeId: string,
  asked: LocalDate | undefined,
): PersonDay[] {
  const own = timesheet.days.filter(({ personId }) => personId === employeeId);
  const known = new Set(own.map(({ date }) => date));
  const unworked = pay.lines.filter((line) => line.employeeId === employeeId && !known.has(line.date));
  const plannedMinutes = data.shifts === null ? null : 0;
  const dates = [...unworked.map(({ date }) => date), ...concernedDates(sources, asked)];
  const further = [...new Set(dates)]
    .filter((date) => !known.has(date))
    .map((date) => ({
      personId: employeeId,
      date,
      establishments: [],
      plannedMinutes,
      workedMinutes: 0,
      entryCount: 0,
    }));
  return [...own, ...further].sort((a, b) => compareText(a.date, b.date));
}

function explainEntries(input: ExplainInput, employeeId: string): EntryExplanation[] {
  const { timesheet, data, relatedShifts, pay, findings } = input;
  const isOwn = ({ entry }: { readonly entry: TimeEntry }): boolean => entry.employeeId === employeeId;
  const labels = new Map(data.establishments.map(({ id, label }) => [id, label ?? id]));
  const shifts = new Map([...(data.shifts ?? []), ...relatedShifts].map((shift) => [shift.id, shift]));
  const paid = new Map(pay.entries.map((entry) => [entry.entryId, entry]));
  const lines = groupBy(
    [...pay.lines, ...pay.outsideLines].filter((line) => line.employeeId === employeeId),
    ({ entryId }) => entryId,
  );
  const found = groupBy(findings, ({ record }) => record);
  const contextOf = (entry: TimeEntry): EntryContext => ({
    timesheet,
    establishment: labels.get(entry.establishmentId ?? '') ?? entry.establishmentId ?? undefined,
    shift: shifts.get(entry.shiftId ?? ''),
    findings: found.get(entry.id) ?? [],
    reader: input.reader,
    links: input.links ?? {},
    paid: paid.get(entry.id),
    payLines: [...(lines.get(entry.id) ?? [])].sort(byDateAndStart),
  });
  const worked = [...timesheet.exported, ...timesheet.outside].filter(isOwn);
  const others = timesheet.excluded
    .filter(({ reason }) => reason === 'cancelled' || reason === 'open' || reason === 'estimated')
    .filter(isOwn);
  return [
    ...worked.map((each: WorkedEntry) => explainWorked(each, contextOf(each.entry))),
    ...others.map((each) => explainExcluded(each, contextOf(each.entry))),
  ].sort((a, b) => compareText(a.start.utc, b.start.utc) || compareText(a.id, b.id));
}

/** The read has a margin; an entry far from the period changes nothing. */
function concernsPeriod(entry: EntryExplanation, { window }: ExplainInput): boolean {
  if (entry.insideMinutes !== 0) return true;
  return entry.workDate >= addDays(window.from, -1) && entry.workDate <= addDays(window.to, 1);
}

function concernsDay(entry: EntryExplanation, date: LocalDate): boolean {
  if (entry.workDate === date) return true;
  return [...entry.shares, ...entry.pieces].some((each) => each.date === date);
}

function explainDay(
  day: PersonDay,
  { data, pay, sources, links = {} }: ExplainInput,
  entries: readonly EntryExplanation[],
): DayExplanation {
  const { date, plannedMinutes, workedMinutes, entryCount, estimatedMinutes = 0 } = day;
  const zones = employerZones(data);
  const lines = pay.lines.filter((line) => line.employeeId === day.personId && line.date === date);
  const paid = lines.filter(({ kind }) => isPaid(kind));
  return {
    date,
    weekday: weekdayNumber(date),
    holiday: sources.holidayOn(date)?.names.join('; '),
    ...explainSources(sources, date),
    plannedMinutes,
    workedMinutes,
    estimatedMinutes,
    differenceMinutes: plannedMinutes === null ? null : workedMinutes - plannedMinutes,
    paidMinutes: paid.reduce((sum, { minutes }) => sum + minutes, 0),
    entryCount,
    shares: entries.flatMap(({ id, shares }) =>
      shares
        .filter((share) => share.date === date && share.minutes !== 0)
        .map(({ minutes }) => ({ entryId: id, minutes })),
    ),
    shifts: (data.shifts ?? [])
      .filter((shift) => shift.employeeId === day.personId && shift.date === date)
      .sort((a, b) => a.start.epochSeconds - b.start.epochSeconds || compareText(a.id, b.id))
      .map((shift) => explainShift(shift, zones, links)),
    unworked: lines
      .filter(({ entryId }) => entryId === null)
      .map(({ payCode, kind, minutes, quantity, rule }) => ({ payCode, kind, minutes, quantity, rule })),
  };
}

function explainShift(
  { id, start, end, breakMinutes, plannedMinutes }: Shift,
  zones: readonly Zone[],
  links: PortalLinks,
): ShiftExplanation {
  const isNear = [start, end].some((stamp) => isNearClockChange(zones, stamp));
  const elapsedMinutes = Math.trunc((end.epochSeconds - start.epochSeconds) / 60);
  return {
    id,
    url: portalUrl(links, 'shift', id),
    start: clockReading(start.text, isNear ? start.offsetSeconds : undefined),
    end: clockReading(end.text, isNear ? end.offsetSeconds : undefined),
    elapsedMinutes,
    breakMinutes,
    plannedMinutes,
  };
}

function totalsOf(
  days: readonly DayExplanation[],
  entries: readonly EntryExplanation[],
  date: LocalDate | undefined,
): Explanation['totals'] {
  const isPlanned = days.every(({ plannedMinutes }) => plannedMinutes !== null);
  const sum = (of: (day: DayExplanation) => number): number =>
    days.reduce((total, day) => total + of(day), 0);
  const counted = entries.filter(({ shares }) =>
    shares.some(
      (share) => share.isInside && share.minutes !== 0 && (date === undefined || share.date === date),
    ),
  );
  return {
    workedMinutes: sum((day) => day.workedMinutes),
    plannedMinutes: isPlanned ? sum((day) => day.plannedMinutes ?? 0) : null,
    paidMinutes: sum((day) => day.paidMinutes),
    entries: counted.length,
  };
}

function ownFindings(
  { findings, reader }: ExplainInput,
  employeeId: string,
  entries: readonly EntryExplanation[],
  asked: (day: LocalDate) => boolean,
): Explanation['findings'] {
  const explained = new Set(entries.map(({ id }) => id));
  return findings
    .filter((finding) => finding.employeeId === employeeId && !explained.has(finding.record))
    .filter(({ date }) => date === null || asked(date))
    .map((finding) => ({ code: finding.code, message: findingMessage(finding, reader) }));
}

function byDateAndStart(
  a: { readonly date: LocalDate; readonly fromEpoch: number },
  b: { readonly date: LocalDate; readonly fromEpoch: number },
): number {
  return compareText(a.date, b.date) || a.fromEpoch - b.fromEpoch;
}
