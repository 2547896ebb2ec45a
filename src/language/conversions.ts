import { DateTime } from 'luxon';
import type { ValueType } from './aggregates.js';
import { CHECK_DIGITS, checkDigit } from './checkDigit.js';
import { type DatePart, datePattern } from './datePattern.js';
import { dayFraction, roundDecimal, wallClock } from './datesAndNumbers.js';
import type { FormatName } from './formatNames.js';
import type { LanguageSettings, Scalar } from './languageValues.js';
import { type AnyMessage, message } from './messageText.js';
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
  type SignStyle,
  signedDigits,
  signFormat,
} from './numberFormats.js';
import { stripAccents } from './plainLetters.js';
import { TemplateError } from './templateError.js';
import { formatValue } from './writtenValue.js';

type Present = Exclude<Scalar, null>;

/** Inputs as they are: fields are replaced by their values. One that is not given may precede one that is. */
export type GivenInputs = readonly (string | number | undefined)[];

export interface Conversion {
  /** Types that it accepts; undefined accepts all. */
  readonly takes?: readonly ValueType[];
  readonly gives: ValueType | 'same';
  readonly inputs: readonly [min: number, max: number];
  /** Undefined for inputs that are known only with data. */
  readonly checkInputs?:
    | undefined
    | ((inputs: readonly (string | number | undefined)[], type: ValueType) => void);
  readonly convert: (
    value: Present,
    inputs: GivenInputs,
    settings: LanguageSettings,
    type: ValueType,
  ) => Scalar;
  /** The replacement for null; null by default. */
  readonly ofNull?: (inputs: GivenInputs) => Scalar;
  /** The number that it prints, in units that can be added exactly. */
  readonly number?: (inputs: GivenInputs, settings: LanguageSettings) => NumberFormat;
}

const TIMES: readonly ValueType[] = ['minutes', 'integer', 'number'];

/** Minutes as a printed text. */
function printed(
  format: (inputs: GivenInputs, settings: LanguageSettings) => NumberFormat,
  inputs: Conversion['inputs'] = [0, 0],
  takes = TIMES,
): Conversion {
  return {
    takes,
    gives: 'text',
    inputs,
    number: format,
    convert: (value, given, settings) => {
      const { print, toUnits } = format(given, settings);
      return print(toUnits(Number(value)));
    },
  };
}

/** A text of digits, with its sign elsewhere. */
function resigned(name: 'sign-after' | 'unsigned' | 'overpunch', inputs: Conversion['inputs']): Conversion {
  return {
    gives: 'text',
    inputs,
    convert: (value, given) => withSign(String(value), SIGN_STYLES[name](given)),
  };
}

function withSign(text: string, style: SignStyle): string {
  return signedDigits(text, text.startsWith('-'), style);
}

/** Where the sign stands after a format that moves it. */
export const SIGN_STYLES = {
  signed: ([plus = '+', minus = '-']) => ({ plus: String(plus), minus: String(minus), place: 'before' }),
  'sign-after': ([plus = '', minus = '-']) => ({ plus: String(plus), minus: String(minus), place: 'after' }),
  unsigned: () => 'none',
  overpunch: () => 'overpunch',
} as const satisfies Readonly<Record<string, (inputs: GivenInputs) => SignStyle>>;

/** A text in another form. */
function ofText(
  inputs: Conversion['inputs'],
  convert: (text: string, inputs: GivenInputs, settings: LanguageSettings) => string,
): Conversion {
  return {
    gives: 'text',
    inputs,
    convert: (value, given, settings) => convert(String(value), given, settings),
  };
}

/** At least 1. */
function wholeInput(name: 'left' | 'right' | 'shorten' | 'pad-start' | 'pad-end'): Conversion['checkInputs'] {
  return ([length]) => {
    if (length === undefined) return;
    if (typeof length === 'number' && Number.isInteger(length) && length > 0 && length <= MOST_CHARACTERS)
      return;
    throw new TemplateError(message('format.length', { name }), inputExample(name));
  };
}

/** Hours with so many decimals, as text. */
const HOURS_AS_TEXT = printed(
  ([decimals = 2, sign, least = decimals], { words }) =>
    hoursFormat(
      Number(decimals),
      Math.min(Number(least), Number(decimals)),
      String(sign ?? words.decimalSign),
    ),
  [1, 3],
);
const NUMBER_AS_TEXT = printed(
  ([decimals = 6, sign, least = 0], { words }) =>
    decimalFormat(
      Number(decimals),
      Math.min(Number(least), Number(decimals)),
      String(sign ?? words.decimalSign),
    ),
  [1, 3],
  ['integer', 'number'],
);
const DURATION_AS_TEXT = printed(
  ([style], { words }) => durationStyle(String(style), words.decimalSign),
  [1, 1],
);

function durationStyle(style: string, decimalSign: string): NumberFormat {
  if (style === 'minutes') return integerFormat;
  return style === 'clock' ? clockFormat(':') : hoursFormat(2, 2, decimalSign);
}

