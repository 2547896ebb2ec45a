import { Mistake } from './mistake.js';

const PIECES = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g;
const DAY_TOKEN = /^(?:y|yy|yyyy|YY|YYYY|M{1,4}|L{1,4}|d|dd|D|DD|E{3,4}|c{3,4}|W|WW|kkkk)$/;
const TIME_TOKEN = /^(?:H|HH|h|hh|m|mm|s|ss|a)$/;
const EXAMPLE = 'Write for example | date:"dd.MM.yyyy" or | date:"EEEE d MMMM yyyy".';

/**
 * A pattern of a date (`dd.MM.yyyy`, `EEEE d MMMM`, and as in text templates `DD.MM.YYYY`) as luxon's `toFormat` takes
 * it. Words stand in single quotes. What would come out as other text than was meant is refused.
 * @throws Mistake
 */
export function luxonPattern(pattern: string, hasTime: boolean): string {
  const pieces = pattern.match(PIECES) ?? [];
  const showsHours = pieces.some((piece) => /^[Hh]/.test(piece));
  let shows = false;
  for (const piece of pieces) {
    if (!/^[A-Za-z']/.test(piece) || (piece.length > 1 && piece.startsWith("'"))) continue;
    shows = true;
    if (DAY_TOKEN.test(piece)) continue;
    if (!TIME_TOKEN.test(piece)) throw unknownPiece(piece, pattern);
    if (/^m/.test(piece) && !(hasTime && showsHours)) {
      throw new Mistake(
        `date:"${pattern}": "${piece}" are minutes`,
        `Write ${piece.toUpperCase()} for the month.`,
      );
    }
    if (!hasTime) throw new Mistake(`date:"${pattern}": a date has no time ("${piece}")`, EXAMPLE);
  }
  if (!shows) throw new Mistake(`date:"${pattern}" shows nothing of the date`, EXAMPLE);
  return pieces.map((piece) => (/^[YD]/.test(piece) ? piece.toLowerCase() : piece)).join('');
}

function unknownPiece(piece: string, pattern: string): Mistake {
  const problem = `date:"${pattern}": "${piece}" is no part of a date`;
  return new Mistake(problem, `${EXAMPLE} Words stand in single quotes: | date:"d 'of' MMMM".`);
}
