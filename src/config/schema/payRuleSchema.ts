import { z } from 'zod';
import { type BaseRule, WEEKDAYS } from '../../domain/pay/payRules.js';
import { ruleText } from '../input/schemaProblems.js';
import {
  checkConditions,
  clockTimeSchema,
  code,
  conditions,
  DAY_MINUTES,
  monthDay,
  WEEK_MINUTES,
} from './payConditions.js';
import { addProblem, dateSchema, whole } from './values.js';

const fromMapping = z
  .strictObject({
    column: z.string().min(1).describe('Column of the employee mapping that holds minutes'),
    ratio: z.number().positive().max(10).default(1).describe('Part of it: 1.1 is a tenth more'),
  })
  .describe('Minutes from the employee mapping; who has none there has no limit');

const YEAR_MINUTES = 366 * DAY_MINUTES;

/** Minutes of a limit, or the column of the mapping that has them. */
const limitSchema = (most: number) =>
  z.union([whole(0, most), fromMapping], ruleText('schema.limit', { most }));

/** Holidays that are paid without work. */
const notWorkedRule = z
  .strictObject({
    code,
    by: z
      .enum(['planned', 'contract', 'average'])
      .describe(
        "What would have been worked: the day's published shifts, the contract's day of the mapping, or the same weekday in the weeks before",
      ),
    weeks: whole(1, 52).optional().describe('How many weeks before, of average'),
    validFrom: conditions.validFrom,
    validTo: conditions.validTo,
    employees: conditions.employees,
  })
  .superRefine(checkConditions)
  .superRefine(({ by, weeks }, context) => {
    if ((by === 'average') === (weeks !== undefined)) return;
    addProblem(context, 'weeks', 'schema.requiredWith', { values: 'average' });
  });

const LAST_COMMON_DAY = 28;
const isInEveryMonth = (date: string): boolean => Number(date.slice(-2)) <= LAST_COMMON_DAY;

const opening = z
  .strictObject({
    column: z.string().min(1).describe('Column of the employee mapping that holds minutes'),
    until: dateSchema.describe('The last day that is in them'),
  })
  .describe('What had counted before the ledger knows of any day');

/** Minutes of a year that are not to reach a limit. */
const counterRule = z.strictObject({
  name: z.string().trim().min(1).describe('What people call it'),
  of: z
    .array(code)
    .min(1, ruleText('schema.needsOne', { what: 'code' }))
    .describe('Pay codes whose minutes count'),
  limit: limitSchema(YEAR_MINUTES).describe('Minutes that a year is not to come to'),
  from: monthDay
    .refine(isInEveryMonth, ruleText('schema.after28th'))
    .default('01-01')
    .describe('The day of the year on which it begins anew'),
  opening: opening.optional(),
});

const reference = z
  .strictObject({
    weeks: whole(1, 53).optional().describe('Length, or months'),
    months: whole(1, 12).optional().describe('Length, or weeks'),
    from: dateSchema.describe('A day on which one of the periods begins'),
    absences: z
      .enum(['counted', 'ignored'])
      .describe('Whether absences, and holidays without work, count as if worked'),
    opening: opening.optional(),
  })
  .superRefine(({ weeks, months, from }, context) => {
    if ((weeks === undefined) === (months === undefined))
      addProblem(context, 'weeks', 'schema.weeksOrMonths');
    if (months !== undefined && !isInEveryMonth(from)) addProblem(context, 'from', 'schema.after28th');
  })
  .describe('Periods over which overtime is averaged');

const over = z
  .strictObject({
    day: limitSchema(DAY_MINUTES).optional().describe('Paid minutes of a day'),
    week: limitSchema(WEEK_MINUTES).optional().describe('Paid minutes of a week, less overtime by the day'),
    average: limitSchema(WEEK_MINUTES)
      .optional()
      .describe('Paid minutes a week on average over the reference period, less overtime by day and week'),
    reference: limitSchema(YEAR_MINUTES).optional().describe('The same, of the whole reference period'),
  })
  .refine(
    (limits) => Object.values(limits).some((limit) => limit !== undefined),
    ruleText('schema.overNeeds'),
  )
  .describe('The rule takes what lies beyond one of these limits');

