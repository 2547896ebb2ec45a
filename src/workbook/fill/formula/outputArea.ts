import type { AreaLists } from './areaLists.js';
import type { CellResult } from './cellResult.js';
import type { Expression } from './expression.js';
import type { MovedReference } from './movedReference.js';
import type { OutputArea, RangeTotals } from './rangeTotals.js';
import type { MovedSheet } from './sheetOfFormula.js';

/** The cells of the workbook that is being written, by their place in the output. */
export interface OutputCells {
  valueOf(sheet: MovedSheet, row: number, column: number): CellResult;
  /** The cells that a defined name or a structured reference stands for; undefined if it is no plain area. */
  areaOf(
    expression: Extract<Expression, { kind: 'table' | 'name' }>,
    at: FormulaPosition,
  ): OutputArea | undefined;
  readonly totals: RangeTotals;
  readonly lists: AreaLists;
  /** What a defined name stands for that is no cells but a number or text. */
  constantOf(name: string, at: FormulaPosition): CellResult;
  /** The workbook counts days from 1904. */
  readonly counts1904: boolean;
}

/** Where the formula that is calculated stands in the output. */
export interface FormulaPosition {
  readonly sheet: MovedSheet;
  readonly row: number;
  readonly column: number;
  /** Of the band that it stands in. */
  readonly instance: number;
  /** Of the band of columns. */
  readonly columnInstance: number;
}

/** Calculates a formula where it stands in the output; undefined where something in it is not calculated here. */
export type Calculation = (at: FormulaPosition) => CellResult;

/** The cells that an expression names; undefined if it gives a value. */
export function areaOf(
  expression: Expression,
  at: FormulaPosition,
  cells: OutputCells,
): OutputArea | undefined {
  if (expression.kind === 'table' || expression.kind === 'name') return cells.areaOf(expression, at);
  return expression.kind === 'reference' ? outputArea(expression.reference, at) : undefined;
}

const OUTSIDE = { instance: 0, columnInstance: 0 };

/** Where a reference leads in the output, seen from a repetition. */
export function outputArea(
  reference: MovedReference,
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
