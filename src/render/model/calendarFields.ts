import type { Period } from '../../domain/period/period.js';
import { addDays, isoWeekOf, type LocalDate, weekStartOf } from '../../domain/time/localDate.js';
import { type FieldOf, field } from './fieldOf.js';

interface DateFacts {
  readonly isoWeek: string;
  readonly weekStart: LocalDate;
  readonly isWeekCut: boolean;
  readonly month: string;
  readonly quarter: string;
}

/**
 * The fields to group, sort and total rows by week, month or quarter, of a data set whose items have a date.
 * null in rows without one.
 */
export function calendarFields<Item>(
  dateOf: (item: Item) => LocalDate | null,
  period: Period,
): FieldOf<Item>[] {
  const known = knownDates(period);
  const facts = (item: Item): DateFacts | undefined => {
    const date = dateOf(item);
    if (date === null) return undefined;
    const found = known.get(date) ?? factsOf(date, period);
    known.set(date, found);
    return found;
  };
  return [
    field('isoWeek', 'text', 'ISO week of the day: 2026-W44', (item) => facts(item)?.isoWeek ?? null),
    field('weekStart', 'date', 'Monday of the week', (item) => facts(item)?.weekStart ?? null),
    field('weekCut', 'boolean', 'Whether the week has days outside the period', (item) => {
      return facts(item)?.isWeekCut ?? null;
    }),
    field('month', 'text', 'Month of the day: 2026-10', (item) => facts(item)?.month ?? null),
    field('quarter', 'text', 'Quarter of the day: 2026-Q4', (item) => facts(item)?.quarter ?? null),
  ];
}

/** Everybody has the same days: they are looked up once for all. */
const KNOWN_DATES = new WeakMap<Period, Map<LocalDate, DateFacts>>();

function knownDates(period: Period): Map<LocalDate, DateFacts> {
  const known = KNOWN_DATES.get(period) ?? new Map<LocalDate, DateFacts>();
  KNOWN_DATES.set(period, known);
  return known;
}

function factsOf(date: LocalDate, { from, to }: Period): DateFacts {
  const weekStart = weekStartOf(date);
  const quarter = Math.ceil(Number(date.slice(5, 7)) / 3);
  return {
    isoWeek: isoWeekOf(date),
    weekStart,
    isWeekCut: weekStart < from || addDays(weekStart, 6) > to,
    month: date.slice(0, 7),
    quarter: `${date.slice(0, 4)}-Q${quarter}`,
  };
}
