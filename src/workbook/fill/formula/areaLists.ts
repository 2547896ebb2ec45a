import type { CellResult } from './cellResult.js';
import type { CountedCells, OutputArea } from './rangeTotals.js';

/** Cells that are remembered for lookups and conditional totals in one workbook. Beyond it Excel calculates alone. */
const MOST_CELLS = 4_000_000;

const MOST_COLUMNS = 1_000;

/** The values of an area, row by row, from its first cell on. */
export class AreaList {
  readonly values: CellResult[] = [];
  /** A value in it is not calculated here. */
  hasUnknown = false;
  readonly #places = new Map<string | number, number[]>();
  #indexed = 0;

  constructor(readonly columns: number) {}

  get rows(): number {
    return this.values.length / this.columns;
  }

  at(row: number, column: number): CellResult {
    return row < this.rows ? this.values[row * this.columns + column] : null;
  }

  /** Where a value stands, from 0 and ascending. Text is compared without regard to case. */
  placesOf(value: string | number): readonly number[] {
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

/** The values of areas, read once; those of an area that grows from formula to formula are added to. */
export class AreaLists {
  #looks = 0;
  readonly #known = new WeakMap<object, Known>();

  constructor(readonly cells: CountedCells) {}

  /** Undefined where the workbook needs more than is remembered here. */
  of(area: OutputArea): AreaList | undefined {
    const { sheet, top, left } = area;
    const bottom = Math.max(top, Math.min(area.bottom, this.cells.lastRow(sheet)));
    // Of whole rows only the columns with anything in them; other areas keep their shape.
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
    this.#looks += Math.max(0, bottom - top + 1 - list.rows) * columns;
    if (this.#looks > MOST_CELLS) return undefined;
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
