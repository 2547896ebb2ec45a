/** Rows as columns of equal width, two spaces between them; the first row may be headings. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, lengthOf(cell));
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

/** By what a reader sees as characters, not by code units. */
function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(width - lengthOf(text));
}
