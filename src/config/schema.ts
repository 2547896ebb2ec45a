import { z } from 'zod';
import { EXCEPTION_CODES, SEVERITIES } from '../domain/exceptions/exceptionCode.js';
import { ATTRIBUTIONS } from '../domain/time/attribution.js';
import { type LocalDate, parseLocalDate } from '../domain/time/localDate.js';

const filled = z.string().trim().min(1, 'must not be empty');

const date = z
  .string()
  .refine((text) => parseLocalDate(text) !== undefined, 'must be a date written YYYY-MM-DD')
  .transform((text) => text as LocalDate);

const secret = z
  .union(
    [
      z.strictObject({ env: filled.describe('Name of the environment variable that holds the secret') }),
      z.strictObject({ file: filled.describe('File that holds the secret, relative to the configuration') }),
    ],
    { error: 'write { env: NAME } or { file: PATH }: the secret itself never stands here' },
  )
  .describe('Where the client secret is: { env: NAME } or { file: PATH }. It never stands here itself.');

/** Text only: a number would lose its leading zeros. */
const variables = z
  .record(z.string(), z.record(z.string(), z.string({ error: 'must be text: put it into quotes' })))
  .default({});

const employer = z.strictObject({
  employerId: filled.describe('The identifier shown in the portal next to the integration settings'),
  clientId: filled.describe('The client id of the integration'),
  clientSecret: secret,
  credentials: z
    .enum(['basic', 'body'])
    .default('basic')
    .describe('How id and secret are sent. With "body" all clients of an address share one token budget.'),
  employees: filled.optional().describe('CSV that maps employee ids to payroll numbers'),
  variables: variables.describe('Template name -> variables that are different for this employer'),
  zone: filled
    .optional()
    .describe('Zone for relative periods and schedules; default: that of most establishments'),
});

const payCalendar = z.union([
  z.strictObject({
    anchor: date.describe('The first day of any one period'),
    days: z.int().min(1).max(92).describe('Days in each period: 14, 28'),
  }),
  z.strictObject({
    fromDay: z.int().min(1).max(28).describe('First day of each period: 26 is 26th to 25th'),
  }),
]);

const limits = z
  .strictObject({
    perAddress: z.int().min(1).max(500).default(500).describe('Data requests a minute from this address'),
    perEmployer: z.int().min(1).max(600).default(500).describe('Data requests a minute for one employer'),
    tokens: z.int().min(1).max(30).default(30).describe('Token requests a minute'),
  })
  .describe('What this program may use of the service: lower it where other programs share the limits');

/** The whole configuration, as far as it does not concern pay rules. Defaults and descriptions live here. */
export const baseSchema = z.strictObject({
  $schema: z.string().optional().describe('For editors'),
  baseUrl: filled.describe('Address of the Workforce API: https, or http for a loopback address'),
  employers: z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
          'an employer key takes letters, digits, - and _, a letter or digit first',
        ),
      employer,
    )
    .refine((employers) => Object.keys(employers).length > 0, 'needs at least one employer')
    .describe('Employers by key; the key is used on the command line and in file names'),
  attribution: z.enum(ATTRIBUTIONS).default('start').describe('Which local day minutes count for'),
  dst: z
    .enum(['elapsed', 'wallclock'])
    .default('elapsed')
    .describe('Over a clock change: pay the time that passed, or the hours that the clock shows'),
  zones: z
    .record(z.string(), filled)
    .default({})
    .describe('Establishment id -> IANA zone, where the service shows none'),
  fields: z.record(z.string(), filled).default({}).describe('Pins for undocumented field names'),
  templates: z
    .array(filled)
    .min(1)
    .default(['monthly-hours'])
    .describe('Templates of an export without --template'),
  variables: variables.describe('Template name -> the variables it needs, for all employers'),
  calendars: z.record(z.string(), payCalendar).default({}).describe('Pay calendars by name'),
  exceptions: z
    .partialRecord(z.enum(EXCEPTION_CODES), z.enum(SEVERITIES))
    .default({})
    .describe('Exception code -> severity, where the default does not suit'),
  language: z.enum(['en', 'nl', 'fr', 'de']).default('en').describe('Language of reports'),
  locale: z
    .enum(['de-DE', 'fr-BE', 'nl-BE', 'en-GB', 'en-US'])
    .optional()
    .describe('Delimiter, decimal sign and date order of CSV for people'),
  store: filled.default('.paytally').describe('Folder of the local store, relative to the configuration'),
  caFile: filled.optional().describe('Further certificate authority (PEM) that is trusted'),
  limits: limits.prefault({}),
});

export type EmployerConfig = z.infer<typeof employer>;
export type SecretSource = z.infer<typeof secret>;
