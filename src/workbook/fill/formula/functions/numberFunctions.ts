import { rounded } from '../../rounded.js';
import { type CellResult, DIVISION_BY_ZERO, WRONG_NUMBER } from '../cellResult.js';
import { ofNumbers, type ScalarFunction } from './scalarFunction.js';

/** Functions of numbers, by their names. */
export const NUMBER_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  ROUND: ofNumbers(1, 2, (value = 0, digits = 0) => rounded(value, Math.trunc(digits))),
  ROUNDUP: ofNumbers(1, 2, (value = 0, digits = 0) => directed(value, Math.trunc(digits), Math.ceil)),
  ROUNDDOWN: ofNumbers(1, 2, (value = 0, digits = 0) => directed(value, Math.trunc(digits), Math.floor)),
  TRUNC: ofNumbers(1, 2, (value = 0, digits = 0) => directed(value, Math.trunc(digits), Math.floor)),
  MROUND: ofNumbers(2, 2, (value = 0, step = 0) => toMultiple(value, step)),
  INT: ofNumbers(1, 1, (value = 0) => Math.floor(value)),
  ABS: ofNumbers(1, 1, (value = 0) => Math.abs(value)),
  SIGN: ofNumbers(1, 1, (value = 0) => Math.sign(value)),
  SQRT: ofNumbers(1, 1, (value = 0) => (value < 0 ? WRONG_NUMBER : Math.sqrt(value))),
  MOD: ofNumbers(2, 2, (value = 0, by = 0) =>
    by === 0 ? DIVISION_BY_ZERO : value - by * Math.floor(value / by),
  ),
  CEILING: ofNumbers(2, 2, (value = 0, step = 0) => stepped(value, step, Math.ceil)),
  FLOOR: ofNumbers(2, 2, (value = 0, step = 0) => stepped(value, step, Math.floor)),
};

/** Away from zero or towards it, by the decimal digits that are shown. */
function directed(value: number, digits: number, towards: (value: number) => number): CellResult {
  if (Math.abs(digits) > 12) return undefined;
  const scale = 10 ** Math.abs(digits);
  const size = Math.abs(value);
  const scaled = Number((digits >= 0 ? size * scale : size / scale).toPrecision(15));
  const whole = towards(scaled);
  return Math.sign(value) * Number((digits >= 0 ? whole / scale : whole * scale).toPrecision(15)) || 0;
}

function toMultiple(value: number, step: number): CellResult {
  if (step === 0 || value === 0) return 0;
  if (Math.sign(value) !== Math.sign(step)) return WRONG_NUMBER;
  // A value halfway between two multiples is left to Excel, whose binary fractions decide.
  const times = value / step;
  const isHalf = Math.abs(times - Math.floor(times) - 0.5) < 1e-9;
  return isHalf ? undefined : Math.round(times) * step;
}

/** Positive numbers only: programs differ for negative ones. */
function stepped(value: number, step: number, towards: (value: number) => number): CellResult {
  if (value < 0 || step <= 0) return value === 0 ? 0 : undefined;
  const times = Number((value / step).toPrecision(15));
  return towards(times) * step;
}
