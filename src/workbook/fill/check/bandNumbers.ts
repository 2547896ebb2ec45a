import type { Band } from '../language/band.js';
import type { CellContent } from '../plan/cellContent.js';
import type { SheetContents } from '../plan/sheetContents.js';

/** A cell of the template. */
export interface CellAt {
  readonly row: number;
  readonly column: number;
}

/**
 * The numbers within the rows of a band: of each column the first and the last. Which rows a total leaves out is then
 * found without looking at every cell again for every total.
 */
export class BandNumbers {
  readonly #columns: readonly number[];
  readonly #first: ColumnTree;
  readonly #last: ColumnTree;

  constructor(contents: SheetContents, band: Band, counts: (content: CellContent) => boolean) {
    const { sheet } = contents;
    const first = new Map<number, number>();
    const last = new Map<number, number>();
    for (let row = band.from; row <= Math.min(band.to, sheet.lastRow); row++) {
      for (const { column } of sheet.rows.get(row)?.cells ?? []) {
        const content = contents.at(row, column);
        if (!content || !counts(content)) continue;
        if (!first.has(column)) first.set(column, row);
        last.set(column, row);
      }
    }
    this.#columns = [...first.keys()].sort((a, b) => a - b);
    this.#first = new ColumnTree(this.#columns.map((column) => -(first.get(column) ?? 0)));
    this.#last = new ColumnTree(this.#columns.map((column) => last.get(column) ?? 0));
  }

  /** A number in these columns that stands above `top` or below `bottom`. */
  outside(area: { top: number; bottom: number; left: number; right: number }): CellAt | undefined {
    const from = this.#firstFrom(area.left);
    const to = this.#firstFrom(area.right + 1);
    const above = this.#first.greatest(from, to);
    if (above && -above.value < area.top) return this.#cell(-above.value, above.index);
    const below = this.#last.greatest(from, to);
    return below && below.value > area.bottom ? this.#cell(below.value, below.index) : undefined;
  }

  #cell(row: number, index: number): CellAt {
    return { row, column: this.#columns[index] ?? 0 };
  }

  #firstFrom(column: number): number {
    let [low, high] = [0, this.#columns.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#columns[middle] ?? 0) < column) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Entry {
  readonly value: number;
  readonly index: number;
}

/** Finds the greatest of a stretch of values; of equal ones the first. */
class ColumnTree {
  readonly #size: number;
  readonly #nodes: (Entry | undefined)[];

  constructor(values: readonly number[]) {
    this.#size = values.length;
    this.#nodes = new Array(2 * this.#size).fill(undefined);
    values.forEach((value, index) => {
      this.#nodes[this.#size + index] = { value, index };
    });
    for (let node = this.#size - 1; node > 0; node--)
      this.#nodes[node] = greater(this.#nodes[2 * node], this.#nodes[2 * node + 1]);
  }

  /** From `from` to `to`, the latter excluded. */
  greatest(from: number, to: number): Entry | undefined {
    let found: Entry | undefined;
    for (let low = from + this.#size, high = to + this.#size; low < high; low >>>= 1, high >>>= 1) {
      if (low & 1) found = greater(found, this.#nodes[low++]);
      if (high & 1) found = greater(found, this.#nodes[--high]);
    }
    return found;
  }
}

function greater(a: Entry | undefined, b: Entry | undefined): Entry | undefined {
  if (!a || !b) return a ?? b;
  return b.value > a.value || (b.value === a.value && b.index < a.index) ? b : a;
}
