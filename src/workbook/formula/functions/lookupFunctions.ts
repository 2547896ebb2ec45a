import {
  AreaList,
  type Calculation,
  type CellResult,
  FormulaError,
  type FormulaPosition,
  NOT_AVAILABLE,
  WRONG_REFERENCE,
  WRONG_VALUE,
} from '../ranges.js';
import { blankAsZero, isNotAvailable, toTruth } from './scalarFunctions.js';

/** Functions that find a cell in a list or a table. */
export const LOOKUP_FUNCTIONS: Readonly<Record<string, AreaFunction>> = {
  VLOOKUP: (inputs, at) => lookup(inputs, at, false),
  HLOOKUP: (inputs, at) => lookup(inputs, at, true),
  MATCH: ([value, range, kind], at) => {
    const list = range?.list(at);
    const match = parseMatchType(kind ? kind.value(at) : 1);
    const line = list && toLine(list);
    const place = line && match ? findPlace(value?.value(at), line, match) : undefined;
    return typeof place === 'number' ? place + 1 : place;
  },
  INDEX: ([range, row, column], at) => {
    const list = range?.list(at);
    const places = [row?.value(at), column?.value(at)];
    if (!list || typeof places[0] !== 'number' || (column && typeof places[1] !== 'number')) return undefined;
    return indexedCell(list, places[0], typeof places[1] === 'number' ? places[1] : undefined);
  },
  XLOOKUP: (inputs, at) => xlookup(inputs, at),
};

function lookup(
  [value, table, place, isSorted]: AreaInputs,
  at: FormulaPosition,
  isAcross: boolean,
): CellResult {
  const list = table?.list(at);
  const sorted = isSorted ? toTruth(isSorted.value(at)) : true;
  const number = place?.value(at);
  if (!list || typeof sorted !== 'boolean') return undefined;
  if (typeof number !== 'number') return number instanceof FormulaError ? number : undefined;
  const index = Math.trunc(number) - 1;
  if (index < 0) return WRONG_VALUE;
  if (index >= (isAcross ? list.rows : list.columns)) return WRONG_REFERENCE;
  const line = isAcross ? rowList(list, 0) : columnList(list, 0);
  const found = findPlace(value?.value(at), line, sorted ? 'notLarger' : 'exact');
  if (typeof found !== 'number') return found;
  return blankAsZero(isAcross ? list.at(index, found) : list.at(found, index));
}

/** `XLOOKUP(value, where, what, otherwise, 0 | -1)`; other ways to search are left to Excel. */
function xlookup(
  [value, where, what, otherwise, kind, direction]: AreaInputs,
  at: FormulaPosition,
): CellResult {
  const [list, found] = [where?.list(at), what?.list(at)];
  const mode = kind ? kind.value(at) : 0;
  if (!list || !found || direction || typeof mode !== 'number') return undefined;
  const match = ({ 0: 'exact', '-1': 'notLarger' } as const)[String(mode)];
  const [line, answer] = [toLine(list), toLine(found)];
  if (!match || !line || !answer || list.columns > 1 !== found.columns > 1) return undefined;
  if (list.columns !== found.columns || list.areaRows !== found.areaRows) return WRONG_VALUE;
  const place = findPlace(value?.value(at), line, match);
  if (typeof place === 'number') return blankAsZero(answer.values[place]);
  return otherwise && isNotAvailable(place) ? blankAsZero(otherwise.value(at)) : place;
}

function toLine(list: AreaList): AreaList | undefined {
  if (list.columns === 1) return columnList(list, 0);
  return list.rows === 1 ? rowList(list, 0) : undefined;
}

function parseMatchType(kind: CellResult): Match | undefined {
  if (kind === 0 || kind === false) return 'exact';
  if (kind === 1 || kind === true) return 'notLarger';
  return kind === -1 ? 'notSmaller' : undefined;
}

/** How a lookup compares: the same value, or the nearest one that is not larger (or not smaller). */
type Match = 'exact' | 'notLarger' | 'notSmaller';

/**
 * The position of a value in one row or column, from 0. `#N/A` if it is missing; undefined if it is left to Excel:
 * wildcards, text in order, lists that are not sorted.
 */
function findPlace(value: CellResult, list: AreaList, match: Match): number | FormulaError | undefined {
  if (value === undefined || list.hasUnknown) return undefined;
  if (value instanceof FormulaError) return value;
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string' && (match !== 'exact' || /[*?~]/.test(value))) return undefined;
  if (match === 'exact') return list.findPlaces(value)[0] ?? NOT_AVAILABLE;
  return typeof value === 'number' ? nearest(value, list.values, match) : undefined;
}

/** Blank cells at the end are skipped. */
function nearest(
  value: number,
  values: readonly CellResult[],
  match: Match,
): number | FormulaError | undefined {
  const sign = match === 'notLarger' ? 1 : -1;
  let found: number | undefined;
  let before = Number.NEGATIVE_INFINITY;
  for (const [at, each] of values.entries()) {
    if (each === null) continue;
    if (typeof each !== 'number' || each * sign < before) return undefined;
    before = each * sign;
    if (each * sign <= value * sign) found = at;
  }
  return found ?? NOT_AVAILABLE;
}

/** Columns and rows of tables as separate lists, cached. */
const parts = new WeakMap<AreaList, Map<string, AreaList>>();

function columnList(table: AreaList, column: number): AreaList {
  if (table.columns === 1) return table;
  return part(table, `column ${column} of ${table.rows} rows`, (at) => at % table.columns === column);
}

function rowList(table: AreaList, row: number): AreaList {
  return part(table, `row ${row}`, (at) => Math.floor(at / table.columns) === row);
}

function part(table: AreaList, name: string, isIn: (at: number) => boolean): AreaList {
  const known = parts.get(table) ?? new Map<string, AreaList>();
  parts.set(table, known);
  const list = known.get(name) ?? new AreaList(1);
  if (!known.has(name)) {
    for (const [at, value] of table.values.entries()) if (isIn(at)) list.values.push(value);
    list.hasUnknown = list.values.includes(undefined);
    known.set(name, list);
  }
  return list;
}

/** INDEX: a cell of a table, by row and column from 1. A single index counts along a table of one row. */
function indexedCell(table: AreaList, row: number, column: number | undefined): CellResult {
  const isOneRow = table.rows === 1 && column === undefined;
  const [r, c] = isOneRow ? [1, row] : [row, column ?? 1];
  if (!isOneRow && column === undefined && table.columns > 1) return undefined;
  if (r === 0 || c === 0) return undefined;
  if (r < 1 || c < 1) return WRONG_VALUE;
  if (c > table.columns) return WRONG_REFERENCE;
  return table.at(Math.trunc(r) - 1, Math.trunc(c) - 1);
}

/** An argument: its value, and its cells if it names an area. */
export interface AreaInput {
  readonly value: Calculation;
  readonly list: (at: FormulaPosition) => AreaList | undefined;
}

export type AreaInputs = readonly (AreaInput | undefined)[];
export type AreaFunction = (inputs: AreaInputs, at: FormulaPosition) => CellResult;

/** All values of the arguments, areas cell by cell. */
export function valuesOf(inputs: AreaInputs, at: FormulaPosition): CellResult[] {
  return inputs.flatMap((input) => input?.list(at)?.values ?? [input?.value(at)]);
}
