import { Mistake } from '../mistake.js';
import { DAY_PARTS, type DatePart, TIME_PARTS } from './dateParts.js';

const PIECES = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g;
const EXAMPLE = 'Write for example | date:"dd.MM.yyyy" or | date:"EEEE d MMMM yyyy".';

/**
 * Reads a pattern of a date: `dd.MM.yyyy`, `EEEE d MMMM`, and as in text templates `DD.MM.YYYY`. Words stand in single
 * quotes. What would come out as other text than was meant is refused.
 * @returns what writes dates so
 * @throws Mistake
 */
export function datePattern(pattern: string, hasTime: boolean): DatePart {
  const pieces = pattern.match(PIECES) ?? [];
  const showsHours = pieces.some((piece) => /^[Hh]/.test(piece));
  const parts = pieces.map((piece) => {
    if (isLiteral(piece)) return literal(piece);
    const part = partOf(piece);
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
function literal(piece: string): DatePart {
  const text = piece === "''" ? "'" : piece.replaceAll("'", '');
  return () => text;
}

function partOf(piece: string): { readonly isDay: boolean; readonly write: DatePart } | undefined {
  const isDay = Object.hasOwn(DAY_PARTS, piece);
  const write = isDay ? DAY_PARTS[piece] : Object.hasOwn(TIME_PARTS, piece) ? TIME_PARTS[piece] : undefined;
  return write && { isDay, write };
}

function unknownPiece(piece: string, pattern: string): Mistake {
  const problem = `date:"${pattern}": "${piece}" is no part of a date`;
  return new Mistake(problem, `${EXAMPLE} Words stand in single quotes: | date:"d 'of' MMMM".`);
}
