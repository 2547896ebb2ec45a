import { localClock } from '../../i18n/csvLocale.js';
import { shortWeekdayName } from '../../i18n/dateText.js';
import { message } from '../../i18n/message.js';
import { cellForm } from '../../language/cellForm.js';
import type { LanguageSettings } from '../../language/languageValues.js';
import { type NumberFormat, signedFormat } from '../../language/numberFormats.js';
import type { FieldType, Scalar } from '../dataSet.js';
import type { CellFormat } from './cellFormat.js';
import type { ColumnSpec } from './columnSpec.js';
import { textSettings } from './composedText.js';
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
      readonly unitsOfOne?: number | undefined;
    }
  | {
      readonly kind: 'text';
      /** True if the text is the user's own and could be read as a formula. */
      readonly free: boolean;
      /** undefined if the value is not of the format's type. */
      write(value: Scalar): string | undefined;
    };

const DEFAULT_FORMAT: Readonly<Record<FieldType, string>> = {
  text: 'text',
  timestamp: 'text',
  integer: 'integer',
  number: 'number',
  minutes: 'minutes',
  date: 'date',
  boolean: 'boolean',
};

/** Formats of values that a template writes as they are. */
const AS_THEY_ARE: Readonly<Record<string, string>> = { integer: 'minutes', boolean: 'text' };

/** The format of a cell: conversions of the language, in the run's language and the notation of the file's locale. */
export function valueFormat(context: RenderContext, spec: ColumnSpec, type: FieldType): ValueFormat {
  const { name, inputs, sign }: CellFormat = spec.format ?? { name: DEFAULT_FORMAT[type], inputs: [] };
  if (isUnitMismatch(name, type)) return { kind: 'text', free: false, write: () => undefined };
  const given = inputs.map((input) =>
    input === null ? undefined : (resolveVariable(context, input) as string | number),
  );
  const [first] = given;
  if (name === 'date' && first !== undefined && !isDatePattern(String(first))) {
    context.problems.add(message('template.datePattern'), { value: String(first) });
    return { kind: 'text', free: false, write: String };
  }
  const form = cellForm(AS_THEY_ARE[name] ?? name, given, cellSettings(context));
  if (form === undefined) throw new Error(`no format ${name}`);
  if (form.kind === 'number') {
    const number = sign === undefined ? form.number : signedFormat(form.number, sign);
    return { kind: 'number', number, scale: number.unitsOfHour, unitsOfOne: number.unitsOfOne };
  }
  const fits = FITTING[name] ?? (() => true);
  const write = (value: Scalar) =>
    value === null || !fits(value) ? undefined : form.write(value) || undefined;
  return { kind: 'text', free: name === 'text', write };
}

const FITTING: Readonly<Record<string, (value: Scalar) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  weekday: (value) => typeof value === 'number',
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value),
  time: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value),
};

function cellSettings(context: RenderContext): LanguageSettings {
  const { language, locale } = context;
  const settings = textSettings(context);
  return {
    ...settings,
    words: {
      ...settings.words,
      dateText: locale === undefined ? (date) => date : dateWriter(locale.datePattern),
      clockText: (time) => localClock(time, locale?.clock ?? '24'),
      abbreviatedWeekday: (weekday) => shortWeekdayName(language, weekday),
    },
  };
}

/** Minutes as a plain number, or a plain number as minutes: both would be misleading. */
function isUnitMismatch(name: string, type: FieldType): boolean {
  return type === 'minutes' ? name === 'number' : type === 'number' && OF_MINUTES.includes(name);
}

const OF_MINUTES: readonly string[] = [
  ...(['minutes', 'hours', 'tenths', 'hundredths', 'thousandths'] as const),
  ...(['hhmm', 'clock', 'clock-hours', 'clock-minutes', 'duration'] as const),
];
