import { compareText, groupBy } from '../collections.js';
import { type Finding, finding } from '../exceptions/finding.js';
import type { DayHoliday } from '../holidays/dayHoliday.js';
import type { PayLine } from '../pay/payLine.js';
import type { NotWorkedRule } from '../pay/payRules.js';
import { isInside, type Period } from '../period/period.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { LocalDate } from '../time/localDate.js';
import { type AbsentPerson, absenceDates, type CountedBy, type CountedDate } from './absenceDates.js';
import {
  type Absence,
  type AbsenceDay,
  buildAbsenceDays,
  buildAbsenceLine,
  overADay,
  refuseMoreThanADay,
} from './absenceDays.js';
import { absenceFindings } from './absenceFindings.js';
import { contractMinutesPerDay } from './contractDay.js';
import { type HolidayPay, type HolidayPerson, holidayPart, payHoliday } from './holidayPay.js';

/** The inputs for one person's days without work. */
export interface UnworkedPerson extends HolidayPerson, AbsentPerson {
  readonly absences: readonly Absence[];
  /** The holiday of a day at the person's place. */
  readonly holidayOn: (date: LocalDate) => DayHoliday | undefined;
  /** Whether planned shifts are paid in place of entries on a day. */
  readonly isPaidByPlan: (date: LocalDate) => boolean;
}

/** How a date of an absence counted, for explanations. */
export interface AbsenceTrace {
  readonly date: LocalDate;
  readonly absence: Absence;
  readonly by: CountedBy;
  /** The part of the day that a holiday left. */
  readonly left: number;
}

/** A person's days without work that are paid, or that a file says why not. */
export interface UnworkedDays {
  /** By date, all days of the span: holidays without work, and absences. */
  readonly lines: readonly PayLine[];
  readonly linesOfPeriod: readonly PayLine[];
  /** Absences of the period, by date and code. */
  readonly absences: readonly AbsenceDay[];
  readonly traces: readonly AbsenceTrace[];
  /** Findings of the period, and of days around it that count in its weeks. */
  readonly findings: readonly Finding[];
}

export const NO_UNWORKED_DAYS: UnworkedDays = {
  lines: [],
  linesOfPeriod: [],
  absences: [],
  traces: [],
  findings: [],
};

interface UnworkedInput {
  readonly rules: readonly NotWorkedRule[];
  readonly person: UnworkedPerson;
  readonly period: Period;
  /** The days with lines: those of the period, and those around it that limits of weeks need. */
  readonly span: Days;
  /** Whether holidays and absences around the period count in its weeks, so that their minutes must be known too. */
  readonly countsAround: boolean;
  /** The dates that may be a holiday for someone. */
  readonly holidayDates: readonly LocalDate[];
}

/**
 * Holidays without work and absences, day by day in order: an average skips earlier days with either, and an absence
 * counts on a holiday only as far as nothing else pays it.
 * @throws PaytallyError MAPPING_INVALID for a column that cannot be read, ABSENCES_INVALID for more than a day on one
 */
export function unworkedDays(input: UnworkedInput): UnworkedDays {
  const { rules, person, period, span, holidayDates } = input;
  const counted = person.absences.flatMap((absence) => absenceDates(absence, person, span).counted);
  refuseMoreThanADay(counted);
  const byDate = groupBy(counted, ({ date }) => date);
  const dates = [...holidayDates.filter((date) => isInside(date, span)), ...byDate.keys()];
  const lines: PayLine[] = [];
  const found: Finding[] = [];
  const absences: AbsenceDay[] = [];
  const traces: AbsenceTrace[] = [];
  for (const date of [...new Set(dates)].sort()) {
    const holiday = person.holidayOn(date);
    const pay = holiday === undefined ? {} : payHoliday(rules, person, { date, holiday }, lines);
    if (pay.line !== undefined) lines.push(pay.line);
    if (pay.finding !== undefined) found.push(pay.finding);
    const left = leftOfDay(date, holiday, person, pay.line !== undefined);
    const absent = byDate.get(date) ?? [];
    if (holiday !== undefined && !holiday.isWhole && left < 1)
      found.push(...unpaidParts(absent, holiday, pay));
    const dayMinutes = dayLength(person, date);
    found.push(
      ...overADay(
        absent.map(({ absence }) => absence),
        { date, dayMinutes },
      ),
    );
    const own = absencesOn(date, absent, person, { left, dayMinutes });
    traces.push(...own.traces);
    absences.push(...own.days);
    lines.push(...own.days.map(buildAbsenceLine));
  }
  const isPaid = lines.filter(({ kind, date }) => kind === 'not-worked' && isInside(date, period));
  const paidDates = new Set(isPaid.map(({ date }) => date));
  const findings = absenceFindings(person.absences, person, period, paidDates);
  const isOfPeriod = ({ date }: { readonly date: LocalDate | null }): boolean =>
    date !== null && isInside(date, period);
  return {
    lines,
    linesOfPeriod: lines.filter(isOfPeriod),
    absences: absences.filter(isOfPeriod),
    traces: traces.filter(isOfPeriod),
    findings: [...findings.filter(isOfPeriod), ...(input.countsAround ? found : found.filter(isOfPeriod))],
  };
}

/** The part of a day that is left for an absence: a whole holiday takes the day if a rule or the plan pays it. */
function leftOfDay(
  date: LocalDate,
  holiday: DayHoliday | undefined,
  person: UnworkedPerson,
  isPaid: boolean,
): number {
  if (holiday === undefined) return 1;
  if (holiday.isWhole) return isPaid || person.isPaidByPlan(date) ? 0 : 1;
  return 1 - holidayPart(holiday, person.figuresOf(date));
}

/** Absences that a part holiday shortens although nothing pays the holiday (they are shortened anyway). */
function unpaidParts(
  absent: readonly CountedDate[],
  holiday: DayHoliday,
  { line, finding: unknown, isOwedNothing }: HolidayPay,
): Finding[] {
  if (line !== undefined || unknown !== undefined || isOwedNothing !== true) return [];
  return absent.map(({ date, absence }) => {
    const { employeeId, code, line: row } = absence;
    const about = { employeeId, date, record: `${employeeId} ${date} ${code}` };
    return finding('ABSENCE_PART_UNPAID', about, {
      payCode: code,
      line: row,
      date,
      holiday: holiday.names.join('; '),
    });
  });
}

/** The longer of contract and plan; undefined without either. */
function dayLength(
  { employeeId, columnsOn, figuresOf }: UnworkedPerson,
  date: LocalDate,
): number | undefined {
  const contract = contractMinutesPerDay({ employeeId, columns: columnsOn(date) }) ?? 0;
  return Math.max(contract, figuresOf(date).plannedMinutes ?? 0) || undefined;
}

function absencesOn(
  date: LocalDate,
  counted: readonly CountedDate[],
  { employeeId, columnsOn }: UnworkedPerson,
  { left, dayMinutes }: { readonly left: number; readonly dayMinutes: number | undefined },
) {
  const sorted = [...counted].sort((a, b) => compareText(a.absence.code, b.absence.code));
  const absences = sorted.map(({ absence }) => absence);
  const days = buildAbsenceDays(absences, date, { employeeId, columns: columnsOn(date) }, left);
  return {
    traces: sorted.map(({ absence, by }) => ({ date, absence, by, left })),
    days: days.map((day) => ({ ...day, dayMinutes })),
  };
}
