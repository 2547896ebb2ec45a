const names: string[] = [];

/** The letters of a column: 0 is A, 25 is Z, 26 is AA. Excel's last is 16,383 (XFD). */
export function columnName(index: number): string {
  const known = names[index];
  if (known !== undefined) return known;
  const head = index < 26 ? '' : columnName(Math.floor(index / 26) - 1);
  const name = head + String.fromCharCode(65 + (index % 26));
  names[index] = name;
  return name;
}

/** `A1` for column 0 of row 1. */
export function cellName(column: number, row: number): string {
  return columnName(column) + row;
}

/** `A1:B9`: columns from 0, rows from 1, both ends included. */
export function areaName(fromColumn: number, fromRow: number, toColumn: number, toRow: number): string {
  return `${cellName(fromColumn, fromRow)}:${cellName(toColumn, toRow)}`;
}
