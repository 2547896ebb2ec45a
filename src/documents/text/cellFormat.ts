import { signStyle } from '../../language/cellForm.js';
import type { FormatCall } from '../../language/grammar.js';
import type { SignStyle } from '../../language/numberFormats.js';
import { isDatePattern } from './printFormats.js';
import type { VariableName } from './selectionSpec.js';

/** An input of a format; null is one that is not given before one that is. */
type CellInput = string | number | VariableName | null;

/** The last format of a value, which writes its cell: `| hours:2,","`, and where the sign of its number stands. */
export interface CellFormat {
  readonly name: string;
  readonly inputs: readonly CellInput[];
  readonly sign?: SignStyle | undefined;
}

const IMPLIED: readonly string[] = ['tenths', 'hundredths', 'thousandths'];

/** Formats of numbers that may have their sign elsewhere. */
const SIGNED: readonly string[] = [
  ...IMPLIED,
  ...(['number', 'hours', 'minutes', 'hhmm', 'clock', 'clock-hours', 'clock-minutes'] as const),
];

const OTHERS: readonly string[] = ['text', 'time', 'weekday', 'sign', 'duration', 'date'];

/** The format of a cell for a format of the language; undefined if the value is computed with it. */
export function cellFormat({ name, inputs }: FormatCall): CellFormat | undefined {
  if (!SIGNED.includes(name) && !OTHERS.includes(name)) return undefined;
  const given: CellInput[] = [];
  for (const input of inputs) {
    const [, variable] = typeof input === 'object' ? (/^variables\.(\w+)$/.exec(input.path) ?? []) : [];
    if (typeof input === 'object' && variable === undefined) return undefined;
    given.push(typeof input === 'object' ? { variable: variable ?? '' } : input);
  }
  return isOfCell(name, given) ? { name, inputs: given } : undefined;
}

/** Whether the inputs are known before the data, as far as the units of the number depend on them. */
function isOfCell(name: string, [first, second, third]: readonly CellInput[]): boolean {
  const isNumber = (input: CellInput | undefined) => input === undefined || typeof input === 'number';
  switch (name) {
    case 'hours':
    case 'number':
      return isNumber(first) && isNumber(third);
    case 'clock':
    case 'sign':
      return typeof first !== 'object' && typeof second !== 'object';
    case 'duration':
      return first !== undefined;
    case 'date':
      // Names of months and weekdays are those of the language: the value is a text.
      return typeof first !== 'string' || isDatePattern(first);
    default:
      return true;
  }
}

/** The same format with the sign that another format moves; undefined if it has none to move. */
export function withSign(format: CellFormat, { name, inputs }: FormatCall): CellFormat | undefined {
  const marks = inputs.map((input) => (typeof input === 'object' ? undefined : input));
  return SIGNED.includes(format.name) ? { ...format, sign: signStyle(name, marks) } : undefined;
}

/** The decimals that a format of hours or numbers writes; undefined for other formats. */
export function decimalsOf({ name, inputs: [decimals] }: CellFormat): number | undefined {
  if (IMPLIED.includes(name)) return IMPLIED.indexOf(name) + 1;
  if (name !== 'hours' && name !== 'number') return undefined;
  return typeof decimals === 'number' ? decimals : DEFAULT_DECIMALS[name];
}

const DEFAULT_DECIMALS = { hours: 2, number: 6 } as const;

/** Whether a format writes hours without a decimal sign: 0125 is 1.25. */
export function isImplied({ name }: CellFormat): boolean {
  return IMPLIED.includes(name);
}

/** The decimal sign of a format of hours or numbers, if it is given. */
export function decimalSignOf({ name, inputs }: CellFormat): string | VariableName | undefined {
  const sign = name === 'hours' || name === 'number' ? inputs[1] : undefined;
  return typeof sign === 'number' ? String(sign) : (sign ?? undefined);
}
