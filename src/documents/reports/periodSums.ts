import { compareText, groupBy } from '../../domain/collections.js';
import { addQuantities } from '../../domain/pay/payLine.js';
import {
  dateOfEpochDay,
  type LocalDate,
  toEpochDay,
  toLocalDate,
  weekdayNumber,
} from '../../domain/time/localDate.js';
import type { DataRow } from '../dataSet.js';
import { payLineAmounts } from '../model/payLinesSet.js';
import type { TemplateModel } from '../templateModel.js';
import type { ReportContext } from './reportContext.js';
import { eachRow, listRows, numberField, textField } from './rowAccess.js';

/** The worked and planned time of all people on a day. */
interface DaySum {
  plannedMinutes: number;
  workedMinutes: number;
  differenceMinutes: number;
  entries: number;
}

const NOTHING: Readonly<DaySum> = {
  plannedMinutes: 0,
  workedMinutes: 0,
  differenceMinutes: 0,
  entries: 0,
};

/** Sums by date of employee days, added one at a time. */
export class DaySums {
  readonly #days = new Map<string, DaySum>();
  #isPlanningKnown = false;

  add(row: DataRow): void {
    const date = textField(row, 'date');
    const sum = this.#days.get(date) ?? { ...NOTHING };
    this.#days.set(date, sum);
    const [planned, worked] = [numberField(row, 'plannedMinutes'), numberField(row, 'workedMinutes') ?? 0];
    if (planned !== null) this.#isPlanningKnown = true;
    sum.plannedMinutes += planned ?? 0;
    sum.workedMinutes += worked;
    sum.differenceMinutes += numberField(row, 'differenceMinutes') ?? 0;
    sum.entries += numberField(row, 'entries') ?? 0;
  }

  /** A row for every day of the period; planned minutes and differences are null if planning could not be read. */
  rows(context: ReportContext): DataRow[] {
    return calendarDays(context).map(({ date, weekday, holiday }) => {
      const sums = this.#days.get(date) ?? NOTHING;
      return {
        date,
        weekday,
        holiday: holiday === '' ? null : holiday,
        ...sums,
        ...(this.#isPlanningKnown ? {} : { plannedMinutes: null, differenceMinutes: null }),
      };
    });
  }
}

/** The unit of an amount of pay lines. */
export type CodeUnit = (typeof CODE_UNITS)[number];
export const CODE_UNITS = ['minutes', 'times', 'days'] as const;

/** The amounts of a pay line that it has, by unit: minutes, or times, or days of leave. */
export function unitsOfLine(row: DataRow): { readonly unit: CodeUnit; readonly amount: number }[] {
  const amounts = payLineAmounts(row);
  const units = CODE_UNITS.filter((unit) => amounts[unit] !== 0);
  // A line of zero minutes is still one of minutes.
  const shown = units.length === 0 && numberField(row, 'minutes') !== null ? ['minutes' as const] : units;
  return shown.map((unit) => ({ unit, amount: amounts[unit] }));
}

/** The amount and people of a pay code in one unit. */
export interface CodeLine {
  readonly code: string;
  /** Its label; the code itself if it has none. */
  readonly label: string;
  readonly kind: string;
  /** 0 if the amount is in another unit. */
  readonly minutes: number;
  readonly unit: CodeUnit;
  readonly amount: number;
  readonly people: number;
}

const KINDS = ['base', 'topup', 'loading'];

/** Minutes and people per pay code: base hours first, then premiums. */
export function codeLines(model: TemplateModel): CodeLine[] {
  const sums = new CodeSums();
  for (const row of eachRow(model, 'pay-lines')) sums.add(row);
  return sums.lines();
}

/** The same for pay lines that are added one at a time. */
export class CodeSums {
  readonly #sums = new Map<string, Omit<CodeLine, 'people' | 'minutes'> & { people: Set<string> }>();

  add(row: DataRow): void {
    const [code, kind] = [textField(row, 'payCode'), textField(row, 'kind')];
    const label = textField(row, 'payCodeLabel') || code;
    for (const { unit, amount } of unitsOfLine(row)) {
      const key = `${unit} ${kind} ${code}`;
      const sum = this.#sums.get(key) ?? { code, label, kind, unit, amount: 0, people: new Set<string>() };
      sum.people.add(textField(row, 'employee.id'));
      this.#sums.set(key, { ...sum, amount: addQuantities(sum.amount, amount) });
    }
  }

