import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { compareText } from '../collections.js';
import { isInside, type Period } from '../period/period.js';
import type { PeriodData } from '../records/periodData.js';
import type { Establishment, Shift, TimeEntry } from '../records/records.js';
import { attributeMinutes, type DayPart } from '../time/attribution.js';
import { type EntryZone, resolveEntryZone } from '../time/entryZone.js';
import { daysBetween, type LocalDate } from '../time/localDate.js';
import { zoneByName } from '../time/tzdata.js';
import { fixedZone, localDateAt, type Zone } from '../time/zone.js';
import { entryFromShift, isEstimatedDay } from './estimates.js';
import {
  type Estimated,
  type ExcludedEntry,
  exclusionReason,
  type PersonDay,
  type TimePolicy,
  type Timesheet,
  type WorkedEntry,
} from './timesheet.js';

/**
 * Assigns every fetched entry: exported to days of the period, or excluded with a reason. Pure; the same data gives the
 * same timesheet, in any order of records.
 * @param payableMinutes the minutes of a shift that are paid where it replaces entries, without those of absences
 * @throws PaytallyError ZONE_BEYOND_TABLE with the entry's id, for a year whose clock changes are not known yet
 */
export function buildTimesheet(
  data: PeriodData,
  period: Period,
  policy: TimePolicy,
  payableMinutes: (shift: Shift) => number = ({ plannedMinutes }) => plannedMinutes,
): Timesheet {
  const entries = [...data.entries].sort(byStart);
  const zoneOf = createZoneLookup(data.establishments);
  const excluded: ExcludedEntry[] = [];
  const exported: WorkedEntry[] = [];
  const outside: WorkedEntry[] = [];
  const agency: WorkedEntry[] = [];
  const replaced: WorkedEntry[] = [];
  for (const entry of entries) {
    const reason = exclusionReason(entry);
    if (reason !== undefined) excluded.push({ entry, reason });
    if (reason === 'cancelled' || reason === 'open') continue;
    // Planned shifts replace the entries of employees only.
    const own = reason === 'agency' ? { ...policy, estimateFrom: undefined } : policy;
    const worked = nameRecordInError(entry, () => workedEntry(entry, zoneOf(entry), period, own));
    if (reason === 'agency') agency.push(worked);
    else if (landsInside(worked)) exported.push(worked);
    else if (isReplaced(worked, period, policy)) replaced.push(worked);
    else outside.push(worked);
  }
  for (const { entry } of outside) excluded.push({ entry, reason: 'outside-period' });
  for (const { entry } of replaced) excluded.push({ entry, reason: 'estimated' });
  const estimates = buildEstimates(data, period, policy, { zoneOf, payableMinutes });
  return {
    period,
    policy,
    exported,
    outside,
    agency,
    excluded,
    ...dayTables(data, period, { exported, agency, estimates }),
    ...(policy.estimateFrom === undefined ? {} : { estimated: { replaced, estimates } }),
  };
}

/** A minute of it is in the period, or its day if it has no minutes. */
function landsInside({ entry, inside }: WorkedEntry): boolean {
  return inside.some(({ minutes }) => minutes !== 0) || (inside.length > 0 && entry.workedMinutes === 0);
}

/**
 * Nothing of it is exported, and its minutes are on days for which planned shifts replace entries, or it has no
 * minutes.
 */
function isReplaced({ entry, parts }: WorkedEntry, period: Period, policy: TimePolicy): boolean {
  const days = parts.filter(({ date }) => isInside(date, period) && isEstimatedDay(date, policy));
  return days.some(({ minutes }) => minutes !== 0) || (days.length > 0 && entry.workedMinutes === 0);
}

/** Published shifts of employees, attributed as an entry with their stamps would be. */
function buildEstimates(
  { shifts }: PeriodData,
  period: Period,
  policy: TimePolicy,
  { zoneOf, payableMinutes }: { zoneOf: ZoneOf; payableMinutes: (shift: Shift) => number },
): Estimated['estimates'] {
  if (policy.estimateFrom === undefined) return [];
  return (shifts ?? [])
    .filter(({ employeeId }) => employeeId !== null)
    .map((shift) => ({ shift, minutes: payableMinutes(shift) }))
    .filter(({ minutes }) => minutes !== 0)
    .map(({ shift, minutes }) => {
      const entry = entryFromShift(shift, minutes);
      const whole = nameRecordInError(shift, () => workedEntry(entry, zoneOf(shift), period, policy));
      const inside = whole.parts.filter(({ date }) => isInside(date, period) && isEstimatedDay(date, policy));
      return { ...whole, inside, isEstimate: true as const };
    })
    .filter(({ inside }) => inside.some(({ minutes }) => minutes !== 0))
    .sort((a, b) => byStart(a.entry, b.entry));
}

interface WorkOfDays {
  readonly exported: readonly WorkedEntry[];
  readonly agency: readonly WorkedEntry[];
  readonly estimates: readonly WorkedEntry[];
}

