import type { z } from 'zod';

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

export function parserOf<T>(schema: z.ZodType<T>): Parser<T> {
  return (record) => {
    const result = schema.safeParse(record);
    if (result.success) return { ok: true, value: result.data };
    return { ok: false, problems: result.error.issues.map(problemOf) };
  };
}

function problemOf(issue: z.core.$ZodIssue): string {
  return `${issue.path.map(String).join('.') || 'record'}: ${issue.message}`;
}
