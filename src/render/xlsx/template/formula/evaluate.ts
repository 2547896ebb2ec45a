import { type CellResult, DIVISION_BY_ZERO, FormulaError, WRONG_VALUE } from './cellResult.js';
import type { Expression } from './expression.js';
import { callFunction } from './functions.js';
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

/** Calculates a formula; undefined where something in it is not calculated here. */
export function evaluate(expression: Expression, at: FormulaPosition, cells: OutputCells): CellResult {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'reference':
      return referenceValue(expression.reference, at, cells);
    case 'table':
    case 'name':
      return singleValue(areaOf(expression, at, cells), cells);
    case 'sign':
      return signed(expression.sign, evaluate(expression.of, at, cells));
    case 'binary':
      return binary(
        expression.operator,
        evaluate(expression.left, at, cells),
        evaluate(expression.right, at, cells),
      );
    case 'call':
      return callFunction(expression, at, cells);
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

function referenceValue(reference: MovedReference, at: FormulaPosition, cells: OutputCells): CellResult {
  if (!reference.isSingleCell) return singleValue(outputArea(reference, at.instance), cells);
  return cells.valueOf(reference.sheet, reference.topAt(at.instance), reference.area.left);
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

function signed(sign: '-' | '+' | '%', value: CellResult): CellResult {
  if (sign === '+') return value;
  const number = numberOf(value);
  if (typeof number !== 'number') return number;
  return sign === '-' ? -number : number / 100;
}

function binary(operator: string, left: CellResult, right: CellResult): CellResult {
  if (left === undefined || right === undefined) return undefined;
  if (left instanceof FormulaError) return left;
  if (right instanceof FormulaError) return right;
  if (operator === '&') return joined(left, right);
  if (operator in COMPARISONS) return compared(operator, left, right);
  const [a, b] = [numberOf(left), numberOf(right)];
  if (typeof a !== 'number') return a;
  if (typeof b !== 'number') return b;
  return arithmetic(operator, a, b);
}

function arithmetic(operator: string, a: number, b: number): CellResult {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return b === 0 ? DIVISION_BY_ZERO : a / b;
    default: {
      const power = a ** b;
      return Number.isFinite(power) ? power : undefined;
    }
  }
}

const COMPARISONS: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Values of one kind only: Excel's order of unlike kinds is left to Excel. Text compares without regard to case. */
function compared(
  operator: string,
  left: NonNullable<CellResult> | null,
  right: NonNullable<CellResult> | null,
): CellResult {
  const [a, b] = [left ?? blankLike(right), right ?? blankLike(left)];
  const holds = COMPARISONS[operator];
  if (!holds || typeof a !== typeof b) return undefined;
  if (typeof a === 'number' && typeof b === 'number') return holds(a - b);
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  const [x, y] = [a.toLowerCase(), b.toLowerCase()];
  if (operator !== '=' && operator !== '<>') return undefined;
  return holds(x === y ? 0 : 1);
}

function blankLike(other: CellResult): CellResult {
  return typeof other === 'string' ? '' : 0;
}

function joined(left: CellResult, right: CellResult): CellResult {
  const [a, b] = [textOf(left), textOf(right)];
  return a === undefined || b === undefined ? undefined : a + b;
}

/** Fractions are left to Excel: how it shows them has rules of its own. */
function textOf(value: CellResult): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}
