import { localClock } from '../../i18n/csvLocale.js';
import { shortWeekdayName, weekdayName } from '../../i18n/dateText.js';
import { message } from '../../i18n/message.js';
import {
  clockFormat,
  clockHours,
  decimalFormat,
  hhmmFormat,
  hoursFormat,
  impliedFormat,
  integerFormat,
  minutesOfClock,
  type NumberFormat,
  signedFormat,
} from '../../language/numberFormats.js';
import type { FieldType, Scalar } from '../dataSet.js';
import type { ColumnFormat } from './columnFormat.js';
import type { ColumnSpec } from './columnSpec.js';
import { dateWriter, isDatePattern } from './printFormats.js';
import { type RenderContext, resolveVariable } from './renderContext.js';

/** The format of a column's values. */
export type ValueFormat =
  | {
      readonly kind: 'number';
      readonly number: NumberFormat;
      /** Units per hour if decimal hours can be reconciled with a total. */
      readonly scale: number | undefined;
      /** Units of 1, for numbers that may have decimals; undefined for whole numbers. */
      readonly unitsOfOne?: number;
    }
  | {
      readonly kind: 'text';
      /** True if the text is the user's own and could be read as a formula. */
      readonly free: boolean;
      /** undefined if the value is not of the format's type. */
      write(value: Scalar): string | undefined;
    };

const DEFAULT_FORMAT: Readonly<Record<FieldType, ColumnFormat>> = {
  text: { type: 'text' },
  timestamp: { type: 'text' },
  integer: { type: 'integer' },
  number: { type: 'number', decimals: 6, minDecimals: 0 },
  minutes: { type: 'minutes' },
  date: { type: 'date' },
  boolean: { type: 'boolean' },
};

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function valueFormat(context: RenderContext, spec: ColumnSpec, type: FieldType): ValueFormat {
  const plain = unsignedFormat(context, spec, type);
  const sign = spec.format !== undefined && 'sign' in spec.format ? spec.format.sign : undefined;
  if (plain.kind === 'text' || sign === undefined) return plain;
  return { ...plain, number: signedFormat(plain.number, sign) };
}

function unsignedFormat(context: RenderContext, spec: ColumnSpec, type: FieldType): ValueFormat {
  const format = spec.format ?? DEFAULT_FORMAT[type];
  if (isUnitMismatch(format, type)) return textFormat(() => undefined);
  switch (format.type) {
    case 'text':
      return { kind: 'text', free: true, write: (value) => String(value) };
    case 'boolean':
      return textFormat((value) => (typeof value === 'boolean' ? String(value) : undefined));
    case 'date':
      return dateFormat(context, format);
    case 'time':
      return timeFormat(context);
    case 'sign':
      return numberFormat({
        toUnits: (value) => value,
        print: (units) => (units < 0 ? format.minus : format.plus),
      });
    case 'weekday':
      return weekdayFormat(context, format.style);
    case 'integer':
    case 'minutes':
      return numberFormat(integerFormat);
    case 'number':
      return plainNumber(context, format);
    case 'hhmm':
      return numberFormat(hhmmFormat);
    case 'clock':
      return numberFormat(clockFormat(format.separator));
    case 'clock-hours':
      return numberFormat(clockHours);
    case 'clock-minutes':
      return numberFormat(minutesOfClock);
    case 'implied':
      return numberFormat(impliedFormat(format.decimals), 10 ** format.decimals);
    case 'hours':
      return decimalHours(context, format.decimals, format.minDecimals, format.decimalSign);
    case 'duration':
      return durationFormat(context, format);
  }
}

/** Minutes as a plain number, or a plain number as minutes: both would be misleading. */
function isUnitMismatch(format: ColumnFormat, type: FieldType): boolean {
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
  return textFormat((value) =>
    typeof value === 'string' && STAMP.test(value) ? localClock(value.slice(11, 16), style) : undefined,
  );
}

function weekdayFormat(context: RenderContext, style: 'short' | 'long'): ValueFormat {
  const name = style === 'short' ? shortWeekdayName : weekdayName;
  return textFormat((value) =>
    typeof value === 'number' ? name(context.language, value) || undefined : undefined,
  );
}

function durationFormat(
  context: RenderContext,
  format: Extract<ColumnFormat, { type: 'duration' }>,
): ValueFormat {
  const style = resolveVariable(context, format.style);
  if (style === 'minutes') return numberFormat(integerFormat);
  return style === 'clock' ? numberFormat(clockFormat(':')) : decimalHours(context, 2);
}

function decimalHours(
  context: RenderContext,
  decimals: number,
  minDecimals = decimals,
  sign: Extract<ColumnFormat, { type: 'hours' }>['decimalSign'] = context.locale?.decimalSign ?? '.',
): ValueFormat {
  const decimalSign = resolveVariable(context, sign);
  return numberFormat(hoursFormat(decimals, Math.min(minDecimals, decimals), decimalSign), 10 ** decimals);
}

function plainNumber(
  context: RenderContext,
  { decimals, minDecimals, decimalSign }: Extract<ColumnFormat, { type: 'number' }>,
): ValueFormat {
  const sign = resolveVariable(context, decimalSign ?? context.locale?.decimalSign ?? '.');
  const format = decimalFormat(decimals, Math.min(minDecimals, decimals), sign);
  return { kind: 'number', number: format, scale: undefined, unitsOfOne: 10 ** decimals };
}

function dateFormat(context: RenderContext, format: Extract<ColumnFormat, { type: 'date' }>): ValueFormat {
  const pattern = resolveVariable(context, format.pattern ?? context.locale?.datePattern ?? 'YYYY-MM-DD');
  if (!isDatePattern(pattern)) context.problems.add(message('template.datePattern'), { value: pattern });
  const write = dateWriter(pattern);
  return textFormat((value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value) ? write(value) : undefined,
  );
}

function textFormat(write: (value: Scalar) => string | undefined): ValueFormat {
  return { kind: 'text', free: false, write };
}

function numberFormat(format: NumberFormat, scale?: number): ValueFormat {
  return { kind: 'number', number: format, scale };
}
