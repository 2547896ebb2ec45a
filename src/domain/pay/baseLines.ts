import { dateOfDay } from '../time/dayOf.js';
import { epochDayOf, type LocalDate, weekdayOf } from '../time/localDate.js';
import type { CompiledRule } from './compiledRule.js';
import { lineOf } from './lineOf.js';
import { type PaidShift, rulesTaking } from './paidShift.js';
import type { PayLine } from './payLine.js';
import { WEEKDAYS, type Weekday } from './payRules.js';
import { partOfSlice, type Slice } from './slice.js';

/** What a person has been paid so far on a day, and in a week without the day's overtime. */
interface Counters {
  readonly days: Map<LocalDate, number>;
  readonly weeks: Map<LocalDate, number>;
}

interface Taken {
  readonly rule: CompiledRule;
  readonly overtime: PayLine['overtime'];
  readonly minutes: number;
}

/**
 * Gives every minute of one employee its base code, in order of days and starts, so that overtime takes the last
 * minutes. Minutes beyond a limit of the day are not counted again for the week.
 */
export function baseLines(shifts: readonly PaidShift[], weekStartsOn: Weekday): PayLine[] {
  const counters: Counters = { days: new Map(), weeks: new Map() };
  return inOrder(shifts).flatMap(({ shift, slice, rules }) => {
    const lines: PayLine[] = [];
    let done = 0;
    while (done < slice.minutes) {
      const taken = take(rules, slice, slice.minutes - done, counters, weekStartsOn);
      const part = partOfSlice(slice, done, taken.minutes);
      lines.push(lineOf(shift, part, { kind: 'base', rule: taken.rule, overtime: taken.overtime }));
      done += taken.minutes;
    }
    return lines;
  });
}

interface Turn {
  readonly shift: PaidShift;
  readonly slice: Slice;
  readonly rules: readonly CompiledRule[];
}

/** By day, and inside a day in the order of the shifts, which is that of their starts. */
function inOrder(shifts: readonly PaidShift[]): Turn[] {
  const turns = shifts.flatMap((shift) => {
    const taking = rulesTaking(shift.base, shift);
    return shift.slices.map((slice) => ({ shift, slice, rules: upToCertain(taking(slice)) }));
  });
  return turns.sort((a, b) => (a.slice.date === b.slice.date ? 0 : a.slice.date < b.slice.date ? -1 : 1));
}

/** Rules behind the first one without a limit never get a minute, so their limits do not count either. */
function upToCertain(rules: readonly CompiledRule[]): readonly CompiledRule[] {
  const certain = rules.findIndex(({ over }) => over === undefined);
  return certain < 0 ? rules : rules.slice(0, certain + 1);
}

/** The rule of the next minutes, and for how many of them nothing changes. */
function take(
  rules: readonly CompiledRule[],
  { date }: Slice,
  most: number,
  { days, weeks }: Counters,
  weekStartsOn: Weekday,
): Taken {
  const week = weekOf(date, weekStartsOn);
  const today = days.get(date) ?? 0;
  const thisWeek = weeks.get(week) ?? 0;
  const isDaily = rules.some(({ over }) => over?.day !== undefined && today >= over.day);
  const limits = rules.flatMap(({ over }) => [
    (over?.day ?? 0) - today,
    isDaily ? 0 : (over?.week ?? 0) - thisWeek,
  ]);
  const minutes = Math.min(most, ...limits.filter((distance) => distance > 0));
  days.set(date, today + minutes);
  if (!isDaily) weeks.set(week, thisWeek + minutes);
  for (const rule of rules) {
    const overtime = overtimeOf(rule, today, isDaily ? 0 : thisWeek);
    if (overtime !== 'none') return { rule, overtime, minutes };
  }
  throw new RangeError('no base rule takes every minute');
}

/** Which limit of the rule is reached; `undefined` for a rule without limits, `none` where it has to wait. */
function overtimeOf({ over }: CompiledRule, today: number, thisWeek: number): PayLine['overtime'] | 'none' {
  if (over === undefined) return undefined;
  if (over.day !== undefined && today >= over.day) return 'day';
  if (over.week !== undefined && thisWeek >= over.week) return 'week';
  return 'none';
}

/** The first day of the week that a day lies in. */
export function weekOf(date: LocalDate, weekStartsOn: Weekday): LocalDate {
  const first = WEEKDAYS.indexOf(weekStartsOn) + 1;
  return dateOfDay(epochDayOf(date) - ((weekdayOf(date) - first + 7) % 7));
}
