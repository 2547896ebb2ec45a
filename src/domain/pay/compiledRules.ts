import type { LocalDate } from '../time/localDate.js';
import { SECONDS_PER_DAY } from '../time/zone.js';
import type { ClockTime, ClockWindow, Conditions, CountRule, Over, PayRules } from './payRules.js';

export interface YearlyWindow {
  /** `MM-DD`. */
  readonly monthDay: string;
  readonly window: Window | undefined;
}

/** A rule with its clock times in seconds of the day. */
export interface CompiledRule {
  /** Its path in the configuration: `payRules.base[1]`. */
  readonly path: string;
  readonly code: string;
  /** Loadings without a group get a separate group. */
  readonly group: string;
  readonly over: Over | undefined;
  readonly on: ReadonlySet<string> | undefined;
  readonly dates: readonly YearlyWindow[] | undefined;
  readonly clock: Window | undefined;
  readonly startedBefore: number | undefined;
  readonly reachTo: number | undefined;
  readonly minimumInWindow: number;
  readonly consecutiveDay: number;
  readonly validFrom: LocalDate | undefined;
  readonly validTo: LocalDate | undefined;
  readonly establishments: ReadonlySet<string> | undefined;
  readonly teams: ReadonlySet<string> | undefined;
  readonly tasks: ReadonlySet<string> | undefined;
  readonly employees: Conditions['employees'];
  /** Times of day at which the rule's result can change. */
  readonly times: readonly number[];
}

/** A counting rule, with what it counts. */
export interface CompiledCount extends CompiledRule, Pick<CountRule, 'per' | 'minutes' | 'quantity'> {}

export interface CompiledRules {
  readonly base: readonly CompiledRule[];
  readonly loadings: readonly CompiledRule[];
  readonly counts: readonly CompiledCount[];
}

/** Times of day at which the result of a rule, or the working day, may change. */
export function changeTimes(rules: readonly CompiledRule[], dayStart: number): readonly number[] {
  return [...new Set([dayStart, ...rules.flatMap(({ times }) => times)])];
}

export function compileRules(rules: PayRules): CompiledRules {
  return {
    base: rules.base.map((rule, index) => compileRule(rule, `payRules.base[${index}]`, { over: rule.over })),
    loadings: rules.loadings.map((rule, index) =>
      compileRule(rule, `payRules.loadings[${index}]`, { group: rule.group }),
    ),
    counts: (rules.counts ?? []).map((rule, index) => ({
      ...compileRule(rule, `payRules.counts[${index}]`, {}),
      per: rule.per,
      minutes: rule.minutes,
      quantity: rule.quantity,
    })),
  };
}

interface Own {
  readonly over?: Over | undefined;
  readonly group?: string | undefined;
}

function compileRule(rule: Conditions & { readonly code: string }, path: string, own: Own): CompiledRule {
  const clock = rule.clock && parseWindow(rule.clock);
  const dates = rule.dates?.map((date) =>
    typeof date === 'string'
      ? { monthDay: date, window: undefined }
      : { monthDay: date.date, window: parseWindow(date.clock) },
  );
  const reachTo = rule.reachTo === undefined ? undefined : requireClockTime(rule.reachTo);
  const windows = [clock, ...(dates ?? []).map((date) => date.window)].filter(
    (window) => window !== undefined,
  );
  return {
    path,
    code: rule.code,
    group: own.group === undefined ? path : `group ${own.group}`,
    over: own.over,
    on: rule.on && new Set(rule.on),
    dates,
    clock,
    startedBefore: rule.startedBefore === undefined ? undefined : requireClockTime(rule.startedBefore),
    reachTo,
    minimumInWindow: rule.minimumInWindow ?? 0,
    consecutiveDay: rule.consecutiveDay ?? 0,
    validFrom: rule.validFrom,
    validTo: rule.validTo,
    establishments: rule.establishments && new Set(rule.establishments),
    teams: rule.teams && new Set(rule.teams),
    tasks: rule.tasks && new Set(rule.tasks),
    employees: rule.employees,
    // Midnight too: if clocks go back across midnight, a date with a window can begin or end within a local day.
    times: [
      ...windows.flatMap(({ from, until }) => [0, from, until]),
      ...(reachTo === undefined ? [] : [reachTo]),
    ],
  };
}

/** Seconds of the day. */
export interface Window {
  readonly from: number;
  /** Not later than `from` if the window spans midnight; equal to `from` for the whole day. */
  readonly until: number;
}

/** `HH:MM`, including `24:00`, as seconds since midnight; undefined for anything else. */
export function parseClockTime(text: string): number | undefined {
  const match = /^(\d\d):(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const seconds = Number(match[1]) * 3600 + Number(match[2]) * 60;
  return Number(match[2]) > 59 || seconds > SECONDS_PER_DAY ? undefined : seconds;
}

/** Like {@link parseClockTime}, for times that the configuration's schema has accepted. @throws RangeError */
export function requireClockTime(time: ClockTime): number {
  const seconds = parseClockTime(time);
  if (seconds === undefined) throw new RangeError(`not a clock time: ${time}`);
  return seconds;
}

/** `03:00`, of whole minutes in seconds since midnight. */
export function formatClockTime(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

export function parseWindow([from, until]: ClockWindow): Window {
  return { from: requireClockTime(from), until: requireClockTime(until) };
}

/** Whether a clock time (seconds of the day, below 24:00) is in the window. */
export function isInWindow(clock: number, { from, until }: Window): boolean {
  if (from < until) return clock >= from && clock < until;
  return clock >= from || clock < until;
}

/** Seconds since midnight of a clock time that is counted from 1970-01-01T00:00:00 on the same clock. */
export function secondsOfDay(clock: number): number {
  return ((clock % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY;
}

/** The last clock time up to `limit` whose time of day is `time`; both are counted from 1970 on the same clock. */
export function lastReadingBefore(time: number, limit: number): number {
  return Math.floor((limit - time) / SECONDS_PER_DAY) * SECONDS_PER_DAY + time;
}
