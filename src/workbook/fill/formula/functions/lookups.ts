import { AreaList } from '../areaLists.js';
import { type CellResult, FormulaError, NOT_AVAILABLE, WRONG_REFERENCE, WRONG_VALUE } from '../cellResult.js';

/** How a lookup compares: the same value, or the nearest one that is not larger (or not smaller). */
export type Match = 'exact' | 'notLarger' | 'notSmaller';

/**
 * The place of a value in one row or column, from 0. `#N/A` where it is not there; undefined where it is left to
 * Excel: wildcards, text in order, lists that are not sorted.
 */
export function placeOf(value: CellResult, list: AreaList, match: Match): number | FormulaError | undefined {
  if (value === undefined || list.hasUnknown) return undefined;
  if (value instanceof FormulaError) return value;
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'string' && (match !== 'exact' || /[*?~]/.test(value))) return undefined;
  if (match === 'exact') return list.placesOf(value)[0] ?? NOT_AVAILABLE;
  return typeof value === 'number' ? nearest(value, list.values, match) : undefined;
}

/** Blank cells at the end are passed over. */
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

/** VLOOKUP and HLOOKUP: the cell beside the one that is found in the first column or row. @param place from 1 */
export function lookedUp(
  value: CellResult,
  table: AreaList,
  place: CellResult,
  { match, isAcross }: { readonly match: Match; readonly isAcross: boolean },
): CellResult {
  if (typeof place !== 'number') return place instanceof FormulaError ? place : undefined;
  const index = Math.trunc(place) - 1;
  if (index < 0) return WRONG_VALUE;
  if (index >= (isAcross ? table.rows : table.columns)) return WRONG_REFERENCE;
  const at = placeOf(value, isAcross ? rowList(table, 0) : columnList(table, 0), match);
  if (typeof at !== 'number') return at;
  return isAcross ? table.at(index, at) : table.at(at, index);
}

/** Columns and rows of tables as lists of their own; made once. */
const parts = new WeakMap<AreaList, Map<string, AreaList>>();

export function columnList(table: AreaList, column: number): AreaList {
  if (table.columns === 1) return table;
  return part(table, `column ${column} of ${table.rows} rows`, (at) => at % table.columns === column);
}

export function rowList(table: AreaList, row: number): AreaList {
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

/** INDEX: a cell of a table, by row and column from 1. A row alone counts along a table of one row. */
export function cellOf(table: AreaList, row: number, column: number | undefined): CellResult {
  const isOneRow = table.rows === 1 && column === undefined;
  const [r, c] = isOneRow ? [1, row] : [row, column ?? 1];
  if (!isOneRow && column === undefined && table.columns > 1) return undefined;
  if (r === 0 || c === 0) return undefined;
  if (r < 1 || c < 1) return WRONG_VALUE;
  if (c > table.columns) return WRONG_REFERENCE;
  return table.at(Math.trunc(r) - 1, Math.trunc(c) - 1);
}