const DATE: Conversion = {
  takes: ['date', 'timestamp', 'text'],
  gives: 'date',
  inputs: [0, 0],
  convert: (value) => wallClock(String(value))?.date ?? value,
};
const DATE_AS_TEXT: Conversion = {
  takes: ['date', 'timestamp'],
  gives: 'text',
  inputs: [1, 1],
  checkInputs: ([format], type) => {
    if (format !== undefined) datePattern(String(format), type === 'timestamp');
  },
  convert: (value, [format], { words }, type) => {
    if (format === undefined) return words.dateText(String(value).slice(0, ISO_DAY));
    const wall = wallOf(String(value));
    return wall.isValid ? knownPattern(String(format), type === 'timestamp')(wall, words) : value;
  },
};

/** Every row has a date, and most rows have one of the same few: they are read once. */
const KNOWN_DAYS = new Map<string, DateTime>();
const KNOWN_PATTERNS = new Map<string, DatePart>();
const MOST_KNOWN = 10_000;

/** Independent of the system's zone and language. */
function wallOf(text: string): DateTime {
  const known = KNOWN_DAYS.get(text);
  if (known !== undefined) return known;
  const wall = DateTime.fromISO(text, { zone: 'utc', setZone: true, locale: 'en' });
  if (text.length === ISO_DAY && KNOWN_DAYS.size < MOST_KNOWN) KNOWN_DAYS.set(text, wall);
  return wall;
}

function knownPattern(pattern: string, hasTime: boolean): DatePart {
  const key = `${hasTime} ${pattern}`;
  const known = KNOWN_PATTERNS.get(key) ?? datePattern(pattern, hasTime);
  if (KNOWN_PATTERNS.size < MOST_KNOWN) KNOWN_PATTERNS.set(key, known);
  return known;
}

const ISO_DAY = 'YYYY-MM-DD'.length;
const CLOCK_TIME = 'HH:MM'.length;

const TIME_AS_TEXT: Conversion = {
  takes: ['timestamp'],
  gives: 'text',
  inputs: [0, 0],
  convert: (value, _, { words }) => {
    const time = wallClock(String(value))?.time;
    return time === undefined ? value : words.clockText(time.slice(0, CLOCK_TIME));
  },
};

/** A negative value is text, and does not make the cells around it decimal hours. */
export const ALONE = 'alone';

