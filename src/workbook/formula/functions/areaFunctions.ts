import {
  type AreaList,
  addValue,
  type CellResult,
  COMPARISONS,
  FormulaError,
  type FormulaPosition,
  joinTexts,
  NO_TOTALS,
  SHOWN,
  WRONG_NUMBER,
  WRONG_VALUE,
  withKnownValues,
} from '../ranges.js';
import { networkDays } from './dateTextFunctions.js';
import {
  type AreaFunction,
  type AreaInput,
  type AreaInputs,
  LOOKUP_FUNCTIONS,
  valuesOf,
} from './lookupFunctions.js';
import { toTruth } from './scalarFunctions.js';

export const AREA_FUNCTIONS: Readonly<Record<string, AreaFunction>> = {
  COUNTIF: ([range, criterion], at) => conditional('COUNTA', [range, criterion], undefined, at),
  COUNTIFS: (inputs, at) => conditional('COUNTA', inputs, undefined, at),
  SUMIF: ([range, criterion, of = range], at) => conditional('SUM', [range, criterion], of, at),
  SUMIFS: ([of, ...inputs], at) => conditional('SUM', inputs, of, at),
  AVERAGEIF: ([range, criterion, of = range], at) => conditional('AVERAGE', [range, criterion], of, at),
  AVERAGEIFS: ([of, ...inputs], at) => conditional('AVERAGE', inputs, of, at),
  MAXIFS: ([of, ...inputs], at) => conditional('MAX', inputs, of, at),
  MINIFS: ([of, ...inputs], at) => conditional('MIN', inputs, of, at),
  ...LOOKUP_FUNCTIONS,
  SUMPRODUCT: (inputs, at) => sumOfProducts(inputs, at),
  TEXTJOIN: ([separator, skipsEmpty, ...inputs], at) => {
    const between = separator?.value(at);
    const skips = toTruth(skipsEmpty?.value(at));
    return typeof between === 'string' && typeof skips === 'boolean'
      ? joinInputs(inputs, at, between, skips)
      : undefined;
  },
  CONCAT: (inputs, at) => joinInputs(inputs, at),
  // The result of CONCATENATE for areas depends on the program.
  CONCATENATE: (inputs, at) =>
    inputs.every((input) => (input?.list(at)?.values.length ?? 1) === 1) ? joinInputs(inputs, at) : undefined,
  AND: (inputs, at) => combineTruths(inputs, at, (values) => values.every(Boolean)),
  OR: (inputs, at) => combineTruths(inputs, at, (values) => values.some(Boolean)),
  XOR: (inputs, at) => combineTruths(inputs, at, (values) => values.filter(Boolean).length % 2 === 1),
  COUNTBLANK: ([range], at) => {
    const list = range?.list(at);
    return !list || list.hasUnknown
      ? undefined
      : list.values.filter((each) => each === null || each === '').length;
  },
  PRODUCT: (inputs, at) =>
    withNumbers(inputs, at, (numbers) => numbers.reduce((product, each) => product * each, 1)),
  MEDIAN: (inputs, at) => withNumbers(inputs, at, median),
  LARGE: ([range, place], at) => rankedValue(range, place, at, (a, b) => b - a),
  SMALL: ([range, place], at) => rankedValue(range, place, at, (a, b) => a - b),
  NETWORKDAYS: ([start, end, holidays], at) => {
    const [from, to] = [start?.value(at), end?.value(at)];
    const days = holidays ? valuesOf([holidays], at) : [];
    return withKnownValues([from, to, ...days], () =>
      typeof from === 'number' && typeof to === 'number'
        ? networkDays(from, to, new Set(days.filter((day) => typeof day === 'number').map(Math.floor)))
        : undefined,
    );
  },
};

/** The conditions of SUMIFS: an area and a criterion, and so on; undefined if they are not known. */
function testedCells(inputs: AreaInputs, at: FormulaPosition): TestedCells[] | undefined {
  const conditions: TestedCells[] = [];
  for (let index = 0; index < inputs.length; index += 2) {
    const list = inputs[index]?.list(at);
    if (!list || !inputs[index + 1]) return undefined;
    conditions.push({ list, criterion: inputs[index + 1]?.value(at) });
  }
  return conditions;
}

/** Where the conditions of SUMIFS are met, from the first cell of its areas; empty if that is left to Excel. */
export function placesMet(
  inputs: AreaInputs,
  at: FormulaPosition,
): { readonly down: number; readonly across: number }[] {
  const conditions = testedCells(inputs, at) ?? [];
  const places = matchingPlaces(conditions);
  const columns = conditions[0]?.list.columns ?? 1;
  if (places === undefined || places instanceof FormulaError) return [];
  return places.map((place) => ({ down: Math.floor(place / columns), across: place % columns }));
}

