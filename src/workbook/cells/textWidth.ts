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

/** Columns are counted in digits of 11 points. */
const USUAL_POINTS = 11;

/**
 * The number of lines of a text in the given width, broken at spaces and hyphens, and within longer words.
 * @param widthOf in the same unit as the room
 */
export function wrappedLines(text: string, room: number, widthOf = textWidth): number {
  let lines = 1;
  let used = 0;
  for (const piece of text.split(/(?<=[ -])/)) {
    const width = widthOf(piece);
    // The space at a line's end needs no width.
    const needed = widthOf(piece.trimEnd());
    if (used > 0 && used + needed > room) {
      lines += 1;
      used = 0;
    }
    lines += Math.max(0, Math.ceil(needed / room) - 1);
    used += needed > room ? needed % room : width;
  }
  return lines;
}

/** A cell's edges, in digits of 11 points, in which columns are counted. */
const PLAIN_EDGES = 0.7;

/** A step of an indent: three spaces. */
const INDENT = 1.36;

/** The number of lines of a text in a cell of a drawn workbook, including its line breaks. */
export function linesOfCell(
  text: string,
  columnWidth: number,
  { fontPoints, indent }: { readonly fontPoints: number; readonly indent: number },
): number {
  const room = Math.max(1, ((columnWidth - PLAIN_EDGES - indent * INDENT) * USUAL_POINTS) / fontPoints);
  if (widestPossible(text) <= room && !text.includes('\n')) return 1;
  return text.split('\n').reduce((lines, line) => lines + wrappedLines(line, room, calibriWidth), 0);
}

/** Between the text of a cell and its borders, so that programs with other fonts show it too. */
const FITTED_EDGES = 1.5;
const BOLD = 1.07;

/** The width of a column in which a text is not cut off: that of its longest line. */
export function widthOfCell(
  text: string,
  {
    fontPoints,
    isBold,
    indent,
  }: { readonly fontPoints: number; readonly isBold: boolean; readonly indent: number },
): number {
  const widest = text.split('\n').reduce((most, line) => Math.max(most, calibriWidth(line)), 0);
  const edges = FITTED_EDGES + indent * INDENT;
  return (widest * fontPoints * (isBold ? BOLD : 1)) / USUAL_POINTS + edges;
}

/** The widest that {@link widthOfCell} can be for this many UTF-16 units: avoids measuring most texts. */
export function widestCell(
  text: string,
  { fontPoints, indent }: { readonly fontPoints: number; readonly indent: number },
): number {
  return (widestPossible(text) * fontPoints * BOLD) / USUAL_POINTS + FITTED_EDGES + indent * INDENT;
}

/** The widths of the characters from the space to "~" in Calibri, in hundredths of a digit. */
const CALIBRI_WIDTHS =
  '45 64 79 98 100 141 135 44 60 60 98 98 49 60 50 76 100 100 100 100 100 100 100 100 100 100 53 53 98 98 98 91 176 114 107 105 121 96 91 124 123 50 63 103 83 169 127 131 102 133 107 91 96 127 112 176 102 96 92 61 76 61 98 98 57 95 104 83 104 98 60 93 104 45 47 90 45 158 104 104 104 104 69 77 66 104 89 141 85 89 78 62 91 62 98'
    .split(' ')
    .map(Number);

const PLAIN = /^[ -~]*$/;

/** In digits. A letter with an accent is as wide as without. */
function calibriWidth(text: string): number {
  if (PLAIN.test(text)) {
    let width = 0;
    for (let at = 0; at < text.length; at++) width += CALIBRI_WIDTHS[text.charCodeAt(at) - 32] ?? 0;
    return width / 100;
  }
  return [...text.normalize('NFD').replace(/\p{M}/gu, '')].reduce((width, character) => {
    const known = CALIBRI_WIDTHS[(character.codePointAt(0) ?? 0) - 32];
    return width + (known === undefined ? characterWidth(character) : known / 100);
  }, 0);
}

/** The height of a line of Calibri and its kind, in the steps in which Excel counts. */
export function pointsPerLine(fontPoints: number): number {
  return Math.ceil((fontPoints * 1.3) / 0.75) * 0.75;
}
