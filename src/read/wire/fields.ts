import { type LocalDate, parseLocalDate, SERVICE_DAYS } from '../../domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { shown } from '../../runtime/outsideText.js';

const GUID_LENGTH = 36;
const HYPHENS = [8, 13, 18, 23];

/** By character code: what may stand where there is no hyphen. */
const IS_DIGIT = Uint8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-f]/i.test(String.fromCharCode(code)) ? 1 : 0,
);
const IS_HYPHEN = Uint8Array.from({ length: GUID_LENGTH }, (_, at) => (HYPHENS.includes(at) ? 1 : 0));
const HYPHEN = 45;

/** No regular expression, which takes twice as long: every record has a dozen GUIDs. */
export function isGuid(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== GUID_LENGTH) return false;
  for (let at = 0; at < GUID_LENGTH; at += 1) {
    const code = value.charCodeAt(at);
    if (IS_HYPHEN[at] === 1 ? code !== HYPHEN : IS_DIGIT[code] !== 1) return false;
  }
  return true;
}

/** What is wrong with a value. */
class WrongValue {
  constructor(readonly message: string) {}
}

/** A field of a documented type: its value, or why the input is not one. Written out by hand: every record meets it. */
type WireField<T> = (input: unknown) => T | WrongValue;

function field<T>(expected: string, accept: (input: unknown) => T | undefined): WireField<T> {
  return (input) => accept(input) ?? new WrongValue(`expected ${expected}, got ${shown(input)}`);
}

/** Null may also be written by leaving the field out. */
function nullable<T>(expected: string, accept: (input: unknown) => T | undefined): WireField<T | null> {
  const filled = field(`${expected} or null`, accept);
  return (input) => (input === null || input === undefined ? null : filled(input));
}

const acceptGuid = (input: unknown) => (isGuid(input) ? input : undefined);
const acceptMinutes = (input: unknown) =>
  typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 ? input : undefined;

export const guid = field('a UUID', acceptGuid);
export const guidOrNull = nullable('a UUID', acceptGuid);
export const anyText = field('text', (input) => (typeof input === 'string' ? input : undefined));
export const flag = field('true or false', (input) => (typeof input === 'boolean' ? input : undefined));
export const minutes = field('a whole number of minutes', acceptMinutes);
export const minutesOrNull = nullable('a whole number of minutes', acceptMinutes);
export const date: WireField<LocalDate> = (input) => {
  const parsed = typeof input === 'string' ? parseLocalDate(input) : undefined;
  if (parsed === undefined) return new WrongValue(`expected a date written YYYY-MM-DD, got ${shown(input)}`);
  if (parsed >= SERVICE_DAYS.from && parsed <= SERVICE_DAYS.to) return parsed;
  return new WrongValue(`outside of the years 2000 to 2100: ${shown(input)}`);
};

export function oneOf<T extends string>(...choices: readonly T[]): WireField<T> {
  return field(`one of ${choices.join(', ')}`, (input) => choices.find((choice) => choice === input));
}

/** A local date-time with offset. Its own sentence says what is wrong with it. */
export const stamp: WireField<Stamp> = (input) => {
  const parsed = typeof input === 'string' ? parseStamp(input) : `expected a date-time, got ${shown(input)}`;
  return typeof parsed === 'string' ? new WrongValue(parsed) : parsed;
};

/** Empty may be null, absent or an empty text. */
export const stampOrEmpty: WireField<Stamp | null> = (input) =>
  input === '' || input === undefined || input === null ? null : stamp(input);

const utc = field('a UTC timestamp or nothing', (input) => {
  if (typeof input !== 'string') return undefined;
  const parsed = [input, `${input}Z`].map(parseStamp).find((result) => typeof result !== 'string');
  return parsed !== undefined && parsed.offsetSeconds === 0 ? input : undefined;
});

/** A UTC timestamp; the zone designator may be left out, another offset may not. */
export const utcOrEmpty: WireField<string | null> = (input) =>
  input === null || input === undefined || input === '' ? null : utc(input);

/** A JSON object as the service sent it. */
export type WireRecord = Readonly<Record<string, unknown>>;

export function isWireRecord(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record of a list, or what is wrong with it: each problem begins with the path of the field. */
export type ParsedRecord<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

export type RecordParser<T> = (record: WireRecord) => ParsedRecord<T>;

/** The documented fields of a record by name. */
export type RecordFields<T> = { readonly [Name in keyof T]: WireField<T[Name]> };

/** @param crossCheck problems between fields that are valid one by one */
export function recordParser<T>(
  fields: RecordFields<T>,
  crossCheck: (values: T) => readonly string[] = () => [],
): RecordParser<T> {
  const named: readonly (readonly [string, WireField<unknown>])[] = Object.entries(fields);
  return (record) => {
    const values: Record<string, unknown> = {};
    const problems: string[] = [];
    for (const [name, parse] of named) {
      const value = parse(record[name]);
      if (value instanceof WrongValue) problems.push(`${name}: ${value.message}`);
      else values[name] = value;
    }
    if (problems.length > 0) return { ok: false, problems };
    const value = values as T;
    const crossProblems = crossCheck(value);
    return crossProblems.length > 0 ? { ok: false, problems: crossProblems } : { ok: true, value };
  };
}