/** The formats that may follow a value: `{{workedMinutes | hours}}`. */
export const CONVERSIONS: Readonly<Record<FormatName, Conversion>> = {
  hours: { takes: TIMES, gives: 'number', inputs: [0, 3], convert: (value) => Number(value) / 60 },
  minutes: { takes: TIMES, gives: 'integer', inputs: [0, 0], convert: (value) => value },
  duration: { takes: TIMES, gives: 'duration', inputs: [0, 1], convert: (value) => Number(value) / 1440 },
  notation: {
    takes: ['minutes'],
    gives: 'notation',
    inputs: [0, 1],
    checkInputs: ([input = ALONE]) => {
      if (input !== ALONE) throw new TemplateError(message('format.alone'), inputExample('notation'));
    },
    convert: (value) => value,
  },
  tenths: printed(() => impliedFormat(1)),
  hundredths: printed(() => impliedFormat(2)),
  thousandths: printed(() => impliedFormat(3)),
  hhmm: printed(() => hhmmFormat),
  clock: printed(([separator = ':']) => clockFormat(String(separator)), [0, 1]),
  'clock-hours': printed(() => clockHours),
  'clock-minutes': printed(() => minutesOfClock),
  number: {
    takes: ['text', 'integer', 'number'],
    gives: 'number',
    inputs: [0, 3],
    convert: (value, _, { onUnfit }) => {
      if (/^\s*-?\d+(?:\.\d+)?\s*$/.test(String(value))) return Number(value);
      onUnfit?.(message('format.notNumber', { value: String(value) }));
      return null;
    },
  },
  round: {
    takes: TIMES,
    gives: 'number',
    inputs: [0, 1],
    checkInputs: ([digits = 0]) => {
      if (typeof digits === 'number' && Number.isInteger(digits) && Math.abs(digits) <= MOST_DIGITS) return;
      throw new TemplateError(message('format.round', { most: MOST_DIGITS }), inputExample('round'));
    },
    convert: (value, [digits = 0]) => roundDecimal(Number(value), Number(digits)) ?? value,
  },
  signed: {
    gives: 'text',
    inputs: [0, 2],
    convert: (value, inputs, settings, type) => {
      if (typeof value !== 'number') return withSign(String(value), SIGN_STYLES.signed(inputs));
      const [plus = '+', minus = '−'] = inputs;
      const text = formatValue(Math.abs(value), type === 'minutes' ? 'notation' : type, settings);
      if (value === 0) return text;
      return `${value > 0 ? plus : minus}${text}`;
    },
  },
  'sign-after': resigned('sign-after', [0, 2]),
  unsigned: resigned('unsigned', [0, 0]),
  sign: {
    takes: [...TIMES, 'text'],
    gives: 'text',
    inputs: [0, 2],
    number: ([plus = '+', minus = '-']) => signFormat(String(plus), String(minus)),
    convert: (value, [plus = '+', minus = '-']) => (String(value).startsWith('-') ? minus : plus),
  },
  overpunch: resigned('overpunch', [0, 0]),
  date: DATE,
  time: {
    takes: ['timestamp', 'text'],
    gives: 'time',
    inputs: [0, 0],
    convert: (value) => dayFraction(wallClock(String(value))?.time ?? String(value)) ?? value,
  },
  weekday: {
    takes: ['integer', 'number'],
    gives: 'text',
    inputs: [0, 1],
    convert: (value, [style = 'short'], { words }) =>
      style === 'long' ? words.weekdayName(Number(value)) : words.abbreviatedWeekday(Number(value), 'alone'),
  },
  text: {
    gives: 'text',
    inputs: [0, 0],
    convert: (value, _, settings, type) => formatValue(value, type, settings),
  },
  upper: ofText([0, 0], (text) => text.toUpperCase()),
  lower: ofText([0, 0], (text) => text.toLowerCase()),
  ascii: ofText([0, 0], (text) => stripAccents(text)),
  left: {
    takes: ['text'],
    gives: 'text',
    inputs: [1, 1],
    checkInputs: ([length]) => {
      if (length === undefined || (typeof length === 'number' && Number.isInteger(length) && length > 0))
        return;
      throw new TemplateError(message('format.left'), inputExample('left'));
    },
    // By characters, so that none is split.
    convert: (value, [length = 1]) => [...String(value)].slice(0, Number(length)).join(''),
  },
  right: {
    ...ofText([1, 1], (text, [length = 1]) => [...text].slice(-Number(length)).join('')),
    checkInputs: wholeInput('right'),
  },
  shorten: {
    ...ofText([1, 2], (text, [length = 1, mark = '…']) => shortened(text, Number(length), String(mark))),
    checkInputs: wholeInput('shorten'),
  },
  'pad-start': {
    ...ofText([1, 2], (text, [length = 1, mark = '0']) => text.padStart(Number(length), String(mark))),
    checkInputs: wholeInput('pad-start'),
  },
  'pad-end': {
    ...ofText([1, 2], (text, [length = 1, mark = ' ']) => text.padEnd(Number(length), String(mark))),
    checkInputs: wholeInput('pad-end'),
  },
  replace: ofText([2, 2], (text, [from = '', to = '']) => text.replaceAll(String(from), String(to))),
  'check-digit': {
    gives: 'text',
    inputs: [1, 1],
    checkInputs: ([method]) => {
      if (method === undefined || CHECK_DIGITS.includes(String(method))) return;
      const known = CHECK_DIGITS.join(', ');
      throw new TemplateError(message('format.checkDigit', { method, known }), inputExample('check-digit'));
    },
    convert: (value, [method = ''], { onUnfit }) => {
      const digits = checkDigit(String(value), String(method));
      if (digits === undefined) onUnfit?.(message('format.notDigits', { value: String(value) }));
      return digits ?? null;
    },
  },
  default: { gives: 'same', inputs: [1, 1], convert: (value) => value, ofNull: ([value]) => value ?? null },
  yes: {
    takes: ['boolean'],
    gives: 'text',
    inputs: [1, 2],
    convert: (value, [yes = '', no = '']) => String(value ? yes : no),
  },
};

/** Formats that give a text instead of a number or a date: with inputs, and wherever a value is a cell of a text file. */
export const AS_TEXT: Readonly<Partial<Record<FormatName, Conversion>>> = {
  date: DATE_AS_TEXT,
  time: TIME_AS_TEXT,
  text: { gives: 'text', inputs: [0, 0], convert: (value) => String(value) },
  hours: HOURS_AS_TEXT,
  minutes: printed(() => integerFormat),
  number: NUMBER_AS_TEXT,
  duration: DURATION_AS_TEXT,
};

const MOST_DIGITS = 9;
const MOST_CHARACTERS = 1_000;

function shortened(text: string, length: number, mark: string): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  return `${characters.slice(0, Math.max(0, length - [...mark].length)).join('')}${mark}`;
}

export function inputExample(name: string): AnyMessage {
  const example = {
    default: '| default:"none"',
    yes: '| yes:"x"',
    left: '| left:1',
    right: '| right:4',
    shorten: '| shorten:40',
    'pad-start': '| pad-start:6',
    'pad-end': '| pad-end:6',
    replace: '| replace:"-",""',
    'check-digit': '| check-digit:"luhn"',
    round: '| round:2',
    notation: '| notation:"alone"',
    date: '| date:"dd.MM.yyyy"',
  }[name];
  return message('write', { text: example ?? `| ${name}` });
}
