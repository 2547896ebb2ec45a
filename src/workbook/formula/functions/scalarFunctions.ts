import { roundDecimal } from '../../../language/datesAndNumbers.js';
import {
  type Calculation,
  type CellResult,
  DIVISION_BY_ZERO,
  FormulaError,
  type FormulaPosition,
  type KnownValue,
  NOT_AVAILABLE,
  toNumber,
  WRONG_NUMBER,
} from '../ranges.js';

/** A function of single values; undefined is left to Excel. */
export interface ScalarFunction {
  readonly inputs: readonly [min: number, max: number];
  readonly calculate: (values: readonly KnownValue[]) => CellResult;
}

/** A function of numbers. Empty cells are 0; text is left to Excel or is `#VALUE!`. */
export function numberFunction(
  min: number,
  max: number,
  calculate: (...numbers: readonly number[]) => CellResult,
): ScalarFunction {
  return {
    inputs: [min, max],
    calculate: (values) => {
      const numbers: number[] = [];
      for (const value of values) {
        const number = toNumber(value);
        if (typeof number !== 'number') return number;
        numbers.push(number);
      }
      return calculate(...numbers);
    },
  };
}

export const NUMBER_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  ROUND: numberFunction(1, 2, (value = 0, digits = 0) => roundDecimal(value, Math.trunc(digits))),
  ROUNDUP: roundedBy(Math.ceil),
  ROUNDDOWN: roundedBy(Math.floor),
  TRUNC: roundedBy(Math.floor),
  MROUND: numberFunction(2, 2, (value = 0, step = 0) => roundToMultiple(value, step)),
  INT: numberFunction(1, 1, (value = 0) => Math.floor(value)),
  ABS: numberFunction(1, 1, (value = 0) => Math.abs(value)),
  SIGN: numberFunction(1, 1, (value = 0) => Math.sign(value)),
  SQRT: numberFunction(1, 1, (value = 0) => (value < 0 ? WRONG_NUMBER : Math.sqrt(value))),
  MOD: numberFunction(2, 2, (value = 0, by = 0) =>
    by === 0 ? DIVISION_BY_ZERO : value - by * Math.floor(value / by),
  ),
  CEILING: numberFunction(2, 2, (value = 0, step = 0) => roundToStep(value, step, Math.ceil)),
  FLOOR: numberFunction(2, 2, (value = 0, step = 0) => roundToStep(value, step, Math.floor)),
};

/** Away from zero or towards it, by the displayed decimal digits. */
function roundedBy(towards: (value: number) => number): ScalarFunction {
  return numberFunction(1, 2, (value = 0, written = 0) => {
    const digits = Math.trunc(written);
    if (Math.abs(digits) > 12) return undefined;
    const scale = 10 ** Math.abs(digits);
    const size = Math.abs(value);
    const whole = towards(Number((digits >= 0 ? size * scale : size / scale).toPrecision(15)));
    return Math.sign(value) * Number((digits >= 0 ? whole / scale : whole * scale).toPrecision(15)) || 0;
  });
}

function roundToMultiple(value: number, step: number): CellResult {
  if (step === 0 || value === 0) return 0;
  if (Math.sign(value) !== Math.sign(step)) return WRONG_NUMBER;
  // A value halfway between two multiples is left to Excel, whose binary fractions decide.
  const times = value / step;
  const isHalf = Math.abs(times - Math.floor(times) - 0.5) < 1e-9;
  return isHalf ? undefined : Math.round(times) * step;
}

/** Positive numbers only: programs differ for negative ones. */
function roundToStep(value: number, step: number, towards: (value: number) => number): CellResult {
  if (value < 0 || step <= 0) return value === 0 ? 0 : undefined;
  const times = Number((value / step).toPrecision(15));
  return towards(times) * step;
}

type Inputs = readonly (Calculation | undefined)[];
type Lazy = (inputs: Inputs, at: FormulaPosition) => CellResult;

/** Functions that evaluate only some of their arguments, by name. */
export const LOGIC_FUNCTIONS: Readonly<Record<string, Lazy>> = {
  IF: (inputs, at) => {
    const [test, yes, no] = inputs;
    const isMet = toTruth(test?.(at));
    if (typeof isMet !== 'boolean') return isMet;
    const branch = isMet ? yes : no;
    if (!branch) return inputs.length < 3 && !isMet ? false : 0;
    return blankAsZero(branch(at));
  },
  IFS: (inputs, at) => {
    for (let index = 0; index + 1 < inputs.length; index += 2) {
      const isMet = toTruth(inputs[index]?.(at));
      if (typeof isMet !== 'boolean') return isMet;
      if (isMet) return blankAsZero(inputs[index + 1]?.(at));
    }
    return NOT_AVAILABLE;
  },
  IFERROR: ([value, other], at) => {
    const result = value?.(at);
    return blankAsZero(result instanceof FormulaError ? other?.(at) : result);
  },
  IFNA: ([value, other], at) => {
    const result = value?.(at);
    return blankAsZero(isNotAvailable(result) ? other?.(at) : result);
  },
  NOT: ([value], at) => {
    const isMet = toTruth(value?.(at));
    return typeof isMet === 'boolean' ? !isMet : isMet;
  },
  ISBLANK: testOf((result) => result === null),
  ISNUMBER: testOf((result) => typeof result === 'number'),
  ISTEXT: testOf((result) => typeof result === 'string'),
  ISERROR: testOf((result) => result instanceof FormulaError),
  ISNA: testOf(isNotAvailable),
  CHOOSE: ([place, ...values], at) => {
    const number = place?.(at);
    if (typeof number !== 'number') return number instanceof FormulaError ? number : undefined;
    return blankAsZero(values[Math.trunc(number) - 1]?.(at));
  },
};

/** A blank cell as the result of a formula shows 0. */
export function blankAsZero(result: CellResult): CellResult {
  return result === null ? 0 : result;
}

/** Text is left to Excel. */
export function toTruth(value: CellResult): boolean | FormulaError | undefined {
  if (value instanceof FormulaError) return value;
  if (value === undefined || typeof value === 'string') return undefined;
  return Boolean(value);
}

function testOf(holds: (result: CellResult) => boolean): Lazy {
  return ([value], at) => {
    const result = value?.(at);
    return result === undefined ? undefined : holds(result);
  };
}

export function isNotAvailable(result: CellResult): boolean {
  return result instanceof FormulaError && result.code === NOT_AVAILABLE.code;
}
