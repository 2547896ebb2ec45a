import stringWidth from 'string-width';
import { spelledOut } from '../outsideText.js';

/** What of a name could steer a terminal is spelled out; line ends too, since a name has one line. */
export function printable(text: string): string {
  return spelledOut(text);
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

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - stringWidth(text));
}

/**
 * Breaks a text between words so that its lines fit; longer words stay whole. Without a width, which is no terminal,
 * nothing is broken.
 */
export function wrapped(text: string, width: number | undefined, indent = '', deeper = indent): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const isFirst = line === indent || line === deeper;
    const longer = isFirst ? line + word : `${line} ${word}`;
    if (width !== undefined && !isFirst && stringWidth(longer) > width) {
      lines.push(line);
      line = deeper + word;
    } else line = longer;
  }
  return [...lines, line];
}
