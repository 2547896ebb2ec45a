import { PaytallyError } from '../../errors.js';
import { isInside, type Period } from '../period/period.js';
import type { PeriodData } from '../records/periodData.js';
import type { Establishment, TimeEntry } from '../records/records.js';
import { dayOf } from '../time/dayOf.js';
import { type DayPart, dayParts } from '../time/dayParts.js';
import { type EntryZone, entryZone } from '../time/entryZone.js';
import { zoneNamed } from '../time/zoneNamed.js';
import { beyondMargin } from './beyondMargin.js';
import { isEstimatedDay, plannedEntry } from './estimates.js';
import { ownExclusion } from './exclusion.js';
import { personDays } from './personDays.js';
import type { Estimated, ExcludedEntry, TimePolicy, Timesheet, WorkedEntry } from './timesheet.js';

/**
 * Gives every fetched entry its place: exported to days of the period, or excluded with a reason.
 * Pure; the same data gives the same timesheet whatever the order in which records were read.
 * @throws PaytallyError ZONE_BEYOND_TABLE with the entry's id, for a year whose clock changes nobody knows yet
 */
export function buildTimesheet(data: PeriodData, period: Period, policy: TimePolicy): Timesheet {
  const entries = [...data.entries].sort(byStart);
  const zoneOf = zoneFinder(data.establishments);
  const excluded: ExcludedEntry[] = [];
  const exported: WorkedEntry[] = [];
  const outside: WorkedEntry[] = [];
  const agency: WorkedEntry[] = [];
  const replaced: WorkedEntry[] = [];
  for (const entry of entries) {
    const reason = ownExclusion(entry);
    if (reason !== undefined) excluded.push({ entry, reason });
    if (reason === 'cancelled' || reason === 'open') continue;
    // The plan stands in for employees only.
    const own = reason === 'agency' ? { ...policy, estimateFrom: undefined } : policy;
    const worked = namingRecord(entry, () => workedEntry(entry, zoneOf(entry), period, own));
    if (reason === 'agency') agency.push(worked);
    else if (landsInside(worked)) exported.push(worked);
    else if (isReplaced(worked, period, policy)) replaced.push(worked);
    else outside.push(worked);
  }
  for (const { entry } of outside) excluded.push({ entry, reason: 'outside-period' });
  for (const { entry } of replaced) excluded.push({ entry, reason: 'estimated' });
  const estimates = estimatesOf(data, period, policy, zoneOf);
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

/** A minute of it lands in the period; an entry without minutes lands where its day is. */
function landsInside({ entry, inside }: WorkedEntry): boolean {
  return inside.some(({ minutes }) => minutes !== 0) || (inside.length > 0 && entry.workedMinutes === 0);
}

/** Nothing of it is exported, and days for which the plan stands in have minutes of it, or it has none anywhere. */
function isReplaced({ entry, parts }: WorkedEntry, period: Period, policy: TimePolicy): boolean {
  const days = parts.filter(({ date }) => isInside(date, period) && isEstimatedDay(date, policy));
  return days.some(({ minutes }) => minutes !== 0) || (days.length > 0 && entry.workedMinutes === 0);
}

/** Published shifts of employees, attributed as an entry with their stamps would be. */
function estimatesOf(
  { shifts }: PeriodData,
  period: Period,
  policy: TimePolicy,
  zoneOf: ZoneOf,
): Estimated['estimates'] {
  if (policy.estimateFrom === undefined) return [];
  return (shifts ?? [])
    .filter(({ employeeId, plannedMinutes }) => employeeId !== null && plannedMinutes !== 0)
    .map((shift) => {
      const entry = plannedEntry(shift);
      const whole = namingRecord(shift, () => workedEntry(entry, zoneOf(shift), period, policy));
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
  const labelOf = labelFinder(data.establishments);
  const common = { period, shifts: data.shifts, labelOf };
  return {
    days: personDays({
      ...common,
      worked: exported,
      estimates,
      personOf: (record) => record.employeeId,
      includes: (shift) => shift.employeeId !== null,
    }),
    agencyDays: personDays({
      ...common,
      worked: agency,
      estimates: [],
      personOf: (record) => record.agencyWorkerId,
      // A shift of the employer's own that nobody has been given is not an agency's.
      includes: (shift) => shift.employeeId === null && shift.fillType === 'External',
    }),
  };
}

/** A zone knows instants only; who has to correct something needs the record. */
function namingRecord<Result>({ id }: { readonly id: string }, compute: () => Result): Result {
  try {
    return compute();
  } catch (failure) {
    if (!(failure instanceof PaytallyError)) throw failure;
    const { code, message, remedy } = failure;
    throw new PaytallyError(code, `Entry ${id}: ${message}`, { record: id, remedy, cause: failure });
  }
}

function workedEntry(
  entry: TimeEntry,
  zone: EntryZone | undefined,
  period: Period,
  policy: TimePolicy,
): WorkedEntry {
  const attributed = partsOf(entry, zone, policy);
  const isKeptOnWorkDate = zone !== undefined && contradictsWorkDate(entry, attributed, zone);
  const parts = isKeptOnWorkDate ? [partOnWorkDate(entry)] : attributed;
  return {
    entry,
    zone,
    parts,
    isKeptOnWorkDate,
    inside: parts.filter(({ date }) => isInside(date, period) && !isEstimatedDay(date, policy)),
  };
}

/** Without an end or a zone there is nothing to cut: the minutes stay on the service's own day, and a rule says so. */
function partsOf(entry: TimeEntry, zone: EntryZone | undefined, policy: TimePolicy): readonly DayPart[] {
  if (entry.end === null || zone === undefined) return [partOnWorkDate(entry)];
  const startEpoch = entry.start.epochSeconds;
  const endEpoch = Math.max(entry.end.epochSeconds, startEpoch);
  const { workDate, workedMinutes } = entry;
  const span = { startEpoch, endEpoch, workDate, workedMinutes: workedMinutes ?? 0 };
  return dayParts(span, zone.clock, policy.attribution);
}

function partOnWorkDate({ start, end, workDate, workedMinutes }: TimeEntry): DayPart {
  const startEpoch = start.epochSeconds;
  const endEpoch = Math.max(end?.epochSeconds ?? startEpoch, startEpoch);
  const elapsedSeconds = endEpoch - startEpoch;
  return { date: workDate, startEpoch, endEpoch, elapsedSeconds, minutes: workedMinutes ?? 0 };
}

/** A neighbouring period asks for the service's day, and would miss minutes that lie further off than its margin. */
function contradictsWorkDate(entry: TimeEntry, parts: readonly DayPart[], { clock }: EntryZone): boolean {
  return beyondMargin(parts, entry.workDate) && dayOf(entry.start.epochSeconds, clock) !== entry.workDate;
}

type ZoneOf = (record: Pick<TimeEntry, 'start' | 'end' | 'establishmentId'>) => EntryZone | undefined;

function zoneFinder(establishments: readonly Establishment[]): ZoneOf {
  const zones = new Map(
    establishments.map(({ id, zone }) => [id, zone === undefined ? undefined : zoneNamed(zone)]),
  );
  const employerZones = [...zones.values()].filter((zone) => zone !== undefined);
  return ({ start, end, establishmentId }) =>
    entryZone({ start, end, establishmentZone: zones.get(establishmentId ?? ''), employerZones });
}

function labelFinder(establishments: readonly Establishment[]): (id: string | null) => string | undefined {
  const labels = new Map(establishments.map(({ id, label }) => [id, label ?? id]));
  return (id) => (id === null ? undefined : (labels.get(id) ?? id));
}

function byStart(a: TimeEntry, b: TimeEntry): number {
  return a.start.epochSeconds - b.start.epochSeconds || (a.id < b.id ? -1 : 1);
}
