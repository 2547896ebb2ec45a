import type { AreaList } from '../areaLists.js';
import type { CellResult } from '../cellResult.js';
import type { Calculation, FormulaPosition } from '../outputArea.js';

/** An argument: its value, and its cells if it names an area. */
export interface AreaInput {
  readonly value: Calculation;
  readonly list: (at: FormulaPosition) => AreaList | undefined;
}

export type AreaInputs = readonly (AreaInput | undefined)[];
export type AreaFunction = (inputs: AreaInputs, at: FormulaPosition) => CellResult;

/** All values of the arguments, areas cell by cell; undefined where one is not known here. */
export function valuesOf(inputs: AreaInputs, at: FormulaPosition): CellResult[] | undefined {
  const values: CellResult[] = [];
  for (const input of inputs) {
    const list = input?.list(at);
    if (list?.hasUnknown) return undefined;
    if (list) for (const value of list.values) values.push(value);
    else values.push(input?.value(at));
  }
  return values;
}
