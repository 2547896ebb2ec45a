import { z } from 'zod';
import { type BaseRule, type PayRules, WEEKDAYS } from '../domain/pay/payRules.js';
import {
  checkConditions,
  clockTime,
  code,
  conditions,
  DAY_MINUTES,
  minimumConditions,
  WEEK_MINUTES,
} from './payConditions.js';

const fromMapping = z
  .strictObject({
    column: z.string().min(1).describe('Column of the employee mapping that holds minutes'),
    ratio: z.number().positive().max(10).default(1).describe('Part of it: 1.1 is a tenth more'),
  })
  .describe('Minutes from the employee mapping; who has none there has no limit');

const limitOf = (most: number) =>
  z.union(
    [z.int().min(0).max(most), fromMapping],
    `must be whole minutes from 0 to ${most}, or { column: NAME } of the employee mapping`,
  );

const over = z
  .strictObject({
    day: limitOf(DAY_MINUTES).optional().describe('Paid minutes of a day'),
    week: limitOf(WEEK_MINUTES).optional().describe('Paid minutes of a week, less overtime by the day'),
  })
  .refine(({ day, week }) => day !== undefined || week !== undefined, 'needs day, week or both')
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

const notWorkedRule = z
  .strictObject({
    code,
    by: z
      .enum(['planned', 'contract'])
      .describe(
        "What would have been worked: the day's published shifts, or the contract's day of the mapping",
      ),
    validFrom: conditions.validFrom,
    validTo: conditions.validTo,
    employees: conditions.employees,
  })
  .superRefine(checkConditions);

const payRules = z
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
    dayStart: clockTime
      .optional()
      .describe('When the working day of overtime and of "on" begins; default: midnight'),
    weekStartsOn: z.enum(WEEKDAYS).default('monday').describe('First day of the week of weekly overtime'),
  })
  .describe('Pay codes by rules; without them every minute has the code NORMAL');

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

const rounding = z
  .strictObject({
    level: z
      .enum(['none', 'stamp', 'entry', 'day'])
      .default('none')
      .describe('What is rounded: nothing, start and end on the clock, the minutes of an entry, or of a day'),
    step: z.int().min(1).max(DAY_MINUTES).default(15).describe('Minutes'),
    mode: z.enum(['nearest', 'up', 'down']).default('nearest').describe('Halves go up'),
    grace: z
      .int()
      .min(0)
      .default(0)
      .describe('Minutes past a step that "up" forgives, and before a step that "down" grants'),
  })
  .superRefine(({ level, step, mode, grace }, context) => {
    const problem = (key: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (level === 'stamp' && DAY_MINUTES % step !== 0)
      problem('step', 'must divide a day (1440) to round clock times');
    if (grace > 0 && mode === 'nearest') problem('grace', 'has no meaning with mode nearest');
    if (grace >= step) problem('grace', 'must be less than step');
  })
  .describe('Rounding of what is paid; worked minutes stay as they are');

const BREAK_CHOICES = 'must be proportional, halves or { after: MINUTES }';

const breaks = z
  .strictObject({
    allocate: z
      .union(
        [
          z.enum(['proportional', 'halves'], BREAK_CHOICES),
          z.strictObject({ after: z.int().min(0).max(DAY_MINUTES).describe('Minutes after the start') }),
        ],
        BREAK_CHOICES,
      )
      .default('proportional')
      .describe(
        'Where a break lies of which only the length is known: everywhere in proportion, in the middle between two equal halves of work, or after so many minutes',
      ),
    paid: z
      .int()
      .min(1)
      .max(DAY_MINUTES)
      .optional()
      .describe("Minutes of an entry's break that are paid, as far as it has one"),
  })
  .describe('How breaks are laid over days and windows');

const join = z
  .strictObject({
    gap: z.int().min(0).max(DAY_MINUTES).describe('Elapsed minutes from one entry to the next, at most'),
  })
  .describe('Entries that follow one another count as one work for minimums and daily limits');

const minimumMinutes = z.int().min(1).max(DAY_MINUTES);
const oneMinimum = z.union([
  z.strictObject({
    code,
    entry: minimumMinutes.describe('Minutes paid for an entry at least'),
    ...minimumConditions,
  }),
  z.strictObject({
    code,
    day: minimumMinutes.describe('Minutes paid for a day at least'),
    ...minimumConditions,
  }),
]);
const minimumPaid = z
  .union([...oneMinimum.options, z.array(oneMinimum).min(1, 'needs at least one minimum')])
  .describe(
    'What is missing to the minimum is a line with this code; of a list the first that concerns the entry or day',
  );

const label = z.string().trim().min(1, 'must not be empty').optional();

const payCode = z.strictObject({
  external: z
    .string({ error: 'must be text: put it into quotes' })
    .min(1)
    .describe('Code of the payroll system; write it in quotes'),
  secondary: z
    .string({ error: 'must be text: put it into quotes' })
    .optional()
    .describe('Further key that some systems want'),
  label: z
    .strictObject({ en: label, de: label, fr: label, nl: label })
    .optional()
    .describe('What people read in reports and timesheets, by language'),
});

/** The keys of `paytally.yaml` that concern pay rules. Defaults and descriptions live here. */
export const payShape = {
  rounding: rounding.prefault({}),
  breaks: breaks.prefault({}),
  minimumPaid: minimumPaid.optional(),
  join: join.optional(),
  payRules: payRules.prefault({ base: [{ code: 'NORMAL' }] }),
  payCodes: z
    .record(z.string(), payCode)
    .default({})
    .describe('Internal pay code -> code of the payroll system'),
};

export const paySchema = z.strictObject(payShape);

export type PayConfig = z.infer<typeof paySchema>;

/** The rules as the domain takes them. */
export function payRulesOf({
  rounding,
  breaks,
  minimumPaid,
  join,
  payRules,
}: Omit<PayConfig, 'payCodes'>): PayRules {
  return { rounding, breaks, minimumPaid, join, ...payRules };
}
