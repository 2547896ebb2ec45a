import { type CellResult, FormulaError } from './cellResult.js';
import type { WrittenSheet } from './sheetOfFormula.js';

/** Cells of the output. */
export interface OutputArea {
  readonly sheet: WrittenSheet;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** What names the area: one that grows from formula to formula (a running total) is counted on, not over. */
  readonly owner: object;
}

/** What SUM, COUNT, AVERAGE, MIN and MAX need to know of an area. */
export interface Totals {
  sum: number;
  numbers: number;
  filled: number;
  min: number;
  max: number;
  error: FormulaError | undefined;
  /** A cell in it is not calculated here. */
  isUnknown: boolean;
}

export interface CountedCells {
  valueOf(sheet: WrittenSheet, row: number, column: number): CellResult;
  lastRow(sheet: WrittenSheet): number;
  lastColumn(sheet: WrittenSheet): number;
  /** The cell's formula contains SUBTOTAL: other SUBTOTALs leave it out. */
  isSubtotal(sheet: WrittenSheet, row: number, column: number): boolean;
  isHidden(sheet: WrittenSheet, row: number): boolean;
  /** What is unknown now may be known later. */
  readonly isCutShort: boolean;
}

/** How an area is counted: SUM counts all; SUBTOTAL leaves out subtotals, and with 101 to 111 hidden rows. */
export type Counting = 'all' | 'withoutSubtotals' | 'visible';

/** Cells that are looked at for cached totals in one workbook. Beyond it Excel calculates alone. */
const MOST_CELLS = 40_000_000;

interface Counted {
  readonly area: OutputArea;
  /** The last row that is counted. */
  bottom: number;
  readonly totals: Totals;
}

/** Adds up areas of the output; the work is bounded, and running totals take one look at each cell. */
export class RangeTotals {
  #looks = 0;
  readonly #known: Record<Counting, WeakMap<object, Counted>> = {
    all: new WeakMap(),
    withoutSubtotals: new WeakMap(),
    visible: new WeakMap(),
  };

  constructor(readonly cells: CountedCells) {}

  /** Undefined where the workbook needs more additions than are made here. */
  of(area: OutputArea, counting: Counting): Totals | undefined {
    const { sheet, top, left } = area;
    const bottom = Math.min(area.bottom, this.cells.lastRow(sheet));
    const known = this.#known[counting].get(area.owner);
    const continues = known !== undefined && sameStart(known.area, area) && known.bottom <= bottom;
    const totals = continues ? known.totals : noTotals();
    const from = continues ? known.bottom + 1 : top;
    const right = Math.min(area.right, this.cells.lastColumn(sheet));
    this.#looks += Math.max(0, bottom - from + 1) * Math.max(0, right - left + 1);
    if (this.#looks > MOST_CELLS) return undefined;
    for (let row = from; row <= bottom; row++) {
      if (counting === 'visible' && this.cells.isHidden(sheet, row)) continue;
      for (let column = left; column <= right; column++) this.#add(totals, sheet, row, column, counting);
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

  #add(totals: Totals, sheet: WrittenSheet, row: number, column: number, counting: Counting): void {
    if (counting !== 'all' && this.cells.isSubtotal(sheet, row, column)) return;
    const value = this.cells.valueOf(sheet, row, column);
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
}

function sameStart(a: OutputArea, b: OutputArea): boolean {
  return a.sheet === b.sheet && a.top === b.top && a.left === b.left && a.right === b.right;
}

function noTotals(): Totals {
  return { sum: 0, numbers: 0, filled: 0, min: Infinity, max: -Infinity, error: undefined, isUnknown: false };
}
