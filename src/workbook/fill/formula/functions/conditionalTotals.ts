import type { AreaList } from '../areaLists.js';
import { type CellResult, DIVISION_BY_ZERO, FormulaError, WRONG_VALUE } from '../cellResult.js';
import { type Criterion, criterionOf } from './criterion.js';

/** Cells to be tested, and what they are tested for. */
export interface TestedCells {
  readonly list: AreaList;
  readonly criterion: CellResult;
}

type Show = (values: readonly number[], count: number) => CellResult;

const SHOWN: Readonly<Record<string, Show>> = {
  COUNT: (_, count) => count,
  SUM: (values) => values.reduce((sum, value) => sum + value, 0),
  AVERAGE: (values) =>
    values.length === 0 ? DIVISION_BY_ZERO : (SHOWN.SUM?.(values, 0) as number) / values.length,
  MAX: (values) => values.reduce((most, value) => Math.max(most, value), values[0] ?? 0),
  MIN: (values) => values.reduce((least, value) => Math.min(least, value), values[0] ?? 0),
};

/**
 * COUNTIFS, SUMIFS, AVERAGEIFS, MAXIFS, MINIFS: what is shown of the cells at the places where all conditions hold.
 * @param of the cells that are added up; undefined to count places
 */
export function conditionalTotal(
  name: keyof typeof SHOWN & string,
  conditions: readonly TestedCells[],
  of: AreaList | undefined,
): CellResult {
  const [first] = conditions;
  if (!first) return undefined;
  const criteria = conditions.map(({ list, criterion }) => criterionOf(criterion, list.values));
  if (conditions.some(({ list }) => list.hasUnknown) || criteria.includes(undefined)) return undefined;
  if (conditions.some(({ list }) => list.columns !== first.list.columns)) return WRONG_VALUE;
  const values: number[] = [];
  let count = 0;
  for (const place of placesOf(conditions, criteria as readonly Criterion[])) {
    count++;
    const value = of?.at(Math.floor(place / first.list.columns), place % first.list.columns);
    if (of && value === undefined) return undefined;
    if (value instanceof FormulaError) return value;
    if (typeof value === 'number') values.push(value);
  }
  return SHOWN[name]?.(values, count);
}

/** The places where all criteria hold, ascending. */
function placesOf(conditions: readonly TestedCells[], criteria: readonly Criterion[]): number[] {
  const exact = criteria.findIndex(({ equals }) => equals !== undefined);
  const [list, equals] = [conditions[exact]?.list, criteria[exact]?.equals];
  const most = Math.max(...conditions.map((condition) => condition.list.values.length));
  const candidates =
    list && equals !== undefined ? list.placesOf(equals) : Array.from({ length: most }, (_, at) => at);
  return candidates.filter((place) =>
    criteria.every(({ test }, index) => test(valueAt(conditions[index]?.list, place))),
  );
}

/** An area ends where its sheet does; blank cells follow. */
function valueAt(list: AreaList | undefined, place: number): CellResult {
  return list && place < list.values.length ? list.values[place] : null;
}
