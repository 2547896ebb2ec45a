/** The size limits of sheets and cells (ECMA-376 and Excel's own limits). */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
export const CELL_CHARACTERS = 32_767;

/** `A` is 1. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}

/** 1 is `A`. */
export function columnLetters(number: number): string {
  return columnName(number - 1);
}

/** A rectangle of cells; 1 is the first row and the first column. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const AREA = /^\$?([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?$/i;
const COLUMNS = /^\$?([A-Z]{1,3}):\$?([A-Z]{1,3})$/i;
const ROWS = /^\$?([0-9]{1,7}):\$?([0-9]{1,7})$/;

/** Reads `B4`, `A4:H6`, `A:C` or `3:5`; undefined for anything else. */
export function parseArea(text: string): Area | undefined {
  const area = AREA.exec(text);
  if (area) {
    const [, left = '', top = '', right = left, bottom = top] = area;
    return ordered(Number(top), Number(bottom), columnNumber(left), columnNumber(right));
  }
  const columns = COLUMNS.exec(text);
  if (columns) return ordered(1, MAX_ROWS, columnNumber(columns[1] ?? ''), columnNumber(columns[2] ?? ''));
  const rows = ROWS.exec(text);
  return rows ? ordered(Number(rows[1]), Number(rows[2]), 1, MAX_COLUMNS) : undefined;
}

/** The areas of a list such as `A5:H5 J5`; invalid parts are skipped. */
export function parseAreas(text: string): Area[] {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((each) => parseArea(each) ?? []);
}

function ordered(row1: number, row2: number, column1: number, column2: number): Area {
  return {
    top: Math.min(row1, row2),
    bottom: Math.max(row1, row2),
    left: Math.min(column1, column2),
    right: Math.max(column1, column2),
  };
}

/** `B4` for one cell, otherwise `A4:H6`. */
export function areaText({ top, bottom, left, right }: Area): string {
  const first = columnLetters(left) + top;
  return top === bottom && left === right ? first : `${first}:${columnLetters(right)}${bottom}`;
}

export function contains({ top, bottom, left, right }: Area, row: number, column: number): boolean {
  return top <= row && row <= bottom && left <= column && column <= right;
}

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

/** `A1:B9`: columns from 0, rows from 1, inclusive. */
export function areaName(fromColumn: number, fromRow: number, toColumn: number, toRow: number): string {
  return `${cellName(fromColumn, fromRow)}:${cellName(toColumn, toRow)}`;
}

/** A sheet's name as written in formulas: always quoted, quotes doubled. */
export function quotedSheet(name: string): string {
  return `'${name.replaceAll("'", "''")}'`;
}

/** Excel's rules for the name of a worksheet. */
const LONGEST = 31;
const FORBIDDEN = /[\\/?*[\]:]/g;
const CONTROL = /\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu;

/** Truncates without splitting a character of two code units. */
function cutName(name: string, length: number): string {
  const shortened = name.slice(0, length);
  return /[\ud800-\udbff]$/.test(shortened) ? shortened.slice(0, -1) : shortened;
}

/** A sheet name that Excel accepts, for any text. */
function safeSheetName(name: string): string {
  // Excel allows no apostrophe at either end: 't Kint gets a typographic one.
  const quoted = cutName(cleanText(name), LONGEST)
    .trimEnd()
    .replace(/^'+|'+$/g, '’');
  // Excel reserves "History".
  return quoted === '' || quoted.toLowerCase() === 'history' ? `${quoted}_` : quoted;
}

/** More would leave too little of the name. */
const LONGEST_DISTINCTION = 20;

/** `Twin Sam (00101)`. */
function distinctSheetName(name: string, distinction: string): string {
  const suffix = ` (${cutName(cleanText(distinction), LONGEST_DISTINCTION).trimEnd()})`;
  return cutName(cleanText(name), LONGEST - suffix.length).trimEnd() + suffix;
}

/** Each character that Excel forbids is replaced with one, so that the length is that of the sheet's name. */
function cleanText(text: string): string {
  return text.replace(CONTROL, ' ').replace(FORBIDDEN, '-').replace(/\s+/g, ' ').trim();
}

/**
 * The names of a workbook's sheets: at most 31 characters, no characters that Excel forbids, no duplicates in any
 * letter case. Later sheets of the same name get ` (2)`, ` (3)` and so on.
 */
export class SheetNames {
  readonly #taken: Set<string>;
  readonly #counts = new Map<string, number>();

  /** @param fixed names that must not change */
  constructor(fixed: Iterable<string> = []) {
    this.#taken = new Set(Array.from(fixed, (name) => name.toLowerCase()));
  }

  /** @param distinction what distinguishes the sheet from others of its name: the name is cut, and this is not */
  add(wanted: string, distinction?: string): string {
    const base = safeSheetName(distinction === undefined ? wanted : distinctSheetName(wanted, distinction));
    const key = base.toLowerCase();
    let name = base;
    let number = this.#counts.get(key) ?? 1;
    while (this.#taken.has(name.toLowerCase())) {
      number += 1;
      const suffix = ` (${number})`;
      name = cutName(base, LONGEST - suffix.length).trimEnd() + suffix;
    }
    this.#counts.set(key, number);
    this.#taken.add(name.toLowerCase());
    return name;
  }
}
