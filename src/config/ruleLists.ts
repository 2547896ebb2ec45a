import { z } from 'zod';
import { WEEKDAYS } from '../domain/pay/conditions.js';
import type { BaseRule } from '../domain/pay/payRules.js';
import { counterRule, limitOf, notWorkedRule, reference, YEAR_MINUTES } from './balanceRules.js';
import { checkConditions, clockTimeSchema, code, conditions, DAY_MINUTES, WEEK_MINUTES } from './payConditions.js';

const over = z
  .strictObject({
    day: limitOf(DAY_MINUTES).optional().describe('Paid minutes of a day'),
    week: limitOf(WEEK_MINUTES).optional().describe('Paid minutes of a week, less overtime by the day'),
    average: limitOf(WEEK_MINUTES)
      .optional()
      .describe('Paid minutes a week on average over the reference period, less overtime by day and week'),
    reference: limitOf(YEAR_MINUTES).optional().describe('The same, of the whole reference period'),
  })
  .refine(
    (limits) => Object.values(limits).some((limit) => limit !== undefined),
    'needs day, week, average or reference',
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
    minutes: z
      .int()
      .min(1)
      .max(WEEK_MINUTES)
      .optional()
      .describe('A gap is counted from so many elapsed minutes on, a rest below'),
    quantity: z.number().positive().max(1000).default(1).describe('What one is worth'),
    ...conditions,
  })
  .superRefine(checkConditions)
  .superRefine(({ per, minutes, clock }, context) => {
    const problem = (key: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (PAUSES.includes(per) !== (minutes !== undefined))
      problem('minutes', 'belongs to gap and rest, which need it');
    if (per === 'night' && clock === undefined)
      problem('clock', 'says which night is meant: ["20:00", "06:00"]');
  });

const creditRule = z.strictObject({
  code,
  of: z.array(code).min(1, 'needs at least one pay code').describe('Pay codes whose minutes earn it'),
  factor: z.number().positive().max(10).describe('Minutes for each of their minutes'),
});

export const payRules = z
  .strictObject({
    base: z
      .array(baseRule)
      .min(1, 'needs at least one rule')
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
  const problem = (path: (string | number)[], message: string): void =>
    context.addIssue({ code: 'custom', path, message });
  if (first >= 0 && period === undefined)
    problem(['base', first, 'over'], 'needs payRules.reference, which says over which weeks or months');
  if (first < 0 && period !== undefined) problem(['reference'], 'no rule has over.average or over.reference');
}

/** The last rule, and no other, takes every minute: each minute has one code, and no rule is out of reach. */
function checkBase(rules: readonly BaseRule[], context: z.RefinementCtx): void {
  rules.forEach((rule, index) => {
    const isLast = index === rules.length - 1;
    const isCertain = Object.entries(rule).every(([key, value]) => key === 'code' || value === undefined);
    if (isCertain === isLast) return;
    const message = isLast
      ? 'the last rule must have nothing but a code, so that every minute has one'
      : 'takes every minute, so the rules after it never apply';
    context.addIssue({ code: 'custom', path: [index], message });
  });
}
