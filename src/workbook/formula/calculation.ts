import type { FormulaNode } from './expression.js';
import { AREA_FUNCTIONS } from './functions/areaFunctions.js';
import { DATE_FUNCTIONS, TEXT_FUNCTIONS } from './functions/dateTextFunctions.js';
import type { AreaInput } from './functions/lookupFunctions.js';
import { LOGIC_FUNCTIONS, NUMBER_FUNCTIONS, type ScalarFunction } from './functions/scalarFunctions.js';
import { placedReference } from './placedFormula.js';
import {
  AreaList,
  type Calculation,
  type CalculationSources,
  type CellResult,
  COMPARISONS,
  type Counting,
  DIVISION_BY_ZERO,
  FormulaError,
  type FormulaPosition,
  joinTexts,
  type KnownValue,
  NO_TOTALS,
  type OutputArea,
  type OutputCells,
  outputArea,
  prepareArea,
  SHOWN,
  type Totals,
  toNumber,
  withKnownValues,
} from './ranges.js';

/** Prepares the calculation of a formula for all its repetitions. */
export function prepareCalculation(expression: FormulaNode, sources: CalculationSources): Calculation {
  const { cells, sheet } = sources;
  switch (expression.kind) {
    case 'constant': {
      const { value } = expression;
      return () => value;
    }
    case 'sheets':
      return () => undefined;
    case 'reference': {
      const reference = placedReference(expression.reference, sheet);
      const { topAt, leftAt } = reference;
      if (!reference.isSingleCell) return (at) => singleValue(outputArea(reference, at), cells);
      return (at) => cells.valueOf(reference.sheet, topAt(at.instance), leftAt(at.columnInstance));
    }
    case 'table':
      return (at) => singleValue(cells.areaOf(expression, at), cells);
    case 'name':
      return (at) => {
        const area = cells.areaOf(expression, at);
        return area ? singleValue(area, cells) : cells.constantOf(expression.text, at);
      };
    case 'sign': {
      const of = prepareCalculation(expression.of, sources);
      return (at) => signed(expression.sign, of(at));
    }
    case 'binary': {
      const [left, right] = [expression.left, expression.right].map((of) => prepareCalculation(of, sources));
      const combined = combination(expression.operator);
      return (at) => combined(left?.(at), right?.(at));
    }
    case 'call':
      return functionCalculation(expression, sources);
  }
}

function singleValue(area: OutputArea | undefined, cells: OutputCells): CellResult {
  if (!area || area.top !== area.bottom || area.left !== area.right) return undefined;
  return cells.valueOf(area.sheet, area.top, area.left);
}

function signed(sign: '-' | '+' | '%', value: CellResult): CellResult {
  if (sign === '+') return value;
  const number = toNumber(value);
  if (typeof number !== 'number') return number;
  return sign === '-' ? -number : number / 100;
}

type Arithmetic = (a: number, b: number) => CellResult;

function combination(operator: string): (a: CellResult, b: CellResult) => CellResult {
  const numbers = ARITHMETIC[operator];
  return (a, b) => {
    if (numbers !== undefined && typeof a === 'number' && typeof b === 'number') return numbers(a, b);
    if (a === undefined || b === undefined) return undefined;
    if (a instanceof FormulaError) return a;
    if (b instanceof FormulaError) return b;
    if (numbers !== undefined) {
      const [one, other] = [toNumber(a), toNumber(b)];
      if (typeof one !== 'number') return one;
      return typeof other === 'number' ? numbers(one, other) : other;
    }
    return operator === '&' ? joinTexts([a, b], '') : compareValuesOfKind(operator, a, b);
  };
}

const ARITHMETIC: Readonly<Record<string, Arithmetic>> = {
  '+': (a, b) => snapToZero(a + b, a),
  '-': (a, b) => snapToZero(a - b, a),
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? DIVISION_BY_ZERO : a / b),
  '^': (a, b) => {
    const power = a ** b;
    // For 0 to the power of 0 Excel returns an error, LibreOffice 1.
    return Number.isFinite(power) && (a !== 0 || b !== 0) ? power : undefined;
  },
};

const NEGLIGIBLE = 2 ** -48;

/** The rounding error of a sum that should be zero: Excel and LibreOffice show 0 for 0.1+0.2-0.3. */
function snapToZero(sum: number, part: number): number {
  return Math.abs(sum) < Math.abs(part) * NEGLIGIBLE ? 0 : sum;
}

