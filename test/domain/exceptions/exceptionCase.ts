import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import {
  type Absence,
  type AbsenceDay,
  buildAbsenceLine,
  findAbsenceProblems,
} from '../../../src/domain/absences/absenceDays.js';
import { type ExpectedPerson, findExpectedDays } from '../../../src/domain/absences/expectedDays.js';
import { holidayFindings } from '../../../src/domain/absences/holidayFindings.js';
import { parseHolidays } from '../../../src/domain/absences/parseHolidays.js';
import { missingEmployees } from '../../../src/domain/changes/runComparison.js';
import { balanceFindings, unknownDayFindings } from '../../../src/domain/exceptions/balanceFindings.js';
import type { ExceptionCode, Finding } from '../../../src/domain/exceptions/finding.js';
import { findExceptions } from '../../../src/domain/exceptions/ratedFindings.js';
import { RuleUsage } from '../../../src/domain/exceptions/unusedRules.js';
import { HolidayCalendar, holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { computePay } from '../../../src/domain/pay/computePay.js';
import { type CostCenters, NO_COST_CENTERS } from '../../../src/domain/pay/costCenter.js';
import { NO_EARLIER_PAY } from '../../../src/domain/pay/payLine.js';
import type { PayRules, ShiftPay } from '../../../src/domain/pay/payRules.js';
import { balanceDays } from '../../../src/domain/pay/payWindow.js';
import {
  findMappingProblems,
  findUnmappedCodes,
  type NumberedEmployee,
  numberedEmployee,
} from '../../../src/domain/people/mappingFindings.js';
import type { Period } from '../../../src/domain/period/period.js';
import {
  groupRecordsByPerson,
  inheritFromShifts,
  type PeriodData,
} from '../../../src/domain/records/periodData.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { type LocalDate, toLocalDate } from '../../../src/domain/time/localDate.js';
import type { PersonDay, Timesheet } from '../../../src/domain/timesheet/timesheet.js';
import { configured } from '../../support/records/payFixture.js';
import { OCTOBER, periodData, timesheetOf } from '../../support/records/periodFixture.js';
import { away, payHolidays } from '../../support/records/unworkedFixture.js';

/** A situation, and the records that a code names in it. */
export interface ExceptionCase {
  readonly code: ExceptionCode;
  readonly name: string;
  readonly data: Partial<PeriodData>;
  readonly attribution?: Attribution;
  /** @default October 2026 */
  readonly period?: Period;
  /** Employee id -> payroll ID. */
  readonly numbers?: Readonly<Record<string, string>>;
  /** Pay codes that have an external code. */
  readonly externalCodes?: readonly string[];
  readonly absences?: readonly AbsenceDay[];
  /** Rows of the file of absences of Ann, with her planned dates and columns of the mapping. */
  readonly awayBy?: {
    readonly rows: readonly Absence[];
    readonly planned: readonly string[];
    readonly columns?: Readonly<Record<string, string>>;
    /** Dates that are holidays from noon on, and whether a rule pays them by contract. */
    readonly halves?: readonly string[];
    readonly isHolidayPaid?: boolean;
  };
  /** Dates on which Ann is absent all day. */
  readonly absentOn?: readonly string[];
  /** A file of holidays, with pay rules. */
  readonly holidayFile?: { readonly text: string; readonly rules?: string };
  /** A holiday on which Ann is paid without work, by contract, with these columns in the mapping. */
  readonly paidHoliday?: { readonly date: LocalDate; readonly columns: Readonly<Record<string, string>> };
  /** Counters and reference periods of Ann, who has 480 minutes of NORMAL on 5 October, with these columns. */
  readonly balances?: { readonly rules: Rules; readonly columns: Readonly<Record<string, string>> };
  /** Pay rules for the data, with these columns for all employees; a final unless stated otherwise. */
  readonly paidBy?: {
    readonly rules: string;
    readonly columns?: Readonly<Record<string, string>>;
    readonly costCenters?: Partial<CostCenters>;
    readonly isComplete?: boolean;
  };
  readonly shiftPay?: ShiftPay;
  /** IDs of the people who had a day in the last period, with their columns in the mapping. */
  readonly lastPeriod?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** When a person should have worked and did. */
  readonly expected?: Partial<ExpectedPerson>;
  /** Findings from outside the data: breaches of working time limits. */
  readonly found?: readonly Finding[];
  /** Records named; empty: the exception does not occur. */
  readonly records: readonly string[];
  /** Facts of the first finding. */
  readonly facts?: Finding['facts'];
  readonly atLeast?: 'block-final';
}

function missingSince(
  people: NonNullable<ExceptionCase['lastPeriod']>,
  timesheet: Timesheet,
  period: Period,
): Finding[] {
  const figures = { workedMinutes: 480, plannedMinutes: 0, paidMinutes: 480, codes: {} };
  const before = new Map(Object.keys(people).map((id) => [id, figures]));
  const now = new Map(
    timesheet.days.flatMap(({ personId }) => (personId === null ? [] : [[personId, figures]])),
  );
  const byId = new Map(Object.entries(people).map(([id, extra]) => [id, [{ number: null, extra }]]));
  const last = { runId: 'r', label: '2026-09', figures: before, purged: new Set<string>() };
  return missingEmployees(last, now, { extraColumns: ['contractTo'], byId }, period);
}

const NOBODY: ExpectedPerson = {
  employeeId: 'ann',
  columnsOn: () => ({ contractWeekdays: '12345' }),
  isEmployed: true,
  worked: new Set(),
  absent: new Set(),
  isHoliday: () => false,
};

/** All findings over the period, by all rules that a run applies. */
export function findingsOf({
  data,
  attribution = 'start',
  period = OCTOBER,
  numbers,
  externalCodes,
  absences = [],
  awayBy,
  absentOn = [],
  holidayFile,
  paidHoliday,
  balances,
  paidBy,
  shiftPay,
  lastPeriod,
  expected,
  found = [],
}: ExceptionCase): Finding[] {
  const read = periodData(data);
  const records = { personId: null, entries: read.entries, shifts: read.shifts ?? [] };
  const { entries } = inheritFromShifts({ ...records, relatedShifts: [], relatedEntries: [] }, 1);
  const all = { ...read, entries };
  const timesheet = timesheetOf(all, attribution, period);
  const people = [...new Set(timesheet.days.flatMap(({ personId }) => personId ?? []))];
  const pay = computePay({
    worked: [...timesheet.exported, ...timesheet.outside],
    period,
    policy: timesheet.policy,
    rules: {
      rounding: { level: 'none', step: 15, mode: 'nearest', grace: 0 },
      breaks: { allocate: 'proportional' },
      weekStartsOn: 'monday',
      base: [{ code: 'NORMAL' }],
      loadings: [{ code: 'NIGHT', clock: ['20:00', '06:00'] }],
    },
    holidaysAt: holidaysEverywhere(all.holidays),
    columnsOf: () => undefined,
  });
  return [
    ...findExceptions(all, timesheet, { isAbsent: (date) => absentOn.includes(date), shiftPay }),
    ...(lastPeriod ? missingSince(lastPeriod, timesheet, period) : []),
    ...(expected ? findExpectedDays({ ...NOBODY, ...expected }, period) : []),
    ...found,
    ...findAbsenceProblems(absences, timesheet.days),
    ...(awayBy ? awayFindings(awayBy, period) : []),
    ...(holidayFile ? fileFindings(holidayFile, all, period) : []),
    ...(paidHoliday ? unpaidHoliday(paidHoliday, timesheet.days) : []),
    ...(balances ? balancesOf(balances, period) : []),
    ...(paidBy ? unusedBy(paidBy, all, period, attribution) : []),
    ...(numbers ? findMappingProblems(people.map((id) => numbered(id, numbers[id] ?? null, period))) : []),
    ...(externalCodes ? findUnmappedCodes(pay.lines, (code) => externalCodes.includes(code)) : []),
  ];
}

function awayFindings(
  { rows, planned, columns, halves = [], isHolidayPaid = false }: NonNullable<ExceptionCase['awayBy']>,
  { from, to }: Period,
): readonly Finding[] {
  const person = {
    employeeId: 'ann',
    plannedDates: new Set(planned.map(toLocalDate)),
    columnsOn: () => columns,
  };
  const rules = isHolidayPaid ? [{ code: 'FEAST', by: 'contract' as const }] : [];
  return away(rows, person, { from, to, rules, halves: new Set(halves.map(toLocalDate)) }).findings;
}

function fileFindings(
  { text, rules = 'payRules: { base: [{ code: NORMAL }] }' }: NonNullable<ExceptionCase['holidayFile']>,
  data: PeriodData,
  period: Period,
): readonly Finding[] {
  const rows = parseHolidays(new TextEncoder().encode(text), 'holidays.csv');
  return holidayFindings(new HolidayCalendar(data, rows), payRulesOf(configured(rules)), period, ['region']);
}

/** An employee with an undated row. */
function numbered(id: string, number: string | null, period: Period): NumberedEmployee {
  return numberedEmployee(id, [{ number, extra: {} }], { dates: [], period });
}

function unusedBy(
  { rules: yaml, columns = {}, costCenters, isComplete = true }: NonNullable<ExceptionCase['paidBy']>,
  data: PeriodData,
  period: Period,
  attribution: Attribution,
): Finding[] {
  const rules = payRulesOf(configured(yaml));
  const use = new RuleUsage(rules, { ...NO_COST_CENTERS, ...costCenters });
  const records = groupRecordsByPerson(data);
  const columnsOf = () => columns;
  for (const employeeId of records.personIds) {
    const { entries } = inheritFromShifts(records.of(employeeId), 1);
    const timesheet = timesheetOf({ ...data, entries }, attribution, period);
    const { policy, exported, outside } = timesheet;
    const worked = [...exported, ...outside];
    const holidaysAt = holidaysEverywhere(data.holidays);
    const payBy = (by: PayRules) => computePay({ worked, period, policy, rules: by, holidaysAt, columnsOf });
    const { lines } = payBy(rules);
    use.add({
      employeeId,
      entries: exported.map(({ entry }) => entry),
      lines,
      columnsOf,
      rows: [columns],
      payBy,
      knowsRestDays: false,
    });
  }
  return use.findings(period, new Set(data.holidays.map(({ date }) => date)), isComplete);
}

type Rules = Pick<PayRules, 'reference' | 'counters'>;

function balancesOf({ rules, columns }: NonNullable<ExceptionCase['balances']>, period: Period): Finding[] {
  const line = buildAbsenceLine({
    employeeId: 'ann',
    date: toLocalDate('2026-10-05'),
    code: 'NORMAL',
    minutes: 480,
    days: null,
  });
  const lines = [{ ...line, kind: 'base' as const }];
  const ann = { employeeId: 'ann', columnsOn: () => columns, earlierLines: [], lines };
  return [
    ...balanceFindings(rules, ann, period),
    ...unknownDayFindings(NO_EARLIER_PAY, balanceDays(period, rules)),
  ];
}

const NOTHING_PAID = () => ({ lines: [], isKnown: () => false, isHoliday: () => false });

function unpaidHoliday(
  { date, columns }: NonNullable<ExceptionCase['paidHoliday']>,
  days: readonly PersonDay[],
): readonly Finding[] {
  const ann = {
    employeeId: 'ann',
    days,
    hasPlanning: true,
    isEmployed: true,
    columnsOn: () => columns,
    paidBefore: NOTHING_PAID,
  };
  return payHolidays([{ code: 'FEAST', by: 'contract' }], ann, [date]).findings;
}
