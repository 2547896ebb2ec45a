import type { WorkbookWords } from '../../workbookWords.js';

/** A day and time as the clock on the wall shows them; a luxon DateTime is one. */
export interface WallClock {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** The same with its week, by ISO 8601. */
export interface WallDay extends WallClock {
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

/** The parts of a day in digits, as luxon calls them. */
export const DAY_DIGITS: Readonly<Record<string, InDigits>> = DIGITS;

/** What the parts of a day in digits are called beside it: capitals, as in text files. */
const DAY_DIGITS_IN_CAPITALS: Readonly<Record<string, InDigits>> = {
  YYYY: DIGITS.yyyy,
  YY: DIGITS.yy,
  MM: DIGITS.MM,
  M: DIGITS.M,
  DD: DIGITS.dd,
  D: DIGITS.d,
};

/** The parts of a time in digits. */
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

export type DatePart = (wall: WallDay, words: WorkbookWords) => string;

/** All parts of a day. */
export const DAY_PARTS: Readonly<Record<string, DatePart>> = {
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
export const TIME_PARTS: Readonly<Record<string, DatePart>> = {
  ...TIME_DIGITS,
  a: ({ hour }, words) => words.dayHalfName(hour),
};
