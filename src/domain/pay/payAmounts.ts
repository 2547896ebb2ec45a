import { addQuantities, type PayLine, type PayLineKind } from './payLine.js';

/** Amounts of pay lines by unit. A line has minutes, or else a number of times, or days of leave. */
export interface PayAmounts {
  readonly minutes: number;
  /** The part of `minutes` that is paid or owed on top of hours, for which the same time counts already. */
  readonly premiumMinutes: number;
  readonly times: number;
  readonly days: number;
}

export const AMOUNT_UNITS = ['minutes', 'times', 'days'] as const;
/** The kind of an amount: time, a count, or days of leave. */
export type AmountUnit = (typeof AMOUNT_UNITS)[number];

/** Kinds of pay lines that are on top of others. */
export const ON_TOP: readonly string[] = ['loading', 'credit'] satisfies PayLineKind[];

export const NO_AMOUNTS: PayAmounts = { minutes: 0, premiumMinutes: 0, times: 0, days: 0 };

export function addAmounts(a: PayAmounts, b: PayAmounts): PayAmounts {
  return {
    minutes: a.minutes + b.minutes,
    premiumMinutes: a.premiumMinutes + b.premiumMinutes,
    times: addQuantities(a.times, b.times),
    days: addQuantities(a.days, b.days),
  };
}

export function isSameAmount(a: PayAmounts, b: PayAmounts): boolean {
  return AMOUNT_UNITS.every((unit) => a[unit] === b[unit]);
}

/** A number of times, or days of leave: only leave is in days. */
export function quantityAmounts(kind: string, quantity: number): PayAmounts {
  return kind === 'absence' ? { ...NO_AMOUNTS, days: quantity } : { ...NO_AMOUNTS, times: quantity };
}

export function minuteAmounts(kind: string, minutes: number): PayAmounts {
  return { ...NO_AMOUNTS, minutes, premiumMinutes: ON_TOP.includes(kind) ? minutes : 0 };
}

export function lineAmounts({ kind, minutes, quantity = 0, isWithoutMinutes }: PayLine): PayAmounts {
  return isWithoutMinutes === true ? quantityAmounts(kind, quantity) : minuteAmounts(kind, minutes);
}

export function sumLineAmounts(lines: Iterable<PayLine>): PayAmounts {
  let sum = NO_AMOUNTS;
  for (const line of lines) sum = addAmounts(sum, lineAmounts(line));
  return sum;
}
