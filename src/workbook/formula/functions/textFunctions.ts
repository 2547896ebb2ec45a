import { CELL_CHARACTERS } from '../../cells/address.js';
import { roundDecimal } from '../../cells/roundDecimal.js';
import { DAY_DIGITS, TIME_DIGITS, type WallClock } from '../../language/datePattern.js';
import { type CellResult, type KnownValue, toNumber, toText, WRONG_VALUE } from '../cellResult.js';
import { DAY_SECONDS, dayOfSerial } from './dateFunctions.js';
import type { ScalarFunction } from './scalarFunctions.js';

/** Functions of text, by their names. */
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
  const moment = { value, wall: wallClock(date, seconds % DAY_SECONDS), hasDay: date !== undefined };
  const texts = pieces.map((piece, index) => pieceText(piece, isMinute(pieces, index), moment));
  return texts.includes(undefined) ? undefined : texts.join('');
}

function wallClock(date: Date | undefined, seconds: number): WallClock {
  return {
    year: date?.getUTCFullYear() ?? 0,
    month: (date?.getUTCMonth() ?? 0) + 1,
    day: date?.getUTCDate() ?? 0,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
  };
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
  /** Whether Excel has a date for it. */
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
