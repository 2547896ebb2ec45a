import { periodDays } from '../../domain/period/period.js';
import { lastOfMonth, toLocalDate } from '../../domain/time/localDate.js';
import type { DataRow } from '../dataSet.js';
import { dateWriter } from '../text/printFormats.js';
import { type Guess, guessColumns } from './columnGuess.js';
import { type ExampleColumn, examplePeriod, type LikeColumn, readMinutes } from './likeColumns.js';

/** Neighbouring columns of an example with the hours of one day each. */
export interface DayColumns {
  /** The first of them, counted from 0. */
  readonly first: number;
  readonly count: number;
  /** The pattern of the headings; `D` without headings. */
  readonly header: string;
}

/** The shortest month. */
const LEAST_DAYS = 28;
const MOST_DAYS = 31;
const HEADINGS = [
  ...['D', 'DD', 'DD.MM.', 'D.M.', 'DD.MM', 'D.M', 'DD/MM', 'D/M', 'MM/DD', 'M/D', 'DD-MM', 'MM-DD'],
  ...['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'YYYYMMDD', 'DD.MM.YY'],
];
/** Months of each length, the last ones first. */
const MONTHS = ['2026-10', '2026-09', '2028-02', '2026-02'];

/** One column for each day of a month, by their headings; without headings, as many columns of hours. */
export function findDayColumns(columns: readonly ExampleColumn[]): DayColumns | undefined {
  for (const header of HEADINGS)
    for (const month of [...MONTHS, ...monthsNamed(columns)]) {
      const days = headingsOf(month, header);
      const first = columns.findIndex((_, at) =>
        days.every((heading, day) => columns[at + day]?.heading?.trim() === heading),
      );
      if (first >= 0) return { first, count: days.length, header };
    }
  return columns.some(({ heading }) => heading !== undefined) ? undefined : unnamedDays(columns);
}

function headingsOf(month: string, header: string): string[] {
  return daysOfMonth(month).map(dateWriter(header));
}

function daysOfMonth(month: string): string[] {
  const from = toLocalDate(`${month}-01`);
  return periodDays({ from, to: toLocalDate(lastOfMonth(from)), label: '' });
}

/** Months of this century that the headings may name. */
function monthsNamed(columns: readonly ExampleColumn[]): string[] {
  const text = columns.map(({ heading = '' }) => heading).join(' ');
  const years = new Set([2026, ...(text.match(/20\d\d/g) ?? []).map(Number)]);
  return [...years].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`),
  );
}

const AMOUNT = /^[+-]?\d{1,4}(?:[.,:]\d{1,2})?$/;

function unnamedDays(columns: readonly ExampleColumn[]): DayColumns | undefined {
  const isAmount = ({ values }: ExampleColumn) => {
    const filled = values.map((value) => value.trim()).filter((value) => value !== '');
    const isTime = filled.length === 0 || filled.some((value) => /[.,:]/.test(value));
    return isTime && filled.every((value) => AMOUNT.test(value));
  };
  let count = 0;
  while (count < columns.length && isAmount(columns[columns.length - 1 - count] ?? { ...NO_COLUMN }))
    count += 1;
  if (count < LEAST_DAYS || count > MOST_DAYS) return undefined;
  return { first: columns.length - count, count, header: 'D' };
}

const NO_COLUMN: ExampleColumn = { name: undefined, heading: undefined, values: ['?'], width: undefined };

/** All days have one role: it is asked once, at the first of them. */
export function guessDays(
  guesses: readonly Guess[],
  columns: readonly ExampleColumn[],
  days: DayColumns | undefined,
): readonly Guess[] {
  if (days === undefined) return guesses;
  const values = columns
    .slice(days.first, days.first + days.count)
    .flatMap((column) => column.values.filter((value) => value.trim() !== ''));
  const [guess] = guessColumns([values], ['hours']);
  return guesses.map((own, index) => {
    if (guess === undefined || index < days.first || index >= days.first + days.count) return own;
    return index === days.first ? guess : { ...guess, isSure: true };
  });
}

/** The month of the days: that of the example's dates, or else one with as many days. */
export function monthOfDays(
  columns: readonly LikeColumn[],
  { first, count, header }: DayColumns,
): { readonly from: string; readonly to: string } {
  const own = examplePeriod(columns);
  const heading = columns[first]?.heading?.trim();
  const named = [...monthsNamed(columns)].filter((month) => {
    const days = headingsOf(month, header);
    return days.length === count && (heading === undefined || days[0] === heading);
  });
  const month = named.includes(own.from.slice(0, 7)) ? own.from.slice(0, 7) : (named[0] ?? '2026-10');
  return { from: `${month}-01`, to: lastOfMonth(`${month}-01`) };
}

/** The hours of each day of a row. */
export function dayLines(
  row: DataRow,
  columns: readonly LikeColumn[],
  at: number,
  { first, count }: DayColumns,
  month: string,
): DataRow[] {
  const { role } = columns[first] ?? {};
  if (role?.is !== 'hours') return [];
  return daysOfMonth(month)
    .slice(0, count)
    .flatMap((date, day) => {
      const minutes = readMinutes(columns[first + day]?.values[at] ?? '', role.unit);
      return minutes === undefined || minutes === 0 ? [] : [{ ...row, date, minutes }];
    });
}
