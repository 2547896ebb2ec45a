import { type CellResult, FormulaError, NOT_AVAILABLE } from '../cellResult.js';
import type { Calculation, FormulaPosition } from '../outputArea.js';

type Inputs = readonly (Calculation | undefined)[];
type Lazy = (inputs: Inputs, at: FormulaPosition) => CellResult;

/** Functions that look at some of their arguments only, by their names. */
export const LOGIC_FUNCTIONS: Readonly<Record<string, Lazy>> = {
  IF: (inputs, at) => {
    const [test, yes, no] = inputs;
    const isMet = truthOf(test?.(at));
    if (typeof isMet !== 'boolean') return isMet;
    const branch = isMet ? yes : no;
    if (!branch) return inputs.length < 3 && !isMet ? false : 0;
    return shown(branch(at));
  },
  IFS: (inputs, at) => {
    for (let index = 0; index + 1 < inputs.length; index += 2) {
      const isMet = truthOf(inputs[index]?.(at));
      if (typeof isMet !== 'boolean') return isMet;
      if (isMet) return shown(inputs[index + 1]?.(at));
    }
    return NOT_AVAILABLE;
  },
  IFERROR: ([value, other], at) => {
    const result = value?.(at);
    return shown(result instanceof FormulaError ? other?.(at) : result);
  },
  IFNA: ([value, other], at) => {
    const result = value?.(at);
    return shown(result instanceof FormulaError && result.code === NOT_AVAILABLE.code ? other?.(at) : result);
  },
  NOT: ([value], at) => {
    const isMet = truthOf(value?.(at));
    return typeof isMet === 'boolean' ? !isMet : isMet;
  },
  ISBLANK: ([value], at) => known(value?.(at), (result) => result === null),
  ISNUMBER: ([value], at) => known(value?.(at), (result) => typeof result === 'number'),
  ISTEXT: ([value], at) => known(value?.(at), (result) => typeof result === 'string'),
  ISERROR: ([value], at) => known(value?.(at), (result) => result instanceof FormulaError),
  ISNA: ([value], at) =>
    known(value?.(at), (result) => result instanceof FormulaError && result.code === NOT_AVAILABLE.code),
  CHOOSE: ([place, ...values], at) => {
    const number = place?.(at);
    if (typeof number !== 'number') return number instanceof FormulaError ? number : undefined;
    return shown(values[Math.trunc(number) - 1]?.(at));
  },
};

/** A blank cell as the result of a formula shows 0. */
function shown(result: CellResult): CellResult {
  return result === null ? 0 : result;
}

/** Text is left to Excel. */
export function truthOf(value: CellResult): boolean | FormulaError | undefined {
  if (value instanceof FormulaError) return value;
  if (value === undefined || typeof value === 'string') return undefined;
  return Boolean(value);
}

function known(value: CellResult, holds: (value: CellResult) => boolean): CellResult {
  return value === undefined ? undefined : holds(value);
}
