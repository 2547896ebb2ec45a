import type { DateTime } from 'luxon';
import type { WorkbookWords } from '../../workbookWords.js';
import { Mistake } from '../mistake.js';

type Part = (wall: DateTime, words: WorkbookWords) => string;

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');
const hour12 = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12);

/** The parts of a day as luxon calls them. */
const DAY_PARTS: Readonly<Record<string, Part>> = {
  y: ({ year }) => String(year),
  yy: ({ year }) => padded(year % 100, 2),
  yyyy: ({ year }) => padded(year, 4),
  M: ({ month }) => String(month),
  MM: ({ month }) => padded(month, 2),
  MMM: ({ month }, words) => words.abbreviatedMonth(month, 'inDate'),
  MMMM: ({ month }, words) => words.monthName(month),
  L: ({ month }) => String(month),
  LL: ({ month }) => padded(month, 2),
  LLL: ({ month }, words) => words.abbreviatedMonth(month, 'alone'),
  LLLL: ({ month }, words) => words.monthName(month),
  d: ({ day }) => String(day),
  dd: ({ day }) => padded(day, 2),
  EEE: ({ weekday }, words) => words.abbreviatedWeekday(weekday, 'inDate'),
  EEEE: ({ weekday }, words) => words.weekdayName(weekday),
  ccc: ({ weekday }, words) => words.abbreviatedWeekday(weekday, 'alone'),
  cccc: ({ weekday }, words) => words.weekdayName(weekday),
  W: ({ weekNumber }) => String(weekNumber),
  WW: ({ weekNumber }) => padded(weekNumber, 2),
  kkkk: ({ weekYear }) => padded(weekYear, 4),
};

const TIME_PARTS: Readonly<Record<string, Part>> = {
  H: ({ hour }) => String(hour),
  HH: ({ hour }) => padded(hour, 2),
  h: ({ hour }) => String(hour12(hour)),
  hh: ({ hour }) => padded(hour12(hour), 2),
  m: ({ minute }) => String(minute),
  mm: ({ minute }) => padded(minute, 2),
  s: ({ second }) => String(second),
  ss: ({ second }) => padded(second, 2),
  a: ({ hour }, words) => words.dayHalfName(hour),
};

/** As in text templates: `YYYY` is `yyyy`, `DD` is `dd`. */
const OTHER_NAMES: Readonly<Record<string, string>> = { YY: 'yy', YYYY: 'yyyy', D: 'd', DD: 'dd' };

const PIECES = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g;
const EXAMPLE = 'Write for example | date:"dd.MM.yyyy" or | date:"EEEE d MMMM yyyy".';

/**
 * Reads a pattern of a date: `dd.MM.yyyy`, `EEEE d MMMM`, and as in text templates `DD.MM.YYYY`. Words stand in single
 * quotes. What would come out as other text than was meant is refused.
 * @returns what writes dates so
 * @throws Mistake
 */
export function datePattern(pattern: string, hasTime: boolean): Part {
  const pieces = pattern.match(PIECES) ?? [];
  const showsHours = pieces.some((piece) => /^[Hh]/.test(piece));
  const parts = pieces.map((piece) => {
    if (isLiteral(piece)) return literal(piece);
    const part = partOf(OTHER_NAMES[piece] ?? piece);
    if (!part) throw unknownPiece(piece, pattern);
    if (part.isDay) return part.write;
    if (/^m/.test(piece) && !(hasTime && showsHours)) {
      throw new Mistake(
        `date:"${pattern}": "${piece}" are minutes`,
        `Write ${piece.toUpperCase()} for the month.`,
      );
    }
    if (!hasTime) throw new Mistake(`date:"${pattern}": a date has no time ("${piece}")`, EXAMPLE);
    return part.write;
  });
  if (pieces.every(isLiteral)) throw new Mistake(`date:"${pattern}" shows nothing of the date`, EXAMPLE);
  return (wall, words) => parts.map((part) => part(wall, words)).join('');
}

/** Signs, and words in quotes. */
function isLiteral(piece: string): boolean {
  return !/^[A-Za-z']/.test(piece) || (piece.length > 1 && piece.startsWith("'"));
}

/** Two quotes are one. */
function literal(piece: string): Part {
  const text = piece === "''" ? "'" : piece.replaceAll("'", '');
  return () => text;
}

function partOf(piece: string): { readonly isDay: boolean; readonly write: Part } | undefined {
  const isDay = Object.hasOwn(DAY_PARTS, piece);
  const write = isDay ? DAY_PARTS[piece] : Object.hasOwn(TIME_PARTS, piece) ? TIME_PARTS[piece] : undefined;
  return write && { isDay, write };
}

function unknownPiece(piece: string, pattern: string): Mistake {
  const problem = `date:"${pattern}": "${piece}" is no part of a date`;
  return new Mistake(problem, `${EXAMPLE} Words stand in single quotes: | date:"d 'of' MMMM".`);
}
