import { z } from 'zod';
import type { PayRules } from '../../domain/pay/payRules.js';
import { ruleText } from '../input/schemaProblems.js';
import { code, DAY_MINUTES, minimumConditions } from './payConditions.js';
import { payRules } from './payRuleSchema.js';
import { addProblem, localPath, whole } from './values.js';

const rounding = z
  .strictObject({
    level: z
      .enum(['none', 'stamp', 'entry', 'day'])
      .default('none')
      .describe('What is rounded: nothing, start and end on the clock, the minutes of an entry, or of a day'),
    step: whole(1, DAY_MINUTES).default(15).describe('Minutes'),
    mode: z.enum(['nearest', 'up', 'down']).default('nearest').describe('Halves go up'),
    grace: z
      .int()
      .min(0)
      .default(0)
      .describe('Minutes past a step that "up" forgives, and before a step that "down" grants'),
  })
  .superRefine(({ level, step, mode, grace }, context) => {
    if (level === 'stamp' && DAY_MINUTES % step !== 0) addProblem(context, 'step', 'schema.roundingStep');
    if (grace > 0 && mode === 'nearest') addProblem(context, 'grace', 'schema.graceNearest');
    if (grace >= step) addProblem(context, 'grace', 'schema.graceStep');
  })
  .describe('Rounding of what is paid; worked minutes stay as they are');

const BREAK_CHOICES = ruleText('schema.breaks');

const breaks = z
  .strictObject({
    allocate: z
      .union(
        [
          z.enum(['proportional', 'halves'], BREAK_CHOICES),
          z.strictObject({ after: whole(0, DAY_MINUTES).describe('Minutes after the start') }),
        ],
        BREAK_CHOICES,
      )
      .default('proportional')
      .describe(
        'Where a break lies of which only the length is known: everywhere in proportion, in the middle between two equal halves of work, or after so many minutes',
      ),
    paid: whole(1, DAY_MINUTES)
      .optional()
      .describe("Minutes of an entry's break that are paid, as far as it has one"),
  })
  .describe('How breaks are laid over days and windows');

const join = z
  .strictObject({
    gap: whole(0, DAY_MINUTES).describe('Elapsed minutes from one entry to the next, at most'),
  })
  .describe('Entries that follow one another count as one work for minimums and daily limits');

const minimumMinutes = whole(1, DAY_MINUTES);
const plannedMinimum = z
  .strictObject({
    share: z.number().positive().max(1).describe('Of the minutes of the published shifts of the day'),
    least: whole(0, DAY_MINUTES).default(0).describe('Minutes, where the share is less'),
    most: whole(1, DAY_MINUTES).default(DAY_MINUTES).describe('Minutes, where the share is more'),
  })
  .refine(({ least, most }) => least <= most, { path: ['least'], message: ruleText('schema.leastMost') });
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
  z.strictObject({
    code,
    again: minimumMinutes.describe('Minutes paid at least for each entry of a day after its first'),
    ...minimumConditions,
  }),
  z.strictObject({
    code,
    planned: plannedMinimum.describe('What a day pays at least to who comes for planned work and gets less'),
    ...minimumConditions,
  }),
]);
const minimumPaid = z
  .union([
    ...oneMinimum.options,
    z.array(oneMinimum).min(1, ruleText('schema.needsOne', { what: 'minimum' })),
  ])
  .describe(
    'What is missing to the minimum is a line with this code; of a list the first that concerns the entry or day',
  );

const label = z.string().trim().min(1).optional();

const payCode = z.strictObject({
  external: z
    .string({ error: ruleText('schema.textInQuotes') })
    .min(1)
    .describe('Code of the payroll system; write it in quotes'),
  secondary: z
    .string({ error: ruleText('schema.textInQuotes') })
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

const costCenterIds = (what: string) =>
  z
    .record(
      z.string(),
      z
        .string({ error: ruleText('schema.textInQuotes') })
        .trim()
        .min(1),
    )
    .default({})
    .describe(`Id of ${what} -> cost centre`);

const costCenters = z
  .strictObject({
    establishments: costCenterIds('an establishment'),
    teams: costCenterIds('a team'),
    tasks: costCenterIds('a planning task'),
  })
  .describe("Cost centres of what was worked, over the employee's own (mapping column costCenter)");

/** The keys of `paytally.yaml` about what payroll wants to know beside the hours. */
export const beyondHoursShape = {
  absences: localPath('CSV of absences: employee, from, to, code, minutes or days').optional(),
  costCenters: costCenters.optional(),
};
