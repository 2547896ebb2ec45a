import { COMPUTED_DAYS, type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { type AnyMessage, message, type Text } from '../../i18n/message.js';
import { shown } from '../../runtime/outsideText.js';

/** The longest ID of a record. */
const LONGEST_ID = 200;

/** Whether a value can be the ID of a record: text of at most 200 characters in one line, whatever it means. */
export function isRecordId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID && !CONTROL.test(value);
}

const CONTROL = /\p{Cc}/u;

/** The problem of a value. */
class WrongValue {
  constructor(readonly problem: AnyMessage) {}
}

/** An external value in a message about it. */
export function received(value: unknown): Text {
  if (value === undefined) return message('fields.got.nothing');
  if (Array.isArray(value)) return message('fields.got.list');
  return isWireRecord(value) ? message('fields.got.object') : shown(value);
}

/** `date: expected a date written YYYY-MM-DD, got 5`. */
export function fieldProblem(field: string, problem: AnyMessage): AnyMessage {
  return message('fields.problem', { field, problem });
}

/**
 * A field of a documented type: its value, or why the input is not one. Written by hand for speed: it runs for every
 * record.
 */
type WireField<T> = (input: unknown) => T | WrongValue;

function field<T>(kind: AnyMessage, accept: (input: unknown) => T | undefined): WireField<T> {
  return (input) => accept(input) ?? wrong('fields.expected', kind, input);
}

/** An omitted field counts as null. */
function nullable<T>(kind: AnyMessage, accept: (input: unknown) => T | undefined): WireField<T | null> {
  return (input) =>
    input === null || input === undefined
      ? null
      : (accept(input) ?? wrong('fields.expectedOrNull', kind, input));
}

function wrong(
  id: 'fields.expected' | 'fields.expectedOrNull',
  kind: AnyMessage,
  input: unknown,
): WrongValue {
  return new WrongValue(message(id, { kind, got: received(input) }));
}

const MINUTES = message('fields.kind.minutes');
const DATE = message('fields.kind.date');
const DATE_TIME = message('fields.kind.dateTime');

const acceptMinutes = (input: unknown) =>
  typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 ? input : undefined;

/** How a source writes the IDs of its records. */
export interface IdRule {
  readonly isId: (value: unknown) => value is string;
  /** What is expected, in messages. */
  readonly kind: AnyMessage;
}

/** Fields with an ID by the rule of a source. */
export function idFields({ isId, kind }: IdRule): {
  readonly id: WireField<string>;
  readonly idOrNull: WireField<string | null>;
} {
  const accept = (input: unknown) => (isId(input) ? input : undefined);
  return { id: field(kind, accept), idOrNull: nullable(kind, accept) };
}

export const anyText = field(message('fields.kind.text'), (input) =>
  typeof input === 'string' ? input : undefined,
);
export const flag = field(message('fields.kind.flag'), (input) =>
  typeof input === 'boolean' ? input : undefined,
);
export const minutes = field(MINUTES, acceptMinutes);
export const minutesOrNull = nullable(MINUTES, acceptMinutes);
export const date: WireField<LocalDate> = (input) => {
  const parsed = typeof input === 'string' ? parseLocalDate(input) : undefined;
  if (parsed === undefined) return wrong('fields.expected', DATE, input);
  if (parsed >= COMPUTED_DAYS.from && parsed <= COMPUTED_DAYS.to) return parsed;
  return new WrongValue(message('fields.yearBeyond', { got: shown(input) }));
};

export function oneOf<T extends string>(...choices: readonly T[]): WireField<T> {
  return field(message('fields.kind.oneOf', { choices: choices.join(', ') }), (input) =>
    choices.find((choice) => choice === input),
  );
}

/** A local date-time with offset. */
export const stamp: WireField<Stamp> = (input) => {
  if (typeof input !== 'string') return wrong('fields.expected', DATE_TIME, input);
  const parsed = parseStamp(input);
  if (typeof parsed !== 'string') return parsed;
  return new WrongValue(message(`fields.stamp.${parsed}`, { got: shown(input) }));
};

/** Empty may be null, absent or an empty text. */
export const stampOrEmpty: WireField<Stamp | null> = (input) =>
  input === '' || input === undefined || input === null ? null : stamp(input);

const utc = field(message('fields.kind.utc'), (input) => {
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

/** A record of a list, or its problems: each problem names its field. */
export type ParsedRecord<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly AnyMessage[] };

export type RecordParser<T> = (record: WireRecord) => ParsedRecord<T>;

/** The documented fields of a record by name. */
export type RecordFields<T> = { readonly [Name in keyof T]: WireField<T[Name]> };

/** @param crossCheck problems between fields that are valid individually */
export function recordParser<T>(
  fields: RecordFields<T>,
  crossCheck: (values: T) => readonly AnyMessage[] = () => [],
): RecordParser<T> {
  const named: readonly (readonly [string, WireField<unknown>])[] = Object.entries(fields);
  return (record) => {
    const values: Record<string, unknown> = {};
    const problems: AnyMessage[] = [];
    for (const [name, parse] of named) {
      const value = parse(record[name]);
      if (value instanceof WrongValue) problems.push(fieldProblem(name, value.problem));
      else values[name] = value;
    }
    if (problems.length > 0) return { ok: false, problems };
    const value = values as T;
    const crossProblems = crossCheck(value);
    return crossProblems.length > 0 ? { ok: false, problems: crossProblems } : { ok: true, value };
  };
}
