import { z } from 'zod';
import { checkConditions, code, conditions, DAY_MINUTES, dateSchema, monthDay } from './payConditions.js';

const fromMapping = z
  .strictObject({
    column: z.string().min(1).describe('Column of the employee mapping that holds minutes'),
    ratio: z.number().positive().max(10).default(1).describe('Part of it: 1.1 is a tenth more'),
  })
  .describe('Minutes from the employee mapping; who has none there has no limit');

export const YEAR_MINUTES = 366 * DAY_MINUTES;

/** Minutes of a limit, or the column of the mapping that has them. */
export const limitOf = (most: number) =>
  z.union(
    [z.int().min(0).max(most), fromMapping],
    `must be whole minutes from 0 to ${most}, or { column: NAME } of the employee mapping`,
  );

/** Holidays that are paid without work. */
export const notWorkedRule = z
  .strictObject({
    code,
    by: z
      .enum(['planned', 'contract', 'average'])
      .describe(
        "What would have been worked: the day's published shifts, the contract's day of the mapping, or the same weekday in the weeks before",
      ),
    weeks: z.int().min(1).max(52).optional().describe('How many weeks before, of average'),
    validFrom: conditions.validFrom,
    validTo: conditions.validTo,
    employees: conditions.employees,
  })
  .superRefine(checkConditions)
  .superRefine(({ by, weeks }, context) => {
    if ((by === 'average') === (weeks !== undefined)) return;
    context.addIssue({ code: 'custom', path: ['weeks'], message: 'belongs to average, which needs it' });
  });

const LAST_DAY_OF_MONTHS = 28;
const dayOfYear = (date: string): boolean => Number(date.slice(-2)) <= LAST_DAY_OF_MONTHS;

const opening = z
  .strictObject({
    column: z.string().min(1).describe('Column of the employee mapping that holds minutes'),
    until: dateSchema.describe('The last day that is in them'),
  })
  .describe('What had counted before the ledger knows of any day');

/** Minutes of a year that are not to reach a limit. */
export const counterRule = z.strictObject({
  name: z.string().trim().min(1, 'must not be empty').describe('What people call it'),
  of: z.array(code).min(1, 'needs at least one pay code').describe('Pay codes whose minutes count'),
  limit: limitOf(YEAR_MINUTES).describe('Minutes that a year is not to come to'),
  from: monthDay
    .refine(dayOfYear, 'must not be later than the 28th')
    .default('01-01')
    .describe('The day of the year on which it begins anew'),
  opening: opening.optional(),
});

export const reference = z
  .strictObject({
    weeks: z.int().min(1).max(53).optional().describe('Length, or months'),
    months: z.int().min(1).max(12).optional().describe('Length, or weeks'),
    from: dateSchema.describe('A day on which one of the periods begins'),
    absences: z
      .enum(['counted', 'ignored'])
      .describe('Whether absences, and holidays without work, count as if worked'),
    opening: opening.optional(),
  })
  .superRefine(({ weeks, months, from }, context) => {
    const problem = (key: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [key], message });
    if ((weeks === undefined) === (months === undefined)) problem('weeks', 'needs either weeks or months');
    if (months !== undefined && !dayOfYear(from)) problem('from', 'must not be later than the 28th');
  })
  .describe('Periods over which overtime is averaged');
