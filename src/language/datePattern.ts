import type { ValueWords } from './languageValues.js';
import { message } from './messageText.js';
import { TemplateError } from './templateError.js';

const PIECES = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g;

/**
 * Reads a date pattern: `dd.MM.yyyy`, `EEEE d MMMM` or, as in text templates, `DD.MM.YYYY`. Words are in single quotes.
 * Patterns that would produce unintended text are refused.
 * @returns a function that formats dates
 * @throws TemplateError
 */
export function datePattern(pattern: string, hasTime: boolean): DatePart {
  const pieces = pattern.match(PIECES) ?? [];
  const showsHours = pieces.some((piece) => /^[Hh]/.test(piece));
  const parts = pieces.map((piece) => {
    // Two quotes are one.
    const literal = piece === "''" ? "'" : piece.replaceAll("'", '');
    if (isLiteral(piece)) return () => literal;
    if (Object.hasOwn(DAY_PARTS, piece)) return DAY_PARTS[piece];
    const part = Object.hasOwn(TIME_PARTS, piece) ? TIME_PARTS[piece] : undefined;
    if (!part) throw new TemplateError(message('date.unknownPart', { pattern, part: piece }));
    if (/^m/.test(piece) && !(hasTime && showsHours)) {
      const month = piece.toUpperCase();
      throw new TemplateError(message('date.minutes', { pattern, part: piece, month }));
    }
    if (!hasTime) throw new TemplateError(message('date.noTime', { pattern, part: piece }));
    return part;
  });
  if (pieces.every(isLiteral)) throw new TemplateError(message('date.showsNothing', { pattern }));
  return (wall, words) => parts.map((part) => part?.(wall, words)).join('');
}

function isLiteral(piece: string): boolean {
  return !/^[A-Za-z']/.test(piece) || (piece.length > 1 && piece.startsWith("'"));
}

/** A day and time as the local clock shows them; a luxon DateTime is one. */
export interface WallClock {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

interface WallDay extends WallClock {
  readonly weekday: number;
  readonly weekNumber: number;
  readonly weekYear: number;
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');
const hour12 = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12);

type InDigits = (wall: WallClock) => string;

const DIGITS = {
  y: ({ year }) => String(year),
  yy: ({ year }) => padded(year % 100, 2),
  yyyy: ({ year }) => padded(year, 4),
  M: ({ month }) => String(month),
  MM: ({ month }) => padded(month, 2),
  L: ({ month }) => String(month),
  LL: ({ month }) => padded(month, 2),
  d: ({ day }) => String(day),
  dd: ({ day }) => padded(day, 2),
} satisfies Record<string, InDigits>;

/** The numeric parts of a day, by luxon's names. */
export const DAY_DIGITS: Readonly<Record<string, InDigits>> = DIGITS;

/** Alternative names of the numeric parts of a day: capitals, as in text templates. */
const DAY_DIGITS_IN_CAPITALS: Readonly<Record<string, InDigits>> = {
  YYYY: DIGITS.yyyy,
  YY: DIGITS.yy,
  MM: DIGITS.MM,
  M: DIGITS.M,
  DD: DIGITS.dd,
  D: DIGITS.d,
};

export const TIME_DIGITS: Readonly<Record<string, InDigits>> = {
  H: ({ hour }) => String(hour),
  HH: ({ hour }) => padded(hour, 2),
  h: ({ hour }) => String(hour12(hour)),
  hh: ({ hour }) => padded(hour12(hour), 2),
  m: ({ minute }) => String(minute),
  mm: ({ minute }) => padded(minute, 2),
  s: ({ second }) => String(second),
  ss: ({ second }) => padded(second, 2),
};

export type DatePart = (wall: WallDay, words: ValueWords) => string;

const DAY_PARTS: Readonly<Record<string, DatePart>> = {
  ...DAY_DIGITS,
  ...DAY_DIGITS_IN_CAPITALS,
  MMM: ({ month }, words) => words.abbreviatedMonth(month, 'inDate'),
  MMMM: ({ month }, words) => words.monthName(month),
  LLL: ({ month }, words) => words.abbreviatedMonth(month, 'alone'),
  LLLL: ({ month }, words) => words.monthName(month),
  EEE: ({ weekday }, words) => words.abbreviatedWeekday(weekday, 'inDate'),
  EEEE: ({ weekday }, words) => words.weekdayName(weekday),
  ccc: ({ weekday }, words) => words.abbreviatedWeekday(weekday, 'alone'),
  cccc: ({ weekday }, words) => words.weekdayName(weekday),
  W: ({ weekNumber }) => String(weekNumber),
  WW: ({ weekNumber }) => padded(weekNumber, 2),
  kkkk: ({ weekYear }) => padded(weekYear, 4),
};

const TIME_PARTS: Readonly<Record<string, DatePart>> = {
  ...TIME_DIGITS,
  a: ({ hour }, words) => words.dayHalfName(hour),
};
