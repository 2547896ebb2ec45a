import { z } from 'zod';
import { ruleText } from '../input/schemaProblems.js';
import { code } from './payConditions.js';
import { addProblem, dateSchema, filled } from './values.js';

const HUNDRED_THOUSAND = 100_000;
const balance = z.int().min(-HUNDRED_THOUSAND).max(HUNDRED_THOUSAND);

const cap = z
  .strictObject({
    max: balance.optional().describe('Highest balance, in minutes'),
    min: balance
      .optional()
      .describe('Lowest balance, in minutes: ACCOUNT_BELOW names the people who are below it'),
    column: filled.optional().describe('Column of the employee mapping with a person\'s own "max"'),
    surplus: code
      .optional()
      .describe('Pay code of the minutes above the highest balance, or "lapse" if they are lost'),
  })
  .superRefine(({ max, min, column, surplus }, context) => {
    const hasMaximum = max !== undefined || column !== undefined;
    if (hasMaximum !== (surplus !== undefined)) addProblem(context, 'surplus', 'schema.accountSurplus');
    if (!hasMaximum && min === undefined) addProblem(context, [], 'schema.accountCap');
    if (max !== undefined && min !== undefined && min > max)
      addProblem(context, 'min', 'schema.accountMinMax');
  })
  .describe('Limits of a balance at the end of each period of the account');

/** The hours account of `paytally.yaml`, with defaults and descriptions. */
export const accountSchema = z
  .strictObject({
    target: z
      .enum(['contract', 'planned'])
      .describe(
        'Hours that a day owes: those of the mapping columns contractMinutesPerDay and contractWeekdays, or those of the published shifts',
      ),
    counts: z
      .array(code)
      .min(1, ruleText('schema.needsOne', { what: 'code' }))
      .optional()
      .describe('Pay codes whose minutes count as worked; default: all base and minimum-pay codes'),
    credits: z.array(code).default([]).describe('Codes of absences that count as worked'),
    from: dateSchema.describe('First day of the accounts'),
    opening: z
      .strictObject({
        column: filled.describe('Column of the employee mapping with minutes, which may be negative'),
      })
      .optional()
      .describe('Balances from before the first day'),
    period: z
      .enum(['month', 'week', 'year'])
      .default('month')
      .describe('How often the limits apply: at the end of each'),
    cap: cap.optional(),
  })
  .describe(
    'Hours account: a running balance of hours worked against hours owed; the mapping column account with "no" leaves a person out',
  );
