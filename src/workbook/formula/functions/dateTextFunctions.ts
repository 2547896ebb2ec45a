import { DateTime } from 'luxon';
import { roundDecimal } from '../../../language/datesAndNumbers.js';
import { DAY_DIGITS, TIME_DIGITS, type WallClock } from '../../../language/formats.js';
import { CELL_CHARACTERS } from '../../cells/address.js';
import { EPOCH_SERIAL, FIRST_SERIAL, MS_PER_DAY } from '../../cells/numbers.js';
import { type CellResult, type KnownValue, toNumber, toText, WRONG_NUMBER, WRONG_VALUE } from '../ranges.js';
import { numberFunction, type ScalarFunction } from './scalarFunctions.js';

export const DAY_SECONDS = 86_400;
const LAST_SERIAL = 2_958_465;

/** Functions of days and times as serial numbers counted from 1900. */
export const DATE_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  // Months and days beyond the end continue into the next year or month. Years of two digits are left to Excel.
  DATE: numberFunction(3, 3, (year = 0, month = 0, day = 0) => {
    const [y, m, d] = [Math.trunc(year), Math.trunc(month), Math.trunc(day)];
    return y < 1900 || y > 9999 ? undefined : dayInMonth(y, m - 1, d);
  }),
  YEAR: dayFunction((date) => date.getUTCFullYear()),
  MONTH: dayFunction((date) => date.getUTCMonth() + 1),
  DAY: dayFunction((date) => date.getUTCDate()),
  WEEKDAY: numberFunction(1, 2, (serial = 0, type = 1) => withDay(serial, (date) => weekday(date, type))),
  ISOWEEKNUM: dayFunction((date) => DateTime.fromJSDate(date, { zone: 'utc' }).weekNumber),
  WEEKNUM: numberFunction(1, 2, (serial = 0, type = 1) => withDay(serial, (date) => weekNumber(date, type))),
  EOMONTH: numberFunction(2, 2, (serial = 0, months = 0) =>
    withDay(serial, (date) =>
      dayInMonth(date.getUTCFullYear(), date.getUTCMonth() + Math.trunc(months) + 1, 0),
    ),
  ),
  EDATE: numberFunction(2, 2, (serial = 0, months = 0) =>
    withDay(serial, (date) => {
      const { year, month, day } = DateTime.fromJSDate(date, { zone: 'utc' }).plus({
        months: Math.trunc(months),
      });
      return dayInMonth(year, month - 1, day);
    }),
  ),
  DAYS: numberFunction(2, 2, (end = 0, start = 0) => Math.floor(end) - Math.floor(start)),
  TIME: numberFunction(3, 3, (hours = 0, minutes = 0, seconds = 0) => {
    const all = Math.trunc(hours) * 3600 + Math.trunc(minutes) * 60 + Math.trunc(seconds);
    return all < 0 ? WRONG_NUMBER : (all % DAY_SECONDS) / DAY_SECONDS;
  }),
  HOUR: numberFunction(1, 1, (serial = 0) => clock(serial, (seconds) => Math.floor(seconds / 3600))),
  MINUTE: numberFunction(1, 1, (serial = 0) => clock(serial, (seconds) => Math.floor(seconds / 60) % 60)),
  SECOND: numberFunction(1, 1, (serial = 0) => clock(serial, (seconds) => seconds % 60)),
};

/** The day of a serial number; undefined before 1900-03-01, where programs differ. */
export function dayOfSerial(serial: number): Date | undefined {
  const day = Math.floor(serial);
  return day >= FIRST_SERIAL && day <= LAST_SERIAL ? new Date((day - EPOCH_SERIAL) * MS_PER_DAY) : undefined;
}

function dayFunction(calculate: (date: Date) => number): ScalarFunction {
  return numberFunction(1, 1, (serial = 0) => withDay(serial, calculate));
}

function withDay(serial: number, calculate: (date: Date) => CellResult): CellResult {
  const date = dayOfSerial(serial);
  return date && calculate(date);
}

function dayInMonth(year: number, month: number, day: number): CellResult {
  const serial = Date.UTC(year, month, day) / MS_PER_DAY + EPOCH_SERIAL;
  return serial >= FIRST_SERIAL && serial <= LAST_SERIAL ? serial : undefined;
}

