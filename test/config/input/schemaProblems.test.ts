import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { validateWithSchema } from '../../../src/config/input/schemaProblems.js';
import { englishText } from '../../../src/i18n/formatMessage.js';

const format = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hours'), decimals: z.int().optional() }),
  z.strictObject({ type: z.literal('date'), pattern: z.string().optional() }),
]);
const schema = z.strictObject({
  name: z.string().min(1),
  count: z.int().min(1).max(5).optional(),
  sure: z.boolean().optional(),
  mode: z.enum(['up', 'down']).optional(),
  format: format.optional(),
  list: z.array(z.string()).min(1).optional(),
  style: z.union([z.enum(['clock', 'decimal']), z.strictObject({ variable: z.string() })], {
    error: 'must be a value, or { variable: NAME }',
  }),
  levels: z.partialRecord(z.enum(['OVERLAP', 'UNREVIEWED']), z.string()).optional(),
  rows: z.strictObject({ columns: z.array(z.strictObject({ field: z.string() })) }).optional(),
});
const GOOD = { name: 'n', style: 'clock' };

function problemsOf(value: unknown): string[] {
  const checked = validateWithSchema(schema, value);
  return 'data' in checked
    ? []
    : checked.problems.map(({ path, message }) => `${path.join('.')}: ${englishText(message)}`);
}

describe('schema problems are explained in plain words', () => {
  const rows: readonly (readonly [name: string, value: unknown, problems: readonly string[]])[] = [
    ['nothing wrong', GOOD, []],
    ['missing', { style: 'clock' }, ['name: is missing']],
    ['no value', { ...GOOD, name: null }, ['name: has no value: it must be text']],
    ['empty text', { ...GOOD, name: '' }, ['name: must not be empty']],
    ['a number for text', { ...GOOD, name: 7 }, ['name: must be text: put it in quotes']],
    ['a list for text', { ...GOOD, name: [] }, ['name: must be text, not a list']],
    ['text for a number', { ...GOOD, count: '3' }, ['count: must be a number: write it without quotes']],
    ['a fraction', { ...GOOD, count: 1.5 }, ['count: must be a whole number']],
    ['too small', { ...GOOD, count: 0 }, ['count: must be at least 1']],
    ['too big', { ...GOOD, count: 6 }, ['count: must be at most 5']],
    ['true in quotes', { ...GOOD, sure: 'true' }, ['sure: must be true or false, without quotes']],
    ['yes', { ...GOOD, sure: 'yes' }, ['sure: must be true or false, not text']],
    [
      'not in the list',
      { ...GOOD, mode: 'dwon' },
      ['mode: "dwon" is not a valid value. It must be one of up, down. Did you mean "down"?'],
    ],
    ['text for a list', { ...GOOD, list: 'a' }, ['list: must be a list: put it between [ and ]']],
    [
      'a key out of a closed list',
      { ...GOOD, levels: { OVERLPA: 'x' } },
      ['levels.OVERLPA: unknown key "OVERLPA". Did you mean "OVERLAP"?'],
    ],
    ['no entry', { ...GOOD, list: [] }, ['list: must have at least one entry']],
    ['a block for a list', { ...GOOD, list: {} }, ['list: must be a list, not a block of keys']],
    [
      'an unknown type',
      { ...GOOD, format: { type: 'huors' } },
      ['format.type: "huors" is not a valid value. It must be one of hours, date. Did you mean "hours"?'],
    ],
    ['no type', { ...GOOD, format: {} }, ['format.type: is missing: must be one of hours, date']],
    [
      'a key of another type',
      { ...GOOD, format: { type: 'hours', pattern: 'x' } },
      ['format.pattern: unknown key "pattern". Keys allowed here: type, decimals.'],
    ],
    ['a misspelt key', { nmae: 'n', style: 'clock' }, ['nmae: unknown key "nmae". Did you mean "name"?']],
    [
      'a key in the wrong block',
      { ...GOOD, columns: [] },
      ['columns: unknown key "columns". "columns" belongs under rows.'],
    ],
    [
      'a value of a choice of shapes',
      { ...GOOD, style: 'clok' },
      ['style: "clok" is not a valid value. It must be one of clock, decimal. Did you mean "clock"?'],
    ],
    ['a shape that is none of them', { ...GOOD, style: 3 }, ['style: must be one of clock, decimal']],
    [
      'a choice of shapes that is missing',
      { name: 'n' },
      ['style: is missing: must be one of clock, decimal'],
    ],
    ['not even a block', 'text', [': must be a block of keys, not text']],
  ];
  test.each(rows)('%s', (_name, value, problems) => {
    expect(problemsOf(value)).toEqual(problems);
  });
});
