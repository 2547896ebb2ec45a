import type { FormatCall } from '../../language/grammar.js';
import type { SignStyle } from '../../language/numberFormats.js';
import { isDatePattern } from './printFormats.js';

type VariableOr<Value> = Value | { readonly variable: string };

/** The text format of a value. All formats of minutes accept signed values. */
export type ColumnFormat =
  | { readonly type: 'text' | 'integer' | 'boolean' | 'time' }
  | {
      /** A number that may have decimals, such as a quantity. */
      readonly type: 'number';
      readonly decimals: number;
      /** Trailing zeros are dropped down to this many decimals. */
      readonly minDecimals: number;
      readonly decimalSign?: VariableOr<string> | undefined;
      readonly sign?: SignStyle | undefined;
    }
  | { readonly type: 'sign'; readonly plus: string; readonly minus: string }
  | { readonly type: 'date'; readonly pattern?: VariableOr<string> | undefined }
  | { readonly type: 'weekday'; readonly style: 'short' | 'long' }
  | {
      readonly type: 'hours';
      readonly decimals: number;
      readonly minDecimals?: number | undefined;
      readonly decimalSign?: VariableOr<string> | undefined;
      readonly sign?: SignStyle | undefined;
    }
  /** Hours without a decimal sign: 0125 is 1.25. */
  | { readonly type: 'implied'; readonly decimals: number; readonly sign?: SignStyle | undefined }
  | {
      readonly type: 'minutes' | 'hhmm' | 'clock-hours' | 'clock-minutes';
      readonly sign?: SignStyle | undefined;
    }
  | { readonly type: 'clock'; readonly separator: string; readonly sign?: SignStyle | undefined }
  | { readonly type: 'duration'; readonly style: VariableOr<string> };

/** Where the sign stands, for a format such as `signed:"+","-"`; undefined for another format. */
export function signStyle({ name, inputs }: FormatCall): SignStyle | undefined {
  const [plus, minus] = inputs.map((input) => (typeof input === 'object' ? undefined : String(input)));
  switch (name) {
    case 'unsigned':
      return 'none';
    case 'overpunch':
      return 'overpunch';
    case 'signed':
      return { plus: plus ?? '+', minus: minus ?? '-', place: 'before' };
    case 'sign-after':
      return { plus: plus ?? '', minus: minus ?? '-', place: 'after' };
    default:
      return undefined;
  }
}

const IMPLIED: Readonly<Record<string, number>> = { tenths: 1, hundredths: 2, thousandths: 3 };

/** The format of a cell for a format of the language; undefined if the value is computed with it. */
export function cellFormat({ name, inputs }: FormatCall): ColumnFormat | undefined {
  const [first, second, third] = inputs.map((input) => {
    if (typeof input !== 'object') return input;
    return input.path.startsWith('variables.') ? { variable: input.path.slice('variables.'.length) } : null;
  });
  if ([first, second, third].includes(null)) return undefined;
  const text = (value: typeof first): VariableOr<string> | undefined =>
    typeof value === 'number' ? String(value) : (value ?? undefined);
  const isNumber = (value: typeof first): value is number | undefined =>
    value === undefined || typeof value === 'number';
  const decimals = IMPLIED[name];
  if (decimals !== undefined) return { type: 'implied', decimals };
  switch (name) {
    case 'hours':
      if (!isNumber(first) || !isNumber(third)) return undefined;
      return { type: 'hours', decimals: first ?? 2, minDecimals: third, decimalSign: text(second) };
    case 'number':
      if (!isNumber(first) || !isNumber(third)) return undefined;
      return { type: 'number', decimals: first ?? 6, minDecimals: third ?? 0, decimalSign: text(second) };
    case 'minutes':
    case 'hhmm':
    case 'clock-hours':
    case 'clock-minutes':
      return { type: name };
    case 'text':
    case 'time':
      return { type: name };
    case 'clock':
      return typeof first === 'object' ? undefined : { type: name, separator: String(first ?? ':') };
    case 'duration':
      return first === undefined ? undefined : { type: name, style: text(first) ?? '' };
    case 'date':
      // Names of months and weekdays are those of the language: the value is a text.
      return typeof first === 'string' && !isDatePattern(first)
        ? undefined
        : { type: name, pattern: text(first) };
    case 'weekday':
      return { type: name, style: first === 'long' ? 'long' : 'short' };
    case 'sign':
      return typeof first === 'object' || typeof second === 'object'
        ? undefined
        : { type: name, plus: String(first ?? '+'), minus: String(second ?? '-') };
    default:
      return undefined;
  }
}
