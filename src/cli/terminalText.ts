import stringWidth from 'string-width';
import { spelledOut, withoutSecrets } from '../runtime/outsideText.js';

/** Without secrets. What of a name could steer a terminal is spelled out; line ends too, since a name has one line. */
export function printable(text: string): string {
  return spelledOut(withoutSecrets(text));
}

/** Rows as columns of equal width, two spaces between them; the first row may be headings. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The same in a terminal: columns at the end that would not fit stand on a line of their own below each row. */
export function tableWithin(rows: readonly (readonly string[])[], width: number | undefined): string {
  const table = textTable(rows);
  const columns = Math.max(...rows.map((row) => row.length));
  if (width === undefined || fits(table, width)) return table;
  for (let kept = columns - 1; kept > 1; kept -= 1) {
    const narrower = textTable(rows.map((row) => row.slice(0, kept)));
    if (fits(narrower, width)) return withRestBelow(narrower, rows, kept, width);
  }
  return withRestBelow(textTable(rows.map((row) => row.slice(0, 1))), rows, 1, width);
}

function fits(table: string, width: number): boolean {
  return table.split('\n').every((line) => stringWidth(line) <= width);
}

function withRestBelow(
  table: string,
  rows: readonly (readonly string[])[],
  kept: number,
  width: number,
): string {
  return table
    .split('\n')
    .flatMap((line, index) => {
      const rest = (rows[index] ?? []).slice(kept).filter((cell) => cell !== '');
      return rest.length === 0 ? [line] : [line, ...packed(rest, width)];
    })
    .join('\n');
}

const BELOW = '    ';

/** As many cells on a line as fit; one that is wider than the terminal is broken between its words. */
function packed(cells: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const cell of cells) {
    const longer = lines.length === 0 ? BELOW + cell : `${lines.at(-1)}  ${cell}`;
    if (lines.length > 0 && stringWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(...wrapped(cell, width, BELOW));
  }
  return lines;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - stringWidth(text));
}

/** French has a space before some signs, which then begin no line. */
const BETWEEN_WORDS = / (?![;:!?»](?: |$))/;

/**
 * Breaks a text between words so that its lines fit; longer words stay whole. Without a width, which is no terminal,
 * nothing is broken. A secret may have blanks in it, so it goes first.
 */
export function wrapped(text: string, width: number | undefined, indent = '', deeper = indent): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of withoutSecrets(text).split(BETWEEN_WORDS)) {
    const isFirst = line === indent || line === deeper;
    const longer = isFirst ? line + word : `${line} ${word}`;
    if (width !== undefined && !isFirst && stringWidth(longer) > width) {
      lines.push(line);
      line = deeper + word;
    } else line = longer;
  }
  return [...lines, line];
}

/** What stands before the second column of a line of two, else the indent. */
const FIRST_COLUMN = /^\s*\S.*?\S? {2,}(?=\S)|^\s*/;

/** A text of several lines in a terminal: those that are too long go on below where their text began. */
export function fittedText(text: string, width: number | undefined): string {
  return text
    .split('\n')
    .flatMap((line) => {
      if (width === undefined || stringWidth(line) <= width) return [line];
      const [first = ''] = FIRST_COLUMN.exec(line) ?? [];
      const isColumn = first.length < width / 2;
      const before = isColumn ? first : (/^\s*/.exec(line)?.[0] ?? '');
      return wrapped(line.slice(before.length), width, before, ' '.repeat(before.length));
    })
    .join('\n');
}
