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

/** Units of an hour, a count or a day in decimals: texts of 7.33 hours and of 440 minutes are equally fine. */
export function unitsOfDecimals(kind: AmountKind): number {
  return kind === 'minutes' ? FINEST * MINUTES_PER_HOUR : FINEST;
}

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
  return { units, unitsOfOne: unitsOfDecimals(kind) };
}

function signed(sign: string | undefined, units: number): number {
  return sign === '-' && units !== 0 ? -units : units;
}

/**
 * An amount as text, in the notation of texts of the same column: a clock time if one of them is, otherwise decimals
 * with their sign. undefined for a fraction if no text shows the decimal sign.
 * @param units of `unitsOfDecimals`
 */
export function textOfUnits(units: number, kind: AmountKind, alike: readonly string[]): string | undefined {
  const size = Math.abs(units);
  const sign = units < 0 ? '-' : '';
  const texts = alike.map((text) => text.trim());
  if (texts.some((text) => CLOCK.test(text))) {
    const minutes = Math.round((size * MINUTES_PER_HOUR) / unitsOfDecimals(kind));
    return `${sign}${Math.floor(minutes / MINUTES_PER_HOUR)}:${String(minutes % MINUTES_PER_HOUR).padStart(2, '0')}`;
  }
  const decimals = texts.flatMap((text) => DECIMAL.exec(text)?.slice(3) ?? []);
  const [decimalSign, shown = ''] = decimals.filter((part) => part !== undefined);
  const digits = String(size).padStart(DECIMALS + 1, '0');
  let fraction = digits.slice(-DECIMALS);
  while (fraction.length > shown.length && fraction.endsWith('0')) fraction = fraction.slice(0, -1);
  if (fraction !== '' && decimalSign === undefined) return undefined;
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
