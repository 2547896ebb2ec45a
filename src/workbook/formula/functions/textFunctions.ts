import { CELL_CHARACTERS } from '../../cells/address.js';
import { rounded } from '../../cells/rounded.js';
import { DAY_DIGITS, TIME_DIGITS, type WallClock } from '../../language/datePattern.js';
import { type CellResult, numericResult, WRONG_VALUE } from '../cellResult.js';
import { dayOfSerial } from './dateFunctions.js';
import { type KnownValue, type ScalarFunction, textOperand } from './scalarFunctions.js';

/** Functions of text, by their names. */
export const TEXT_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  LEN: ofText(1, 1, (text) => text.length),
  UPPER: ofText(1, 1, (text) => text.toUpperCase()),
  LOWER: ofText(1, 1, (text) => text.toLowerCase()),
  TRIM: ofText(1, 1, (text) => text.replace(/^ +| +$/g, '').replace(/ {2,}/g, ' ')),
  LEFT: ofText(1, 2, (text, [count]) => cut(count ?? 1, (length) => text.slice(0, length))),
  RIGHT: ofText(1, 2, (text, [count]) =>
    cut(count ?? 1, (length) => (length === 0 ? '' : text.slice(-length))),
  ),
  MID: ofText(3, 3, (text, [start, count]) => {
    const from = numericResult(start ?? null);
    if (typeof from !== 'number') return from;
    if (from < 1) return WRONG_VALUE;
    return cut(count ?? null, (length) => text.slice(Math.trunc(from) - 1, Math.trunc(from) - 1 + length));
  }),
  REPT: ofText(2, 2, (text, [count]) =>
    cut(count ?? null, (times) => (text.length * times > CELL_CHARACTERS ? WRONG_VALUE : text.repeat(times))),
  ),
  EXACT: ofText(2, 2, (text, [other]) => {
    const second = textOperand(other ?? null);
    return second === undefined ? undefined : text === second;
  }),
  SUBSTITUTE: ofText(3, 3, (text, [old, replacement]) => {
    const [from, to] = [textOperand(old ?? null), textOperand(replacement ?? null)];
    if (from === undefined || to === undefined) return undefined;
    return from === '' ? text : text.replaceAll(from, () => to);
  }),
  FIND: ofText(2, 3, (text, [within, start]) => {
    const where = textOperand(within ?? null);
    const from = numericResult(start ?? 1);
    if (where === undefined || typeof from !== 'number') return undefined;
    const at = from < 1 ? -1 : where.indexOf(text, Math.trunc(from) - 1);
    return at < 0 ? WRONG_VALUE : at + 1;
  }),
  TEXT: {
    inputs: [2, 2],
    calculate: ([value = null, format = null]) =>
      typeof format === 'string' ? shownText(value, format) : undefined,
  },
};

function ofText(
  min: number,
  max: number,
  calculate: (text: string, others: readonly KnownValue[]) => CellResult,
): ScalarFunction {
  return {
    inputs: [min, max],
    calculate: ([first = null, ...others]) => {
      const text = textOperand(first);
      return text === undefined ? undefined : calculate(text, others);
    },
  };
}

function cut(count: KnownValue, calculate: (length: number) => CellResult): CellResult {
  const length = numericResult(count);
  if (typeof length !== 'number') return length;
  return length < 0 ? WRONG_VALUE : calculate(Math.trunc(length));
}

const SECONDS_PER_DAY = 86_400;

/**
 * What TEXT gives for formats that mean the same in every language: whole numbers, days and times in digits.
 * Undefined for all others: names of months, and signs for decimals and thousands, are those of the program.
 */
function shownText(value: KnownValue, format: string): CellResult {
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
  const number = rounded(value, 0);
  return number === undefined || number > Number.MAX_SAFE_INTEGER ? undefined : String(number);
}

const PIECES = /\[hh?\]|y+|m+|d+|h+|s+|[-./: ]/gi;

/** `yyyy-mm-dd`, `dd.mm.yyyy hh:mm`, `[h]:mm`. */
function dateText(value: number, format: string): CellResult {
  const pieces = format.toLowerCase().match(PIECES) ?? [];
  if (pieces.join('').length !== format.length || pieces.length === 0) return undefined;
  const seconds = Math.round((value - Math.floor(value)) * SECONDS_PER_DAY);
  const date = dayOfSerial(Math.floor(value) + (seconds === SECONDS_PER_DAY ? 1 : 0));
  const moment = { value, wall: wallClock(date, seconds % SECONDS_PER_DAY), hasDay: date !== undefined };
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
  /** Excel has a day for it. */
  readonly hasDay: boolean;
}

/** Pieces of Excel's formats as the parts of a date are called here; months and minutes are told apart by their place. */
function pieceText(piece: string, asMinute: boolean, { value, wall, hasDay }: Moment): string | undefined {
  if (/^[-./: ]$/.test(piece)) return piece;
  if (piece.startsWith('[')) {
    const hours = Math.floor(Math.round(value * SECONDS_PER_DAY) / 3600);
    return String(hours).padStart(piece.length - 2, '0');
  }
  const time = TIME_DIGITS[/^h/.test(piece) ? piece.toUpperCase() : piece];
  if (time && (!piece.startsWith('m') || asMinute)) return time(wall);
  const isDay = hasDay && !asMinute && piece !== 'y';
  return isDay ? DAY_DIGITS[piece.startsWith('m') ? piece.toUpperCase() : piece]?.(wall) : undefined;
}
