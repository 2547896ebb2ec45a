import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { compareText } from '../collections.js';
import { type Finding, finding } from '../exceptions/finding.js';
import { type ColumnSource, type Columns, unreadableColumn } from '../pay/mappingColumns.js';
import { type PayLine, unworkedLine } from '../pay/payLine.js';
import { addDays, type LocalDate, weekdayNumber } from '../time/localDate.js';
import type { Tally } from '../timesheet/controlTotals.js';
import type { PersonDay } from '../timesheet/timesheet.js';

/** The inputs that turn one person's absences into days. */
export interface AbsentPerson {
  readonly employeeId: string;
  /** Dates of the person's published shifts; null if planning cannot be read. */
  readonly plannedDates: ReadonlySet<LocalDate> | null;
  /** Further columns of the row that the person has on a day of the mapping file. */
  readonly columnsOn: (date: LocalDate) => Columns;
}

interface AbsenceSpan {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** The dates that the employer grants: no absence is taken on them. */
  readonly holidays: ReadonlySet<LocalDate>;
}

/**
 * The days of one person's absences within a span: each planned date or, if nothing is planned in the span, each
 * weekday of the mapping column `contractWeekdays` (ISO numbers, `12345` by default). Granted holidays are excluded.
 * Days are converted to minutes through the column `contractMinutesPerDay`.
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read, ABSENCES_INVALID for more than a day on one
 */
export function expandAbsences(
  absences: readonly Absence[],
  person: AbsentPerson,
  span: AbsenceSpan,
): AbsenceDay[] {
  const days = absences.flatMap((absence) => {
    const [, from = span.from] = [absence.from, span.from].sort();
    const [to = span.to] = [absence.to, span.to].sort();
    return absentDates(from, to, person, span.holidays).map((date) => buildAbsenceDay(absence, date, person));
  });
  refuseMoreThanADay(days);
  return days.sort((a, b) => compareText(a.date, b.date) || compareText(a.code, b.code));
}

function absentDates(
  from: LocalDate,
  to: LocalDate,
  { employeeId, plannedDates, columnsOn }: AbsentPerson,
  holidays: ReadonlySet<LocalDate>,
): LocalDate[] {
  const dates: LocalDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  const planned = dates.filter((date) => plannedDates?.has(date));
  const isContractDay = (date: LocalDate): boolean =>
    parseWeekdays(columnsOn(date)?.contractWeekdays, employeeId).includes(weekdayNumber(date));
  const taken = planned.length > 0 ? planned : dates.filter(isContractDay);
  return taken.filter((date) => !holidays.has(date));
}

function buildAbsenceDay({ code, amount }: Absence, date: LocalDate, person: AbsentPerson): AbsenceDay {
  const { employeeId } = person;
  if ('minutes' in amount) return { employeeId, date, code, minutes: amount.minutes, days: null };
  const day = contractMinutesPerDay({ employeeId, columns: person.columnsOn(date) });
  const minutes = day === null ? null : Math.round(amount.days * day);
  return { employeeId, date, code, minutes, days: amount.days };
}

/** Minutes of a contractual day; null if the mapping has none. @throws PaytallyError MAPPING_INVALID */
export function contractMinutesPerDay({
  employeeId,
  columns,
}: Pick<ColumnSource, 'employeeId' | 'columns'>): number | null {
  const text = columns?.contractMinutesPerDay?.trim() ?? '';
  if (text === '') return null;
  if (/^\d{1,4}$/.test(text) && Number(text) <= 1440) return Number(text);
  throw unreadableColumn('csv.notDayMinutes', 'contractMinutesPerDay', text, employeeId);
}

/** ISO numbers; Monday to Friday if the mapping has none. @throws PaytallyError MAPPING_INVALID */
export function parseWeekdays(text: string | undefined, employeeId: string): readonly number[] {
  const days = text?.trim() || '12345';
  if (/^[1-7]{1,7}$/.test(days)) return [...days].map(Number);
  throw unreadableColumn('csv.notWeekdays', 'contractWeekdays', days, employeeId);
}

function refuseMoreThanADay(days: readonly AbsenceDay[]): void {
  const sums = new Map<LocalDate, number>();
  for (const { date, days: part, employeeId } of days) {
    const sum = (sums.get(date) ?? 0) + (part ?? 0);
    sums.set(date, sum);
    if (sum <= 1.000001) continue;
    const said = message('absences.moreThanADay', { employee: employeeId, date });
    throw new PaytallyError('ABSENCES_INVALID', said, { record: employeeId });
  }
}

/** A row of an employer's file of absences. It applies to each of its dates. */
export interface Absence {
  readonly employeeId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Internal pay code. */
  readonly code: string;
  /** Whole minutes of each date, or a part of a day: 0.5, 1. */
  readonly amount: { readonly minutes: number } | { readonly days: number };
  /** Line number in the file, for messages. */
  readonly line: number;
}

/** One date's share of an absence. */
export interface AbsenceDay {
  readonly employeeId: string;
  readonly date: LocalDate;
  readonly code: string;
  /** null if the row counts days and the length of this person's day is unknown. */
  readonly minutes: number | null;
  /** null if the row counts minutes. */
  readonly days: number | null;
}

/** Absences as a separate kind of pay lines. They are never worked time and belong to no entry. */
export function buildAbsenceLine({ employeeId, date, code, minutes, days }: AbsenceDay): PayLine {
  return {
    ...unworkedLine({
      employeeId,
      date,
      payCode: code,
      kind: 'absence',
      minutes: minutes ?? 0,
      rule: 'absences',
    }),
    quantity: days ?? undefined,
    isWithoutMinutes: minutes === null,
  };
}

/** Absences and their minutes among pay lines. */
export function countAbsences(lines: readonly Pick<PayLine, 'kind' | 'minutes'>[]): Tally {
  const absences = lines.filter(({ kind }) => kind === 'absence');
  return { entries: absences.length, minutes: absences.reduce((sum, line) => sum + line.minutes, 0) };
}

/** Whole days of leave with worked time, and absences in days that cannot be converted to minutes. */
export function findAbsenceProblems(absences: readonly AbsenceDay[], days: readonly PersonDay[]): Finding[] {
  const worked = new Map(days.map((day) => [`${day.personId} ${day.date}`, day.workedMinutes]));
  return absences.flatMap(({ employeeId, date, code, minutes, days: part }): Finding[] => {
    const workedMinutes = worked.get(`${employeeId} ${date}`) ?? 0;
    const about = { employeeId, date, record: `${employeeId} ${date} ${code}` };
    const onLeave = workedMinutes > 0 && (part === null || part === 1);
    return [
      ...(onLeave ? [finding('WORKED_ON_ABSENCE', about, { payCode: code, workedMinutes })] : []),
      ...(minutes === null ? [finding('ABSENCE_HOURS', about, { payCode: code })] : []),
    ];
  });
}