function conditional(
  name: Parameters<typeof conditionalTotal>[0],
  inputs: AreaInputs,
  of: AreaInput | undefined,
  at: FormulaPosition,
): CellResult {
  const conditions = testedCells(inputs, at);
  const added = of?.list(at);
  return !conditions || (of && !added) ? undefined : conditionalTotal(name, conditions, added);
}

/** Text counts as 0; areas of different shapes are an error. */
function sumOfProducts(inputs: AreaInputs, at: FormulaPosition): CellResult {
  const lists = inputs.map((input) => input?.list(at));
  const [first] = lists;
  if (!first || lists.some((list) => !list || list.hasUnknown)) return undefined;
  if (lists.some((list) => list?.columns !== first.columns || list.areaRows !== first.areaRows))
    return WRONG_VALUE;
  const productAt = (row: number, column: number): number =>
    lists.reduce((product, list) => {
      const value = list?.at(row, column);
      return product * (typeof value === 'number' ? value : 0);
    }, 1);
  return withKnownValues(
    lists.flatMap((list) => list?.values ?? []),
    () => {
      const rows = Math.max(...lists.map((list) => list?.rows ?? 0));
      // All rows below the last one of a sheet are equal.
      if (rows < first.areaRows && productAt(rows, 0) !== 0) return undefined;
      let sum = 0;
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < first.columns; column++) sum += productAt(row, column);
      }
      return sum;
    },
  );
}

function joinInputs(inputs: AreaInputs, at: FormulaPosition, between = '', skipsEmpty = true): CellResult {
  return withKnownValues(valuesOf(inputs, at), (values) => joinTexts(values, between, skipsEmpty));
}

/** Blank cells and text of areas are skipped; without a logical value there is no result. */
function combineTruths(
  inputs: AreaInputs,
  at: FormulaPosition,
  holds: (values: readonly unknown[]) => boolean,
): CellResult {
  const all = inputs.flatMap((input) => {
    const cells = input?.list(at)?.values;
    return cells
      ? cells.filter((each) => each !== null && typeof each !== 'string')
      : [toTruth(input?.value(at))];
  });
  return withKnownValues(all, (values) => (values.length === 0 ? WRONG_VALUE : holds(values)));
}

function withNumbers(
  inputs: AreaInputs,
  at: FormulaPosition,
  show: (numbers: readonly number[]) => CellResult,
): CellResult {
  // As a literal argument, true is 1, and text may be a number.
  const all = inputs.flatMap((input) => {
    const [cells, value] = [input?.list(at)?.values, input?.value(at)];
    if (cells) return cells;
    return typeof value === 'boolean' ? [Number(value)] : [typeof value === 'string' ? undefined : value];
  });
  return withKnownValues(all, (values) => {
    if (all.length === 0) return undefined;
    const numbers = values.filter((value) => typeof value === 'number');
    return numbers.length === 0 ? undefined : show(numbers);
  });
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function rankedValue(
  range: AreaInput | undefined,
  place: AreaInput | undefined,
  at: FormulaPosition,
  order: (a: number, b: number) => number,
): CellResult {
  const number = place?.value(at);
  if (typeof number !== 'number') return number instanceof FormulaError ? number : undefined;
  return withNumbers(
    [range],
    at,
    (numbers) => [...numbers].sort(order)[Math.trunc(number) - 1] ?? WRONG_NUMBER,
  );
}

interface TestedCells {
  readonly list: AreaList;
  readonly criterion: CellResult;
}

/**
 * COUNTIFS, SUMIFS, AVERAGEIFS, MAXIFS, MINIFS: the result for the cells where all conditions are met.
 * @param of the cells that are added up; undefined to count cells
 */
function conditionalTotal(
  name: 'COUNTA' | 'SUM' | 'AVERAGE' | 'MAX' | 'MIN',
  conditions: readonly TestedCells[],
  of: AreaList | undefined,
): CellResult {
  const columns = conditions[0]?.list.columns ?? 1;
  const places = matchingPlaces(conditions);
  if (places === undefined || places instanceof FormulaError) return places;
  const totals = { ...NO_TOTALS };
  for (const place of places) {
    if (!of) totals.filled++;
    const value = of?.at(Math.floor(place / columns), place % columns);
    if (of && value === undefined) return undefined;
    if (value instanceof FormulaError) return value;
    if (of) addValue(totals, value);
  }
  return SHOWN[name]?.(totals);
}

/** Cells of an area that meet all conditions, from 0, row by row; undefined if that is left to Excel. */
function matchingPlaces(conditions: readonly TestedCells[]): readonly number[] | FormulaError | undefined {
  const [first] = conditions;
  if (!first) return undefined;
  const criteria = conditions.map(({ list, criterion }) => parseCriterion(criterion, list.values));
  if (conditions.some(({ list }) => list.hasUnknown) || criteria.includes(undefined)) return undefined;
  const isUnlike = ({ list }: Pick<TestedCells, 'list'>): boolean =>
    list.columns !== first.list.columns || list.areaRows !== first.list.areaRows;
  if (conditions.some(isUnlike)) return WRONG_VALUE;
  return placesOf(conditions, criteria as readonly Criterion[]);
}

function placesOf(conditions: readonly TestedCells[], criteria: readonly Criterion[]): number[] {
  const exact = criteria.findIndex(({ equals }) => equals !== undefined);
  const [list, equals] = [conditions[exact]?.list, criteria[exact]?.equals];
  const most = Math.max(...conditions.map((condition) => condition.list.values.length));
  const candidates =
    list && equals !== undefined ? list.findPlaces(equals) : Array.from({ length: most }, (_, at) => at);
  return candidates.filter((place) =>
    // An area ends at the end of its sheet; blank cells follow.
    criteria.every(({ test }, index) => {
      const values = conditions[index]?.list.values ?? [];
      return test(place < values.length ? values[place] : null);
    }),
  );
}

interface Criterion {
  readonly test: (value: CellResult) => boolean;
  /**
   * The value that all counted cells must equal, if the criterion is one value: these cells are found without a scan.
   */
  readonly equals: string | number | undefined;
}

const OPERATOR = /^(<=|>=|<>|=|<|>)?([\s\S]*)$/;
const NUMBER = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:E[-+]?\d+)?\s*$/i;
/** Text that a program may read as a date, a time, a percentage or a price. */
const MAY_BE_NUMBER = /^\s*[-+(€$£]?\s*\d[\d\s.,:/%-]*[%)€$£]?\s*$/;

