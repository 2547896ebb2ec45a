import { CELL_CHARACTERS } from '../../../limits.js';
import { type CellResult, numericResult, WRONG_VALUE } from '../cellResult.js';
import { type KnownValue, type ScalarFunction, textOperand } from './scalarFunction.js';
import { shownText } from './shownText.js';

/** Functions of text, by their names. */
export const TEXT_FUNCTIONS: Readonly<Record<string, ScalarFunction>> = {
  LEN: ofText(1, 1, (text) => text.length),
  UPPER: ofText(1, 1, (text) => text.toUpperCase()),
  LOWER: ofText(1, 1, (text) => text.toLowerCase()),
  TRIM: ofText(1, 1, (text) => text.replace(/^ +| +$/g, '').replace(/ {2,}/g, ' ')),
  LEFT: ofText(1, 2, (text, [count]) => cut(count ?? 1, (length) => text.slice(0, length))),
  RIGHT: ofText(1, 2, (text, [count]) =>
    cut(count ?? 1, (length) => (length === 0 ? '' : text.slice(-length))),
  ),
  MID: ofText(3, 3, (text, [start, count]) => {
    const from = numericResult(start ?? null);
    if (typeof from !== 'number') return from;
    if (from < 1) return WRONG_VALUE;
    return cut(count ?? null, (length) => text.slice(Math.trunc(from) - 1, Math.trunc(from) - 1 + length));
  }),
  REPT: ofText(2, 2, (text, [count]) =>
    cut(count ?? null, (times) => (text.length * times > CELL_CHARACTERS ? WRONG_VALUE : text.repeat(times))),
  ),
  EXACT: ofText(2, 2, (text, [other]) => {
    const second = textOperand(other ?? null);
    return second === undefined ? undefined : text === second;
  }),
  SUBSTITUTE: ofText(3, 3, (text, [old, replacement]) => {
    const [from, to] = [textOperand(old ?? null), textOperand(replacement ?? null)];
    if (from === undefined || to === undefined) return undefined;
    return from === '' ? text : text.replaceAll(from, () => to);
  }),
  FIND: ofText(2, 3, (text, [within, start]) => {
    const where = textOperand(within ?? null);
    const from = numericResult(start ?? 1);
    if (where === undefined || typeof from !== 'number') return undefined;
    const at = from < 1 ? -1 : where.indexOf(text, Math.trunc(from) - 1);
    return at < 0 ? WRONG_VALUE : at + 1;
  }),
  TEXT: {
    inputs: [2, 2],
    calculate: ([value = null, format = null]) =>
      typeof format === 'string' ? shownText(value, format) : undefined,
  },
};

function ofText(
  min: number,
  max: number,
  calculate: (text: string, others: readonly KnownValue[]) => CellResult,
): ScalarFunction {
  return {
    inputs: [min, max],
    calculate: ([first = null, ...others]) => {
      const text = textOperand(first);
      return text === undefined ? undefined : calculate(text, others);
    },
  };
}

function cut(count: KnownValue, calculate: (length: number) => CellResult): CellResult {
  const length = numericResult(count);
  if (typeof length !== 'number') return length;
  return length < 0 ? WRONG_VALUE : calculate(Math.trunc(length));
}
