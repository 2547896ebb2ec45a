import { CELL_CHARACTERS } from '../cells/address.js';
import type { FormulaNode } from './expression.js';
import { type PlacedReference, placedReference, type WrittenSheet } from './placedFormula.js';

/** Error values such as `#DIV/0!`. */
export class FormulaError {
  constructor(readonly code: string) {}
}

export const DIVISION_BY_ZERO = new FormulaError('#DIV/0!');
export const WRONG_VALUE = new FormulaError('#VALUE!');
export const WRONG_NUMBER = new FormulaError('#NUM!');
export const NOT_AVAILABLE = new FormulaError('#N/A');
export const WRONG_REFERENCE = new FormulaError('#REF!');

/** A known value that is not an error; null is an empty cell. */
export type KnownValue = number | string | boolean | null;

/** The result of a cell; undefined if it is not calculated here. */
export type CellResult = KnownValue | FormulaError | undefined;

/** A value as a number, by the rules of Excel's arithmetic. Text is left to Excel. */
export function toNumber(value: CellResult): number | FormulaError | undefined {
  if (typeof value === 'number' || value instanceof FormulaError) return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  // LibreOffice treats the word TRUE as 1.
  if (typeof value === 'string' && !/\d|^(true|false)$/i.test(value)) return WRONG_VALUE;
  return undefined;
}

export const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** The result of a function of values. An error among them is the result; an unknown value makes it unknown. */
export function withKnownValues(
  values: readonly CellResult[],
  calculate: (known: readonly KnownValue[]) => CellResult,
): CellResult {
  if (values.includes(undefined)) return undefined;
  const error = values.find((value) => value instanceof FormulaError);
  return error ?? calculate(values as readonly KnownValue[]);
}

/** A value as text, as for `&`: fractions are left to Excel, which has its own rules for them. */
export function toText(value: KnownValue): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}

export function joinTexts(values: readonly KnownValue[], between: string, skipsEmpty = true): CellResult {
  const texts = values.map(toText);
  if (texts.includes(undefined)) return undefined;
  const text = texts.filter((each) => !skipsEmpty || each !== '').join(between);
  return text.length > CELL_CHARACTERS ? WRONG_VALUE : text;
}

/** The cells of the workbook that is being written, by their place in the output. */
export interface OutputCells {
  valueOf(sheet: WrittenSheet, row: number, column: number): CellResult;
  /** The cells of a defined name or a structured reference; undefined if it is not a plain area. */
  areaOf(
    expression: Extract<FormulaNode, { kind: 'table' | 'name' }>,
    at: FormulaPosition,
  ): OutputArea | undefined;
  readonly totals: RangeTotals;
  readonly lists: AreaLists;
  /** The value of a defined name that is a number or text. */
  constantOf(name: string, at: FormulaPosition): CellResult;
  readonly counts1904: boolean;
}

export interface FormulaPosition {
  readonly sheet: WrittenSheet;
  readonly row: number;
  readonly column: number;
  readonly instance: number;
  readonly columnInstance: number;
}

/** Calculates a formula at its output position; undefined if something in it is not calculated here. */
export type Calculation = (at: FormulaPosition) => CellResult;

export interface CalculationSources {
  readonly cells: OutputCells;
  readonly sheet: WrittenSheet;
}

type AreaAt = (at: FormulaPosition) => OutputArea | undefined;

/** The cells of an expression; undefined if it is a value. */
export function prepareArea(expression: FormulaNode, { cells, sheet }: CalculationSources): AreaAt {
  if (expression.kind === 'table' || expression.kind === 'name') return (at) => cells.areaOf(expression, at);
  if (expression.kind !== 'reference') return () => undefined;
  const reference = placedReference(expression.reference, sheet);
  return (at) => outputArea(reference, at);
}

const OUTSIDE = { instance: 0, columnInstance: 0 };

export function outputArea(
  reference: PlacedReference,
  { instance, columnInstance }: Pick<FormulaPosition, 'instance' | 'columnInstance'> = OUTSIDE,
): OutputArea {
  const { sheet, topAt, bottomAt, leftAt, rightAt } = reference;
  const top = topAt(instance);
  const left = leftAt(columnInstance);
  return {
    sheet,
    top,
    bottom: Math.max(top, bottomAt(instance)),
    left,
    right: Math.max(left, rightAt(columnInstance)),
    owner: reference,
  };
}

