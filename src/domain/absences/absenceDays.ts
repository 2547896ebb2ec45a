import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { type Finding, finding } from '../exceptions/finding.js';
import { addQuantities, multiplyMinutes, type PayLine, roundHalfUp, unworkedLine } from '../pay/payLine.js';
import type { LocalDate } from '../time/localDate.js';
import type { Tally } from '../timesheet/controlTotals.js';
import type { PersonDay } from '../timesheet/timesheet.js';
import { type Contract, contractMinutesPerDay } from './contractDay.js';

/** How the dates of a row count, if it says so: those that are planned, the contract's weekdays, or every date. */
export const ABSENCE_DATES = ['planned', 'weekdays', 'all'] as const;

/** A row of an employer's file of absences. It applies to each of its dates that counts. */
export interface Absence {
  readonly employeeId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Internal pay code. */
  readonly code: string;
  /** Whole minutes of each date, or a part of a day: 0.5, 1. */
  readonly amount: { readonly minutes: number } | { readonly days: number };
  readonly dates?: (typeof ABSENCE_DATES)[number] | undefined;
  /**
   * Set if the row is no absence, but changes the balance of an hours account by its signed minutes: the code under
   * which minutes that leave the account are paid, and the reason.
   */
  readonly adjusts?: { readonly payCode?: string; readonly reason?: string } | undefined;
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
  /** Minutes of the person's whole day; undefined if neither contract nor plan has them. */
  readonly dayMinutes?: number | undefined;
}

/**
 * The shares of one date, without those of which nothing is left. Days become minutes through the column
 * `contractMinutesPerDay`, and are rounded together: two halves of an odd day are the day.
 * @param left the part of the day that a holiday leaves
 * @throws PaytallyError MAPPING_INVALID
 */
export function buildAbsenceDays(
  absences: readonly Absence[],
  date: LocalDate,
  contract: Contract,
  left: number,
): AbsenceDay[] {
  const { employeeId } = contract;
  const before = { days: 0, minutes: 0 };
  return absences.flatMap(({ code, amount }): AbsenceDay[] => {
    if ('minutes' in amount) {
      const minutes = minutesLeft(amount.minutes, left);
      return minutes === 0 ? [] : [{ employeeId, date, code, minutes, days: null }];
    }
    const days = addQuantities(0, amount.days * left);
    if (days === 0) return [];
    const perDay = contractMinutesPerDay(contract);
    if (perDay === null) return [{ employeeId, date, code, minutes: null, days }];
    before.days = addQuantities(before.days, amount.days);
    const minutes = Math.max(minutesLeft(perDay * before.days, left) - before.minutes, 0);
    before.minutes += minutes;
    return [{ employeeId, date, code, minutes, days }];
  });
}

/** The holiday's part of the minutes is rounded, and the absence is the rest: together they are the whole. */
function minutesLeft(whole: number, left: number): number {
  return roundHalfUp(whole) - multiplyMinutes(whole, 1 - left);
}

/** @throws PaytallyError ABSENCES_INVALID for rows that add up to more than a day on one date */
export function refuseMoreThanADay(
  counted: readonly { readonly date: LocalDate; readonly absence: Absence }[],
): void {
  const sums = new Map<LocalDate, number>();
  for (const { date, absence } of counted) {
    const { amount, employeeId } = absence;
    const sum = (sums.get(date) ?? 0) + ('days' in amount ? amount.days : 0);
    sums.set(date, sum);
    if (sum <= 1.000001) continue;
    const said = message('absences.moreThanADay', { employee: employeeId, date });
    throw new PaytallyError('ABSENCES_INVALID', said, { record: employeeId });
  }
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

/** Rows that together take more than a person's day, at least one of them in minutes. */
export function overADay(
  absent: readonly Absence[],
  { date, dayMinutes }: Pick<AbsenceDay, 'date' | 'dayMinutes'>,
): Finding[] {
  const [first, ...further] = absent;
  const minutes = sumOf(absent, (amount) => ('minutes' in amount ? amount.minutes : 0));
  if (first === undefined || further.length === 0 || minutes === 0 || dayMinutes === undefined) return [];
  const days = sumOf(absent, (amount) => ('days' in amount ? amount.days : 0));
  if (days + minutes / dayMinutes <= 1.000001) return [];
  const { employeeId } = first;
  const lines = absent.map(({ line }) => line).join(', ');
  const payCodes = [...new Set(absent.map(({ code }) => code))].join(', ');
  const about = { employeeId, date, record: `${employeeId} ${date}` };
  return [finding('ABSENCE_OVER_A_DAY', about, { date, lines, payCodes, dayMinutes })];
}

function sumOf(absent: readonly Absence[], of: (amount: Absence['amount']) => number): number {
  return absent.reduce((sum, { amount }) => sum + of(amount), 0);
}

/** Minutes of a day whose length is unknown may be all of it. */
function mayBeWhole({ days, minutes, dayMinutes }: AbsenceDay): boolean {
  return days === null ? dayMinutes === undefined || (minutes ?? 0) >= dayMinutes : days === 1;
}

/** Whole days of leave with worked time, and absences in days that cannot be converted to minutes. */
export function findAbsenceProblems(absences: readonly AbsenceDay[], days: readonly PersonDay[]): Finding[] {
  const worked = new Map(days.map((day) => [`${day.personId} ${day.date}`, day.workedMinutes]));
  return absences.flatMap((absence): Finding[] => {
    const { employeeId, date, code, minutes } = absence;
    const workedMinutes = worked.get(`${employeeId} ${date}`) ?? 0;
    const about = { employeeId, date, record: `${employeeId} ${date} ${code}` };
    const onLeave = workedMinutes > 0 && mayBeWhole(absence);
    return [
      ...(onLeave ? [finding('WORKED_ON_ABSENCE', about, { payCode: code, workedMinutes })] : []),
      ...(minutes === null ? [finding('ABSENCE_HOURS', about, { payCode: code })] : []),
    ];
  });
}
