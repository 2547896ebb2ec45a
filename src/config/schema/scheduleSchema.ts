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
  forHours: z
    .number()
    .min(0)
    .max(744)
    .default(72)
    .describe('Hours after the first try at which retries stop'),
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
    corrections: z
      .enum(['draft', 'final'])
      .optional()
      .describe(
        'Corrects the finals of the period instead of exporting it: draft reports the differences, final writes and delivers the corrections',
      ),
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
  .refine(({ final, corrections }) => corrections === undefined || !final, {
    path: ['corrections'],
    error: ruleText('schema.finalOrCorrections'),
  })
  .refine(({ estimateDays, corrections }) => corrections === undefined || estimateDays === undefined, {
    path: ['estimateDays'],
    error: ruleText('schema.estimateOrCorrections'),
  })
  .refine(({ at, workday }) => at === undefined || workday !== undefined, {
    path: ['at'],
    error: ruleText('schema.atWorkday'),
  });

const SPAN = /^(\d{1,4})([mhd])$/;
const UNIT_SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

/** The seconds of an interval such as `15m`, `2h` or `1d`; undefined for anything else, such as a cron line. */
export function intervalSeconds(text: string): number | undefined {
  const [, count = '', unit = ''] = SPAN.exec(text) ?? [];
  return Number(count) * (UNIT_SECONDS[unit] ?? Number.NaN) || undefined;
}

/** The days of a span such as `14d`. */
export function spanDays(text: string): number {
  return Number.parseInt(text, 10);
}

const every = z
  .string()
  .trim()
  .superRefine((text, context) => {
    if (intervalSeconds(text) !== undefined) return;
    const read = parseCron(text);
    const rule = /\s/.test(text) && 'problem' in read ? storedMessage(read.problem) : undefined;
    if ('problem' in read) context.addIssue({ code: 'custom', message: rule ?? ruleText('schema.interval') });
  });

const days = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d{1,2}d$/.test(text) && spanDays(text) <= most, ruleText('schema.days', { most }));

export const monitorSchema = z
  .strictObject({
    every: every.default('15m').describe('When to read: an interval such as 15m, 2h or 1d, or a cron line'),
    back: days(92).default('14d').describe('Days before today that are read again'),
    ahead: days(92).default('28d').describe('Days after today that are read again'),
    finals: whole(0, 24)
      .default(3)
      .describe('Number of latest final periods that are read again each night, to find changes to them'),
  })
  .describe('Reads the service again regularly, and reports changes and open items');

type MonitorSettings = z.infer<typeof monitorSchema>;

/** The settings of an employer's monitor: those of the configuration, or the defaults. */
export function monitorSettings({
  monitor,
}: {
  readonly monitor?: MonitorSettings | undefined;
}): MonitorSettings {
  return monitor ?? monitorSchema.parse({});
}

export const scheduleSchema = z
  .record(filled, schedule)
  .default({})
  .describe('Scheduled runs by name; "paytally schedule run" makes the runs that are due');

export type ScheduleSettings = z.infer<typeof schedule>;
