import stringWidth from 'string-width';

/** Columns of a page of text: an A4 sheet upright, in the letters of an editor. */
const PAPER_WIDTH = 80;
/** Of the texts of a row that are shared over lines, so many columns at least. */
const LEAST_TEXT = 20;
const GAP = 2;
const BOX = '[ ] ';

/**
 * A table of text to tick off: texts to the left, numbers to the right, a box before every row but the headings. The
 * last of the texts goes on below where the row would be wider than the paper.
 * @param numbers how many columns at the end are numbers
 */
export function paperTable(rows: readonly (readonly string[])[], numbers: number): string[] {
  const columns = rows[0]?.length ?? 0;
  const shared = columns - numbers - 1;
  const others = widthsOf(rows)
    .filter((_, index) => index !== shared)
    .reduce((sum, width) => sum + width + GAP, BOX.length);
  const room = Math.max(LEAST_TEXT, PAPER_WIDTH - others);
  const laid = rows.map((row) => row.map((cell, index) => (index === shared ? linesOf(cell, room) : [cell])));
  const widths = widthsOf(laid.flatMap(asRows));
  return laid.flatMap((row, number) =>
    asRows(row).map((cells, line) => {
      const padded = cells.map((cell, index) => {
        const space = ' '.repeat((widths[index] ?? 0) - stringWidth(cell));
        return index > shared ? space + cell : asLeftToRight(cell) + space;
      });
      return `${number > 0 && line === 0 ? BOX : ' '.repeat(BOX.length)}${padded.join(' '.repeat(GAP))}`;
    }),
  );
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => stringWidth(row[index] ?? ''))));
}

/** A row whose cells have lines, as rows of one line. */
function asRows(row: readonly (readonly string[])[]): string[][] {
  const most = Math.max(1, ...row.map(({ length }) => length));
  return Array.from({ length: most }, (_, line) => row.map((lines) => lines[line] ?? ''));
}

/** Broken after spaces and hyphens, and within what is longer than a line. */
function linesOf(text: string, room: number): string[] {
  const lines: string[] = [''];
  for (const piece of text.match(/[^ -]*[ -]?/gu) ?? []) {
    const last = lines.length - 1;
    if (stringWidth(`${lines[last]}${piece}`.trimEnd()) <= room) lines[last] += piece;
    else lines.splice(lines[last] === '' ? last : lines.length, 1, ...cut(piece, room));
  }
  return lines.map((line) => line.trimEnd());
}

function cut(piece: string, room: number): string[] {
  const parts: string[] = [''];
  for (const character of piece) {
    const last = parts.length - 1;
    if (stringWidth(parts[last] + character) <= room) parts[last] += character;
    else parts.push(character);
  }
  return parts;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LEFT_TO_RIGHT_MARK = '\u200e';

/** A name in Arabic or Hebrew is read from the right, and the numbers after it stay where they are. */
function asLeftToRight(cell: string): string {
  return RIGHT_TO_LEFT.test(cell) ? `${LEFT_TO_RIGHT_MARK}${cell}${LEFT_TO_RIGHT_MARK}` : cell;
}