function dayTables(
  data: PeriodData,
  period: Period,
  { exported, agency, estimates }: WorkOfDays,
): Pick<Timesheet, 'days' | 'agencyDays'> {
  const labelOf = createLabelLookup(data.establishments);
  const common = { period, shifts: data.shifts, labelOf };
  return {
    days: sumPersonDays({
      ...common,
      worked: exported,
      estimates,
      personOf: (record) => record.employeeId,
      includes: (shift) => shift.employeeId !== null,
    }),
    agencyDays: sumPersonDays({
      ...common,
      worked: agency,
      estimates: [],
      personOf: (record) => record.agencyWorkerId,
      // An unassigned shift of the employer's own is not an agency shift.
      includes: (shift) => shift.employeeId === null && shift.fillType === 'External',
    }),
  };
}

/** A zone has only instants, but the message must name the record. */
function nameRecordInError<Result>({ id }: { readonly id: string }, compute: () => Result): Result {
  try {
    return compute();
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
    const { code, text: problem, remedyText: remedy } = failure;
    const said = message('zones.inEntry', { entry: id, problem });
    throw new PaytallyError(code, said, { record: id, remedy, cause: failure });
  }
}

function workedEntry(
  entry: TimeEntry,
  zone: EntryZone | undefined,
  period: Period,
  policy: TimePolicy,
): WorkedEntry {
  const attributed = attributeEntry(entry, zone, policy);
  const isKeptOnWorkDate = zone !== undefined && contradictsWorkDate(entry, attributed, zone, policy);
  const parts = isKeptOnWorkDate ? [workDatePart(entry)] : attributed;
  return {
    entry,
    zone,
    parts,
    isKeptOnWorkDate,
    inside: parts.filter(({ date }) => isInside(date, period) && !isEstimatedDay(date, policy)),
  };
}

/** An entry without an end or a zone cannot be cut: the minutes stay on the service's day, and a rule reports it. */
function attributeEntry(
  entry: TimeEntry,
  zone: EntryZone | undefined,
  policy: TimePolicy,
): readonly DayPart[] {
  const { workedMinutes, shift } = entry;
  const workDate = startDate(entry, zone?.clock, policy);
  if (entry.end === null || zone === undefined) {
    const isOfShift = policy.attribution === 'shift' && shift !== undefined;
    return [workDatePart({ ...entry, workDate: isOfShift ? shift.date : workDate })];
  }
  const startEpoch = entry.start.epochSeconds;
  const endEpoch = Math.max(entry.end.epochSeconds, startEpoch);
  const span = { startEpoch, endEpoch, workDate, shiftDate: shift?.date, workedMinutes: workedMinutes ?? 0 };
  return attributeMinutes(span, zone.clock.withDayStart(policy.dayStart ?? 0), policy.attribution);
}

/**
 * The day on which an entry starts: the service's day or, if days begin later than midnight, that of its clock.
 * @param clock the entry's own offset by default
 */
export function startDate(
  { workDate, start }: Pick<TimeEntry, 'workDate' | 'start'>,
  clock: Zone | undefined,
  { dayStart = 0 }: Pick<TimePolicy, 'dayStart'>,
): LocalDate {
  if (dayStart === 0) return workDate;
  const days = (clock ?? fixedZone(start.offsetSeconds)).withDayStart(dayStart);
  return localDateAt(start.epochSeconds, days);
}

function workDatePart({ start, end, workDate, workedMinutes }: TimeEntry): DayPart {
  const startEpoch = start.epochSeconds;
  const endEpoch = Math.max(end?.epochSeconds ?? startEpoch, startEpoch);
  const elapsedSeconds = endEpoch - startEpoch;
  return { date: workDate, startEpoch, endEpoch, elapsedSeconds, minutes: workedMinutes ?? 0 };
}

/** A neighbouring period reads by the service's day, and would miss minutes beyond its margin. */
function contradictsWorkDate(
  entry: TimeEntry,
  parts: readonly DayPart[],
  { clock }: EntryZone,
  policy: TimePolicy,
): boolean {
  return (
    isBeyondMargin(parts, entry.workDate, policy) &&
    localDateAt(entry.start.epochSeconds, clock) !== entry.workDate
  );
}

type ZoneOf = (record: Pick<TimeEntry, 'start' | 'end' | 'establishmentId'>) => EntryZone | undefined;

/** The zone and clock of an entry. */
export function createZoneLookup(establishments: readonly Establishment[]): ZoneOf {
  const zones = new Map(
    establishments.map(({ id, zone }) => [id, zone === undefined ? undefined : zoneByName(zone)]),
  );
  const employerZones = [...zones.values()].filter((zone) => zone !== undefined);
  return ({ start, end, establishmentId }) =>
    resolveEntryZone({ start, end, establishmentZone: zones.get(establishmentId ?? ''), employerZones });
}