/** 1 is Monday. */
export function isoWeekday(date: Date): number {
  return ((date.getUTCDay() + 6) % 7) + 1;
}

function weekday(date: Date, type: number): CellResult {
  const iso = isoWeekday(date);
  if (type === 3) return iso - 1;
  // 11 to 17 start the week on Monday to Sunday; 1 equals 17, 2 equals 11.
  const first = { 1: 7, 2: 1 }[type] ?? (type >= 11 && type <= 17 ? type - 10 : undefined);
  return first === undefined ? WRONG_NUMBER : ((iso - first + 7) % 7) + 1;
}

/** Week 1 is that of 1 January; it begins on Sunday (1) or Monday (2). 21 follows ISO 8601. */
function weekNumber(date: Date, type: number): CellResult {
  if (type === 21) return DateTime.fromJSDate(date, { zone: 'utc' }).weekNumber;
  if (type !== 1 && type !== 2) return undefined;
  const start = new Date(Date.UTC(date.getUTCFullYear(), 0, 1));
  const before = type === 1 ? start.getUTCDay() : isoWeekday(start) - 1;
  return Math.floor(((date.getTime() - start.getTime()) / MS_PER_DAY + before) / 7) + 1;
}

function clock(serial: number, calculate: (seconds: number) => number): CellResult {
  if (serial < 0) return WRONG_NUMBER;
  const seconds = Math.round((serial - Math.floor(serial)) * DAY_SECONDS) % DAY_SECONDS;
  return calculate(seconds);
}

/** The days from Monday to Friday between two days, inclusive, without holidays; negative if the end is earlier. */
export function networkDays(start: number, end: number, holidays: ReadonlySet<number>): CellResult {
  const [from, to] = [Math.floor(Math.min(start, end)), Math.floor(Math.max(start, end))];
  if (!dayOfSerial(from) || !dayOfSerial(to) || to - from > 100_000) return undefined;
  let days = 0;
  for (let serial = from; serial <= to; serial++) {
    const date = dayOfSerial(serial);
    if (date && isoWeekday(date) <= 5 && !holidays.has(serial)) days++;
  }
  return end < start ? -days : days;
}

export const TEXT_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  LEN: textFunction(1, 1, (text) => text.length),
  UPPER: textFunction(1, 1, (text) => text.toUpperCase()),
  LOWER: textFunction(1, 1, (text) => text.toLowerCase()),
  TRIM: textFunction(1, 1, (text) => text.replace(/^ +| +$/g, '').replace(/ {2,}/g, ' ')),
  LEFT: textFunction(1, 2, (text, [count]) => cut(count ?? 1, (length) => text.slice(0, length))),
  RIGHT: textFunction(1, 2, (text, [count]) =>
    cut(count ?? 1, (length) => (length === 0 ? '' : text.slice(-length))),
  ),
  MID: textFunction(3, 3, (text, [start, count]) => {
    const from = toNumber(start ?? null);
    if (typeof from !== 'number') return from;
    if (from < 1) return WRONG_VALUE;
    return cut(count ?? null, (length) => text.slice(Math.trunc(from) - 1, Math.trunc(from) - 1 + length));
  }),
  REPT: textFunction(2, 2, (text, [count]) =>
    cut(count ?? null, (times) => (text.length * times > CELL_CHARACTERS ? WRONG_VALUE : text.repeat(times))),
  ),
  EXACT: textFunction(2, 2, (text, [other]) => {
    const second = toText(other ?? null);
    return second === undefined ? undefined : text === second;
  }),
  SUBSTITUTE: textFunction(3, 3, (text, [old, replacement]) => {
    const [from, to] = [toText(old ?? null), toText(replacement ?? null)];
    if (from === undefined || to === undefined) return undefined;
    return from === '' ? text : text.replaceAll(from, () => to);
  }),
  FIND: textFunction(2, 3, (text, [within, start]) => {
    const where = toText(within ?? null);
    const from = toNumber(start ?? 1);
    if (where === undefined || typeof from !== 'number') return undefined;
    const at = from < 1 ? -1 : where.indexOf(text, Math.trunc(from) - 1);
    return at < 0 ? WRONG_VALUE : at + 1;
  }),
  TEXT: {
    inputs: [2, 2],
    calculate: ([value = null, format = null]) =>
      typeof format === 'string' ? formatText(value, format) : undefined,
  },
};

