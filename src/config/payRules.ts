import { z } from 'zod';
import { type LocalDate, parseLocalDate } from '../domain/localDate.js';
import { parseClockTime } from '../domain/pay/clockTime.js';
import { type BaseRule, type PayRules, WEEKDAYS } from '../domain/pay/payRules.js';

const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

const code = z.string().trim().min(1, 'must not be empty').describe('Internal pay code; payCodes maps it');

const date = z
  .string()
  .refine((text) => parseLocalDate(text) !== undefined, 'must be a date written YYYY-MM-DD')
  .transform((text) => text as LocalDate);

const clockTime = z
  .string('must be a clock time in quotes, such as "20:00"')
  .refine(
    (text) => parseClockTime(text) !== undefined,
    'must be a clock time from 00:00 to 24:00, written "HH:MM"',
  );

const clockWindow = z
  .tuple([clockTime, clockTime], 'must be two clock times, such as ["20:00", "06:00"]')
  .refine(([from, until]) => from !== until, 'begins and ends at the same time; for a whole day leave it out')
  .refine(([from]) => from !== '24:00', 'must not begin at 24:00; write 00:00')
  .describe('From the first time until the second; over midnight where the second is not later');

const monthDay = z
  .string()
  .refine(
    (text) => parseLocalDate(`2024-${text}`) !== undefined,
    'must be a day of the year written "MM-DD"',
  );

const yearlyDate = z.union([
  monthDay,
  z.strictObject({ date: monthDay, clock: clockWindow.describe('The part of the day that counts') }),
]);

const columnCondition = z.union(
  [
    z.array(z.string()).min(1, 'needs at least one value').describe('The column holds one of these'),
    z
      .strictObject({ from: date.optional(), before: date.optional() })
      .refine(({ from, before }) => from !== undefined || before !== undefined, 'needs from, before or both')
      .describe('The column holds a date (YYYY-MM-DD) from the one day on, and before the other'),
  ],
  'must be a list of values, or { from: DATE, before: DATE }',
);

const conditions = {
  on: z
    .array(z.enum([...WEEKDAYS, 'holiday'], 'must be a weekday in English, or holiday'))
    .min(1, 'needs at least one day')
    .optional()
    .describe("The minute's own local day is one of these"),
  dates: z
    .array(yearlyDate)
    .min(1, 'needs at least one date')
    .optional()
    .describe(
      'Days of every year ("12-25"), or parts of them ({ date: "12-24", clock: ["14:00", "24:00"] })',
    ),
  clock: clockWindow.optional(),
  startedBefore: clockTime
    .optional()
    .describe('The entry began before this time, on the day on which the window begins or the day before'),
  reachTo: clockTime
    .optional()
    .describe('"on" and "dates" go on until this time of the next day, for work begun before that day'),
  minimumInWindow: z
    .int()
    .min(1)
    .optional()
    .describe('The entry has at least so many minutes that the other conditions take'),
  validFrom: date.optional().describe('First local day on which the rule holds'),
  validTo: date.optional().describe('Last local day on which the rule holds'),
  establishments: z.array(z.string()).min(1).optional().describe('Ids of establishments'),
  employees: z
    .record(z.string(), columnCondition)
    .optional()
    .describe('Column of the employee mapping -> what it must hold'),
};

interface Checked {
  readonly on?: unknown;
  readonly dates?: unknown;
  readonly reachTo?: unknown;
  readonly validFrom?: LocalDate | undefined;
  readonly validTo?: LocalDate | undefined;
}

function checkConditions(rule: Checked, context: z.RefinementCtx): void {
  const problem = (key: string, message: string): void =>
    context.addIssue({ code: 'custom', path: [key], message });
  if (rule.reachTo !== undefined && rule.on === undefined && rule.dates === undefined) {
    problem('reachTo', 'extends "on" or "dates", and the rule has neither');
  }
  if (rule.validFrom !== undefined && rule.validTo !== undefined && rule.validTo < rule.validFrom) {
    problem('validTo', 'must not be before validFrom');
  }
}

const over = z
  .strictObject({
    day: z.int().min(0).max(DAY_MINUTES).optional().describe('Paid minutes of a day'),
    week: z
      .int()
      .min(0)
      .max(WEEK_MINUTES)
      .optional()
      .describe('Paid minutes of a week, less overtime by the day'),
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
  })
  .describe('How breaks are laid over days and windows');

const minimumMinutes = z.int().min(1).max(DAY_MINUTES);
const minimumPaid = z
  .union([
    z.strictObject({ code, entry: minimumMinutes.describe('Minutes paid for an entry at least') }),
    z.strictObject({ code, day: minimumMinutes.describe('Minutes paid for a day at least') }),
  ])
  .describe('What is missing to the minimum is a line with this code');

const payCode = z.strictObject({
  external: z
    .string({ error: 'must be text: put it into quotes' })
    .min(1)
    .describe('Code of the payroll system; write it in quotes'),
  secondary: z
    .string({ error: 'must be text: put it into quotes' })
    .optional()
    .describe('Further key that some systems want'),
});

/** The keys of `paytally.yaml` that concern pay rules. Defaults and descriptions live here. */
export const payShape = {
  rounding: rounding.prefault({}),
  breaks: breaks.prefault({}),
  minimumPaid: minimumPaid.optional(),
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
  payRules,
}: Omit<PayConfig, 'payCodes'>): PayRules {
  return { rounding, breaks, minimumPaid, ...payRules };
}
