import type { AmountUnit } from '../../domain/pay/payAmounts.js';
/** A printed number. It is a whole number of `units`, so that printed sums can be exact. */
export interface NumberFormat {
  /** The printed whole units of a value (hundredths of hours, minutes, counts). */
  toUnits(value: number): number;
  print(units: number): string;
}

/** The same number with its sign in another position, or without one. */
export function signedFormat(
  { toUnits, print }: NumberFormat,
  sign: 'none' | { readonly plus: string; readonly minus: string; readonly place: 'before' | 'after' },
): NumberFormat {
  if (sign === 'none') return { toUnits, print: (units) => print(Math.abs(units)) };
  return {
    toUnits,
    print(units) {
      const mark = units < 0 ? sign.minus : sign.plus;
      const digits = print(Math.abs(units));
      return sign.place === 'before' ? `${mark}${digits}` : `${digits}${mark}`;
    },
  };
}

export const integerFormat: NumberFormat = { toUnits: (value) => value, print: String };

/** Minutes as decimal hours, rounded half away from zero once, never with a thousands separator. */
export function hoursFormat(decimals: number, minDecimals: number, decimalSign: string): NumberFormat {
  const scale = 10 ** decimals;
  return {
    toUnits: (minutes) => scaledHours(minutes, scale),
    print(units) {
      const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
      const whole = digits.slice(0, digits.length - decimals);
      const fraction = trimZeros(digits.slice(digits.length - decimals), minDecimals);
      return `${units < 0 ? '-' : ''}${whole}${fraction === '' ? '' : decimalSign + fraction}`;
    },
  };
}

/** Numbers with decimals, rounded half away from zero; trailing zeros are dropped down to `minDecimals`. */
export function decimalFormat(decimals: number, minDecimals: number, decimalSign: string): NumberFormat {
  const { print } = hoursFormat(decimals, minDecimals, decimalSign);
  return { toUnits: (value) => decimalUnits(value, 10 ** decimals), print };
}

/** Hours without a decimal separator: 75 minutes are `125` in hundredths. */
export function impliedFormat(decimals: number): NumberFormat {
  const scale = 10 ** decimals;
  return { toUnits: (minutes) => scaledHours(minutes, scale), print: String };
}

/** `7:30`, `-0:20`, `130:05`. */
export function clockFormat(separator: string): NumberFormat {
  return { toUnits: (value) => value, print: (minutes) => clock(minutes, 1, separator) };
}

/** `7` and `30` of 7:30, for files with separate columns; both are negative for -7:30. */
export const clockHours: NumberFormat = {
  toUnits: (value) => value,
  print: (minutes) => String(Math.trunc(minutes / 60) + 0),
};
export const minutesOfClock: NumberFormat = {
  toUnits: (value) => value,
  print: (minutes) => String((minutes % 60) + 0),
};

/** `0730`, `-0020`. */
export const hhmmFormat: NumberFormat = {
  toUnits: (value) => value,
  print: (minutes) => clock(minutes, 2, ''),
};

function clock(minutes: number, hourDigits: number, separator: string): string {
  const total = Math.abs(minutes);
  const hours = String(Math.floor(total / 60)).padStart(hourDigits, '0');
  return `${minutes < 0 ? '-' : ''}${hours}${separator}${String(total % 60).padStart(2, '0')}`;
}

/** minutes / 60 × scale, rounded half away from zero, with whole numbers only and no binary fractions. */
function scaledHours(minutes: number, scale: number): number {
  const magnitude = Math.floor((Math.abs(minutes) * scale * 2 + 60) / 120);
  return minutes < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

/** Corrects the error of binary fractions: 1.005 is stored as 1.00499…, but must be rounded up. */
function decimalUnits(value: number, scale: number): number {
  const units = Math.round(Number((Math.abs(value) * scale).toPrecision(14)));
  return value < 0 && units !== 0 ? -units : units;
}

function trimZeros(fraction: string, keep: number): string {
  let end = fraction.length;
  while (end > keep && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

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

/**
 * The positions of a pattern's parts in `YYYY-MM-DD`. Drawn workbooks have the same table, but importing it would load
 * their engine.
 */
const PARTS: Readonly<Record<string, (date: string) => string>> = {
  YYYY: (date) => date.slice(0, 4),
  YY: (date) => date.slice(2, 4),
  MM: (date) => date.slice(5, 7),
  M: (date) => withoutZero(date.slice(5, 7)),
  DD: (date) => date.slice(8, 10),
  D: (date) => withoutZero(date.slice(8, 10)),
};

const TOKENS = new RegExp(`(${Object.keys(PARTS).join('|')})`, 'g');

function withoutZero(digits: string): string {
  return digits.startsWith('0') ? digits.slice(1) : digits;
}

/**
 * True for patterns such as `DD.MM.YYYY`, `YYYYMMDD`, `MM/YYYY` or `D`: tokens, and characters that are not letters.
 */
export function isDatePattern(pattern: string): boolean {
  return /[YMD]/.test(pattern) && !/\p{L}/u.test(pattern.replace(TOKENS, ''));
}

/** A function that writes dates `YYYY-MM-DD` in a pattern of YYYY, YY, MM, M, DD and D. */
export function dateWriter(pattern: string): (date: string) => string {
  const parts = pattern.split(TOKENS);
  // Cached, because the days of a period repeat.
  const written = new Map<string, string>();
  return (date) => {
    const known = written.get(date);
    if (known !== undefined) return known;
    const text = parts.map((part) => PARTS[part]?.(date) ?? part).join('');
    if (written.size < MOST_DATES) written.set(date, text);
    return text;
  };
}

const MOST_DATES = 1_000;
