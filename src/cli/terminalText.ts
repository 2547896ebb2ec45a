import stringWidth from 'string-width';

/** Control characters and changes of direction in a name could steer a terminal; they are shown as a question mark. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '?');
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
