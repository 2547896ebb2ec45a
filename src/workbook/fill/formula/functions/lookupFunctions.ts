import type { AreaList } from '../areaLists.js';
import { type CellResult, FormulaError, NOT_AVAILABLE } from '../cellResult.js';
import type { FormulaPosition } from '../outputArea.js';
import type { AreaFunction, AreaInput, AreaInputs } from './areaInput.js';
import { truthOf } from './logicFunctions.js';
import { cellOf, columnList, lookedUp, type Match, placeOf, rowList } from './lookups.js';

/** Functions that find a cell in a list or a table. */
export const LOOKUP_FUNCTIONS: Readonly<Record<string, AreaFunction>> = {
  VLOOKUP: ([value, table, place, isSorted], at) =>
    lookup(value, table, place, isSorted, { at, isAcross: false }),
  HLOOKUP: ([value, table, place, isSorted], at) =>
    lookup(value, table, place, isSorted, { at, isAcross: true }),
  MATCH: ([value, range, kind], at) => {
    const list = range?.list(at);
    const match = matchOf(kind ? kind.value(at) : 1);
    const line = list && lineOf(list);
    const place = line && match ? placeOf(value?.value(at), line, match) : undefined;
    return typeof place === 'number' ? place + 1 : place;
  },
  INDEX: ([range, row, column], at) => {
    const list = range?.list(at);
    const places = [row?.value(at), column?.value(at)];
    if (!list || typeof places[0] !== 'number' || (column && typeof places[1] !== 'number')) return undefined;
    return cellOf(list, places[0], typeof places[1] === 'number' ? places[1] : undefined);
  },
  XLOOKUP: (inputs, at) => xlookup(inputs, at),
};

function lookup(
  value: AreaInput | undefined,
  table: AreaInput | undefined,
  place: AreaInput | undefined,
  isSorted: AreaInput | undefined,
  { at, isAcross }: { readonly at: FormulaPosition; readonly isAcross: boolean },
): CellResult {
  const list = table?.list(at);
  const sorted = isSorted ? truthOf(isSorted.value(at)) : true;
  if (!list || typeof sorted !== 'boolean') return undefined;
  const match = sorted ? 'notLarger' : 'exact';
  return shown(lookedUp(value?.value(at), list, place?.value(at), { match, isAcross }));
}

/** `XLOOKUP(value, where, what, otherwise, 0 | -1 | 1)`; other ways to search are left to Excel. */
function xlookup(
  [value, where, what, otherwise, kind, direction]: AreaInputs,
  at: FormulaPosition,
): CellResult {
  const [list, found] = [where?.list(at), what?.list(at)];
  const mode = kind ? kind.value(at) : 0;
  if (!list || !found || direction || typeof mode !== 'number') return undefined;
  const match = ({ 0: 'exact', '-1': 'notLarger', 1: 'notSmaller' } as const)[String(mode)];
  const line = lineOf(list);
  const answer = lineOf(found);
  if (!match || !line || !answer) return undefined;
  const place = match === 'notSmaller' ? undefined : placeOf(value?.value(at), line, match);
  if (typeof place === 'number')
    return shown(answer.values[place] === undefined ? undefined : answer.values[place]);
  const isMissing = place instanceof FormulaError && place.code === NOT_AVAILABLE.code;
  return isMissing && otherwise ? shown(otherwise.value(at)) : place;
}

/** A single row or column as a list. */
function lineOf(list: AreaList): AreaList | undefined {
  if (list.columns === 1) return columnList(list, 0);
  return list.rows === 1 ? rowList(list, 0) : undefined;
}

function matchOf(kind: CellResult): Match | undefined {
  if (kind === 0 || kind === false) return 'exact';
  if (kind === 1 || kind === true) return 'notLarger';
  return kind === -1 ? 'notSmaller' : undefined;
}

/** A blank cell as the result of a formula shows 0. */
function shown(result: CellResult): CellResult {
  return result === null ? 0 : result;
}
