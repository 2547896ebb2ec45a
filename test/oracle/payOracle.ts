import { type PayConfig, payRulesOf, paySchema } from '../../src/config/schema/paySchema.js';
import { buildAbsenceLine } from '../../src/domain/absences/absenceDays.js';
import { holidaysEverywhere } from '../../src/domain/holidays/holidayCalendar.js';
import { computePay } from '../../src/domain/pay/computePay.js';
import { sumPaidTotals } from '../../src/domain/pay/paidTotals.js';
import type { PayLine } from '../../src/domain/pay/payLine.js';
import { earlierDays, payWindow } from '../../src/domain/pay/payWindow.js';
import { NO_PAY_FACTS } from '../../src/domain/pay/referencePeriod.js';
import { type Period, periodDays } from '../../src/domain/period/period.js';
import type { Days } from '../../src/domain/period/repeatingPeriod.js';
import type { PeriodData } from '../../src/domain/records/periodData.js';
import type { TimeEntry } from '../../src/domain/records/records.js';
import type { Attribution } from '../../src/domain/time/attribution.js';
import { addDays, type LocalDate, toLocalDate } from '../../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../src/domain/time/stamp.js';
import { buildTimesheet } from '../../src/domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../src/domain/timesheet/controlTotals.js';
import { verifyControlTotals } from '../../src/domain/timesheet/verifyControlTotals.js';
import { payHolidays } from '../domain/absences/unworkedFixture.js';
import { findZonePython } from './zonePython.js';

/** `[date, code, kind, place, minutes]`, sorted. */
export type OracleLine = readonly [date: string, code: string, kind: string, place: string, minutes: number];

export interface OracleEntry {
  readonly id: string;
  readonly place: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly workDate: string;
  readonly workedMinutes: number;
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
  readonly holidays: readonly string[];
  readonly period: { readonly from: string; readonly to: string };
  /** Leave, and published shifts: date -> minutes. */
  readonly absences?: Readonly<Record<string, number>>;
  readonly planned?: Readonly<Record<string, number>>;
  readonly config: Readonly<Record<string, unknown>> & {
    readonly attribution: Attribution;
    readonly dst: 'elapsed' | 'wallclock';
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
  const { attribution, dst, ...rest } = payCase.config;
  const config: PayConfig = paySchema.parse(rest);
  const rules = payRulesOf(config);
  const days = { from: toLocalDate(period.from), to: toLocalDate(period.to), label: 'case' };
  const window = payWindow(days, rules);
  const [from, to] = [addDays(window.from, -1), addDays(window.to, 1)];
  const read = payCase.entries.filter(({ workDate }) => workDate >= from && workDate <= to);
  const data = dataOf(payCase, read.map(entryOf));
  const policy = { attribution, dst };
  const timesheet = buildTimesheet(data, days, policy);
  const control = controlTotals(timesheet, data.invalid);
  verifyControlTotals(control, data, timesheet);
  const earlierLines = linesBefore(payCase, days, earlierDays(days, rules));
  const absences = absenceLines(payCase, period);
  const payWith = (unworkedLines: readonly PayLine[]) =>
    computePay({
      worked: [...timesheet.exported, ...timesheet.outside],
      period: days,
      policy,
      rules,
      holidaysAt: holidaysEverywhere(data.holidays),
      columnsOf: () => payCase.columns,
      factsOf: () => ({ ...NO_PAY_FACTS, earlierLines, unworkedLines, plannedMinutes: plannedOf(payCase) }),
    });
  const plan = plannedOf(payCase);
  const person = {
    employeeId: 'ann',
    days: periodDays(days).map((date) => ({
      date,
      workedMinutes: timesheet.days.find((day) => day.date === date)?.workedMinutes ?? 0,
      plannedMinutes: plan.get(date) ?? 0,
    })),
    hasPlanning: true,
    isEmployed: true,
    columnsOn: () => payCase.columns,
    paidBefore: () => ({
      lines: [...earlierLines, ...payWith([]).lines, ...absences],
      isKnown: () => true,
      isHoliday: (date: string) => payCase.holidays.includes(date),
    }),
  };
  const holidays = payCase.holidays.filter((date) => date >= period.from && date <= period.to).sort();
  const feasts = payHolidays(rules.notWorked ?? [], person, holidays.map(toLocalDate)).lines;
  const unworked = [...absences, ...feasts];
  const pay = payWith(unworked);
  sumPaidTotals({ ...pay, lines: [...pay.lines, ...feasts] }, days, control.exported.minutes);
  return [...pay.lines, ...unworked];
}

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

function entryOf({ id, place, startsAt, endsAt, workDate, workedMinutes }: OracleEntry): TimeEntry {
  return {
    id,
    workDate: toLocalDate(workDate),
    status: 'Completed',
    start: stampOf(startsAt),
    end: stampOf(endsAt),
    workedMinutes,
    shiftId: null,
    employeeId: 'ann',
    reviewedAtUtc: null,
    establishmentId: place,
    teamId: null,
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
  };
}

function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new RangeError(stamp);
  return stamp;
}
