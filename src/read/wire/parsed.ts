import { type WireField, WrongValue } from './fields.js';

/** A record of a list, or what is wrong with it: each problem begins with the path of the field. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly string[] };

export type Parser<T> = (record: WireRecord) => Parsed<T>;

/** A JSON object as the service sent it. */
export type WireRecord = Readonly<Record<string, unknown>>;

export function isWireRecord(value: unknown): value is WireRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The documented fields of a record by name. */
export type Fields<T> = { readonly [Name in keyof T]: WireField<T[Name]> };

/** @param problemsOf what is wrong with fields that are right each by itself */
export function parserOf<T extends object>(
  fields: Fields<T>,
  problemsOf: (values: T) => readonly string[] = () => [],
): Parser<T> {
  const named: readonly (readonly [string, WireField<unknown>])[] = Object.entries(fields);
  return (record) => {
    const values: Record<string, unknown> = {};
    const problems: string[] = [];
    for (const [name, accept] of named) {
      const value = accept(record[name]);
      if (value instanceof WrongValue) problems.push(`${name}: ${value.message}`);
      else values[name] = value;
    }
    if (problems.length > 0) return { ok: false, problems };
    const value = values as T;
    const together = problemsOf(value);
    return together.length > 0 ? { ok: false, problems: together } : { ok: true, value };
  };
}
