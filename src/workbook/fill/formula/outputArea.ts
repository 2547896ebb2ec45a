import type { AreaLists } from './areaLists.js';
import type { CellResult } from './cellResult.js';
import type { Expression } from './expression.js';
import { type PlacedReference, placedReference } from './placedFormula.js';
import type { OutputArea, RangeTotals } from './rangeTotals.js';
import type { WrittenSheet } from './sheetOfFormula.js';

/** The cells of the workbook that is being written, by their place in the output. */
export interface OutputCells {
  valueOf(sheet: WrittenSheet, row: number, column: number): CellResult;
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
  readonly sheet: WrittenSheet;
  readonly row: number;
  readonly column: number;
  /** Of the band that it stands in. */
  readonly instance: number;
  /** Of the band of columns. */
  readonly columnInstance: number;
}

/** Calculates a formula where it stands in the output; undefined where something in it is not calculated here. */
export type Calculation = (at: FormulaPosition) => CellResult;

/** What a calculation is prepared with. */
export interface CalculationSources {
  readonly cells: OutputCells;
  /** The sheet of the formula. */
  readonly sheet: WrittenSheet;
}

export type AreaAt = (at: FormulaPosition) => OutputArea | undefined;

/** The cells that an expression names; undefined where it gives a value. */
export function areaOf(expression: Expression, { cells, sheet }: CalculationSources): AreaAt {
  if (expression.kind === 'table' || expression.kind === 'name') return (at) => cells.areaOf(expression, at);
  if (expression.kind !== 'reference') return () => undefined;
  const reference = placedReference(expression.reference, sheet);
  return (at) => outputArea(reference, at);
}

const OUTSIDE = { instance: 0, columnInstance: 0 };

/** Where a reference leads in the output, seen from a repetition. */
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