export interface OutputArea {
  readonly sheet: WrittenSheet;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** The key of the area: an area that grows from formula to formula (a running total) is extended, not recounted. */
  readonly owner: object;
}

/** The data of an area for SUM, COUNT, AVERAGE, MIN and MAX. */
export interface Totals {
  sum: number;
  numbers: number;
  filled: number;
  min: number;
  max: number;
  error: FormulaError | undefined;
  /** Whether it includes a cell that is not calculated here. */
  isUnknown: boolean;
}

export const NO_TOTALS: Readonly<Totals> = {
  sum: 0,
  numbers: 0,
  filled: 0,
  min: Infinity,
  max: -Infinity,
  error: undefined,
  isUnknown: false,
};

/** What functions show of totals. */
export const SHOWN: Readonly<Record<string, (totals: Totals) => CellResult>> = {
  SUM: ({ sum }) => sum,
  COUNT: ({ numbers }) => numbers,
  COUNTA: ({ filled }) => filled,
  AVERAGE: ({ sum, numbers }) => (numbers === 0 ? DIVISION_BY_ZERO : sum / numbers),
  MIN: ({ min, numbers }) => (numbers === 0 ? 0 : min),
  MAX: ({ max, numbers }) => (numbers === 0 ? 0 : max),
};

/** Includes a cell in totals. */
export function addValue(totals: Totals, value: CellResult): void {
  if (value === null) return;
  if (value === undefined) totals.isUnknown = true;
  else if (value instanceof FormulaError) totals.error ??= value;
  totals.filled++;
  if (typeof value !== 'number') return;
  totals.sum += value;
  totals.numbers++;
  if (value < totals.min) totals.min = value;
  if (value > totals.max) totals.max = value;
}

export interface CountedCells {
  valueOf(sheet: WrittenSheet, row: number, column: number): CellResult;
  lastRow(sheet: WrittenSheet): number;
  lastColumn(sheet: WrittenSheet): number;
  /** Whether the cell's formula contains SUBTOTAL, so that other SUBTOTALs omit it. */
  isSubtotal(sheet: WrittenSheet, row: number, column: number): boolean;
  isHidden(sheet: WrittenSheet, row: number): boolean;
  /** Whether a value that is unknown now may be known later. */
  readonly isCutShort: boolean;
}

/** How an area is counted: SUM counts all; SUBTOTAL leaves out subtotals, and with 101 to 111 hidden rows. */
export type Counting = 'all' | 'withoutSubtotals' | 'visible';

/** The maximum number of cells to read for cached totals in one workbook. Above it, only Excel calculates. */
const MOST_CELLS = 40_000_000;

interface Counted {
  readonly area: OutputArea;
  bottom: number;
  readonly totals: Totals;
}

/** Adds up areas of the output; the work is bounded, and running totals read each cell once. */
export class RangeTotals {
  #looks = 0;
  readonly #known: Record<Counting, WeakMap<object, Counted>> = {
    all: new WeakMap(),
    withoutSubtotals: new WeakMap(),
    visible: new WeakMap(),
  };

  constructor(readonly cells: CountedCells) {}

  /** Undefined if the workbook exceeds the limit of additions. */
  totalsFor(area: OutputArea, counting: Counting): Totals | undefined {
    const { sheet, top, left } = area;
    const bottom = Math.min(area.bottom, this.cells.lastRow(sheet));
    const known = this.#known[counting].get(area.owner);
    const isSame = known?.area.sheet === sheet && known.area.top === top && known.area.left === left;
    const continues = isSame && known.area.right === area.right && known.bottom <= bottom;
    const totals = continues ? known.totals : { ...NO_TOTALS };
    const from = continues ? known.bottom + 1 : top;
    const right = Math.min(area.right, this.cells.lastColumn(sheet));
    this.#looks += Math.max(0, bottom - from + 1) * Math.max(0, right - left + 1);
    if (this.#looks > MOST_CELLS) return undefined;
    for (let row = from; row <= bottom; row++) {
      if (counting === 'visible' && this.cells.isHidden(sheet, row)) continue;
      for (let column = left; column <= right; column++) {
        if (counting === 'all' || !this.cells.isSubtotal(sheet, row, column))
          addValue(totals, this.cells.valueOf(sheet, row, column));
      }
    }
    if (totals.isUnknown && this.cells.isCutShort) this.#known[counting].delete(area.owner);
    else if (continues) known.bottom = Math.max(bottom, known.bottom);
    else
      this.#known[counting].set(area.owner, {
        area,
        bottom: Math.max(bottom, top - 1),
        totals,
      });
    return totals;
  }
}

