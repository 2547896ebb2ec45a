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
    column: z.string().min(1).describe('Column of the employee mapping with minutes'),
    ratio: z.number().positive().max(10).default(1).describe('Factor: 1.1 adds a tenth'),
  })
  .describe('Minutes from the employee mapping; an employee without a value has no limit');

const YEAR_MINUTES = 366 * DAY_MINUTES;

/** Minutes of a limit, or the mapping column with them. */
const limitSchema = (most: number) =>
  z.union([whole(0, most), fromMapping], ruleText('schema.limit', { most }));

/** Holidays that are paid without work. */
const notWorkedRule = z
  .strictObject({
    code,
    by: z
      .enum(['planned', 'contract', 'average'])
      .describe(
        'Source of the paid minutes: published shifts of the day, contract minutes in the mapping, or the same weekday in previous weeks',
      ),
    weeks: whole(1, 52).optional().describe('Number of previous weeks, for average'),
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
    column: z.string().min(1).describe('Column of the employee mapping with minutes'),
    until: dateSchema.describe('Last day that they include'),
  })
  .describe('Minutes from before the first day in the ledger');

/** Yearly minutes with a limit. */
const counterRule = z.strictObject({
  name: z.string().trim().min(1).describe('Name of the counter'),
  of: z
    .array(code)
    .min(1, ruleText('schema.needsOne', { what: 'code' }))
    .describe('Pay codes whose minutes count'),
  limit: limitSchema(YEAR_MINUTES).describe('Minutes that a year must not reach'),
  from: monthDay
    .refine(isInEveryMonth, ruleText('schema.after28th'))
    .default('01-01')
    .describe('Day of the year on which the counter restarts'),
  opening: opening.optional(),
});

const reference = z
  .strictObject({
    weeks: whole(1, 53).optional().describe('Length, or months'),
    months: whole(1, 12).optional().describe('Length, or weeks'),
    from: dateSchema.describe('First day of any of the periods'),
    absences: z
      .enum(['counted', 'ignored'])
      .describe('Whether absences and holidays without work count as worked'),
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
    week: limitSchema(WEEK_MINUTES).optional().describe('Paid minutes of a week, less daily overtime'),
    average: limitSchema(WEEK_MINUTES)
      .optional()
      .describe('Average paid minutes per week over the reference period, less daily and weekly overtime'),
    reference: limitSchema(YEAR_MINUTES)
      .optional()
      .describe('Paid minutes of the whole reference period, less daily and weekly overtime'),
    absences: z
      .literal('counted')
      .optional()
      .describe('Absences and holidays without work count towards "week", but are never overtime'),
  })
  .refine(
    ({ absences: _, ...limits }) => Object.values(limits).some((limit) => limit !== undefined),
    ruleText('schema.overNeeds'),
  )
  .refine(({ absences, week }) => absences === undefined || week !== undefined, {
    path: ['absences'],
    error: ruleText('schema.absencesOfWeek'),
  })
  .describe('The rule applies to minutes beyond one of these limits');

const baseRule = z.strictObject({ code, over: over.optional(), ...conditions }).superRefine(checkConditions);

const loadingRule = z
  .strictObject({
    code,
    group: z.string().min(1).optional().describe('A minute gets only the first matching premium of a group'),
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
        'What is counted: entries, days, "clock" windows, long breaks within a day, or short rests between days',
      ),
    minutes: whole(1, WEEK_MINUTES)
      .optional()
      .describe('Minimum elapsed minutes of a gap, or minutes below which a rest counts'),
    quantity: z.number().positive().max(1000).default(1).describe('Quantity for each one counted'),
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
    .describe('Pay codes whose minutes earn the credit'),
  factor: z.number().positive().max(10).describe('Credited minutes per minute'),
});

export const payRules = z
  .strictObject({
    base: z
      .array(baseRule)
      .min(1, ruleText('schema.needsOne', { what: 'rule' }))
      .superRefine(checkBase)
      .describe(
        'Every minute gets the code of the first matching rule; the last rule matches all other minutes',
      ),
    loadings: z
      .array(loadingRule)
      .default([])
      .describe('Premiums: codes that minutes get in addition to the base code'),
    counts: z.array(countRule).optional().describe('Codes that count occurrences instead of minutes'),
    credits: z.array(creditRule).optional().describe('Time credits for minutes of other codes'),
    notWorked: z
      .array(notWorkedRule)
      .optional()
      .describe(
        'Granted holidays that are paid without work; the first matching rule for the person and day applies',
      ),
    counters: z
      .array(counterRule)
      .optional()
      .describe('Yearly minutes that must not reach a limit; counters change no pay'),
    reference: reference.optional(),
    dayStart: clockTimeSchema
      .optional()
      .describe('Start of the working day for overtime and "on"; default: midnight'),
    weekStartsOn: z.enum(WEEKDAYS).default('monday').describe('First day of the week for weekly overtime'),
  })
  .superRefine(checkReference)
  .describe('Rules for pay codes; without rules every minute has the code NORMAL');

/** Limits over a reference period require one; a reference period without such limits has no effect. */
function checkReference(
  { base, reference: period }: { readonly base: readonly BaseRule[]; readonly reference?: unknown },
  context: z.RefinementCtx,
): void {
  const first = base.findIndex(({ over }) => over?.average !== undefined || over?.reference !== undefined);
  if (first >= 0 && period === undefined)
    addProblem(context, ['base', first, 'over'], 'schema.referenceNeeded');
  if (first < 0 && period !== undefined) addProblem(context, ['reference'], 'schema.referenceUnused');
}

/** Only the last rule may match every minute, so that every minute gets a code and every rule can apply. */
function checkBase(rules: readonly BaseRule[], context: z.RefinementCtx): void {
  rules.forEach((rule, index) => {
    const isLast = index === rules.length - 1;
    const isCertain = Object.entries(rule).every(([key, value]) => key === 'code' || value === undefined);
    if (isCertain === isLast) return;
    addProblem(context, index, isLast ? 'schema.lastRule' : 'schema.takesAll');
  });
}
