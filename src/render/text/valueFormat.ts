import { shortWeekdayName, weekdayName } from '../../language/calendarNames.js';
import { localClock } from '../../language/csvLocale.js';
import type { FieldType, Scalar } from '../dataSet.js';
import type { ColumnFormat, ColumnSpec } from './columnSpec.js';
import {
  clockFormat,
  clockHours,
  dateWriter,
  decimalFormat,
  hhmmFormat,
  hoursFormat,
  impliedFormat,
  integerFormat,
  isDatePattern,
  minutesOfClock,
  type NumberFormat,
} from './printFormats.js';
import { type RenderContext, resolve } from './renderContext.js';

/** How the values of a column are written. */
export type ValueFormat =
  | {
      readonly kind: 'number';
      readonly number: NumberFormat;
      /** Units per hour where decimal hours can be reconciled with a total. */
      readonly scale: number | undefined;
      /** Units of 1, for numbers that may have decimals; undefined for whole numbers. */
      readonly unitsOfOne?: number;
    }
  | {
      readonly kind: 'text';
      /** True where the text is the user's own and could be taken for a formula. */
      readonly free: boolean;
      /** undefined where the value is not of the format's type. */
      write(value: Scalar): string | undefined;
    };

const DEFAULT_FORMAT: Readonly<Record<FieldType, ColumnFormat>> = {
  text: { type: 'text' },
  timestamp: { type: 'text' },
  integer: { type: 'integer' },
  number: { type: 'number', decimals: 6, minDecimals: 0 },
  minutes: { type: 'minutes' },
  date: { type: 'date' },
  boolean: { type: 'boolean', yes: 'true', no: 'false' },
};

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function valueFormat(context: RenderContext, spec: ColumnSpec, type: FieldType): ValueFormat {
  const format = spec.format ?? DEFAULT_FORMAT[type];
  if (isOtherUnit(format, type)) return text(() => undefined);
  switch (format.type) {
    case 'text':
      return { kind: 'text', free: true, write: (value) => inCase(String(value), format.case) };
    case 'boolean':
      return text((value) => (typeof value === 'boolean' ? (value ? format.yes : format.no) : undefined));
    case 'date':
      return dateFormat(context, format);
    case 'time':
      return timeFormat(context);
    case 'weekday':
      return weekdayFormat(context, format.style);
    case 'integer':
    case 'minutes':
      return number(integerFormat);
    case 'number':
      return plainNumber(context, format);
    case 'hhmm':
      return number(hhmmFormat);
    case 'clock':
      return number(clockFormat(format.separator));
    case 'clock-hours':
      return number(clockHours);
    case 'clock-minutes':
      return number(minutesOfClock);
    case 'implied':
      return number(impliedFormat(format.decimals), 10 ** format.decimals);
    case 'hours':
      return decimalHours(context, format.decimals, format.minDecimals, format.decimalSign);
    case 'duration':
      return durationFormat(context, format);
  }
}

/** Minutes as a plain number, or a plain number as minutes: neither is what it looks like. */
function isOtherUnit(format: ColumnFormat, type: FieldType): boolean {
  return type === 'minutes'
    ? format.type === 'number'
    : type === 'number' && OF_MINUTES.includes(format.type);
}

const OF_MINUTES: readonly ColumnFormat['type'][] = [
  'minutes',
  'hours',
  'implied',
  'hhmm',
  'clock',
  'clock-hours',
  'clock-minutes',
  'duration',
];

function timeFormat({ locale }: RenderContext): ValueFormat {
  const style = locale?.clock ?? '24';
  return text((value) =>
    typeof value === 'string' && STAMP.test(value) ? localClock(value.slice(11, 16), style) : undefined,
  );
}

function weekdayFormat(context: RenderContext, style: 'short' | 'long'): ValueFormat {
  const name = style === 'short' ? shortWeekdayName : weekdayName;
  return text((value) =>
    typeof value === 'number' ? name(context.language, value) || undefined : undefined,
  );
}

function durationFormat(
  context: RenderContext,
  format: Extract<ColumnFormat, { type: 'duration' }>,
): ValueFormat {
  const style = resolve(context, format.style);
  if (style === 'minutes') return number(integerFormat);
  return style === 'clock' ? number(clockFormat(':')) : decimalHours(context, 2);
}

function decimalHours(
  context: RenderContext,
  decimals: number,
  minDecimals = decimals,
  sign: Extract<ColumnFormat, { type: 'hours' }>['decimalSign'] = context.locale?.decimalSign ?? '.',
): ValueFormat {
  const decimalSign = resolve(context, sign);
  return number(hoursFormat(decimals, Math.min(minDecimals, decimals), decimalSign), 10 ** decimals);
}

function plainNumber(
  context: RenderContext,
  { decimals, minDecimals, decimalSign }: Extract<ColumnFormat, { type: 'number' }>,
): ValueFormat {
  const sign = resolve(context, decimalSign ?? context.locale?.decimalSign ?? '.');
  const format = decimalFormat(decimals, Math.min(minDecimals, decimals), sign);
  return { kind: 'number', number: format, scale: undefined, unitsOfOne: 10 ** decimals };
}

function dateFormat(context: RenderContext, format: Extract<ColumnFormat, { type: 'date' }>): ValueFormat {
  const pattern = resolve(context, format.pattern ?? context.locale?.datePattern ?? 'YYYY-MM-DD');
  if (!isDatePattern(pattern)) context.problems.add('is not a date pattern', { value: pattern });
  const write = dateWriter(pattern);
  return text((value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? write(value) : undefined,
  );
}

function text(write: (value: Scalar) => string | undefined): ValueFormat {
  return { kind: 'text', free: false, write };
}

function number(format: NumberFormat, scale?: number): ValueFormat {
  return { kind: 'number', number: format, scale };
}

function inCase(value: string, letters: 'upper' | 'lower' | undefined): string {
  if (letters === undefined) return value;
  return letters === 'upper' ? value.toUpperCase() : value.toLowerCase();
}