/**
 * The maximum number of cached cells for lookups and conditional totals in one workbook. Above it, only Excel
 * calculates.
 */
const MOST_LISTED_CELLS = 4_000_000;

const MOST_COLUMNS = 1_000;

/** The values of an area, row by row, from its first cell on. */
export class AreaList {
  readonly values: CellResult[] = [];
  /** Whether it includes a value that is not calculated here. */
  hasUnknown = false;
  /** Rows of the area; it has values only up to the last row of its sheet. */
  areaRows = 0;
  readonly #places = new Map<string | number, number[]>();
  #indexed = 0;

  constructor(
    readonly columns: number,
    /** The content of each cell below the values. */
    readonly below: CellResult = null,
  ) {}

  get rows(): number {
    return this.values.length / this.columns;
  }

  at(row: number, column: number): CellResult {
    return row < this.rows ? this.values[row * this.columns + column] : this.below;
  }

  /** The positions of a value, from 0, ascending. Text is compared without regard to case. */
  findPlaces(value: string | number): readonly number[] {
    for (; this.#indexed < this.values.length; this.#indexed++) {
      const own = this.values[this.#indexed];
      if (typeof own !== 'string' && typeof own !== 'number') continue;
      const key = typeof own === 'string' ? own.toLowerCase() : own;
      const places = this.#places.get(key);
      if (places) places.push(this.#indexed);
      else this.#places.set(key, [this.#indexed]);
    }
    return this.#places.get(typeof value === 'string' ? value.toLowerCase() : value) ?? [];
  }
}

interface Known {
  readonly area: OutputArea;
  readonly list: AreaList;
}

/** The values of areas, read once; those of an area that grows from formula to formula are extended. */
export class AreaLists {
  #looks = 0;
  readonly #known = new WeakMap<object, Known>();

  constructor(readonly cells: CountedCells) {}

  /** Whether this many further values may be read. */
  hasRoomFor(count: number): boolean {
    this.#looks += count;
    return this.#looks <= MOST_LISTED_CELLS;
  }

  /** Undefined if the workbook exceeds the limit of cached cells. */
  listFor(area: OutputArea): AreaList | undefined {
    const { sheet, top, left } = area;
    const bottom = Math.max(top, Math.min(area.bottom, this.cells.lastRow(sheet)));
    // For whole rows, only the columns with content; other areas keep their shape.
    const isWholeRow = area.right - left > MOST_COLUMNS;
    const right = isWholeRow
      ? Math.max(left, Math.min(area.right, this.cells.lastColumn(sheet)))
      : area.right;
    const columns = right - left + 1;
    const known = this.#known.get(area.owner);
    const continues =
      known?.area.sheet === sheet &&
      known.area.top === top &&
      known.area.left === left &&
      known.list.columns === columns &&
      known.list.rows <= bottom - top + 1 &&
      !known.list.hasUnknown;
    const list = continues && known ? known.list : new AreaList(columns);
    list.areaRows = area.bottom - top + 1;
    if (!this.hasRoomFor(Math.max(0, bottom - top + 1 - list.rows) * columns)) return undefined;
    for (let row = top + list.rows; row <= bottom; row++) {
      const cells = [];
      for (let column = left; column <= right; column++) cells.push(this.cells.valueOf(sheet, row, column));
      list.hasUnknown ||= cells.includes(undefined);
      list.values.push(...cells);
    }
    if (!list.hasUnknown) this.#known.set(area.owner, { area, list });
    return list;
  }
}