function textFunction(
  min: number,
  max: number,
  calculate: (text: string, others: readonly KnownValue[]) => CellResult,
): ScalarFunction {
  return {
    inputs: [min, max],
    calculate: ([first = null, ...others]) => {
      const text = toText(first);
      return text === undefined ? undefined : calculate(text, others);
    },
  };
}

function cut(count: KnownValue, calculate: (length: number) => CellResult): CellResult {
  const length = toNumber(count);
  if (typeof length !== 'number') return length;
  return length < 0 ? WRONG_VALUE : calculate(Math.trunc(length));
}

/**
 * The result of TEXT for formats that mean the same in every language: whole numbers, days and times in digits.
 * Undefined for all others: names of months, and signs for decimals and thousands, depend on the program.
 */
function formatText(value: KnownValue, format: string): CellResult {
  if (typeof value === 'string') return format === '@' ? value : undefined;
  if (typeof value !== 'number' || value < 0) return undefined;
  if (/^0+$/.test(format)) return whole(value)?.padStart(format.length, '0');
  if (/^0+%$/.test(format)) {
    const percent = whole(value * 100);
    return percent === undefined ? undefined : `${percent.padStart(format.length - 1, '0')}%`;
  }
  return dateText(value, format);
}

function whole(value: number): string | undefined {
  const number = roundDecimal(value, 0);
  return number === undefined || number > Number.MAX_SAFE_INTEGER ? undefined : String(number);
}

const PIECES = /\[hh?\]|y+|m+|d+|h+|s+|[-./: ]/gi;

/** `yyyy-mm-dd`, `dd.mm.yyyy hh:mm`, `[h]:mm`. */
function dateText(value: number, format: string): CellResult {
  const pieces = format.toLowerCase().match(PIECES) ?? [];
  if (pieces.join('').length !== format.length || pieces.length === 0) return undefined;
  const seconds = Math.round((value - Math.floor(value)) * DAY_SECONDS);
  const date = dayOfSerial(Math.floor(value) + (seconds === DAY_SECONDS ? 1 : 0));
  const ms = (date?.getTime() ?? 0) + (seconds % DAY_SECONDS) * 1000;
  const wall = DateTime.fromMillis(ms, { zone: 'utc' });
  const moment = { value, wall, hasDay: date !== undefined };
  const texts = pieces.map((piece, index) => pieceText(piece, isMinute(pieces, index), moment));
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** `m` after hours or before seconds is a minute. */
function isMinute(pieces: readonly string[], at: number): boolean {
  const marks = pieces.map((piece, index) => ({ piece, index })).filter(({ piece }) => /[a-z]/.test(piece));
  const place = marks.findIndex(({ index }) => index === at);
  return /h/.test(marks[place - 1]?.piece ?? '') || /^s/.test(marks[place + 1]?.piece ?? '');
}

interface Moment {
  readonly value: number;
  readonly wall: WallClock;
  readonly hasDay: boolean;
}

/** Parts of Excel's formats, with our names of date parts; months and minutes are distinguished by position. */
function pieceText(piece: string, asMinute: boolean, { value, wall, hasDay }: Moment): string | undefined {
  if (/^[-./: ]$/.test(piece)) return piece;
  if (piece.startsWith('[')) {
    const hours = Math.floor(Math.round(value * DAY_SECONDS) / 3600);
    return String(hours).padStart(piece.length - 2, '0');
  }
  const time = TIME_DIGITS[/^h/.test(piece) ? piece.toUpperCase() : piece];
  if (time && (!piece.startsWith('m') || asMinute)) return time(wall);
  const isDay = hasDay && !asMinute && piece !== 'y';
  return isDay ? DAY_DIGITS[piece.startsWith('m') ? piece.toUpperCase() : piece]?.(wall) : undefined;
}
