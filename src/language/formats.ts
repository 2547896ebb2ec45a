import { DateTime } from 'luxon';
import { AGGREGATES, type ValueType } from './aggregates.js';
import { dayFraction, roundDecimal, wallClock } from './datesAndNumbers.js';
import type { FormatCall, Inputs } from './grammar.js';
import type { LanguageSettings, Scalar, ValueWords } from './languageValues.js';
import { type AnyMessage, message } from './messageText.js';
import { TemplateError } from './templateError.js';
import { suggest } from './templateFields.js';
import type { Args, Typed } from './typed.js';

const PIECES = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g;

/**
 * Reads a date pattern: `dd.MM.yyyy`, `EEEE d MMMM` or, as in text templates, `DD.MM.YYYY`. Words are in single quotes.
 * Patterns that would produce unintended text are refused.
 * @returns a function that formats dates
 * @throws TemplateError
 */
export function datePattern(pattern: string, hasTime: boolean): DatePart {
  const pieces = pattern.match(PIECES) ?? [];
  const showsHours = pieces.some((piece) => /^[Hh]/.test(piece));
  const parts = pieces.map((piece) => {
    // Two quotes are one.
    const literal = piece === "''" ? "'" : piece.replaceAll("'", '');
    if (isLiteral(piece)) return () => literal;
    if (Object.hasOwn(DAY_PARTS, piece)) return DAY_PARTS[piece];
    const part = Object.hasOwn(TIME_PARTS, piece) ? TIME_PARTS[piece] : undefined;
    if (!part) throw new TemplateError(message('date.unknownPart', { pattern, part: piece }));
    if (/^m/.test(piece) && !(hasTime && showsHours)) {
      const month = piece.toUpperCase();
      throw new TemplateError(message('date.minutes', { pattern, part: piece, month }));
    }
    if (!hasTime) throw new TemplateError(message('date.noTime', { pattern, part: piece }));
    return part;
  });
  if (pieces.every(isLiteral)) throw new TemplateError(message('date.showsNothing', { pattern }));
  return (wall, words) => parts.map((part) => part?.(wall, words)).join('');
}

