import type { Area } from '../cells/address.js';
import { countUntil } from '../cells/countUntil.js';
import { type CellResult, FormulaError } from '../formula/cellResult.js';
import type { CompiledFormula } from '../formula/compileFormula.js';
import type { FormulaNode } from '../formula/expression.js';
import type { WrittenSheet } from '../formula/movedReference.js';
import type { CellBands } from '../language/bands.js';
import type { Axis } from '../language/directive.js';
import type { Placed, ValueAt } from '../language/filling.js';
import type { Scalar } from '../model.js';
import type { TemplateCell } from '../package/templateRows.js';
import type { DrawnSheet } from './drawnSheet.js';

/** The contents of a drawn sheet's cells, prepared for writing. */
export class SheetContents {
  constructor(
    readonly sheet: DrawnSheet,
    /** Cells with formulas or placeholders, by row and column of the template. */
    readonly filled: ReadonlyMap<number, ReadonlyMap<number, CellContent>>,
    /** Rows of the template with wrapped text of any length. */
    readonly fitted: ReadonlyMap<number, FittedRow>,
  ) {}

  /** The content of a template cell. Static cells are looked up in the rows, because a sheet may have very many. */
  at(row: number, column: number): CellContent | undefined {
    return this.filled.get(row)?.get(column) ?? staticContentAt(this.sheet, row, column);
  }

  *formulas(): Generator<FormulaContent> {
    for (const row of this.filled.values()) {
      for (const content of row.values()) if (content.kind === 'formula') yield content;
    }
  }

  *values(): Generator<ValueContent> {
    for (const row of this.filled.values()) {
      for (const content of row.values()) if (content.kind === 'value') yield content;
    }
  }

  get hasPlaceholders(): boolean {
    return this.values().next().done === false;
  }
}

/** A row that is as tall as its text, unless a person set its height. */
export interface FittedRow {
  /** The height of a line in its largest font. */
  readonly leastPoints: number;
  readonly texts: readonly {
    readonly content: ValueContent;
    readonly fontPoints: number;
    /** The width of its column, in digits. */
    readonly width: number;
  }[];
}

/** The typed content of a cell. */
export function staticContentAt({ rows }: DrawnSheet, row: number, column: number): CellContent | undefined {
  const cell = cellAt(rows.get(row)?.cells ?? [], column);
  return cell && staticContent(cell);
}

/** Cells are in the order of their columns, mostly without gaps. */
function cellAt(cells: readonly TemplateCell[], column: number): TemplateCell | undefined {
  const guess = cells[column - (cells[0]?.column ?? 0)];
  if (guess?.column === column) return guess;
  const found = cells[countUntil(cells.length, (at) => (cells[at]?.column ?? 0) < column)];
  return found?.column === column ? found : undefined;
}

function staticContent(cell: TemplateCell): CellContent {
  const { value, error } = cell;
  const shown = value !== null && typeof value === 'object' ? value.text : value;
  return { kind: 'static', cell, result: error === undefined ? shown : new FormulaError(error) };
}

/** A cell without placeholders or formula: written unchanged, except for its row number. */
interface StaticContent {
  readonly kind: 'static';
  readonly cell: TemplateCell;
  readonly result: CellResult;
}

/** A cell with placeholders: one value, or text with values in it. */
export interface ValueContent {
  readonly kind: 'value';
  readonly cell: TemplateCell;
  readonly style: number;
  readonly valueAt: Placed<ValueAt<Scalar>>;
  /** Set for `| merge`: equal values of neighbours become one cell. */
  readonly merge?: MergedCells | undefined;
  /** Text in several formats: the runs, each with its properties as XML. */
  readonly runs: readonly { readonly look: string; readonly textAt: Placed<ValueAt<string>> }[] | undefined;
  /** Whether it may be a number, which totals that expand over the cell would include. */
  readonly isNumeric: boolean;
}

/** Which repetitions of a cell are merged with the one before. */
export interface MergedCells {
  readonly axis: Axis;
  readonly bands: CellBands;
  readonly joinsAt: Placed<(instance: number, columnInstance?: number) => boolean>;
}

export interface FormulaContent {
  readonly kind: 'formula';
  readonly cell: TemplateCell;
  readonly formula: CompiledFormula;
  /** Undefined if it uses anything that is not calculated here. */
  readonly expression: FormulaNode | undefined;
  readonly isSubtotal: boolean;
  /** The cells of an array formula. */
  readonly array: Area | undefined;
  /** Attributes of a data table's formula, whose cells are outside all bands. */
  readonly dataTable: ((sheet: WrittenSheet) => string) | undefined;
}

/** A cell that a nearby array formula or data table fills: its value belongs to the formula's result. */
export interface SpilledContent {
  readonly kind: 'spilled';
  readonly cell: TemplateCell;
  readonly result: CellResult;
  readonly from: FormulaContent;
}

export type CellContent = StaticContent | ValueContent | FormulaContent | SpilledContent;

/** Whether a cell may contain numbers; an empty cell does not. */
export function isNumber(content: CellContent | undefined): boolean {
  if (content === undefined) return false;
  if (content.kind === 'formula') return true;
  return content.kind === 'value' ? content.isNumeric : typeof content.result === 'number';
}
