import stringWidth from 'string-width';

/** Letters that are clearly wider or narrower than a digit in Calibri and similar fonts. */
const WIDE = /[MWmw@%ŒÆœæ—…]/;
const NARROW = /[ijltfrI.,:;'’|!() -]/;

/**
 * The approximate width of a text in digits, the unit of column widths: Chinese, Japanese and Korean characters take
 * two, combining marks none, capitals a little more than one.
 */
export function textWidth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length; at += 1) {
    const known = LATIN_WIDTHS[text.charCodeAt(at)];
    if (known !== undefined) {
      width += known;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    width += characterWidth(character);
    at += character.length - 1;
  }
  return width;
}

/** A lookup table, because every text of a large table is measured. */
const LATIN_WIDTHS = Array.from({ length: 0x300 }, (_, code) => characterWidth(String.fromCharCode(code)));

function characterWidth(character: string): number {
  const cells = stringWidth(character);
  if (cells !== 1) return cells;
  if (WIDE.test(character)) return 1.6;
  if (NARROW.test(character)) return 0.6;
  return /\p{Lu}/u.test(character) ? 1.2 : 1;
}

/** The longest width that this many UTF-16 units can have: avoids measuring most texts. */
export function widestPossible(text: string): number {
  return text.length * 2;
}

/** The width of a cell's indent and margins, in digits of the body size. */
const CELL_EDGES = 2;
/** Columns are counted in digits of 11 points; the body has 10. */
const BODY_SCALE = 1.05;

/** The number of lines of body text in a column of that width. */
export function linesInColumn(text: string, columnWidth: number): number {
  const room = columnWidth * BODY_SCALE - CELL_EDGES;
  if (widestPossible(text) <= room || textWidth(text) <= room) return 1;
  return wrappedLines(text, room);
}

/** The number of lines of a text in the given width, broken at spaces and hyphens, and within longer words. */
export function wrappedLines(text: string, room: number): number {
  let lines = 1;
  let used = 0;
  for (const piece of text.split(/(?<=[ -])/)) {
    const width = textWidth(piece);
    // The space at a line's end needs no width.
    const needed = textWidth(piece.trimEnd());
    if (used > 0 && used + needed > room) {
      lines += 1;
      used = 0;
    }
    lines += Math.max(0, Math.ceil(needed / room) - 1);
    used += needed > room ? needed % room : width;
  }
  return lines;
}