/** Values of one kind only: comparisons of different kinds are left to Excel. Text compares without regard to case. */
function compareValuesOfKind(operator: string, left: KnownValue, right: KnownValue): CellResult {
  const [a, b] = [left ?? blankValueLike(right), right ?? blankValueLike(left)];
  const holds = COMPARISONS[operator];
  const isEquality = operator === '=' || operator === '<>';
  const isLike = typeof a === typeof b;
  // LibreOffice treats true as 1.
  if (!isLike && isEquality && typeof a !== 'boolean' && typeof b !== 'boolean') return operator === '<>';
  if (!holds || !isLike) return undefined;
  if (typeof a === 'number' && typeof b === 'number') return holds(snapToZero(a - b, a), 0);
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  return isEquality ? holds(a.toLowerCase() === b.toLowerCase() ? 0 : 1, 0) : undefined;
}

function blankValueLike(other: CellResult): CellResult {
  return typeof other === 'string' ? '' : 0;
}

type Call = Extract<FormulaNode, { kind: 'call' }>;

const SUBTOTALS = ['', 'AVERAGE', 'COUNT', 'COUNTA', 'MAX', 'MIN', '', '', '', 'SUM'];

function functionCalculation(call: Call, sources: CalculationSources): Calculation {
  const { name, inputs } = call;
  if (Object.hasOwn(SHOWN, name)) {
    // A reference across several sheets counts as one reference to each.
    const bySheet = inputs.flatMap((input) =>
      input?.kind === 'sheets'
        ? input.of.map((reference) => ({ kind: 'reference', reference }) as const)
        : [input],
    );
    return totalCalculation(name, bySheet, 'all', sources);
  }
  if (name === 'SUBTOTAL') return subtotalCalculation(inputs, sources);
  if (name === 'ROW' || name === 'ROWS') return rowCalculation(name, inputs, sources);
  if (sources.cells.counts1904 && COUNTS_DAYS.has(name)) return () => undefined;
  const ofArea = AREA_FUNCTIONS[name];
  const listOf = name === 'SUMPRODUCT' ? prepareArray : prepareList;
  if (ofArea) {
    const prepared = inputs.map(
      (input): AreaInput | undefined =>
        input && { value: prepareCalculation(input, sources), list: listOf(input, sources) },
    );
    return (at) => ofArea(prepared, at);
  }
  const values = inputs.map((input) => input && prepareCalculation(input, sources));
  const logic = LOGIC_FUNCTIONS[name];
  if (logic) return (at) => logic(values, at);
  const scalar = SCALAR_FUNCTIONS[name];
  if (!scalar || inputs.length < scalar.inputs[0] || inputs.length > scalar.inputs[1]) return () => undefined;
  return (at) =>
    withKnownValues(
      values.map((value) => (value ? value(at) : null)),
      scalar.calculate,
    );
}

const SCALAR_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  ...NUMBER_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...TEXT_FUNCTIONS,
};

/** These functions count days from 1900; workbooks that count from 1904 are left to Excel. */
const COUNTS_DAYS = new Set([...Object.keys(DATE_FUNCTIONS), 'NETWORKDAYS', 'TEXT']);

export const CALCULATED: ReadonlySet<string> = new Set([
  ...Object.keys(SHOWN),
  ...['SUBTOTAL', 'ROW', 'ROWS'],
  ...Object.keys(AREA_FUNCTIONS),
  ...Object.keys(LOGIC_FUNCTIONS),
  ...Object.keys(SCALAR_FUNCTIONS),
]);

type ListAt = AreaInput['list'];

function prepareList(node: FormulaNode, sources: CalculationSources): ListAt {
  const areaAt = prepareArea(node, sources);
  return (at) => {
    const area = areaAt(at);
    return area && sources.cells.lists.listFor(area);
  };
}

/** The value of an expression for each cell of its areas: `(A1:A5>1)*C1:C5`. */
function prepareArray(node: FormulaNode, sources: CalculationSources): ListAt {
  const parts = (nodes: readonly FormulaNode[]): ListAt[] => nodes.map((each) => prepareArray(each, sources));
  if (node.kind === 'sign')
    return eachPlace(parts([node.of]), ([value]) => signed(node.sign, value), sources);
  if (node.kind === 'binary') {
    const combined = combination(node.operator);
    return eachPlace(parts([node.left, node.right]), ([a, b]) => combined(a, b), sources);
  }
  const scalar = node.kind === 'call' ? SCALAR_FUNCTIONS[node.name] : undefined;
  const inputs = node.kind === 'call' ? node.inputs.filter((input) => input !== undefined) : [];
  const isWhole = node.kind === 'call' && inputs.length === node.inputs.length;
  if (scalar && isWhole && scalar.inputs[0] <= inputs.length && inputs.length <= scalar.inputs[1])
    return eachPlace(parts(inputs), (values) => withKnownValues(values, scalar.calculate), sources);
  if (['reference', 'table', 'name'].includes(node.kind)) return prepareList(node, sources);
  const calculation = prepareCalculation(node, sources);
  return (at) => listOf([calculation(at)], 1, 1);
}

