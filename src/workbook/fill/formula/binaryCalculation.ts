import { CELL_CHARACTERS } from '../../limits.js';
import { type CellResult, DIVISION_BY_ZERO, FormulaError, numericResult, WRONG_VALUE } from './cellResult.js';
import type { Calculation } from './outputArea.js';

type Known = Exclude<CellResult, undefined | FormulaError>;
type Arithmetic = (a: number, b: number) => CellResult;

/** Prepares an operator between two values. */
export function binaryCalculation(operator: string, left: Calculation, right: Calculation): Calculation {
  const numbers = ARITHMETIC[operator];
  const others = operator === '&' ? joined : (a: Known, b: Known) => compared(operator, a, b);
  return (at) => {
    const [a, b] = [left(at), right(at)];
    if (numbers !== undefined && typeof a === 'number' && typeof b === 'number') return numbers(a, b);
    if (a === undefined || b === undefined) return undefined;
    if (a instanceof FormulaError) return a;
    if (b instanceof FormulaError) return b;
    return numbers === undefined ? others(a, b) : asNumbers(numbers, a, b);
  };
}

const ARITHMETIC: Readonly<Record<string, Arithmetic>> = {
  '+': (a, b) => snapped(a + b, a),
  '-': (a, b) => snapped(a - b, a),
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? DIVISION_BY_ZERO : a / b),
  '^': (a, b) => {
    const power = a ** b;
    // Of nothing to the power of nothing Excel says an error, LibreOffice 1.
    return Number.isFinite(power) && (a !== 0 || b !== 0) ? power : undefined;
  },
};

const NEGLIGIBLE = 2 ** -48;

/** What is left of a sum that should be nothing: Excel and LibreOffice show 0 for 0.1+0.2-0.3. */
function snapped(sum: number, part: number): number {
  return Math.abs(sum) < Math.abs(part) * NEGLIGIBLE ? 0 : sum;
}

function asNumbers(calculate: Arithmetic, left: Known, right: Known): CellResult {
  const [a, b] = [numericResult(left), numericResult(right)];
  if (typeof a !== 'number') return a;
  return typeof b === 'number' ? calculate(a, b) : b;
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
  if (typeof a === 'number' && typeof b === 'number') return holds(snapped(a - b, a));
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
  if (a === undefined || b === undefined) return undefined;
  return a.length + b.length > CELL_CHARACTERS ? WRONG_VALUE : a + b;
}

/** Fractions are left to Excel: how it shows them has rules of its own. */
function textOf(value: CellResult): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : undefined;
}
