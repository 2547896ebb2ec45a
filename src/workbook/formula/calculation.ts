import { CELL_CHARACTERS } from '../cells/address.js';
import { type CellResult, DIVISION_BY_ZERO, FormulaError, numericResult, WRONG_VALUE } from './cellResult.js';
import type { Expression } from './expression.js';
import { AREA_FUNCTIONS } from './functions/areaFunctions.js';
import { DATE_FUNCTIONS } from './functions/dateFunctions.js';
import type { AreaInput } from './functions/lookupFunctions.js';
import {
  flawOf,
  type KnownValue,
  LOGIC_FUNCTIONS,
  NUMBER_FUNCTIONS,
  type ScalarFunction,
} from './functions/scalarFunctions.js';
import { TEXT_FUNCTIONS } from './functions/textFunctions.js';
import { type PlacedReference, placedReference } from './placedFormula.js';
import {
  areaOf,
  type Calculation,
  type CalculationSources,
  type Counting,
  type FormulaPosition,
  type OutputArea,
  type OutputCells,
  outputArea,
  type Totals,
} from './ranges.js';

/** Prepares the calculation of a formula, which is made for each of its repetitions. */
export function calculationOf(expression: Expression, sources: CalculationSources): Calculation {
  const { cells, sheet } = sources;
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'reference':
      return referenceCalculation(placedReference(expression.reference, sheet), cells);
    case 'table':
      return (at) => singleValue(cells.areaOf(expression, at), cells);
    case 'name':
      return (at) => {
        const area = cells.areaOf(expression, at);
        return area ? singleValue(area, cells) : cells.constantOf(expression.text, at);
      };
    case 'sign':
      return signCalculation(expression.sign, calculationOf(expression.of, sources));
    case 'binary': {
      const left = calculationOf(expression.left, sources);
      return binaryCalculation(expression.operator, left, calculationOf(expression.right, sources));
    }
    case 'call':
      return functionCalculation(expression, {
        ...sources,
        prepare: (input) => calculationOf(input, sources),
      });
  }
}

function referenceCalculation(reference: PlacedReference, cells: OutputCells): Calculation {
  const { isSingleCell, sheet, topAt, leftAt } = reference;
  if (!isSingleCell) return (at) => singleValue(outputArea(reference, at), cells);
  return (at) => cells.valueOf(sheet, topAt(at.instance), leftAt(at.columnInstance));
}

function singleValue(area: OutputArea | undefined, cells: OutputCells): CellResult {
  if (!area || area.top !== area.bottom || area.left !== area.right) return undefined;
  return cells.valueOf(area.sheet, area.top, area.left);
}

function signCalculation(sign: '-' | '+' | '%', of: Calculation): Calculation {
  if (sign === '+') return of;
  return (at) => {
    const number = numericResult(of(at));
    if (typeof number !== 'number') return number;
    return sign === '-' ? -number : number / 100;
  };
}

type Known = Exclude<CellResult, undefined | FormulaError>;
type Arithmetic = (a: number, b: number) => CellResult;