const baseRule = z.strictObject({ code, over: over.optional(), ...conditions }).superRefine(checkConditions);

const loadingRule = z
  .strictObject({
    code,
    group: z
      .string()
      .min(1)
      .optional()
      .describe('Of the loadings of one group a minute gets the first that takes it'),
    ...conditions,
  })
  .superRefine(checkConditions);

const PAUSES: readonly string[] = ['gap', 'rest'];

const countRule = z
  .strictObject({
    code,
    per: z
      .enum(['entry', 'day', 'night', 'gap', 'rest'])
      .describe(
        'What is counted: entries, days, windows of clock, long pauses inside a day, short rests between days',
      ),
    minutes: whole(1, WEEK_MINUTES)
      .optional()
      .describe('A gap is counted from so many elapsed minutes on, a rest below'),
    quantity: z.number().positive().max(1000).default(1).describe('What one is worth'),
    ...conditions,
  })
  .superRefine(checkConditions)
  .superRefine(({ per, minutes, clock }, context) => {
    if (PAUSES.includes(per) !== (minutes !== undefined))
      addProblem(context, 'minutes', 'schema.requiredWith', { values: 'gap, rest' });
    if (per === 'night' && clock === undefined) addProblem(context, 'clock', 'schema.nightClock');
  });

const creditRule = z.strictObject({
  code,
  of: z
    .array(code)
    .min(1, ruleText('schema.needsOne', { what: 'code' }))
    .describe('Pay codes whose minutes earn it'),
  factor: z.number().positive().max(10).describe('Minutes for each of their minutes'),
});

export const payRules = z
  .strictObject({
    base: z
      .array(baseRule)
      .min(1, ruleText('schema.needsOne', { what: 'rule' }))
      .superRefine(checkBase)
      .describe(
        'Every minute gets the code of the first rule that takes it; the last one takes all that is left',
      ),
    loadings: z.array(loadingRule).default([]).describe('Codes that minutes get on top of the base code'),
    counts: z.array(countRule).optional().describe('Codes that count times instead of minutes'),
    credits: z.array(creditRule).optional().describe('Time that is owed for minutes of other codes'),
    notWorked: z
      .array(notWorkedRule)
      .optional()
      .describe(
        'Granted holidays that are paid without work; the first rule that concerns the person and the day',
      ),
    counters: z
      .array(counterRule)
      .optional()
      .describe('Minutes of a year that are not to reach a limit; they change no pay'),
    reference: reference.optional(),
    dayStart: clockTimeSchema
      .optional()
      .describe('When the working day of overtime and of "on" begins; default: midnight'),
    weekStartsOn: z.enum(WEEKDAYS).default('monday').describe('First day of the week of weekly overtime'),
  })
  .superRefine(checkReference)
  .describe('Pay codes by rules; without them every minute has the code NORMAL');

/** Limits over a reference period need one, and one without such limits does nothing. */
function checkReference(
  { base, reference: period }: { readonly base: readonly BaseRule[]; readonly reference?: unknown },
  context: z.RefinementCtx,
): void {
  const first = base.findIndex(({ over }) => over?.average !== undefined || over?.reference !== undefined);
  if (first >= 0 && period === undefined)
    addProblem(context, ['base', first, 'over'], 'schema.referenceNeeded');
  if (first < 0 && period !== undefined) addProblem(context, ['reference'], 'schema.referenceUnused');
}

/** The last rule, and no other, takes every minute: each minute has one code, and no rule is out of reach. */
function checkBase(rules: readonly BaseRule[], context: z.RefinementCtx): void {
  rules.forEach((rule, index) => {
    const isLast = index === rules.length - 1;
    const isCertain = Object.entries(rule).every(([key, value]) => key === 'code' || value === undefined);
    if (isCertain === isLast) return;
    addProblem(context, index, isLast ? 'schema.lastRule' : 'schema.takesAll');
  });
}
