import { rounded } from '../rounded.js';
import { type CellResult, DIVISION_BY_ZERO, FormulaError } from './cellResult.js';
import type { Expression } from './expression.js';
import { numberOf } from './numberOf.js';
import { areaOf, type Calculation, type FormulaPosition, type OutputCells } from './outputArea.js';
import type { Counting, Totals } from './rangeTotals.js';

type Call = Extract<Expression, { kind: 'call' }>;

/** What a function is calculated from. */
export interface FunctionSources {
  readonly cells: OutputCells;
  readonly prepare: (input: Expression) => Calculation;
}

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

/** Prepares a function; it gives undefined where it is left to Excel. */
export function functionCalculation(call: Call, sources: FunctionSources): Calculation {
  const { name, inputs } = call;
  if (name in SHOWN) return totalCalculation(name, inputs, 'all', sources);
  if (name === 'SUBTOTAL') return subtotalCalculation(inputs, sources);
  if (name === 'ROW' || name === 'ROWS') return rowCalculation(name, inputs, sources);
  const values = inputs.map((input) => input && sources.prepare(input));
  if (name === 'IF') return (at) => chosen(values, at);
  if (name === 'ROUND' || name === 'ABS') return (at) => numeric(name, values, at);
  return () => undefined;
}

function subtotalCalculation([code, ...areas]: Call['inputs'], sources: FunctionSources): Calculation {
  const codeAt = code && sources.prepare(code);
  const known = new Map<number, Calculation>();
  const calculation = (number: number): Calculation => {
    const name = SUBTOTALS[number % 100] || '';
    return totalCalculation(name, areas, number > 100 ? 'visible' : 'withoutSubtotals', sources);
  };
  return (at) => {
    const number = codeAt?.(at);
    if (typeof number !== 'number') return undefined;
    const counted = known.get(number) ?? calculation(number);
    known.set(number, counted);
    return counted(at);
  };
}

/** `ROW()`, `ROW(B5)`, `ROWS(B$5:B5)`. The rows of a larger area are many values: Excel's. */
function rowCalculation(
  name: 'ROW' | 'ROWS',
  [input]: Call['inputs'],
  { cells }: FunctionSources,
): Calculation {
  if (!input) return name === 'ROW' ? (at) => at.row : () => undefined;
  return (at) => {
    const area = areaOf(input, at, cells);
    if (!area) return undefined;
    if (name === 'ROWS') return area.bottom - area.top + 1;
    return area.top === area.bottom ? area.top : undefined;
  };
}

type TotalsAt = (at: FormulaPosition) => Totals | undefined;

function totalCalculation(
  name: string,
  inputs: Call['inputs'],
  counting: Counting,
  sources: FunctionSources,
): Calculation {
  const show = SHOWN[name];
  const parts = inputs.map((input) => totalsOf(input, counting, sources));
  const countsErrors = name === 'COUNT' || name === 'COUNTA';
  return (at) => {
    const totals = parts.length === 1 ? parts[0]?.(at) : together(parts, at);
    if (!show || totals === undefined || totals.isUnknown) return undefined;
    return totals.error !== undefined && !countsErrors ? totals.error : show(totals);
  };
}

function together(parts: readonly TotalsAt[], at: FormulaPosition): Totals | undefined {
  const all = parts.map((part) => part(at));
  const known = all.filter((part) => part !== undefined);
  return known.length < all.length || known.length === 0 ? undefined : known.reduce(added);
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
  { cells, prepare }: FunctionSources,
): TotalsAt {
  if (!input || givesCells(input)) return () => undefined;
  const single = prepare(input);
  return (at) => {
    const area = areaOf(input, at, cells);
    if (area) return cells.totals.of(area, counting);
    return input.kind === 'table' || input.kind === 'name' ? undefined : totalsOfValue(single(at));
  };
}

/** IF hands cells on: totals pass over their text, as over that of any area. Left to Excel. */
function givesCells(input: Expression): boolean {
  if (input.kind !== 'call' || input.name !== 'IF') return false;
  const isCells = (branch: Expression | undefined): boolean =>
    branch !== undefined && (['reference', 'table', 'name'].includes(branch.kind) || givesCells(branch));
  return input.inputs.slice(1).some(isCells);
}

function totalsOfValue(value: CellResult): Totals {
  const number = value instanceof FormulaError ? value : numberOf(value);
  if (typeof number === 'number') {
    const [sum, min, max] = [number, number, number];
    return { sum, min, max, numbers: 1, filled: 1, error: undefined, isUnknown: false };
  }
  return { sum: 0, numbers: 0, filled: 1, min: 0, max: 0, error: number, isUnknown: number === undefined };
}

type Values = readonly (Calculation | undefined)[];

function chosen(inputs: Values, at: FormulaPosition): CellResult {
  const [test, yes, no] = inputs;
  const holds = test?.(at);
  if (holds instanceof FormulaError) return holds;
  if (holds === undefined || typeof holds === 'string') return undefined;
  const branch = holds ? yes : no;
  if (!branch) return inputs.length < 3 && !holds ? false : 0;
  const result = branch(at);
  // A blank cell as the result of a formula shows 0.
  return result === null ? 0 : result;
}

function numeric(name: 'ROUND' | 'ABS', [value, places]: Values, at: FormulaPosition): CellResult {
  const of = value ? numberOf(value(at)) : 0;
  if (typeof of !== 'number') return of;
  if (name === 'ABS') return Math.abs(of);
  const digits = places ? numberOf(places(at)) : 0;
  return typeof digits === 'number' ? rounded(of, digits) : digits;
}