function createLabelLookup(
  establishments: readonly Establishment[],
): (id: string | null) => string | undefined {
  const labels = new Map(establishments.map(({ id, label }) => [id, label ?? id]));
  return (id) => (id === null ? undefined : (labels.get(id) ?? id));
}

function byStart(a: TimeEntry, b: TimeEntry): number {
  return a.start.epochSeconds - b.start.epochSeconds || (a.id < b.id ? -1 : 1);
}

/** With `attribution: shift`, the day of an entry is that of its shift. */
const SHIFT_MARGIN_DAYS = 2;

/**
 * The number of days before and after a period that are read, because work of these days can have minutes in the
 * period.
 */
export function marginDays({ attribution }: Pick<TimePolicy, 'attribution'>): number {
  return attribution === 'shift' ? SHIFT_MARGIN_DAYS : 1;
}

/**
 * Whether minutes of an entry are further from its `workDate` than the neighbouring period reads. This also happens to
 * entries under 24 hours: across a day of 23 hours or a day that does not exist, an entry can reach the day after the
 * next.
 */
export function isBeyondMargin(
  parts: readonly DayPart[],
  workDate: LocalDate,
  policy: Pick<TimePolicy, 'attribution'>,
): boolean {
  return parts.some(({ date }) => Math.abs(daysBetween(workDate, date)) > marginDays(policy));
}

interface DraftDay {
  readonly personId: string | null;
  readonly date: LocalDate;
  readonly establishments: Set<string>;
  plannedMinutes: number;
  workedMinutes: number;
  entryCount: number;
  estimatedMinutes: number;
}

interface PersonDaysInput {
  readonly period: Period;
  readonly worked: readonly WorkedEntry[];
  /** Shifts that replace entries. */
  readonly estimates: readonly WorkedEntry[];
  /** Published shifts; null if planning cannot be read. */
  readonly shifts: readonly Shift[] | null;
  readonly personOf: (record: { employeeId: string | null; agencyWorkerId: string | null }) => string | null;
  /** Whether a shift belongs in this table. */
  readonly includes: (shift: Shift) => boolean;
  readonly labelOf: (establishmentId: string | null) => string | undefined;
}

/** Sums worked and planned minutes by person and local day; days with neither are left out. Sorted by person, date. */
function sumPersonDays(input: PersonDaysInput): PersonDay[] {
  const drafts = new Map<string, DraftDay>();
  for (const worked of input.worked) addWorked(drafts, worked, input);
  for (const { entry, inside } of input.estimates) {
    for (const { date, minutes } of inside)
      draftOf(drafts, input.personOf(entry), date).estimatedMinutes += minutes;
  }
  for (const shift of input.shifts ?? []) {
    if (input.includes(shift) && isInside(shift.date, input.period)) {
      draftOf(drafts, input.personOf(shift), shift.date).plannedMinutes += shift.plannedMinutes;
    }
  }
  return [...drafts.values()]
    .filter(
      (draft) => draft.workedMinutes !== 0 || draft.plannedMinutes !== 0 || draft.estimatedMinutes !== 0,
    )
    .sort(byPersonAndDate)
    .map((draft) => finish(draft, input.shifts !== null));
}

function addWorked(drafts: Map<string, DraftDay>, worked: WorkedEntry, input: PersonDaysInput): void {
  const minutesByDate = new Map<LocalDate, number>();
  for (const { date, minutes } of worked.inside)
    minutesByDate.set(date, (minutesByDate.get(date) ?? 0) + minutes);
  for (const [date, minutes] of minutesByDate) {
    if (minutes === 0) continue;
    const draft = draftOf(drafts, input.personOf(worked.entry), date);
    draft.workedMinutes += minutes;
    draft.entryCount += 1;
    const label = input.labelOf(worked.entry.establishmentId);
    if (label !== undefined) draft.establishments.add(label);
  }
}

function draftOf(drafts: Map<string, DraftDay>, personId: string | null, date: LocalDate): DraftDay {
  const key = `${date} ${personId ?? ''}`;
  const known = drafts.get(key);
  if (known) return known;
  const draft = {
    personId,
    date,
    establishments: new Set<string>(),
    plannedMinutes: 0,
    workedMinutes: 0,
    entryCount: 0,
    estimatedMinutes: 0,
  };
  drafts.set(key, draft);
  return draft;
}

function finish({ estimatedMinutes, ...draft }: DraftDay, planningRead: boolean): PersonDay {
  return {
    ...draft,
    ...(estimatedMinutes === 0 ? {} : { estimatedMinutes }),
    establishments: [...draft.establishments].sort(),
    plannedMinutes: planningRead ? draft.plannedMinutes : null,
  };
}

function byPersonAndDate(a: DraftDay, b: DraftDay): number {
  return compareText(a.personId ?? '', b.personId ?? '') || compareText(a.date, b.date);
}
