import { type PayConfig, payRulesOf, paySchema } from '../../src/config/schema/paySchema.js';
import { buildAbsenceLine } from '../../src/domain/absences/absenceDays.js';
import { restDayTest } from '../../src/domain/absences/restDays.js';
import { holidaysEverywhere } from '../../src/domain/holidays/holidayCalendar.js';
import { requireClockTime } from '../../src/domain/pay/compiledRules.js';
import { computePay } from '../../src/domain/pay/computePay.js';
import { sumPaidTotals } from '../../src/domain/pay/paidTotals.js';
import type { PayLine } from '../../src/domain/pay/payLine.js';
import { earlierDays, payWindow } from '../../src/domain/pay/payWindow.js';
import { NO_PAY_FACTS } from '../../src/domain/pay/referencePeriod.js';
import { isInside, type Period, periodDays } from '../../src/domain/period/period.js';
import type { Days } from '../../src/domain/period/repeatingPeriod.js';
import { inheritFromShifts, type PeriodData } from '../../src/domain/records/periodData.js';
import type { Shift, TimeEntry } from '../../src/domain/records/records.js';
import type { Attribution } from '../../src/domain/time/attribution.js';
import { addDays, type LocalDate, toLocalDate } from '../../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../src/domain/time/stamp.js';
import { buildTimesheet, marginDays } from '../../src/domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../src/domain/timesheet/controlTotals.js';
import type { Timesheet } from '../../src/domain/timesheet/timesheet.js';
import { verifyControlTotals } from '../../src/domain/timesheet/verifyControlTotals.js';
import { findZonePython } from '../support/programs/zonePython.js';
import { payHolidays } from '../support/records/unworkedFixture.js';

/** `[date, code, kind, place, minutes]`, sorted. */
export type OracleLine = readonly [date: string, code: string, kind: string, place: string, minutes: number];

export interface OracleEntry {
  readonly id: string;
  readonly place: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly workDate: string;
  readonly workedMinutes: number;
  /** The published shift that it names. */
  readonly shift?: { readonly date: string; readonly startsAt: string; readonly endsAt: string };
  /** The entry's own, and that of the shift that it names. */
  readonly task?: string | null;
  readonly shiftTask?: string | null;
}

/** One employee's entries under one configuration, as `pay/oracle.py` takes them. */
export interface OracleCase {
  readonly name: string;
  /** WorkedDay -> zone. */
  readonly places: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, string>>;
  /** Rows of the mapping from a day on, in order. */
  readonly rows?: readonly { readonly from: string; readonly columns: Readonly<Record<string, string>> }[];
  readonly holidays: readonly string[];
  readonly period: { readonly from: string; readonly to: string };
  /** Leave, and published shifts: date -> minutes. */
  readonly absences?: Readonly<Record<string, number>>;
  readonly planned?: Readonly<Record<string, number>>;
  readonly config: Readonly<Record<string, unknown>> & {
    readonly attribution: Attribution;
    readonly dst: 'elapsed' | 'wallclock';
    readonly period?: { readonly dayStart?: string };
  };
  readonly entries: readonly OracleEntry[];
}

export interface OracleAnswer {
  readonly case: OracleCase;
  readonly lines: readonly OracleLine[];
}

export interface PayOracle {
  readonly random: (firstSeed: number, count: number) => readonly OracleAnswer[];
  readonly given: (cases: readonly OracleCase[]) => readonly OracleAnswer[];
}

/** undefined, after a line that says so, if there is no Python with these zone tables. */
export function findPayOracle(version: string): PayOracle | undefined {
  const python = findZonePython(version);
  if (python === undefined) return undefined;
  const run = (args: readonly string[], input?: unknown): readonly OracleAnswer[] =>
    python('pay/oracle.py', args, input) as readonly OracleAnswer[];
  return {
    random: (firstSeed, count) => run(['random', String(firstSeed), String(count)]),
    given: (cases) => run(['given'], cases),
  };
}