/**
 * Reads a criterion such as `">=5"`, `"<>"`, `"North*"` or 7. Undefined if programs differ: dates as text, numbers
 * stored as text, order of text.
 * @param values the cells that are tested
 */
function parseCriterion(criterion: CellResult, values: readonly CellResult[]): Criterion | undefined {
  if (criterion === undefined || criterion instanceof FormulaError || typeof criterion === 'boolean')
    return undefined;
  if (criterion === null) return numberCriterion('=', 0, values);
  if (typeof criterion === 'number') return numberCriterion('=', criterion, values);
  const [, operator = '=', operand = ''] = OPERATOR.exec(criterion) ?? [];
  if (NUMBER.test(operand)) return numberCriterion(operator, Number(operand), values);
  if (MAY_BE_NUMBER.test(operand)) return undefined;
  return textCriterion(operator, operand, criterion);
}

function numberCriterion(
  operator: string,
  number: number,
  values: readonly CellResult[],
): Criterion | undefined {
  const compare = COMPARISONS[operator];
  const isAmbiguous = values.some((value) => typeof value === 'string' && MAY_BE_NUMBER.test(value));
  if (!compare || isAmbiguous) return undefined;
  const test = (value: CellResult): boolean =>
    typeof value === 'number' ? compare(value, number) : operator === '<>';
  return { test, equals: operator === '=' ? number : undefined };
}

function textCriterion(operator: string, operand: string, whole: string): Criterion | undefined {
  if (operator !== '=' && operator !== '<>') return undefined;
  const isNot = operator === '<>';
  if (operand === '') {
    // `""` counts blank cells and empty text; `"="` only blank cells; `"<>"` cells with any content.
    const isBlank = (value: CellResult): boolean => value === null || (whole === '' && value === '');
    return { test: (value) => isBlank(value) !== isNot, equals: undefined };
  }
  const wanted = operand.toLowerCase();
  const hasWildcards = /[*?~]/.test(wanted);
  const pattern = hasWildcards ? wildcardPattern(wanted) : undefined;
  const matches = (value: CellResult): boolean =>
    typeof value === 'string' &&
    (pattern ? pattern.test(value.toLowerCase()) : value.toLowerCase() === wanted);
  return { test: (value) => matches(value) !== isNot, equals: isNot || hasWildcards ? undefined : operand };
}

/** `*` matches any text, `?` one character; `~` escapes the next one. */
function wildcardPattern(text: string): RegExp {
  const parts = text.match(/~[*?~]|\*+|\?|[^*?~]+|~/g) ?? [];
  const source = parts.map((part) => {
    if (part.startsWith('*')) return '[\\s\\S]*';
    if (part === '?') return '[\\s\\S]';
    const plain = part.length === 2 && part.startsWith('~') ? part.slice(1) : part;
    return plain.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source.join('')}$`);
}