/** Prepares an operator between two values. */
function binaryCalculation(operator: string, left: Calculation, right: Calculation): Calculation {
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

type Call = Extract<Expression, { kind: 'call' }>;

/** What a function is calculated from. */
interface FunctionSources extends CalculationSources {
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
function functionCalculation(call: Call, sources: FunctionSources): Calculation {
  const { name, inputs } = call;
  if (Object.hasOwn(SHOWN, name)) return totalCalculation(name, inputs, 'all', sources);
  if (name === 'SUBTOTAL') return subtotalCalculation(inputs, sources);
  if (name === 'ROW' || name === 'ROWS') return rowCalculation(name, inputs, sources);
  if (sources.cells.counts1904 && COUNTS_DAYS.has(name)) return () => undefined;
  const ofArea = AREA_FUNCTIONS[name];
  if (ofArea) return areaCalculation(ofArea, inputs, sources);
  const values = inputs.map((input) => input && sources.prepare(input));
  const logic = LOGIC_FUNCTIONS[name];
  if (logic) return (at) => logic(values, at);
  return scalarCalculation(SCALAR_FUNCTIONS[name], values);
}

/** Functions that give the same value whatever they are asked in. */
const SCALAR_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  ...NUMBER_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...TEXT_FUNCTIONS,
};

/** They count days from 1900; a workbook that counts from 1904 is left to Excel. */
const COUNTS_DAYS = new Set([...Object.keys(DATE_FUNCTIONS), 'NETWORKDAYS', 'TEXT']);

/** The functions that are calculated here. */
export const CALCULATED: ReadonlySet<string> = new Set([
  ...Object.keys(SHOWN),
  ...['SUBTOTAL', 'ROW', 'ROWS'],
  ...Object.keys(AREA_FUNCTIONS),
  ...Object.keys(LOGIC_FUNCTIONS),
  ...Object.keys(SCALAR_FUNCTIONS),
]);

function areaCalculation(
  calculate: (typeof AREA_FUNCTIONS)[string],
  inputs: Call['inputs'],
  sources: FunctionSources,
): Calculation {
  const { lists } = sources.cells;
  const prepared = inputs.map((input): AreaInput | undefined => {
    if (!input) return undefined;
    const areaAt = areaOf(input, sources);
    const list = (at: FormulaPosition) => {
      const area = areaAt(at);
      return area && lists.of(area);
    };
    return { value: sources.prepare(input), list };
  });
  return (at) => calculate(prepared, at);
}

function scalarCalculation(of: ScalarFunction | undefined, inputs: Values): Calculation {
  if (!of || inputs.length < of.inputs[0] || inputs.length > of.inputs[1]) return () => undefined;
  return (at) => {
    const values = inputs.map((input) => (input ? input(at) : null));
    const flaw = flawOf(values);
    if (flaw !== undefined) return flaw === 'unknown' ? undefined : flaw;
    return of.calculate(values as readonly KnownValue[]);
  };
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
  sources: FunctionSources,
): Calculation {
  if (!input) return name === 'ROW' ? (at) => at.row : () => undefined;
  const areaAt = areaOf(input, sources);
  return (at) => {
    const area = areaAt(at);
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

function totalsOf(input: Expression | undefined, counting: Counting, sources: FunctionSources): TotalsAt {
  if (!input || givesCells(input)) return () => undefined;
  const single = sources.prepare(input);
  const areaAt = areaOf(input, sources);
  const { totals } = sources.cells;
  return (at) => {
    const area = areaAt(at);
    if (area) return totals.of(area, counting);
    return input.kind === 'table' || input.kind === 'name' ? undefined : totalsOfValue(single(at));
  };
}

const GIVE_CELLS = new Set(['INDEX', 'CHOOSE', 'XLOOKUP', 'IFS', 'IFERROR', 'IFNA']);

/** IF and some others hand cells on: totals pass over their text, as over that of any area. Left to Excel. */
function givesCells(input: Expression): boolean {
  if (input.kind !== 'call') return false;
  if (GIVE_CELLS.has(input.name)) return true;
  if (input.name !== 'IF') return false;
  const isCells = (branch: Expression | undefined): boolean =>
    branch !== undefined && (['reference', 'table', 'name'].includes(branch.kind) || givesCells(branch));
  return input.inputs.slice(1).some(isCells);
}

function totalsOfValue(value: CellResult): Totals {
  const number = value instanceof FormulaError ? value : numericResult(value);
  if (typeof number === 'number') {
    const [sum, min, max] = [number, number, number];
    return { sum, min, max, numbers: 1, filled: 1, error: undefined, isUnknown: false };
  }
  return { sum: 0, numbers: 0, filled: 1, min: 0, max: 0, error: number, isUnknown: number === undefined };
}

type Values = readonly (Calculation | undefined)[];
