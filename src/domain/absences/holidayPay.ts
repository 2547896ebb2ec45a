import { groupBy } from '../collections.js';
import { type Finding, finding } from '../exceptions/finding.js';
import { type Columns, contractDate } from '../pay/mappingColumns.js';
import { type PayLine, unworkedLine } from '../pay/payLine.js';
import type { NotWorkedRule } from '../pay/payRules.js';
import { appliesToEmployee, isValidOn } from '../pay/ruleScope.js';
import { addDays, type LocalDate, weekdayNumber } from '../time/localDate.js';
import type { PersonDay } from '../timesheet/timesheet.js';
import { contractMinutesPerDay, parseWeekdays } from './absenceDays.js';

/** The inputs that turn one person's holidays into minutes. */
export interface HolidayPerson {
  readonly employeeId: string;
  /** Days of the person with work or a plan. */
  readonly days: readonly Pick<PersonDay, 'date' | 'workedMinutes' | 'plannedMinutes'>[];
  readonly hasPlanning: boolean;
  /** Whether the service lists the employee as active: a contract without an end date is then still running. */
  readonly isEmployed: boolean;
  /** Further columns of the row that the person has on a day of the mapping file. */
  readonly columnsOn: (date: LocalDate) => Columns;
  /** Pay of the days before holidays, for rules that use averages. */
  readonly paidBefore: () => PaidBefore;
}

/** One person's pay, on days of the period and before it. */
export interface PaidBefore {
  readonly lines: readonly PayLine[];
  /** Whether the pay of a day is known. */
  readonly isKnown: (date: LocalDate) => boolean;
  /** Whether the employer grants a holiday on a day in the period or before it. */
  readonly isHoliday: (date: LocalDate) => boolean;
}

export interface HolidayPay {
  /** Lines of the kind `not-worked`, without an entry. */
  readonly lines: readonly PayLine[];
  readonly findings: readonly Finding[];
}

/**
 * Pay for holidays not worked: the hours that would have been worked minus the hours that were. paytally does not
 * estimate: if these hours are unknown, it reports a finding and pays no line.
 * @param holidays the granted dates inside the period, in order
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function payHolidays(
  rules: readonly NotWorkedRule[],
  person: HolidayPerson,
  holidays: readonly LocalDate[],
): HolidayPay {
  const lines: PayLine[] = [];
  const findings: Finding[] = [];
  for (const date of holidays) {
    const index = rules.findIndex((rule, at) => ruleConcerns(rule, at, person, date));
    const rule = rules[index];
    if (rule === undefined) continue;
    const owed = owedMinutes(rule, person, date, lines);
    if (owed === undefined) {
      findings.push(unknownHours(rule, person, date));
      continue;
    }
    const worked = person.days.find((day) => day.date === date)?.workedMinutes ?? 0;
    const minutes = owed - worked;
    const asked = { employeeId: person.employeeId, date, payCode: rule.code };
    if (minutes > 0) lines.push(unworkedLine({ ...asked, kind: 'not-worked', minutes, rule: pathOf(index) }));
  }
  return { lines, findings };
}

const pathOf = (index: number): string => `payRules.notWorked[${index}]`;

function ruleConcerns(rule: NotWorkedRule, index: number, person: HolidayPerson, date: LocalDate): boolean {
  const scope = { path: pathOf(index), employees: rule.employees };
  return isValidOn(rule, date) && appliesToEmployee(scope, person.employeeId, person.columnsOn(date));
}

/** undefined if planning cannot be read. */
function plannedMinutes({ days, hasPlanning }: HolidayPerson, date: LocalDate): number | undefined {
  if (!hasPlanning) return undefined;
  return days.find((day) => day.date === date)?.plannedMinutes ?? 0;
}

/** undefined if a column is empty or earlier pay is unknown. */
function owedMinutes(
  rule: NotWorkedRule,
  person: HolidayPerson,
  date: LocalDate,
  found: readonly PayLine[],
): number | undefined {
  switch (rule.by) {
    case 'planned':
      return plannedMinutes(person, date);
    case 'contract':
      return contractMinutesPerDay(rowOn(person, date)) === 0
        ? 0
        : duringContract(person, date, () => contractDay(person, date));
    case 'average':
      return duringContract(person, date, (from) => averageMinutes(rule, person, { date, from }, found));
  }
}

function rowOn({ employeeId, columnsOn }: HolidayPerson, date: LocalDate) {
  return { employeeId, columns: columnsOn(date) };
}

/** 0 outside the contract; undefined if its start is unknown, or whether it still runs. */
function duringContract(
  person: HolidayPerson,
  date: LocalDate,
  minutesOf: (contractFrom: LocalDate) => number | undefined,
): number | undefined {
  const from = contractDate(rowOn(person, date), 'contractFrom');
  const to = contractDate(rowOn(person, date), 'contractTo');
  if (from !== undefined && date < from) return 0;
  if (to !== undefined && date > to) return 0;
  return from === undefined || (to === undefined && !person.isEmployed) ? undefined : minutesOf(from);
}

function contractDay(person: HolidayPerson, date: LocalDate): number | undefined {
  const { columns } = rowOn(person, date);
  const minutes = contractMinutesPerDay({ employeeId: person.employeeId, columns });
  const weekdays = columns?.contractWeekdays?.trim() ?? '';
  if (minutes === null || weekdays === '') return undefined;
  return parseWeekdays(weekdays, person.employeeId).includes(weekdayNumber(date)) ? minutes : 0;
}

/**
 * The average of the same weekday in the previous weeks, rounded half up; undefined if one of them is unknown or none
 * is left. A granted holiday without work is skipped, whether or not a rule paid it, because it does not show an
 * ordinary week. One with work counts with its worked minutes, even if a rule added the rest of the day.
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
  return worked.length === 0 ? undefined : Math.floor(sum / worked.length + 0.5);
}

function baseMinutes(lines: readonly PayLine[]): number {
  return lines.reduce((sum, { kind, minutes }) => sum + (kind === 'base' ? minutes : 0), 0);
}

function unknownHours({ code }: NotWorkedRule, { employeeId }: HolidayPerson, date: LocalDate): Finding {
  const record = `${employeeId} ${date} ${code}`;
  return finding('HOLIDAY_HOURS', { employeeId, date, record }, { payCode: code });
}