/** What the program pays for a case, from only the records that it would read for the period. */
export function programLines(payCase: OracleCase, period = payCase.period): OracleLine[] {
  const sums = new Map<string, number>();
  for (const { date, payCode, kind, establishmentId, minutes, quantity } of payLines(payCase, period)) {
    if (kind === 'absence') continue;
    // Credits belong to a day, regardless of the place of work.
    const place = kind === 'credit' ? 'any' : establishmentId;
    const key = JSON.stringify([date, payCode, kind, place]);
    sums.set(key, (sums.get(key) ?? 0) + (quantity ?? minutes));
  }
  return sortedLines(
    [...sums].map(([key, minutes]) => [...JSON.parse(key), minutes] as unknown as OracleLine),
  );
}

interface Span {
  readonly from: string;
  readonly to: string;
}

function payLines(payCase: OracleCase, period: Span): readonly PayLine[] {
  const { attribution, dst, period: { dayStart = '00:00' } = {}, ...rest } = payCase.config;
  const config: PayConfig = paySchema.parse(rest);
  const rules = payRulesOf(config);
  const days = { from: toLocalDate(period.from), to: toLocalDate(period.to), label: 'case' };
  const window = payWindow(days, rules);
  const policy = { attribution, dst, dayStart: requireClockTime(dayStart) };
  const margin = marginDays(policy);
  const [from, to] = [addDays(window.from, -margin), addDays(window.to, margin)];
  const read = payCase.entries.filter(({ workDate }) => workDate >= from && workDate <= to);
  const data = dataOf(payCase, withShifts(read, { from, to }, margin));
  const timesheet = buildTimesheet(data, days, policy);
  const control = controlTotals(timesheet, data.invalid);
  verifyControlTotals(control, data, timesheet);
  const earlierLines = linesBefore(payCase, days, earlierDays(days, rules));
  const absences = absenceLines(payCase, window);
  const isRestDay = restDayTest({
    employeeId: 'ann',
    shifts: Object.entries(payCase.planned ?? {}).map(([date, plannedMinutes]) =>
      shiftOf({ date }, plannedMinutes),
    ),
    columnsOn: columnsOf(payCase),
  });
  const payWith = (unworkedLines: readonly PayLine[]) =>
    computePay({
      worked: [...timesheet.exported, ...timesheet.outside],
      period: days,
      policy,
      rules,
      holidaysAt: holidaysEverywhere(data.holidays),
      columnsOf: (_, date) => columnsOf(payCase)(date),
      factsOf: () => ({ ...NO_PAY_FACTS, earlierLines, unworkedLines, plannedMinutes: plan, isRestDay }),
    });
  const plan = plannedOf(payCase);
  const person = {
    employeeId: 'ann',
    days: periodDays({ ...window, label: 'window' }).map((date) => ({
      date,
      workedMinutes: workedOn(timesheet, date),
      plannedMinutes: plan.get(date) ?? 0,
    })),
    hasPlanning: true,
    isEmployed: true,
    columnsOn: columnsOf(payCase),
    paidBefore: () => ({
      lines: [...earlierLines, ...payWith([]).lines, ...absences.filter(({ date }) => isInside(date, days))],
      isKnown: () => true,
      isHoliday: (date: string) => payCase.holidays.includes(date),
    }),
  };
  // Limits of a week count absences and holidays of the whole week, averages only those of the period.
  const span = rules.base.some(({ over }) => over?.absences !== undefined) ? window : days;
  const holidays = payCase.holidays.map(toLocalDate).filter((date) => isInside(date, span));
  const feasts = payHolidays(rules.notWorked ?? [], person, holidays.sort()).lines;
  const unworked = [...absences, ...feasts];
  const pay = payWith(unworked);
  const own = unworked.filter(({ date }) => isInside(date, days));
  sumPaidTotals({ ...pay, lines: [...pay.lines, ...own] }, days, control.exported.minutes);
  return [...pay.lines, ...own];
}

/** The columns of the mapping row of a day. */
function columnsOf({ columns, rows = [] }: OracleCase): (date: string) => Readonly<Record<string, string>> {
  return (date) => rows.findLast(({ from }) => from <= date)?.columns ?? columns;
}

