import { message } from '../../i18n/message.js';
import type { WorkbookWords } from '../model.js';
import { TemplateError } from '../workbookError.js';

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
    if (isLiteral(piece)) return literal(piece);
    const part = findDatePart(piece);
    if (!part) throw unknownPiece(piece, pattern);
    if (part.isDay) return part.write;
    if (/^m/.test(piece) && !(hasTime && showsHours)) {
      const month = piece.toUpperCase();
      throw new TemplateError(message('workbook.date.minutes', { pattern, part: piece, month }));
    }
    if (!hasTime) throw new TemplateError(message('workbook.date.noTime', { pattern, part: piece }));
    return part.write;
  });
  if (pieces.every(isLiteral)) throw new TemplateError(message('workbook.date.showsNothing', { pattern }));
  return (wall, words) => parts.map((part) => part(wall, words)).join('');
}

/** Signs, and words in quotes. */
function isLiteral(piece: string): boolean {
  return !/^[A-Za-z']/.test(piece) || (piece.length > 1 && piece.startsWith("'"));
}

/** Two quotes are one. */
function literal(piece: string): DatePart {
  const text = piece === "''" ? "'" : piece.replaceAll("'", '');
  return () => text;
}

function findDatePart(piece: string): { readonly isDay: boolean; readonly write: DatePart } | undefined {
  const isDay = Object.hasOwn(DAY_PARTS, piece);
  const write = isDay ? DAY_PARTS[piece] : Object.hasOwn(TIME_PARTS, piece) ? TIME_PARTS[piece] : undefined;
  return write && { isDay, write };
}

function unknownPiece(piece: string, pattern: string): TemplateError {
  return new TemplateError(message('workbook.date.unknownPart', { pattern, part: piece }));
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

/** The same day with its ISO 8601 week. */
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

/** The numeric parts of a time. */
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

type DatePart = (wall: WallDay, words: WorkbookWords) => string;

/** All parts of a day. */
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

/** All parts of a time. */
const TIME_PARTS: Readonly<Record<string, DatePart>> = {
  ...TIME_DIGITS,
  a: ({ hour }, words) => words.dayHalfName(hour),
};