  lines(): CodeLine[] {
    const rank = ({ kind }: { kind: string }) => (KINDS.indexOf(kind) + 1 || KINDS.length + 1) - 1;
    return [...this.#sums.values()]
      .map(({ people, ...line }) => ({
        ...line,
        minutes: line.unit === 'minutes' ? line.amount : 0,
        people: people.size,
      }))
      .sort(
        (a, b) =>
          Number(a.unit !== 'minutes') - Number(b.unit !== 'minutes') ||
          rank(a) - rank(b) ||
          compareText(a.code, b.code) ||
          compareText(a.kind, b.kind),
      );
  }
}

const KIND_ORDER = ['base', 'topup', 'loading', 'not-worked', 'absence', 'surplus', 'credit', 'count'];

/** The pay codes of lines: paid work first, then premiums, then hours without work; each by name. */
export function sortPayCodes(lines: Iterable<DataRow>): string[] {
  const kinds = new Map<string, string>();
  for (const line of lines) kinds.set(textField(line, 'payCode'), textField(line, 'kind'));
  // An unlisted kind comes last, so that it is not mistaken for paid work.
  const rank = (code: string) => (KIND_ORDER.indexOf(kinds.get(code) ?? '') + 1 || KIND_ORDER.length + 1) - 1;
  return [...kinds.keys()].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

/** A pay code as the column of a table. */
export interface PayCodeColumn {
  readonly code: string;
  /** Its label; the code if it has none. */
  readonly label: string;
  readonly unit: CodeUnit;
  /** Paid on top of base hours: not to be added to them. */
  readonly isOnTop: boolean;
}

/** The field of a pay code's amount in a row about a person. */
export function codeField({ code, unit }: Pick<PayCodeColumn, 'code' | 'unit'>): string {
  return `payCode:${unit}:${code}`;
}

/** The pay codes of lines as columns; lines are added person by person. */
export class PayCodeColumns {
  readonly #lines = new Map<string, { readonly line: DataRow; readonly id: string | null }>();
  readonly #units = new Map<string, Set<CodeUnit>>();

  /** Uses the label from the last line of the person with the highest ID, so that the order of people has no effect. */
  add(line: DataRow, id: string | null): void {
    const code = textField(line, 'payCode');
    const units = this.#units.get(code) ?? new Set();
    for (const { unit } of unitsOfLine(line)) units.add(unit);
    this.#units.set(code, units);
    const known = this.#lines.get(code);
    if (known === undefined || id === null || (known.id !== null && id >= known.id)) {
      const { payCode = null, payCodeLabel = null, kind = null } = line;
      this.#lines.set(code, { line: { payCode, payCodeLabel, kind }, id });
    }
  }

  /**
   * Premiums come after base hours, and codes without lines, which are neither, come last.
   * @param first codes that come first in their group, even without lines
   */
  columns(first: readonly string[]): PayCodeColumn[] {
    const lines = [...this.#lines.values()].map(({ line }) => line);
    const codes = new Set([...first, ...sortPayCodes(lines)]);
    return [...codes]
      .flatMap((code) => {
        const line = this.#lines.get(code)?.line ?? {};
        const units = CODE_UNITS.filter((unit) => this.#units.get(code)?.has(unit));
        return (units.length === 0 ? (['minutes'] as const) : units).map((unit) => ({
          code,
          unit,
          label: textField(line, 'payCodeLabel') || code,
          isOnTop: textField(line, 'kind') === 'loading',
        }));
      })
      .sort((a, b) => this.#rank(a) - this.#rank(b));
  }

  /** Premiums are the last columns with amounts, under a heading of their own. */
  #rank({ code, isOnTop }: PayCodeColumn): number {
    return this.#lines.has(code) ? Number(isOnTop) : 2;
  }
}

/** A day of the period. */
export interface CalendarDay {
  readonly date: LocalDate;
  /** ISO number, 1 is Monday. */
  readonly weekday: number;
  /** The names of its holidays, with the places and people that they hold for; empty on other days. */
  readonly holiday: string;
}

/** Every day of the period with its holiday, if any. */
export function calendarDays({ model, run }: ReportContext): CalendarDay[] {
  const holidays = new Map(
    [...groupBy(listRows(model, 'holidays'), (row) => textField(row, 'date'))].map(([date, rows]) => [
      date,
      [...new Set(rows.map((row) => textField(row, 'text')))].join('; '),
    ]),
  );
  const days: CalendarDay[] = [];
  const last = toEpochDay(toLocalDate(run('to')));
  for (let day = toEpochDay(toLocalDate(run('from'))); day <= last; day += 1) {
    const date = dateOfEpochDay(day);
    days.push({ date, weekday: weekdayNumber(date), holiday: holidays.get(date) ?? '' });
  }
  return days;
}