function workedOn({ exported, outside }: Timesheet, date: LocalDate): number {
  const parts = [...exported, ...outside].flatMap(({ parts: own }) => own);
  return parts.filter((part) => part.date === date).reduce((sum, { minutes }) => sum + minutes, 0);
}

/** The entries of a read with the shifts of the same days. */
function withShifts(entries: readonly OracleEntry[], read: Days, margin: number): readonly TimeEntry[] {
  const shifts = entries.flatMap(({ id, shift }) =>
    shift === undefined || !isInside(toLocalDate(shift.date), read) ? [] : [{ ...shiftOf(shift, 60), id }],
  );
  const records = { personId: 'ann', shifts, entries: entries.map(entryOf) };
  return inheritFromShifts({ ...records, relatedShifts: [], relatedEntries: [] }, margin).entries;
}

function shiftOf(
  {
    date,
    startsAt = `${date}T08:00+00:00`,
    endsAt = startsAt,
  }: Partial<NonNullable<OracleEntry['shift']>> & { date: string },
  plannedMinutes: number,
): Shift {
  return {
    id: date,
    date: toLocalDate(date),
    start: stampOf(startsAt),
    end: stampOf(endsAt),
    breakMinutes: 0,
    plannedMinutes,
    fillType: 'Internal',
    employeeId: 'ann',
    ...NO_REFERENCES,
  };
}

const NO_REFERENCES = {
  establishmentId: null,
  teamId: null,
  taskId: null,
  agencyId: null,
  agencyWorkerId: null,
};

/** What two earlier runs paid on days before a period. */
function linesBefore(payCase: OracleCase, { from }: Period, asked: Days | undefined): readonly PayLine[] {
  const known = [...payCase.entries.map(({ workDate }) => workDate), ...Object.keys(payCase.absences ?? {})];
  const isFirst = [...known, ...payCase.holidays].every((date) => addDays(toLocalDate(date), -2) >= from);
  if (asked === undefined || isFirst) return [];
  const middle = addDays(toLocalDate(from), -3);
  const spans = [
    { from: asked.from, to: middle },
    { from: asked.from > middle ? asked.from : addDays(middle, 1), to: asked.to },
  ];
  return spans.flatMap((span) => (span.from <= span.to ? payLines(payCase, span) : []));
}

function absenceLines({ absences = {} }: OracleCase, { from, to }: Span): readonly PayLine[] {
  return Object.entries(absences)
    .filter(([date]) => date >= from && date <= to)
    .map(([date, minutes]) =>
      buildAbsenceLine({ employeeId: 'ann', date: toLocalDate(date), code: 'LEAVE', minutes, days: null }),
    );
}

function plannedOf({ planned = {} }: OracleCase): ReadonlyMap<LocalDate, number> {
  return new Map(Object.entries(planned).map(([date, minutes]) => [toLocalDate(date), minutes]));
}
export function sortedLines(lines: readonly OracleLine[]): OracleLine[] {
  const key = (line: OracleLine): string => JSON.stringify(line.slice(0, 4));
  return [...lines].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function dataOf({ places, holidays }: OracleCase, entries: readonly TimeEntry[]): PeriodData {
  return {
    establishments: Object.entries(places).map(([id, zone]) => ({ id, zone, label: undefined })),
    holidays: holidays.map((date) => ({ date: date as LocalDate, name: 'Holiday', originalDate: undefined })),
    employees: [],
    rememberedEmployees: [],
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: [],
    entries,
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: 2_000_000_000,
    employerZone: undefined,
  };
}

function entryOf({ id, place, startsAt, endsAt, workDate, workedMinutes, shift }: OracleEntry): TimeEntry {
  return {
    id,
    workDate: toLocalDate(workDate),
    status: 'Completed',
    start: stampOf(startsAt),
    end: stampOf(endsAt),
    workedMinutes,
    shiftId: shift === undefined ? null : id,
    employeeId: 'ann',
    reviewedAtUtc: null,
    ...NO_REFERENCES,
    establishmentId: place,
  };
}

function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new RangeError(stamp);
  return stamp;
}
