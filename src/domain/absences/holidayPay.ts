import { groupBy } from '../collections.js';
import { type Finding, finding } from '../exceptions/finding.js';
import { type DayHoliday, type DayWindow, shareOfDay } from '../holidays/dayHoliday.js';
import type { ColumnsOn } from '../mapping/employeeRows.js';
import { contractDate, isInContract } from '../pay/mappingColumns.js';
import { type PayLine, roundHalfUp, unworkedLine } from '../pay/payLine.js';
import type { NotWorkedRule } from '../pay/payRules.js';
import { appliesToEmployee, isValidOn } from '../pay/ruleScope.js';
import { addDays, type LocalDate, weekdayNumber } from '../time/localDate.js';
import { contractMinutesPerDay, parseWeekdays } from './contractDay.js';

/** Minutes of one person's day. */
export interface DayFigures {
  /** null if planning cannot be read. */
  readonly plannedMinutes: number | null;
  /** Worked minutes, and those of planned shifts that are paid in their place. */
  readonly workedMinutes: number;
  /** Planned minutes inside windows of the day; breaks count in proportion, so it may be a fraction. */
  readonly plannedInside: (windows: readonly DayWindow[]) => number;
  readonly workedInside: (windows: readonly DayWindow[]) => number;
}

/** The plan of one person's day. */
export type PlannedFigures = Pick<DayFigures, 'plannedMinutes' | 'plannedInside'>;

/** The inputs that turn one person's holidays into minutes. */
export interface HolidayPerson {
  readonly employeeId: string;
  readonly figuresOf: (date: LocalDate) => DayFigures;
  /** Whether the service lists the employee as active: a contract without an end date is then still running. */
  readonly isEmployed: boolean;
  readonly columnsOn: ColumnsOn;
  /** Pay of the days before holidays, for rules that use averages. */
  readonly paidBefore: () => PaidBefore;
}

/** One person's pay, on days of the period and before it. */
export interface PaidBefore {
  readonly lines: readonly PayLine[];
  /** Whether the pay of a day is known. */
  readonly isKnown: (date: LocalDate) => boolean;
  /** Whether a day in the period or before it is a holiday for the person. */
  readonly isHoliday: (date: LocalDate) => boolean;
}

/** What a rule pays for one holiday: a line of the kind `not-worked`, a finding, or nothing. */
export interface HolidayPay {
  readonly line?: PayLine;
  readonly finding?: Finding;
  /** No rule applies, or the one that does pays nothing although the person did not work. */
  readonly isOwedNothing?: true;
}

/**
 * Pay for a holiday not worked: the hours that would have been worked minus the hours that were, rounded half up once.
 * paytally does not estimate: if these hours are unknown, it reports a finding and pays no line.
 * @param found lines of earlier days without work
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function payHoliday(
  rules: readonly NotWorkedRule[],
  person: HolidayPerson,
  { date, holiday }: { readonly date: LocalDate; readonly holiday: DayHoliday },
  found: readonly PayLine[],
): HolidayPay {
  const index = rules.findIndex((rule, at) => ruleConcerns(rule, at, person, date));
  const rule = rules[index];
  if (rule === undefined) return { isOwedNothing: true };
  const whole = wholeDayMinutes(rule, person, date, found);
  if (whole === undefined) return { finding: unknownHours(rule, person, date) };
  const figures = person.figuresOf(date);
  const minutes = roundHalfUp(unpaidMinutes(rule, holiday, whole, figures));
  const asked = { employeeId: person.employeeId, date, payCode: rule.code };
  if (minutes <= 0) return figures.workedMinutes === 0 ? { isOwedNothing: true } : {};
  return { line: unworkedLine({ ...asked, kind: 'not-worked', minutes, rule: pathOf(index) }) };
}

const pathOf = (index: number): string => `payRules.notWorked[${index}]`;

function ruleConcerns(rule: NotWorkedRule, index: number, person: HolidayPerson, date: LocalDate): boolean {
  const scope = { path: pathOf(index), employees: rule.employees };
  return isValidOn(rule, date) && appliesToEmployee(scope, person.employeeId, person.columnsOn(date));
}

/** The holiday's part of the day's minutes, less the minutes worked in it. */
function unpaidMinutes(
  { by }: NotWorkedRule,
  holiday: DayHoliday,
  wholeMinutes: number,
  figures: DayFigures,
): number {
  const { workedMinutes } = figures;
  if (holiday.isWhole) return wholeMinutes - workedMinutes;
  const { windows, fraction } = holiday;
  const part = holidayPart(holiday, figures);
  const owed =
    by === 'planned'
      ? Math.max(figures.plannedInside(windows), wholeMinutes * fraction)
      : wholeMinutes * part;
  const hasPosition = windows.length > 0 && (fraction === 0 || part > fraction);
  if (hasPosition) return owed - figures.workedInside(windows);
  return owed - Math.max(0, workedMinutes - wholeMinutes * (1 - part));
}

