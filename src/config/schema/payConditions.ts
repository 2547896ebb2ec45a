import { z } from 'zod';
import { parseClockTime } from '../../domain/pay/compiledRules.js';
import { WEEKDAYS } from '../../domain/pay/payRules.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { ruleText } from '../input/schemaProblems.js';
import { addProblem, dateSchema, recordId, whole } from './values.js';

export const DAY_MINUTES = 1440;
export const WEEK_MINUTES = 7 * DAY_MINUTES;

export const code = z.string().trim().min(1).describe('Internal pay code; payCodes maps it');

export const clockTimeSchema = z
  .string(ruleText('schema.clockInQuotes'))
  .refine((text) => parseClockTime(text) !== undefined, ruleText('schema.clock'));

const clockWindow = z
  .tuple([clockTimeSchema, clockTimeSchema], ruleText('schema.window'))
  .refine(([from, until]) => from !== until, ruleText('schema.emptyWindow'))
  .refine(([from]) => from !== '24:00', ruleText('schema.windowAt24'))
  .describe('From the first time to the second; past midnight if the second is not later');

export const monthDay = z
  .string()
  .refine((text) => parseLocalDate(`2024-${text}`) !== undefined, ruleText('schema.monthDay'));

const yearlyDate = z.union([
  monthDay,
  z.strictObject({
    date: monthDay.describe('Month and day: "12-24"'),
    clock: clockWindow.describe('The part of the day to which the rule applies'),
  }),
]);

const columnCondition = z.union(
  [
    z
      .array(z.string())
      .min(1, ruleText('schema.needsOne', { what: 'value' }))
      .describe('The column has one of these values'),
    z
      .strictObject({
        from: dateSchema.optional().describe('First date'),
        before: dateSchema.optional().describe('Day after the last date'),
      })
      .refine(
        ({ from, before }) => from !== undefined || before !== undefined,
        ruleText('schema.fromOrBefore'),
      )
      .describe('The column has a date (YYYY-MM-DD) on or after "from" and before "before"'),
  ],
  ruleText('schema.columnCondition'),
);

const dayTypes = z
  .array(z.enum([...WEEKDAYS, 'holiday', 'restday'], ruleText('schema.weekday')))
  .min(1, ruleText('schema.needsOne', { what: 'day' }))
  .optional();

/** The days on which a rounding applies. */
export const roundingDays = dayTypes.describe(
  'Only on these days: that on which the entry begins or, with level "day", the day itself',
);

export const conditions = {
  on: dayTypes.describe('The local day of the minute is one of these'),
  dates: z
    .array(yearlyDate)
    .min(1, ruleText('schema.needsOne', { what: 'date' }))
    .optional()
    .describe(
      'Days of every year ("12-25"), or parts of them ({ date: "12-24", clock: ["14:00", "24:00"] })',
    ),
  clock: clockWindow.optional(),
  startedBefore: clockTimeSchema
    .optional()
    .describe(
      'The entry began before the last such time before the end of the window (of "clock", or of the day)',
    ),
  reachTo: clockTimeSchema
    .optional()
    .describe('Extends "on" and "dates" to this time of the next day, for work that began on the day itself'),
  minimumInWindow: z
    .int()
    .min(1)
    .optional()
    .describe('Minimum minutes of the entry, after rounding, that meet the other conditions'),
  validFrom: dateSchema.optional().describe('First local day on which the rule applies'),
  validTo: dateSchema.optional().describe('Last local day on which the rule applies'),
  establishments: z.array(recordId).min(1).optional().describe('IDs of establishments'),
  teams: z.array(recordId).min(1).optional().describe('IDs of teams'),
  tasks: z.array(recordId).min(1).optional().describe('IDs of planning tasks: on-call, travel, training'),
  consecutiveDay: whole(2, 7)
    .optional()
    .describe('Minimum number of consecutive days of the week with worked time, including this day'),
  employees: z
    .record(z.string(), columnCondition)
    .optional()
    .describe('Column of the employee mapping -> required value'),
};

/** The conditions on a whole entry or its day. */
export const minimumConditions = {
  on: dayTypes.describe('The day of the minimum is one of these'),
  validFrom: conditions.validFrom,
  validTo: conditions.validTo,
  establishments: conditions.establishments,
  teams: conditions.teams,
  tasks: conditions.tasks,
  employees: conditions.employees,
};

interface Checked {
  readonly on?: unknown;
  readonly dates?: unknown;
  readonly reachTo?: unknown;
  readonly validFrom?: LocalDate | undefined;
  readonly validTo?: LocalDate | undefined;
}

export function checkConditions(rule: Checked, context: z.RefinementCtx): void {
  if (rule.reachTo !== undefined && rule.on === undefined && rule.dates === undefined) {
    addProblem(context, 'reachTo', 'schema.reachTo');
  }
  if (rule.validFrom !== undefined && rule.validTo !== undefined && rule.validTo < rule.validFrom) {
    addProblem(context, 'validTo', 'schema.validTo');
  }
}