function listOf(
  values: readonly CellResult[],
  columns: number,
  areaRows: number,
  below?: CellResult,
): AreaList {
  const list = new AreaList(columns, below);
  for (const value of values) list.values.push(value);
  list.hasUnknown = values.includes(undefined);
  list.areaRows = areaRows;
  return list;
}

/**
 * Calculates cell by cell; a single value, row or column is combined with all others. Areas of different shapes are
 * left to Excel.
 */
function eachPlace(
  parts: readonly ListAt[],
  calculate: (values: readonly CellResult[]) => CellResult,
  { cells }: CalculationSources,
): ListAt {
  return (at) => {
    const lists = parts.map((part) => part(at)).filter((list) => list !== undefined);
    const columns = Math.max(...lists.map((list) => list.columns));
    const areaRows = Math.max(...lists.map((list) => list.areaRows));
    const fits = lists.every(
      (list) =>
        (list.columns === columns || list.columns === 1) &&
        (list.areaRows === areaRows || list.areaRows === 1) &&
        !list.hasUnknown,
    );
    const rows = Math.max(...lists.map((list) => list.rows));
    if (lists.length < parts.length || !fits || !cells.lists.hasRoomFor(rows * columns)) return undefined;
    const valueAt = (row: number, column: number): CellResult =>
      calculate(lists.map((list) => list.at(list.areaRows === 1 ? 0 : row, list.columns === 1 ? 0 : column)));
    const values = Array.from({ length: rows * columns }, (_, place) =>
      valueAt(Math.floor(place / columns), place % columns),
    );
    const below = Array.from({ length: areaRows > rows ? columns : 1 }, (_, column) => valueAt(rows, column));
    if (areaRows > rows && (below.includes(undefined) || new Set(below).size > 1)) return undefined;
    return listOf(values, columns, areaRows, areaRows > rows ? below[0] : null);
  };
}

function subtotalCalculation([code, ...areas]: Call['inputs'], sources: CalculationSources): Calculation {
  const codeAt = code && prepareCalculation(code, sources);
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

/** `ROW()`, `ROW(B5)`, `ROWS(B$5:B5)`. A larger area has many values and is left to Excel. */
function rowCalculation(
  name: 'ROW' | 'ROWS',
  [input]: Call['inputs'],
  sources: CalculationSources,
): Calculation {
  if (!input) return name === 'ROW' ? (at) => at.row : () => undefined;
  const areaAt = prepareArea(input, sources);
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
  sources: CalculationSources,
): Calculation {
  const show = SHOWN[name];
  const parts = inputs.map((input) => prepareTotals(input, counting, sources));
  const countsErrors = name === 'COUNT' || name === 'COUNTA';
  const [first, ...others] = parts;
  return (at) => {
    let totals = first?.(at);
    for (const part of others) {
      const added = part(at);
      totals = totals && added && addTotals(totals, added);
    }
    if (!show || totals === undefined || totals.isUnknown) return undefined;
    return totals.error !== undefined && !countsErrors ? totals.error : show(totals);
  };
}

function addTotals(a: Totals, b: Totals): Totals {
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

function prepareTotals(
  input: FormulaNode | undefined,
  counting: Counting,
  sources: CalculationSources,
): TotalsAt {
  if (!input || returnsCells(input)) return () => undefined;
  const single = prepareCalculation(input, sources);
  const areaAt = prepareArea(input, sources);
  const { totals } = sources.cells;
  return (at) => {
    const area = areaAt(at);
    if (area) return totals.totalsFor(area, counting);
    if (input.kind === 'table' || input.kind === 'name') return undefined;
    const value = single(at);
    const number = value instanceof FormulaError ? value : toNumber(value);
    if (typeof number !== 'number')
      return { ...NO_TOTALS, filled: 1, min: 0, max: 0, error: number, isUnknown: number === undefined };
    return { ...NO_TOTALS, sum: number, min: number, max: number, numbers: 1, filled: 1 };
  };
}

const GIVE_CELLS = new Set(['INDEX', 'CHOOSE', 'XLOOKUP', 'IFS', 'IFERROR', 'IFNA']);

/** IF and some others return cells: totals ignore their text, as in any area. Left to Excel. */
function returnsCells(input: FormulaNode): boolean {
  if (input.kind !== 'call') return false;
  if (GIVE_CELLS.has(input.name)) return true;
  if (input.name !== 'IF') return false;
  const isCells = (branch: FormulaNode | undefined): boolean =>
    branch !== undefined && (['reference', 'table', 'name'].includes(branch.kind) || returnsCells(branch));
  return input.inputs.slice(1).some(isCells);
}
