import { type CellResult, DIVISION_BY_ZERO, FormulaError } from './cellResult.js';
import { areaOf, evaluate, type FormulaPosition, numberOf, type OutputCells } from './evaluate.js';
import type { Expression } from './expression.js';
import type { Counting, Totals } from './rangeTotals.js';

type Call = Extract<Expression, { kind: 'call' }>;

/** What is shown of totals. */
const SHOWN: Readonly<Record<string, (totals: Totals) => CellResult>> = {
  SUM: ({ sum }) => sum,
  COUNT: ({ numbers }) => numbers,
  COUNTA: ({ filled }) => filled,
  AVERAGE: ({ sum, numbers }) => (numbers === 0 ? DIVISION_BY_ZERO : sum / numbers),
  MIN: ({ min, numbers }) => (numbers === 0 ? 0 : min),
  MAX: ({ max, numbers }) => (numbers === 0 ? 0 : max),
};

/** The functions of SUBTOTAL by its first argument. */
const SUBTOTALS = ['', 'AVERAGE', 'COUNT', 'COUNTA', 'MAX', 'MIN', '', '', '', 'SUM'];

/** Calculates a function; undefined for those that are left to Excel. */
export function callFunction(call: Call, at: FormulaPosition, cells: OutputCells): CellResult {
  const { name, inputs } = call;
  if (name in SHOWN) return total(name, inputs, 'all', at, cells);
  if (name === 'SUBTOTAL') return subtotal(inputs, at, cells);
  if (name === 'IF') return chosen(inputs, at, cells);
  if (name === 'ROUND' || name === 'ABS') return numeric(name, inputs, at, cells);
  return undefined;
}

function subtotal(inputs: Call['inputs'], at: FormulaPosition, cells: OutputCells): CellResult {
  const [code, ...areas] = inputs;
  const number = code && evaluate(code, at, cells);
  if (typeof number !== 'number') return undefined;
  const name = SUBTOTALS[number % 100];
  return name ? total(name, areas, number > 100 ? 'visible' : 'withoutSubtotals', at, cells) : undefined;
}

function total(
  name: string,
  inputs: Call['inputs'],
  counting: Counting,
  at: FormulaPosition,
  cells: OutputCells,
): CellResult {
  const show = SHOWN[name];
  const parts = inputs.map((input) => totalsOf(input, counting, at, cells));
  const known = parts.filter((part) => part !== undefined);
  if (!show || known.length < parts.length || known.some((part) => part.isUnknown)) return undefined;
  const error = known.find((part) => part.error)?.error;
  if (error && name !== 'COUNT' && name !== 'COUNTA') return error;
  return show(known.reduce(added));
}

function added(a: Totals, b: Totals): Totals {
  return {
    sum: a.sum + b.sum,
    numbers: a.numbers + b.numbers,
    filled: a.filled + b.filled,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    error: a.error ?? b.error,
    isUnknown: a.isUnknown || b.isUnknown,
  };
}

function totalsOf(
  input: Expression | undefined,
  counting: Counting,
  at: FormulaPosition,
  cells: OutputCells,
): Totals | undefined {
  if (!input) return undefined;
  const area = areaOf(input, at, cells);
  if (area) return cells.totals.of(area, counting);
  if (input.kind === 'table' || input.kind === 'name') return undefined;
  const value = evaluate(input, at, cells);
  const number = value instanceof FormulaError ? value : numberOf(value);
  if (typeof number === 'number') {
    return {
      sum: number,
      numbers: 1,
      filled: 1,
      min: number,
      max: number,
      error: undefined,
      isUnknown: false,
    };
  }
  return { sum: 0, numbers: 0, filled: 1, min: 0, max: 0, error: number, isUnknown: number === undefined };
}

function chosen(inputs: Call['inputs'], at: FormulaPosition, cells: OutputCells): CellResult {
  const [test, yes, no] = inputs;
  const holds = test && evaluate(test, at, cells);
  if (holds instanceof FormulaError) return holds;
  if (holds === undefined || typeof holds === 'string') return undefined;
  const branch = holds ? yes : no;
  if (!branch) return inputs.length < 3 && !holds ? false : 0;
  const result = evaluate(branch, at, cells);
  // A blank cell as the result of a formula shows 0.
  return result === null ? 0 : result;
}

function numeric(name: string, inputs: Call['inputs'], at: FormulaPosition, cells: OutputCells): CellResult {
  const [of, digits] = inputs.map((input) => (input ? numberOf(evaluate(input, at, cells)) : 0));
  if (typeof of !== 'number') return of;
  if (name === 'ABS') return Math.abs(of);
  if (typeof digits !== 'number') return digits;
  return rounded(of, digits);
}

/** Half away from zero, by the decimal digits that are shown, as Excel does. */
function rounded(value: number, digits: number): CellResult {
  if (!Number.isInteger(digits) || Math.abs(digits) > 15) return undefined;
  const scale = 10 ** digits;
  const scaled = Math.abs(value) * scale;
  const isNearHalf = Math.abs(scaled - Math.floor(scaled) - 0.5) < 1e-6;
  if (digits >= 0 && scaled < 1e9 && !isNearHalf) return (Math.sign(value) * Math.round(scaled)) / scale;
  const [mantissa = '0', exponent = '0'] = Math.abs(value).toPrecision(15).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [whole = '0', power = '0'] = String(shifted).split('e');
  return Math.sign(value) * Number(`${whole}e${Number(power) - digits}`);
}
