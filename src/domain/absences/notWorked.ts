import type { Finding } from '../exceptions/finding.js';
import { appliesToEmployee } from '../pay/appliesToEntry.js';
import type { PayLine } from '../pay/payLine.js';
import type { NotWorkedRule } from '../pay/payRules.js';
import { type LocalDate, parseLocalDate, weekdayOf } from '../time/localDate.js';
import type { PersonDay } from '../timesheet/timesheet.js';
import { contractMinutesPerDay, unreadable, weekdaysOf } from './absenceDays.js';

/** What one person's holidays need to become minutes. */
export interface HolidayPerson {
  readonly employeeId: string;
  /** Days of the person with work or a plan. */
  readonly days: readonly Pick<PersonDay, 'date' | 'workedMinutes' | 'plannedMinutes'>[];
  readonly hasPlanning: boolean;
  /** Among the active employees of the service: a contract without an end still lasts. */
  readonly isEmployed: boolean;
  /** Further columns of the mapping file; undefined where the person has no row. */
  readonly columns: Readonly<Record<string, string>> | undefined;
}

export interface NotWorked {
  /** Of the kind `not-worked`, of no entry. */
  readonly lines: readonly PayLine[];
  readonly findings: readonly Finding[];
}

/**
 * Holidays that are paid without work: what would have been worked, less what was. Nothing is guessed: where nobody
 * knows it, there is a finding instead of a line.
 * @param holidays the granted dates inside the period, in order
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read
 */
export function notWorked(
  rules: readonly NotWorkedRule[],
  person: HolidayPerson,
  holidays: readonly LocalDate[],
): NotWorked {
  const lines: PayLine[] = [];
  const findings: Finding[] = [];
  for (const date of holidays) {
    const index = rules.findIndex((rule, at) => concerns(rule, at, person, date));
    const rule = rules[index];
    if (rule === undefined) continue;
    const owed = rule.by === 'planned' ? plannedMinutes(person, date) : contractMinutes(person, date);
    if (owed === undefined) {
      findings.push(unknownHours(rule, person, date));
      continue;
    }
    const worked = person.days.find((day) => day.date === date)?.workedMinutes ?? 0;
    const minutes = owed - worked;
    if (minutes > 0) lines.push(lineOf(rule, person, { date, minutes, path: pathOf(index) }));
  }
  return { lines, findings };
}

const pathOf = (index: number): string => `payRules.notWorked[${index}]`;

function concerns(rule: NotWorkedRule, index: number, person: HolidayPerson, date: LocalDate): boolean {
  const { validFrom, validTo, employees } = rule;
  if (validFrom !== undefined && date < validFrom) return false;
  if (validTo !== undefined && date > validTo) return false;
  const asked = { path: pathOf(index), employees };
  return appliesToEmployee(asked, person.employeeId, () => person.columns);
}

/** undefined where planning cannot be read. */
function plannedMinutes({ days, hasPlanning }: HolidayPerson, date: LocalDate): number | undefined {
  if (!hasPlanning) return undefined;
  return days.find((day) => day.date === date)?.plannedMinutes ?? 0;
}

/** 0 outside the contract; undefined where a column is empty, or nobody knows whether the contract still lasts. */
function contractMinutes(person: HolidayPerson, date: LocalDate): number | undefined {
  const { employeeId, columns, isEmployed } = person;
  const minutes = contractMinutesPerDay(person);
  if (minutes === 0) return 0;
  const from = contractDate(person, 'contractFrom');
  const to = contractDate(person, 'contractTo');
  if (from !== undefined && date < from) return 0;
  if (to !== undefined && date > to) return 0;
  const weekdays = columns?.contractWeekdays?.trim() ?? '';
  if (minutes === null || from === undefined || weekdays === '') return undefined;
  if (to === undefined && !isEmployed) return undefined;
  return weekdaysOf(weekdays, employeeId).includes(weekdayOf(date)) ? minutes : 0;
}

function contractDate(
  { employeeId, columns }: HolidayPerson,
  column: 'contractFrom' | 'contractTo',
): LocalDate | undefined {
  const text = columns?.[column]?.trim() ?? '';
  const date = parseLocalDate(text);
  if (text === '' || date !== undefined) return date;
  throw unreadable(column, text, employeeId, 'Write the date as YYYY-MM-DD.');
}

function unknownHours({ code }: NotWorkedRule, { employeeId }: HolidayPerson, date: LocalDate): Finding {
  const record = `${employeeId} ${date} ${code}`;
  return { code: 'HOLIDAY_HOURS', employeeId, date, record, facts: { payCode: code } };
}

function lineOf(
  { code }: NotWorkedRule,
  { employeeId }: HolidayPerson,
  { date, minutes, path }: { readonly date: LocalDate; readonly minutes: number; readonly path: string },
): PayLine {
  return {
    employeeId,
    date,
    payCode: code,
    kind: 'not-worked',
    minutes,
    entryId: null,
    establishmentId: null,
    teamId: null,
    taskId: null,
    rule: path,
    overtime: undefined,
    fromEpoch: 0,
    toEpoch: 0,
    spanSeconds: 0,
  };
}
