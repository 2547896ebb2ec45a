import { z } from 'zod';
import { isDatePattern } from './dateWriter.js';

/** Either a fixed value, or the value of one of the template's variables. */
export function orVariable<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.strictObject({ variable: z.string() })], {
    error: 'expected a value, or { variable: NAME }',
  });
}

const decimals = z.int().min(0).max(4);
const datePattern = z.string().refine(isDatePattern, {
  error: 'a date pattern is made of YYYY, YY, MM, M, DD, D and signs between them',
});

/** How a value becomes text. Every format of minutes takes signed values. */
export const columnFormat = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), case: z.enum(['upper', 'lower']).optional() }),
    z.strictObject({ type: z.literal('integer') }),
    z.strictObject({
      type: z.literal('number').describe('A number that may have decimals, such as a quantity.'),
      decimals: z.int().min(0).max(6).default(6),
      minDecimals: z
        .int()
        .min(0)
        .max(6)
        .default(0)
        .describe('Trailing zeros are dropped down to this many decimals.'),
      decimalSign: orVariable(z.enum(['.', ','])).optional(),
    }),
    z.strictObject({
      type: z.literal('boolean'),
      yes: z.string().default('true'),
      no: z.string().default('false'),
    }),
    z.strictObject({ type: z.literal('date'), pattern: orVariable(datePattern).optional() }),
    z.strictObject({
      type: z.literal('time').describe('The clock of a stamp: 22:00; for people as the locale has it.'),
    }),
    z.strictObject({ type: z.literal('weekday'), style: z.enum(['short', 'long']).default('short') }),
    z.strictObject({
      type: z.literal('hours').describe('Decimal hours.'),
      decimals: decimals.default(2),
      minDecimals: decimals.optional().describe('Trailing zeros are dropped down to this many decimals.'),
      decimalSign: orVariable(z.enum(['.', ','])).optional(),
    }),
    z.strictObject({
      type: z.literal('implied').describe('Hours without a decimal sign: 0125 is 1.25.'),
      decimals: decimals.default(2),
    }),
    z.strictObject({ type: z.literal('minutes') }),
    z.strictObject({ type: z.literal('hhmm') }),
    z.strictObject({
      type: z.literal('clock').describe('Hours and minutes: 7:30.'),
      separator: z.enum([':', ',', '.']).default(':'),
    }),
    z.strictObject({ type: z.literal('clock-hours').describe('The hours of 7:30: 7.') }),
    z.strictObject({ type: z.literal('clock-minutes').describe('The minutes of 7:30: 30.') }),
    z.strictObject({
      type: z.literal('duration').describe('As the reader likes it.'),
      style: orVariable(z.enum(['decimal', 'clock', 'minutes'])),
    }),
  ]),
);
export type ColumnFormat = z.output<typeof columnFormat>;
