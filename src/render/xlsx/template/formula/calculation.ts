import { binaryCalculation } from './binaryCalculation.js';
import { type CellResult, FormulaError, WRONG_VALUE } from './cellResult.js';
import type { Expression } from './expression.js';
import { functionCalculation } from './functionCalculation.js';
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
}

/** Where the formula that is calculated stands in the output. */
export interface FormulaPosition {
  readonly sheet: MovedSheet;
  readonly row: number;
  /** Of the band that it stands in. */
  readonly instance: number;
}

/** Calculates a formula where it stands in the output; undefined where something in it is not calculated here. */
export type Calculation = (at: FormulaPosition) => CellResult;

/** Prepares the calculation of a formula, which is made for each of its repetitions. */
export function calculationOf(expression: Expression, cells: OutputCells): Calculation {
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'reference':
      return referenceCalculation(expression.reference, cells);
    case 'table':
    case 'name':
      return (at) => singleValue(cells.areaOf(expression, at), cells);
    case 'sign':
      return signCalculation(expression.sign, calculationOf(expression.of, cells));
    case 'binary': {
      const left = calculationOf(expression.left, cells);
      return binaryCalculation(expression.operator, left, calculationOf(expression.right, cells));
    }
    case 'call':
      return functionCalculation(expression, cells);
  }
}

export function areaOf(
  expression: Expression,
  at: FormulaPosition,
  cells: OutputCells,
): OutputArea | undefined {
  if (expression.kind === 'table' || expression.kind === 'name') return cells.areaOf(expression, at);
  return expression.kind === 'reference' ? outputArea(expression.reference, at.instance) : undefined;
}

export function outputArea(reference: MovedReference, instance: number): OutputArea {
  const { sheet, area, topAt, bottomAt } = reference;
  const top = topAt(instance);
  return {
    sheet,
    top,
    bottom: Math.max(top, bottomAt(instance)),
    left: area.left,
    right: area.right,
    owner: reference,
  };
}

function referenceCalculation(reference: MovedReference, cells: OutputCells): Calculation {
  const { isSingleCell, sheet, topAt, area } = reference;
  if (!isSingleCell) return (at) => singleValue(outputArea(reference, at.instance), cells);
  return (at) => cells.valueOf(sheet, topAt(at.instance), area.left);
}

function singleValue(area: OutputArea | undefined, cells: OutputCells): CellResult {
  if (!area || area.top !== area.bottom || area.left !== area.right) return undefined;
  return cells.valueOf(area.sheet, area.top, area.left);
}

/** A value as a number, the way Excel's arithmetic takes it. Text is left to Excel. */
export function numberOf(value: CellResult): number | FormulaError | undefined {
  if (typeof value === 'number' || value instanceof FormulaError) return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && !/\d/.test(value)) return WRONG_VALUE;
  return undefined;
}

function signCalculation(sign: '-' | '+' | '%', of: Calculation): Calculation {
  if (sign === '+') return of;
  return (at) => {
    const number = numberOf(of(at));
    if (typeof number !== 'number') return number;
    return sign === '-' ? -number : number / 100;
  };
}
