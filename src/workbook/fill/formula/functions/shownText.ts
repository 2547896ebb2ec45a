import { DAY_DIGITS, TIME_DIGITS, type WallClock } from '../../language/dateParts.js';
import { rounded } from '../../rounded.js';
import type { CellResult } from '../cellResult.js';
import { dayOfSerial } from './dateFunctions.js';
import type { KnownValue } from './scalarFunction.js';

const SECONDS_PER_DAY = 86_400;

/**
 * What TEXT gives for formats that mean the same in every language: whole numbers, days and times in digits.
 * Undefined for all others: names of months, and signs for decimals and thousands, are those of the program.
 */
export function shownText(value: KnownValue, format: string): CellResult {
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
