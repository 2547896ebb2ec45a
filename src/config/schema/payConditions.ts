import { z } from 'zod';
import { parseClockTime } from '../../domain/pay/compiledRules.js';
import { WEEKDAYS } from '../../domain/pay/payRules.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import { ruleText } from '../input/schemaProblems.js';
import { addProblem, dateSchema, whole } from './values.js';

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
  .describe('From the first time until the second; over midnight where the second is not later');

export const monthDay = z
  .string()
  .refine((text) => parseLocalDate(`2024-${text}`) !== undefined, ruleText('schema.monthDay'));

const yearlyDate = z.union([
  monthDay,
  z.strictObject({ date: monthDay, clock: clockWindow.describe('The part of the day that counts') }),
]);

const columnCondition = z.union(
  [
    z
      .array(z.string())
      .min(1, ruleText('schema.needsOne', { what: 'value' }))
      .describe('The column holds one of these'),
    z
      .strictObject({ from: dateSchema.optional(), before: dateSchema.optional() })
      .refine(
        ({ from, before }) => from !== undefined || before !== undefined,
        ruleText('schema.fromOrBefore'),
      )
      .describe('The column holds a date (YYYY-MM-DD) from the one day on, and before the other'),
  ],
  ruleText('schema.columnCondition'),
);

export const conditions = {
  on: z
    .array(z.enum([...WEEKDAYS, 'holiday'], ruleText('schema.weekday')))
    .min(1, ruleText('schema.needsOne', { what: 'day' }))
    .optional()
    .describe("The minute's own local day is one of these"),
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
    .describe('The entry began before the last such time before the window (of clock, else the day) ended'),
  reachTo: clockTimeSchema
    .optional()
    .describe('"on" and "dates" go on until this time of the next day, for work begun on the day itself'),
  minimumInWindow: z
    .int()
    .min(1)
    .optional()
    .describe('The entry has at least so many minutes, after rounding, that the other conditions take'),
  validFrom: dateSchema.optional().describe('First local day on which the rule holds'),
  validTo: dateSchema.optional().describe('Last local day on which the rule holds'),
  establishments: z.array(z.string()).min(1).optional().describe('Ids of establishments'),
  teams: z.array(z.string()).min(1).optional().describe('Ids of teams'),
  tasks: z.array(z.string()).min(1).optional().describe('Ids of planning tasks: on-call, travel, training'),
  consecutiveDay: whole(2, 7)
    .optional()
    .describe('The day is at least the so-many-th in a row of its week with worked time'),
  employees: z
    .record(z.string(), columnCondition)
    .optional()
    .describe('Column of the employee mapping -> what it must hold'),
};

/** Of the conditions those that concern an entry as a whole, and its day. */
export const minimumConditions = {
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