function isLiteral(piece: string): boolean {
  return !/^[A-Za-z']/.test(piece) || (piece.length > 1 && piece.startsWith("'"));
}

/** A day and time as the local clock shows them; a luxon DateTime is one. */
export interface WallClock {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

interface WallDay extends WallClock {
  readonly weekday: number;
  readonly weekNumber: number;
  readonly weekYear: number;
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');
const hour12 = (hour: number): number => (hour % 12 === 0 ? 12 : hour % 12);

type InDigits = (wall: WallClock) => string;

const DIGITS = {
  y: ({ year }) => String(year),
  yy: ({ year }) => padded(year % 100, 2),
  yyyy: ({ year }) => padded(year, 4),
  M: ({ month }) => String(month),
  MM: ({ month }) => padded(month, 2),
  L: ({ month }) => String(month),
  LL: ({ month }) => padded(month, 2),
  d: ({ day }) => String(day),
  dd: ({ day }) => padded(day, 2),
} satisfies Record<string, InDigits>;

/** The numeric parts of a day, by luxon's names. */
export const DAY_DIGITS: Readonly<Record<string, InDigits>> = DIGITS;

/** Alternative names of the numeric parts of a day: capitals, as in text templates. */
const DAY_DIGITS_IN_CAPITALS: Readonly<Record<string, InDigits>> = {
  YYYY: DIGITS.yyyy,
  YY: DIGITS.yy,
  MM: DIGITS.MM,
  M: DIGITS.M,
  DD: DIGITS.dd,
  D: DIGITS.d,
};

export const TIME_DIGITS: Readonly<Record<string, InDigits>> = {
  H: ({ hour }) => String(hour),
  HH: ({ hour }) => padded(hour, 2),
  h: ({ hour }) => String(hour12(hour)),
  hh: ({ hour }) => padded(hour12(hour), 2),
  m: ({ minute }) => String(minute),
  mm: ({ minute }) => padded(minute, 2),
  s: ({ second }) => String(second),
  ss: ({ second }) => padded(second, 2),
};

type DatePart = (wall: WallDay, words: ValueWords) => string;

const DAY_PARTS: Readonly<Record<string, DatePart>> = {
  ...DAY_DIGITS,
  ...DAY_DIGITS_IN_CAPITALS,
  MMM: ({ month }, words) => words.abbreviatedMonth(month, 'inDate'),
  MMMM: ({ month }, words) => words.monthName(month),
  LLL: ({ month }, words) => words.abbreviatedMonth(month, 'alone'),
  LLLL: ({ month }, words) => words.monthName(month),
  EEE: ({ weekday }, words) => words.abbreviatedWeekday(weekday, 'inDate'),
  EEEE: ({ weekday }, words) => words.weekdayName(weekday),
  ccc: ({ weekday }, words) => words.abbreviatedWeekday(weekday, 'alone'),
  cccc: ({ weekday }, words) => words.weekdayName(weekday),
  W: ({ weekNumber }) => String(weekNumber),
  WW: ({ weekNumber }) => padded(weekNumber, 2),
  kkkk: ({ weekYear }) => padded(weekYear, 4),
};

const TIME_PARTS: Readonly<Record<string, DatePart>> = {
  ...TIME_DIGITS,
  a: ({ hour }, words) => words.dayHalfName(hour),
};

type Present = Exclude<Scalar, null>;

interface Conversion {
  /** Types that it accepts; undefined accepts all. */
  readonly takes?: readonly ValueType[];
  readonly gives: ValueType | 'same';
  readonly inputs: readonly [min: number, max: number];
  readonly checkInputs?: (inputs: Inputs, type: ValueType) => void;
  readonly convert: (value: Present, inputs: Inputs, settings: LanguageSettings, type: ValueType) => Scalar;
  /** The replacement for null; null by default. */
  readonly ofNull?: (inputs: Inputs) => Scalar;
}

const TIMES: readonly ValueType[] = ['minutes', 'integer', 'number'];

/** The formats that may follow a value: `{{workedMinutes | hours}}`. */
export const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  hours: { takes: TIMES, gives: 'number', inputs: [0, 0], convert: (value) => Number(value) / 60 },
  minutes: { takes: TIMES, gives: 'integer', inputs: [0, 0], convert: (value) => value },
  duration: { takes: TIMES, gives: 'duration', inputs: [0, 0], convert: (value) => Number(value) / 1440 },
  notation: { takes: ['minutes'], gives: 'notation', inputs: [0, 0], convert: (value) => value },
  signed: {
    takes: TIMES,
    gives: 'text',
    inputs: [0, 0],
    convert: (value, _, settings, type) => {
      const text = formatValue(value, type === 'minutes' ? 'notation' : type, settings).replace(/^-/, '−');
      return Number(value) > 0 ? `+${text}` : text;
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
  time: {
    takes: ['timestamp', 'text'],
    gives: 'time',
    inputs: [0, 0],
    convert: (value) => dayFraction(wallClock(String(value))?.time ?? String(value)) ?? value,
  },
  text: {
    gives: 'text',
    inputs: [0, 0],
    convert: (value, _, settings, type) => formatValue(value, type, settings),
  },
  upper: { gives: 'text', inputs: [0, 0], convert: (value) => String(value).toUpperCase() },
  lower: { gives: 'text', inputs: [0, 0], convert: (value) => String(value).toLowerCase() },
  left: {
    takes: ['text'],
    gives: 'text',
    inputs: [1, 1],
    checkInputs: ([length]) => {
      if (typeof length === 'number' && Number.isInteger(length) && length > 0) return;
      throw new TemplateError(message('format.left'), inputExample('left'));
    },
    // By characters, so that none is split.
    convert: (value, [length = 1]) => [...String(value)].slice(0, Number(length)).join(''),
  },
  default: { gives: 'same', inputs: [1, 1], convert: (value) => value, ofNull: ([value]) => value ?? null },
  yes: {
    takes: ['boolean'],
    gives: 'text',
    inputs: [1, 2],
    convert: (value, [yes = '', no = '']) => String(value ? yes : no),
  },
};

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
  checkInputs: ([format = ''], type) => datePattern(String(format), type === 'timestamp'),
  convert: (value, [format = ''], { words }, type) => {
    // Independent of the system's zone and language.
    const wall = DateTime.fromISO(String(value), { zone: 'utc', setZone: true, locale: 'en' });
    return wall.isValid ? datePattern(String(format), type === 'timestamp')(wall, words) : value;
  },
};

const MOST_DIGITS = 9;

export function isConversion(name: string): boolean {
  return name === 'date' || Object.hasOwn(CONVERSIONS, name);
}

function findConversion({ name, inputs }: FormatCall, settings: LanguageSettings): Conversion {
  if (name === 'date') return inputs.length === 0 ? DATE : DATE_AS_TEXT;
  const found = Object.hasOwn(CONVERSIONS, name) ? CONVERSIONS[name] : undefined;
  if (found) return found;
  const elsewhere = settings.formatElsewhere?.(name);
  if (elsewhere) throw elsewhere;
  const names = [
    ...Object.keys(CONVERSIONS),
    'date',
    ...(settings.namesElsewhere ?? []),
    ...Object.keys(AGGREGATES),
  ];
  throw new TemplateError(message('format.unknown', { name }), suggest(name, names, 'format'));
}

/** Applies a format to a value. @throws TemplateError if it does not match the type */
export function convertedBy<At extends Args, Context>(
  call: FormatCall,
  before: Typed<At, Context>,
  settings: LanguageSettings,
): Typed<At, Context> {
  const { takes, gives, inputs, checkInputs, convert, ofNull } = findConversion(call, settings);
  const { type, field, hasWords } = before;
  const { name } = call;
  if (hasWords && !TAKES_WORDS.includes(name)) throw new TemplateError(message('format.words', { name }));
  if (takes && !takes.includes(type)) {
    const unfit = { name, type, types: takes.join(', ') };
    throw new TemplateError(
      field === undefined
        ? message('format.unfitValue', unfit)
        : message('format.unfit', { ...unfit, field }),
    );
  }
  const [min, max] = inputs;
  if (call.inputs.length < min || call.inputs.length > max) {
    throw new TemplateError(
      min === max
        ? message('format.inputs', { name, count: min })
        : message('format.inputRange', { name, min, max }),
      inputExample(name),
    );
  }
  checkInputs?.(call.inputs, type);
  return {
    type: gives === 'same' ? type : gives,
    field,
    canBeNegative: Boolean(before.canBeNegative),
    hasWords: name === 'default' && type !== 'text' && (hasWords || typeof call.inputs[0] === 'string'),
    valueAt: (context) => {
      const valueHere = before.valueAt(context);
      return (...at) => {
        const value = valueHere(...at);
        if (value === null) return ofNull ? ofNull(call.inputs) : null;
        return convert(value, call.inputs, settings, type);
      };
    },
  };
}

/** Text instead of a number or date cannot become hours. */
const TAKES_WORDS = ['text', 'upper', 'lower', 'default'];

function inputExample(name: string): AnyMessage {
  const example = {
    default: '| default:"none"',
    yes: '| yes:"x"',
    left: '| left:1',
    round: '| round:2',
    date: '| date:"dd.MM.yyyy"',
  }[name];
  return message('write', { text: example ?? `| ${name}` });
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A value within other text, in the language's format: `7,5`, `31.10.2026`, `-1:30`. */
export function formatValue(value: Scalar, type: ValueType, { words }: LanguageSettings): string {
  if (value === null) return '';
  if (typeof value === 'string') return type === 'date' && DAY.test(value) ? words.dateText(value) : value;
  if (typeof value === 'boolean') return String(value);
  if (type === 'notation') return words.minutesText(value);
  if (type === 'duration' || type === 'time') return formatDuration(value);
  const text = Number.isInteger(value) ? String(value) : (roundDecimal(value, 2) ?? value).toFixed(2);
  return text.replace('.', words.decimalSign);
}

function formatDuration(days: number): string {
  const minutes = Math.round(Math.abs(days) * 1440);
  const sign = days < 0 && minutes > 0 ? '-' : '';
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
