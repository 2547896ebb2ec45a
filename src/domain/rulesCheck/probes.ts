import type { PayRules } from '../pay/payRules.js';
import { type Days, type Reference, referencePeriodOf } from '../pay/referencePeriod.js';
import { weekOf } from '../pay/weeks.js';
import { addDays, daysBetween, type LocalDate, localDateOf } from '../time/localDate.js';
import { personas } from './persona.js';
import { onDays, payOf, type RulesInUse, type SyntheticWork } from './syntheticWork.js';

const HOUR = 60;
const WEEKS_DAYS = 14;

/** Holidays of the check: Wednesday and Sunday of the second week. */
export function syntheticHolidays(asOf: LocalDate): readonly LocalDate[] {
  const monday = weekOf(asOf, 'monday');
  return [addDays(monday, 9), addDays(monday, 13)];
}

/** The rules (`payRules.base[1]`) that take a minute, or count, of work of all kinds. */
export function rulesTaking(inUse: RulesInUse, asOf: LocalDate): ReadonlySet<string> {
  const people = personas(inUse.rules).flatMap((persona, index) =>
    probes(inUse.rules, asOf).map((work, probe) => ({ id: `probe ${index} ${probe}`, persona, work })),
  );
  return new Set(payOf(people, inUse, syntheticHolidays(asOf)).lines.map(({ rule }) => rule));
}

/**
 * Round the clock from midnight, from noon, eight hours from every hour, and an hour at each end of the day, on two
 * weeks and the days of rules; round the clock over a reference period.
 */
function probes(rules: PayRules, asOf: LocalDate): SyntheticWork[][] {
  const monday = weekOf(asOf, 'monday');
  const spans = [{ first: monday, days: WEEKS_DAYS }, ...namedDays(rules, addDays(monday, WEEKS_DAYS))];
  const shift = (from: number, until: number): SyntheticWork[] =>
    spans.flatMap(({ first, days }) => onDays(first, days, { from, until }));
  return [
    shift(0, 24 * HOUR),
    shift(12 * HOUR, 36 * HOUR),
    ...Array.from({ length: 24 }, (_, hour) => shift(hour * HOUR, (hour + 8) * HOUR)),
    [...shift(0, HOUR), ...shift(23 * HOUR, 24 * HOUR)],
    ...(rules.reference === undefined ? [] : [roundTheClock(nextReferencePeriod(asOf, rules.reference))]),
  ];
}

/** The first one that begins after a day. */
export function nextReferencePeriod(after: LocalDate, reference: Reference): Days {
  return referencePeriodOf(addDays(referencePeriodOf(after, reference).to, 1), reference);
}

function roundTheClock({ from, to }: Days): SyntheticWork[] {
  return onDays(from, daysBetween(from, to) + 1, { from: 0, until: 24 * HOUR });
}

/** Three days around each date that rules name, when it comes next; each day once. */
function namedDays(
  rules: PayRules,
  after: LocalDate,
): { readonly first: LocalDate; readonly days: number }[] {
  const monthDays = [...rules.base, ...rules.loadings, ...(rules.counts ?? [])].flatMap(({ dates = [] }) =>
    dates.map((date) => (typeof date === 'string' ? date : date.date)),
  );
  const years = [0, 1, 2, 3, 4].map((more) => Number(after.slice(0, 4)) + more);
  const days = monthDays.flatMap((monthDay) => {
    const date = years
      .map((year) => dateIn(year, monthDay))
      .find((each) => each !== undefined && each > after);
    return date === undefined ? [] : [addDays(date, -1), date, addDays(date, 1)];
  });
  return [...new Set(days)]
    .filter((date) => date > after)
    .sort()
    .map((first) => ({ first, days: 1 }));
}

/** 29 February is not in every year. */
function dateIn(year: number, monthDay: string): LocalDate | undefined {
  const isLeapDay = monthDay === '02-29' && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0));
  return isLeapDay ? undefined : localDateOf(`${year}-${monthDay}`);
}
