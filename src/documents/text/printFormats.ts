import { DateTime } from 'luxon';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { datePattern } from '../../language/datePattern.js';
import { ENGLISH_WORDS } from '../../language/languageValues.js';

/** The unit of an amount column. */
export const AMOUNTS = ['minutes', 'hours', 'times', 'days'] as const;
export type AmountKind = (typeof AMOUNTS)[number];

/** In the ledger hours are minutes. */
export function unitOfKind(kind: AmountKind): AmountUnit {
  return kind === 'hours' ? 'minutes' : kind;
}

/** An amount in whole units: this many units are an hour, a count of one, or a day. */
export interface PrintedUnits {
  readonly units: number;
  readonly unitsOfOne: number;
}

const MINUTES_PER_HOUR = 60;
/** Finer than any printed text, so that units of different texts can be added. */
const DECIMALS = 6;
const FINEST = 10 ** DECIMALS;
const CLOCK = /^(-?)(\d+):([0-5]\d)$/;
const DECIMAL = /^(-?)(\d+)(?:([.,])(\d{1,6}))?$/;

/** The amount that a text prints: 7.33, -1,5 or 7:20. undefined if it is not an amount. */
export function unitsOfText(text: string, kind: AmountKind): PrintedUnits | undefined {
  const [, clockSign, hours, minutes] = CLOCK.exec(text.trim()) ?? [];
  if (hours !== undefined && unitOfKind(kind) === 'minutes') {
    const units = Number(hours) * MINUTES_PER_HOUR + Number(minutes);
    return { units: signed(clockSign, units), unitsOfOne: MINUTES_PER_HOUR };
  }
  const [, sign, whole, , fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  const units = signed(sign, Number(whole + fraction.padEnd(DECIMALS, '0')));
  return { units, unitsOfOne: kind === 'minutes' ? FINEST * MINUTES_PER_HOUR : FINEST };
}

function signed(sign: string | undefined, units: number): number {
  return sign === '-' && units !== 0 ? -units : units;
}

/** Units as text, in the format of another text of the same column. */
export function textOfUnits(units: number, like: string): string {
  const size = Math.abs(units);
  const sign = units < 0 ? '-' : '';
  if (CLOCK.test(like.trim())) {
    const minutes = String(size % MINUTES_PER_HOUR).padStart(2, '0');
    return `${sign}${Math.floor(size / MINUTES_PER_HOUR)}:${minutes}`;
  }
  const [, , , decimalSign = '.', shown = ''] = DECIMAL.exec(like.trim()) ?? [];
  const digits = String(size).padStart(DECIMALS + 1, '0');
  let fraction = digits.slice(-DECIMALS);
  while (fraction.length > shown.length && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  return `${sign}${digits.slice(0, -DECIMALS)}${fraction === '' ? '' : decimalSign + fraction}`;
}

const TOKENS: readonly string[] = ['YYYY', 'YY', 'MM', 'M', 'DD', 'D'];
const RUNS = /([YMD])\1*/g;

/**
 * True for patterns such as `DD.MM.YYYY`, `YYYYMMDD`, `MM/YYYY` or `D`: tokens, and characters that are no letters and no
 * quotes.
 */
export function isDatePattern(pattern: string): boolean {
  const runs = pattern.match(RUNS) ?? [];
  const isKnown = runs.length > 0 && runs.every((run) => TOKENS.includes(run));
  return isKnown && !/[\p{L}']/u.test(pattern.replace(RUNS, ''));
}

/** A function that writes dates `YYYY-MM-DD` in a pattern of YYYY, YY, MM, M, DD and D. */
export function dateWriter(pattern: string): (date: string) => string {
  const write = datePattern(pattern, false);
  // Cached, because the days of a period repeat.
  const written = new Map<string, string>();
  return (date) => {
    const known = written.get(date);
    if (known !== undefined) return known;
    const text = write(DateTime.fromISO(date, { zone: 'utc' }), ENGLISH_WORDS);
    if (written.size < MOST_DATES) written.set(date, text);
    return text;
  };
}

const MOST_DATES = 1_000;
