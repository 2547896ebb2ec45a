import stringWidth from 'string-width';
import { printable } from '../runtime/outsideText.js';
import { wrapped } from '../runtime/wrapText.js';

export { printable };

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

/** The same in a terminal: trailing columns that do not fit are on a separate line below each row. */
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

/** As many cells per line as fit; a cell that is wider than the terminal is wrapped at words. */
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

const MAX_WIDTH = 100;
/** The width of a help text. @param width of the terminal; undefined if there is none */
export function helpWidth(width: number | undefined): number {
  return Math.min(MAX_WIDTH, width ?? MAX_WIDTH);
}

/** The width of the label column. */
interface LabelWidth {
  readonly least?: number;
  /** A label that is wider has its text on the next line. */
  readonly most?: number;
}

/** Labels, each with a text to its right; a long text continues below itself. */
export function labelColumns(
  rows: readonly (readonly [label: string, text: string])[],
  width: number,
  { least = 0, most = 26 }: LabelWidth = {},
): string {
  const widths = rows.map(([label]) => stringWidth(label)).filter((each) => each <= most);
  const labelWidth = Math.max(least, ...widths);
  const indent = ' '.repeat(labelWidth + 4);
  return rows
    .flatMap(([label, text]) => {
      const lines = wrapped(text, width, indent);
      if (stringWidth(label) > labelWidth) return [`  ${label}`, ...lines];
      const [first = '', ...more] = lines;
      const padding = ' '.repeat(labelWidth - stringWidth(label) + 2);
      return [`  ${label}${padding}${first.slice(indent.length)}`.trimEnd(), ...more];
    })
    .join('\n');
}
