/** Letters that are clearly wider or narrower than a digit in Calibri and its kind. */
const WIDE = /[MWmw@%ŒÆœæ—…]/;
const NARROW = /[ijltfrI.,:;'’|!() -]/;

/**
 * Roughly how wide a text is, in the digits that column widths count: Chinese, Japanese and Korean characters take
 * two, capitals a little more than one. Written here, since nothing that measures fonts runs without them.
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

/** Every text of a large table is measured: most of its characters are looked up. */
const LATIN_WIDTHS = Array.from({ length: 0x300 }, (_, code) => characterWidth(String.fromCharCode(code)));

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x1100 && isEastAsian(code)) return 2;
  if (/\p{M}/u.test(character)) return 0;
  if (WIDE.test(character)) return 1.6;
  if (NARROW.test(character)) return 0.6;
  return /\p{Lu}/u.test(character) ? 1.2 : 1;
}

function isEastAsian(code: number): boolean {
  return (
    code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xff60) ||
    code >= 0x1_f300
  );
}

/** The longest width that so many UTF-16 units can have: saves measuring most texts. */
export function widestPossible(text: string): number {
  return text.length * 2;
}

/** What a cell's indent and edges take of its column, in digits of the body's size. */
const CELL_EDGES = 2;
/** Columns are counted in digits of 11 points; the body has 10. */
const BODY_SCALE = 1.05;

/** How many lines a text of the body takes in a column of that width. */
export function linesInColumn(text: string, columnWidth: number): number {
  const room = columnWidth * BODY_SCALE - CELL_EDGES;
  if (widestPossible(text) <= room || textWidth(text) <= room) return 1;
  return wrappedLines(text, room);
}

/** How many lines a text takes in so much room, broken at spaces and hyphens, and within words that are longer. */
export function wrappedLines(text: string, room: number): number {
  let lines = 1;
  let used = 0;
  for (const piece of text.split(/(?<=[ -])/)) {
    const width = textWidth(piece);
    // The space at a line's end needs no room.
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
