import { z } from 'zod';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { SERVICE_DAYS } from '../../domain/time/serviceDays.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { shown } from '../../outsideText.js';

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isGuid(value: unknown): value is string {
  return typeof value === 'string' && GUID.test(value);
}

/** A field of a documented type: `accept` gives the value, or undefined where the input is not one. */
function field<T>(expected: string, accept: (input: unknown) => T | undefined) {
  return z.unknown().transform((input, context): T => {
    const value = accept(input);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: `expected ${expected}, got ${shown(input)}` });
    return z.NEVER;
  });
}

/** Null may also be written by leaving the field out. */
function orNull<T>(expected: string, accept: (input: unknown) => T | undefined) {
  return field<T | null>(`${expected} or null`, (input) =>
    input === null || input === undefined ? null : accept(input),
  );
}

const acceptGuid = (input: unknown) => (isGuid(input) ? input : undefined);
const acceptMinutes = (input: unknown) =>
  typeof input === 'number' && Number.isSafeInteger(input) && input >= 0 ? input : undefined;

export const guid = field('a UUID', acceptGuid);
export const guidOrNull = orNull('a UUID', acceptGuid);
export const text = field('text', (input) => (typeof input === 'string' ? input : undefined));
export const flag = field('true or false', (input) => (typeof input === 'boolean' ? input : undefined));
export const minutes = field('a whole number of minutes', acceptMinutes);
export const minutesOrNull = orNull('a whole number of minutes', acceptMinutes);
export const date = z.unknown().transform((input, context): LocalDate => {
  const parsed = typeof input === 'string' ? parseLocalDate(input) : undefined;
  if (parsed !== undefined && parsed >= SERVICE_DAYS.from && parsed <= SERVICE_DAYS.to) return parsed;
  const message =
    parsed === undefined
      ? `expected a date written YYYY-MM-DD, got ${shown(input)}`
      : `outside of the years 2000 to 2100: ${shown(input)}`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

export function oneOf<T extends string>(...choices: readonly T[]) {
  return field(`one of ${choices.join(', ')}`, (input) => choices.find((choice) => choice === input));
}

/** A local date-time with offset. Its own sentence says what is wrong with it. */
export const stamp = z.unknown().transform(readStamp);

/** Empty may be null, absent or an empty text. */
export const stampOrEmpty = z
  .unknown()
  .transform((input, context): Stamp | null =>
    input === '' || input === undefined || input === null ? null : readStamp(input, context),
  );

function readStamp(input: unknown, context: z.core.$RefinementCtx): Stamp {
  const parsed = typeof input === 'string' ? parseStamp(input) : `expected a date-time, got ${shown(input)}`;
  if (typeof parsed !== 'string') return parsed;
  context.addIssue({ code: 'custom', message: parsed });
  return z.NEVER;
}

/** A UTC timestamp; the zone designator may be left out, another offset may not. */
export const utcOrEmpty = field<string | null>('a UTC timestamp or nothing', (input) => {
  if (input === null || input === undefined || input === '') return null;
  if (typeof input !== 'string') return undefined;
  const parsed = [parseStamp(input), parseStamp(`${input}Z`)].find((result) => typeof result !== 'string');
  return parsed !== undefined && parsed.offsetSeconds === 0 ? input : undefined;
});
