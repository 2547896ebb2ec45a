import { z } from 'zod';
import { EXCEPTION_CODES } from '../../domain/exceptions/finding.js';
import { parseCron } from '../../domain/schedule/cron.js';
import { properZoneName } from '../../domain/time/tzdata.js';
import { storedMessage } from '../../i18n/formatMessage.js';
import { ruleText } from '../input/schemaProblems.js';
import { filled, whole } from './values.js';

const cron = z
  .string()
  .superRefine((line, context) => {
    const read = parseCron(line);
    if ('problem' in read) context.addIssue({ code: 'custom', message: storedMessage(read.problem) });
  })
  .describe('minute, hour, day of month (also L, LW, 15W), month, weekday (also WED#3, 5#L)');

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, ruleText('schema.timeOfDay'));

const retry = z.strictObject({
  everyMinutes: whole(5, 1440).default(60).describe('Minutes between two retries'),
  forHours: z.number().min(0).max(744).default(72).describe('Hours after which retries stop'),
});

const schedule = z
  .strictObject({
    cron: cron.optional(),
    workday: whole(-23, 23)
      .refine((day) => day !== 0, ruleText('schema.workdayZero'))
      .optional()
      .describe(
        'The n-th working day of the month, or -1 for the last; public holidays are not working days',
      ),
    at: time.optional().describe('Time of day of "workday"; default: "06:00"'),
    zone: z
      .string()
      .refine((name) => properZoneName(name) !== undefined, ruleText('schema.zone'))
      .optional()
      .describe('Time zone of the times; default: that of the employer'),
    period: filled.default('last-month').describe('Period, resolved at the due time'),
    final: z.boolean().default(false).describe('Makes a final run instead of a draft'),
    estimateDays: whole(1, 31)
      .optional()
      .describe('Number of days at the end of the period paid by planned shifts, as with --estimate-from'),
    accept: z
      .partialRecord(z.enum(EXCEPTION_CODES), filled)
      .default({})
      .describe('Exception code -> reason, as with --accept'),
    deliver: z.array(filled).default([]).describe('Names of deliveries; none: write files only'),
    retry: retry.prefault({}).describe('Retries of a run that the data or the service prevents'),
  })
  .refine(({ cron: line, workday }) => (line === undefined) !== (workday === undefined), {
    error: ruleText('schema.cronOrWorkday'),
  })
  .refine(({ at, workday }) => at === undefined || workday !== undefined, {
    path: ['at'],
    error: ruleText('schema.atWorkday'),
  });

export const scheduleSchema = z
  .record(filled, schedule)
  .default({})
  .describe('Scheduled runs by name; "paytally schedule run" makes the runs that are due');

export type ScheduleSettings = z.infer<typeof schedule>;
