import { z } from 'zod';
import type { PayRules } from '../../domain/pay/payRules.js';
import { ruleText } from '../input/schemaProblems.js';
import { accountSchema } from './accountSchema.js';
import { code, DAY_MINUTES, minimumConditions, roundingDays } from './payConditions.js';
import { payRules } from './payRuleSchema.js';
import { addProblem, localPath, recordId, whole } from './values.js';

const rounding = z
  .strictObject({
    level: z
      .enum(['none', 'stamp', 'entry', 'day'])
      .default('none')
      .describe(
        'What is rounded: nothing, the start and end times, the minutes of an entry, or the minutes of a day',
      ),
    step: whole(1, DAY_MINUTES).default(15).describe('Rounding step, in minutes'),
    mode: z
      .enum(['nearest', 'up', 'down'])
      .default('nearest')
      .describe('Direction; "nearest" rounds halves up'),
    grace: z
      .int()
      .min(0)
      .default(0)
      .describe('Minutes after a step that "up" ignores, or before a step that "down" adds'),
    on: roundingDays,
  })
  .superRefine(({ level, step, mode, grace }, context) => {
    if (level === 'stamp' && DAY_MINUTES % step !== 0) addProblem(context, 'step', 'schema.roundingStep');
    if (grace > 0 && mode === 'nearest') addProblem(context, 'grace', 'schema.graceNearest');
    if (grace >= step) addProblem(context, 'grace', 'schema.graceStep');
  })
  .describe('Rounding of paid minutes; worked minutes are not changed');

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
        'Position of a break whose times are unknown: spread in proportion, in the middle of the work, or after a number of minutes',
      ),
    paid: whole(1, DAY_MINUTES)
      .optional()
      .describe('Paid minutes of the break of an entry, at most the whole break'),
    deduct: z
      .array(
        z.strictObject({
          afterHours: z
            .number()
            .min(0)
            .max(24)
            .describe('Worked hours of the day above which the break is due'),
          minutes: whole(1, DAY_MINUTES).describe('Length of the break'),
        }),
      )
      .min(1, ruleText('schema.needsOne', { what: 'break' }))
      .optional()
      .describe(
        'Breaks that a day must have: what is missing to the recorded break is not paid, but never so much that less than "afterHours" is left',
      ),
  })
  .describe('Allocation of breaks to days and windows');

const SHIFT = z.literal('shift').optional();
const PAID = z.literal('paid').optional();

const shiftPay = z
  .strictObject({
    from: SHIFT.describe(
      'An entry that begins before its published shift is paid from the start of the shift',
    ),
    until: SHIFT.describe('An entry that ends after its published shift is paid until the end of the shift'),
    grace: whole(0, DAY_MINUTES)
      .default(0)
      .describe('Minutes before or after the shift that are paid with "early" or "late"'),
    early: PAID.describe('The minutes of "grace" before the shift are paid'),
    late: PAID.describe('The minutes of "grace" after the shift are paid'),
  })
  .refine(({ from, until }) => from !== undefined || until !== undefined, ruleText('schema.shiftPay'))
  .describe('Time outside of the published shift of an entry is not paid');

const join = z
  .strictObject({
    gap: whole(0, DAY_MINUTES).describe('Maximum elapsed minutes between two entries'),
  })
  .describe('Consecutive entries count as one for minimums and daily limits');

const minimumMinutes = whole(1, DAY_MINUTES);
const plannedMinimum = z
  .strictObject({
    share: z.number().positive().max(1).describe('Share of the minutes of the published shifts of the day'),
    least: whole(0, DAY_MINUTES).default(0).describe('Minimum minutes, if the share is less'),
    most: whole(1, DAY_MINUTES).default(DAY_MINUTES).describe('Maximum minutes, if the share is more'),
  })
  .refine(({ least, most }) => least <= most, { path: ['least'], message: ruleText('schema.leastMost') });
const oneMinimum = z.union([
  z.strictObject({
    code,
    entry: minimumMinutes.describe('Minimum paid minutes of an entry'),
    ...minimumConditions,
  }),
  z.strictObject({
    code,
    day: minimumMinutes.describe('Minimum paid minutes of a day'),
    ...minimumConditions,
  }),
  z.strictObject({
    code,
    again: minimumMinutes.describe('Minimum paid minutes of each entry of a day after the first'),
    ...minimumConditions,
  }),
  z.strictObject({
    code,
    planned: plannedMinimum.describe(
      'Minimum pay of a day for an employee who comes for planned work and gets less',
    ),
    ...minimumConditions,
  }),
]);
const minimumPaid = z
  .union([
    ...oneMinimum.options,
    z.array(oneMinimum).min(1, ruleText('schema.needsOne', { what: 'minimum' })),
  ])
  .describe(
    'Minutes missing to the minimum become a line with this code; of a list, the first matching minimum applies',
  );

const label = (language: string) => z.string().trim().min(1).optional().describe(`Label in ${language}`);

const payCode = z.strictObject({
  external: z
    .string({ error: ruleText('schema.textInQuotes') })
    .min(1)
    .describe('Code of the payroll system; write it in quotes'),
  secondary: z
    .string({ error: ruleText('schema.textInQuotes') })
    .optional()
    .describe('Further key that some payroll systems require'),
  label: z
    .strictObject({ en: label('English'), de: label('German'), fr: label('French'), nl: label('Dutch') })
    .optional()
    .describe('Label in reports and timesheets, by language'),
});

/** The pay rule settings of `paytally.yaml`, with defaults and descriptions. */
export const payShape = {
  pay: shiftPay.optional(),
  rounding: rounding.prefault({}),
  breaks: breaks.prefault({}),
  minimumPaid: minimumPaid.optional(),
  join: join.optional(),
  payRules: payRules.prefault({ base: [{ code: 'NORMAL' }] }),
  account: accountSchema.optional(),
  payCodes: z
    .record(z.string(), payCode)
    .default({})
    .describe('Internal pay code -> code of the payroll system'),
};

export const paySchema = z.strictObject(payShape);

export type PayConfig = z.infer<typeof paySchema>;

/** The rules for the domain. */
export function payRulesOf({
  pay,
  rounding,
  breaks,
  minimumPaid,
  join,
  payRules,
  account,
}: Omit<PayConfig, 'payCodes'>): PayRules {
  const rules = { shiftPay: pay, rounding, breaks, minimumPaid, join, ...payRules };
  return account === undefined ? rules : { ...rules, account };
}

const costCenterIds = (what: string) =>
  z
    .record(
      recordId,
      z
        .string({ error: ruleText('schema.textInQuotes') })
        .trim()
        .min(1),
    )
    .default({})
    .describe(`ID of ${what} -> cost centre`);

const costCenters = z
  .strictObject({
    establishments: costCenterIds('an establishment'),
    teams: costCenterIds('a team'),
    tasks: costCenterIds('a planning task'),
  })
  .describe("Cost centres of the work, which override the employee's own (mapping column costCenter)");

/** Settings for payroll data other than hours. */
export const beyondHoursShape = {
  absences: localPath('CSV file of absences: employee, from, to, code, minutes or days, dates').optional(),
  holidays: localPath(
    'CSV file of holidays that the service does not grant in this way: date, name, part, where, action',
  ).optional(),
  costCenters: costCenters.optional(),
};
