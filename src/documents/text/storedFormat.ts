import type { SignStyle } from '../../language/numberFormats.js';
import type { CellFormat } from './cellFormat.js';

type Stored = string | number | { readonly variable: string } | undefined;

/** The format of a cell as earlier versions recorded it with a run. */
interface EarlierFormat {
  readonly type: string;
  readonly decimals?: number;
  readonly minDecimals?: number;
  readonly decimalSign?: Stored;
  readonly sign?: SignStyle;
  readonly plus?: string;
  readonly minus?: string;
  readonly pattern?: Stored;
  readonly style?: Stored;
  readonly separator?: string;
}

const IMPLIED = ['hours', 'tenths', 'hundredths', 'thousandths'] as const;

/** A recorded template with the formats of today, so that its files can be made again and corrected. */
export function withFormatsOfToday<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withFormatsOfToday) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const parts = Object.entries(part).map(([key, value]): [string, unknown] =>
    key === 'format' && isEarlierFormat(value)
      ? [key, formatOfToday(value)]
      : [key, withFormatsOfToday(value)],
  );
  return Object.fromEntries(parts) as Part;
}

function isEarlierFormat(value: unknown): value is EarlierFormat {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function formatOfToday(format: EarlierFormat): CellFormat {
  const { type, decimals = 0, sign } = format;
  const name = type === 'implied' ? (IMPLIED[decimals] ?? type) : type;
  const given = inputsOf(format);
  const last = given.findLastIndex((input) => input !== undefined);
  const inputs = given.slice(0, last + 1).map((input) => input ?? null);
  return sign === undefined ? { name, inputs } : { name, inputs, sign };
}

function inputsOf(format: EarlierFormat): readonly Stored[] {
  const { type, decimals, minDecimals, decimalSign, plus, minus, pattern, style, separator } = format;
  switch (type) {
    case 'implied':
      return decimals === 0 ? [decimals] : [];
    case 'hours':
    case 'number':
      return [decimals, decimalSign, minDecimals];
    case 'clock':
      return [separator];
    case 'duration':
    case 'weekday':
      return [style];
    case 'date':
      return [pattern];
    case 'sign':
      return [plus, minus];
    default:
      return [];
  }
}