/**
 * The part of a person's day that a holiday takes: 1 for a whole one. Halves of the day by their hours, windows of
 * clock times by the planned minutes inside them, half of the day without a plan.
 */
export function holidayPart(holiday: DayHoliday, figures: PlannedFigures): number {
  if (holiday.isWhole) return 1;
  return Math.max(holiday.fraction, windowPart(holiday, figures));
}

function windowPart({ windows, isByClock }: DayHoliday, figures: PlannedFigures): number {
  if (windows.length === 0) return 0;
  if (!isByClock) return shareOfDay(windows);
  const planned = figures.plannedMinutes ?? 0;
  return planned === 0 ? 0.5 : figures.plannedInside(windows) / planned;
}

/** The minutes of the whole day, not rounded; undefined if a column is empty or earlier pay is unknown. */
function wholeDayMinutes(
  rule: NotWorkedRule,
  person: HolidayPerson,
  date: LocalDate,
  found: readonly PayLine[],
): number | undefined {
  switch (rule.by) {
    case 'planned':
      return person.figuresOf(date).plannedMinutes ?? undefined;
    case 'contract':
      return contractMinutesPerDay(contractOn(person, date)) === 0
        ? 0
        : duringContract(person, date, () => contractDay(person, date));
    case 'average':
      return duringContract(person, date, (from) => averageMinutes(rule, person, { date, from }, found));
  }
}

function contractOn({ employeeId, columnsOn }: HolidayPerson, date: LocalDate) {
  return { employeeId, columns: columnsOn(date) };
}

/** 0 outside the contract; undefined if its start is unknown, or whether it still runs. */
function duringContract(
  person: HolidayPerson,
  date: LocalDate,
  minutesOf: (contractFrom: LocalDate) => number | undefined,
): number | undefined {
  if (!isInContract(person, date)) return 0;
  const from = contractDate(contractOn(person, date), 'contractFrom');
  const to = contractDate(contractOn(person, date), 'contractTo');
  return from === undefined || (to === undefined && !person.isEmployed) ? undefined : minutesOf(from);
}

function contractDay(person: HolidayPerson, date: LocalDate): number | undefined {
  const contract = contractOn(person, date);
  const minutes = contractMinutesPerDay(contract);
  const weekdays = contract.columns?.contractWeekdays?.trim() ?? '';
  if (minutes === null || weekdays === '') return undefined;
  return parseWeekdays(weekdays, person.employeeId).includes(weekdayNumber(date)) ? minutes : 0;
}

/**
 * The average of the same weekday in the previous weeks; undefined if one of them is unknown or none is left. A granted
 * holiday without work is skipped, whether or not a rule paid it, because it does not show an ordinary week. One with
 * work counts with its worked minutes, even if a rule added the rest of the day.
 */
function averageMinutes(
  { weeks = 0 }: NotWorkedRule,
  { paidBefore }: HolidayPerson,
  { date, from }: { readonly date: LocalDate; readonly from: LocalDate },
  found: readonly PayLine[],
): number | undefined {
  const days = Array.from({ length: weeks }, (_, index) => addDays(date, -7 * (index + 1)));
  const { lines, isKnown, isHoliday } = paidBefore();
  const ofContractDays = days.filter((day) => day >= from);
  if (!ofContractDays.every(isKnown)) return undefined;
  const byDay = groupBy([...lines, ...found], (line) => line.date);
  const worked = ofContractDays.flatMap((day) => {
    const own = byDay.get(day) ?? [];
    if (own.some(({ kind }) => kind === 'absence')) return [];
    const minutes = baseMinutes(own);
    return minutes === 0 && (isHoliday(day) || own.some(({ kind }) => kind === 'not-worked'))
      ? []
      : [minutes];
  });
  const sum = worked.reduce((total, minutes) => total + minutes, 0);
  return worked.length === 0 ? undefined : sum / worked.length;
}

function baseMinutes(lines: readonly PayLine[]): number {
  return lines.reduce((sum, { kind, minutes }) => sum + (kind === 'base' ? minutes : 0), 0);
}

function unknownHours({ code }: NotWorkedRule, { employeeId }: HolidayPerson, date: LocalDate): Finding {
  const record = `${employeeId} ${date} ${code}`;
  return finding('HOLIDAY_HOURS', { employeeId, date, record }, { payCode: code });
}
