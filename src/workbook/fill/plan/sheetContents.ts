import { FormulaError } from '../formula/cellResult.js';
import type { TemplateCell } from '../sheet/templateRows.js';
import type { CellContent, FormulaContent } from './cellContent.js';
import type { DrawnSheet } from './drawnSheet.js';

/** What the cells of a drawn sheet hold, prepared to be written. */
export class SheetContents {
  constructor(
    readonly sheet: DrawnSheet,
    /** Cells with formulas or placeholders, by row and column of the template. */
    readonly filled: ReadonlyMap<number, ReadonlyMap<number, CellContent>>,
  ) {}

  /** What a cell of the template holds. Static cells are looked up in the rows: a sheet may have very many. */
  at(row: number, column: number): CellContent | undefined {
    return this.filled.get(row)?.get(column) ?? staticContentAt(this.sheet, row, column);
  }

  *formulas(): Generator<FormulaContent> {
    for (const row of this.filled.values()) {
      for (const content of row.values()) if (content.kind === 'formula') yield content;
    }
  }

  get hasPlaceholders(): boolean {
    return [...this.filled.values()].some((row) =>
      [...row.values()].some((content) => content.kind === 'value'),
    );
  }
}

/** What is typed into a cell. */
export function staticContentAt({ rows }: DrawnSheet, row: number, column: number): CellContent | undefined {
  const cell = cellAt(rows.get(row)?.cells ?? [], column);
  return cell && staticContent(cell);
}

/** Cells stand in the order of their columns, mostly without gaps. */
function cellAt(cells: readonly TemplateCell[], column: number): TemplateCell | undefined {
  const guess = cells[column - (cells[0]?.column ?? 0)];
  if (guess?.column === column) return guess;
  let [low, high] = [0, cells.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((cells[middle]?.column ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  const found = cells[low];
  return found?.column === column ? found : undefined;
}

function staticContent(cell: TemplateCell): CellContent {
  const { value, error } = cell;
  const shown = value !== null && typeof value === 'object' ? value.text : value;
  return { kind: 'static', cell, result: error === undefined ? shown : new FormulaError(error) };
}
