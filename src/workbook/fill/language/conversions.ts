import { DateTime } from 'luxon';
import type { Scalar } from '../../model.js';
import { Mistake } from '../mistake.js';
import { rounded } from '../rounded.js';
import { AGGREGATE_NAMES } from './aggregate.js';
import { dayFraction, wallClock } from './clockValues.js';
import { datePattern } from './datePattern.js';
import type { Filling, FillSettings, ValueType } from './filling.js';
import type { FilterCall } from './placeholder.js';
import { suggest } from './templateFields.js';
import { valueText } from './valueText.js';

type Present = Exclude<Scalar, null>;

interface Conversion {
  /** Types that it takes; undefined takes all. */
  readonly takes?: readonly ValueType[];
  readonly gives: ValueType | 'same';
  readonly inputs: readonly [min: number, max: number];
  /** @throws Mistake where what stands after ":" cannot be used */
  readonly checkInputs?: (inputs: FilterCall['inputs'], type: ValueType) => void;
  readonly convert: (
    value: Present,
    inputs: FilterCall['inputs'],
    settings: FillSettings,
    type: ValueType,
  ) => Scalar;
  /** What stands for null; by default null stays. */
  readonly ofNull?: (inputs: FilterCall['inputs']) => Scalar;
}

const TIMES: readonly ValueType[] = ['minutes', 'integer', 'number'];

/** The formats that may follow a field: `{{workedMinutes | hours}}`. */
const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  hours: { takes: TIMES, gives: 'number', inputs: [0, 0], convert: (value) => Number(value) / 60 },
  minutes: { takes: TIMES, gives: 'integer', inputs: [0, 0], convert: (value) => value },
  duration: { takes: TIMES, gives: 'duration', inputs: [0, 0], convert: (value) => Number(value) / 1440 },
  round: {
    ...{ takes: TIMES, gives: 'number', inputs: [0, 1], checkInputs: checkDigits },
    convert: (value, [digits = 0]) => rounded(Number(value), Number(digits)) ?? value,
  },
  time: {
    takes: ['timestamp', 'text'],
    gives: 'time',
    inputs: [0, 0],
    convert: (value) => timeOf(String(value)),
  },
  text: {
    gives: 'text',
    inputs: [0, 0],
    convert: (value, _, settings, type) => valueText(value, type, settings),
  },
  upper: { gives: 'text', inputs: [0, 0], convert: (value) => String(value).toUpperCase() },
  lower: { gives: 'text', inputs: [0, 0], convert: (value) => String(value).toLowerCase() },
  default: { gives: 'same', inputs: [1, 1], convert: (value) => value, ofNull: ([value]) => value ?? null },
  yes: {
    ...{ takes: ['boolean'], gives: 'text', inputs: [1, 2] },
    convert: (value, [yes = '', no = '']) => String(value ? yes : no),
  },
};

const DATE: Conversion = {
  ...{ takes: ['date', 'timestamp', 'text'], gives: 'date', inputs: [0, 0] },
  convert: (value) => dayOf(String(value)),
};
const DATE_AS_TEXT: Conversion = {
  ...{ takes: ['date', 'timestamp'], gives: 'text', inputs: [1, 1] },
  checkInputs: ([format = ''], type) => datePattern(String(format), type === 'timestamp'),
  convert: (value, [format = ''], { words }, type) => {
    // A day is a day whatever the system's zone and language.
    const wall = DateTime.fromISO(String(value), { zone: 'utc', setZone: true, locale: 'en' });
    return wall.isValid ? datePattern(String(format), type === 'timestamp')(wall, words) : value;
  },
};

const MOST_DIGITS = 9;

function checkDigits([digits = 0]: FilterCall['inputs']): void {
  if (typeof digits === 'number' && Number.isInteger(digits) && Math.abs(digits) <= MOST_DIGITS) return;
  throw new Mistake(
    `"| round" takes a whole number from -${MOST_DIGITS} to ${MOST_DIGITS} after ":"`,
    inputExample('round'),
  );
}

export function isConversion(name: string): boolean {
  return name === 'date' || Object.hasOwn(CONVERSIONS, name);
}

function conversionNamed({ name, inputs }: FilterCall): Conversion {
  if (name === 'date') return inputs.length === 0 ? DATE : DATE_AS_TEXT;
  const found = Object.hasOwn(CONVERSIONS, name) ? CONVERSIONS[name] : undefined;
  if (found) return found;
  if (AGGREGATE_NAMES.includes(name))
    throw new Mistake(`"| ${name}" stands too late`, `Put "| ${name}" right after the field.`);
  throw new Mistake(
    `there is no format "${name}"`,
    suggest(name, [...Object.keys(CONVERSIONS), 'date', ...AGGREGATE_NAMES], 'format'),
  );
}

/** Puts a format behind a filling. @throws Mistake */
export function conversion(call: FilterCall, filling: Filling, settings: FillSettings): Filling {
  const { takes, gives, inputs, checkInputs, convert, ofNull } = conversionNamed(call);
  const { type, valueAt, field } = filling;
  if (takes && !takes.includes(type)) {
    throw new Mistake(
      `"| ${call.name}" does not fit ${field ?? 'this value'}, which is ${type}`,
      `It fits ${takes.join(', ')}.`,
    );
  }
  const [min, max] = inputs;
  if (call.inputs.length < min || call.inputs.length > max) {
    throw new Mistake(
      `"| ${call.name}" takes ${min === max ? min : `${min} to ${max}`} values after ":"`,
      inputExample(call.name),
    );
  }
  checkInputs?.(call.inputs, type);
  const converted = (instance: number, columnInstance?: number): Scalar => {
    const value = valueAt(instance, columnInstance);
    if (value === null) return ofNull ? ofNull(call.inputs) : null;
    return convert(value, call.inputs, settings, type);
  };
  return { type: gives === 'same' ? type : gives, valueAt: converted, field };
}

function inputExample(name: string): string {
  const example = {
    default: '| default:"none"',
    yes: '| yes:"x"',
    round: '| round:2',
    date: '| date:"dd.MM.yyyy"',
  }[name];
  return `Write ${example ?? `| ${name}`}.`;
}

function dayOf(text: string): Scalar {
  return wallClock(text)?.date ?? text;
}

function timeOf(text: string): Scalar {
  return dayFraction(wallClock(text)?.time ?? text) ?? text;
}
