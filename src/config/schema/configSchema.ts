import { z } from 'zod';
import { EXCEPTION_CODES, SEVERITIES } from '../../domain/exceptions/finding.js';
import { linkProblem } from '../../domain/exceptions/portalLinks.js';
import { RETENTION_NAMES } from '../../domain/period/retention.js';
import { ATTRIBUTIONS } from '../../domain/time/attribution.js';
import { LOCALE_NAMES } from '../../i18n/csvLocale.js';
import { HOUR_NOTATIONS } from '../../i18n/hoursText.js';
import { LANGUAGES } from '../../i18n/language.js';
import { ruleText } from '../input/schemaProblems.js';
import { deliveriesSchema, mailSchema } from './deliverySchema.js';
import { clockTimeSchema } from './payConditions.js';
import { beyondHoursShape, payShape } from './paySchema.js';
import { monitorSchema, scheduleSchema } from './scheduleSchema.js';
import { sourceSchema } from './sourceSchema.js';
import {
  addProblem,
  dateSchema,
  filled,
  localPath,
  recordId,
  secretSource,
  templateName,
  whole,
} from './values.js';
import { workingTimeSchema } from './workingTimeSchema.js';

const bucket = z.strictObject({
  endpoint: z.url().describe('Address of the S3-compatible service'),
  bucket: filled.describe('Name of the bucket'),
  key: filled.describe('Access key ID'),
  secret: secretSource('Place of the secret access key: { env: NAME } or { file: PATH }'),
  region: filled.default('us-east-1').describe('Region of the bucket'),
});

/** The place for the files of all runs if the store is a PostgreSQL database. */
const filePlaceSchema = z
  .union([
    z.strictObject({ path: localPath('Folder that all computers share') }),
    z.strictObject({ s3: bucket.describe('S3-compatible bucket') }),
  ])
  .describe(
    'With PostgreSQL: the folder or bucket in which the files of all runs are kept, under runs/RUN; default: .paytally/files',
  );

/** How `paytally worker` takes part in the work. */
const workerSchema = z
  .strictObject({
    address: filled
      .default('default')
      .describe(
        'Name of the internet address that this worker sends requests from: workers with one address share its limit',
      ),
    jobs: whole(1, 64).default(4).describe('Employers that a worker handles at the same time'),
    clients: z
      .array(filled)
      .optional()
      .describe('Clients whose employers this worker handles; default: all employers'),
  })
  .describe('Settings of paytally worker');

const payCalendar = z.union([
  z.strictObject({
    anchor: dateSchema.describe('First day of any period'),
    days: whole(1, 92).describe('Days in each period: 14, 28'),
  }),
  z.strictObject({
    fromDay: whole(1, 28).describe('First day of each period: 26 is 26th to 25th'),
  }),
  z
    .strictObject({
      fromDays: z
        .tuple([whole(1, 28), whole(1, 28)])
        .describe('First days of the two periods of a month: [1, 16] is 1st to 15th and 16th to the last'),
    })
    .refine(({ fromDays: [first, second] }) => first < second, {
      path: ['fromDays'],
      error: ruleText('schema.fromDays'),
    }),
]);

const portalAddress = (record: string) =>
  filled
    .superRefine((pattern, context) => {
      const problem = linkProblem(pattern);
      if (problem !== undefined) addProblem(context, [], `schema.link.${problem}`);
    })
    .optional()
    .describe(`Address of ${record} in the portal: https, with {id} in place of its ID`);

const links = z
  .strictObject({
    timeEntry: portalAddress('a time entry'),
    shift: portalAddress('a shift'),
    employee: portalAddress('an employee'),
  })
  .default({})
  .describe('Addresses of records in the portal, for pages, mails and "explain"');

const limits = z
  .strictObject({
    perAddress: whole(1, 500).default(500).describe('Data requests per minute from this address'),
    perEmployer: whole(1, 600).default(500).describe('Data requests per minute for one employer'),
    tokens: whole(1, 30).default(30).describe('Token requests per minute'),
    maxWaitSeconds: whole(1, 86_400)
      .default(3600)
      .describe('The run ends if the service asks it to wait longer than this'),
  })
  .describe('Request limits of paytally: lower them if other programs share the limits of the service');

/** Settings of the whole program, which an employer cannot have. */
const programShape = {
  $schema: z.string().optional().describe('JSON schema, for editors'),
  configVersion: z
    .literal(1, { error: ruleText('schema.configVersion') })
    .optional()
    .describe('Version of the format of this file; paytally refuses a version that it does not know'),
  include: z
    .array(filled)
    .default([])
    .describe('Further configuration files, for example one per client; a key may be in only one of them'),
  baseUrl: filled
    .optional()
    .describe('Address of the Workforce API: https, or http for a loopback address; other sources need none'),
  sandbox: z
    .boolean()
    .optional()
    .describe('Each command starts the practice service of `init --sandbox` at the address, and stops it'),
  store: localPath('Folder of the local store, or address of a PostgreSQL database (postgres://…)').default(
    '.paytally',
  ),
  files: filePlaceSchema.optional(),
  caFile: localPath('Additional trusted certificate authority (PEM)').optional(),
  logFile: localPath('Log file with a JSON line for each run, without personal data').optional(),
  limits: limits.prefault({}),
  worker: workerSchema.prefault({}),
};

/** General settings, which an employer can override. */
export const sharedShape = {
  source: sourceSchema,
  attribution: z
    .enum(ATTRIBUTIONS)
    .default('start')
    .describe('The local day to which the minutes of an entry belong'),
  period: z
    .strictObject({
      dayStart: clockTimeSchema
        .refine((time) => time !== '24:00', ruleText('schema.dayStart24'))
        .optional()
        .describe('Time at which the days of totals and periods begin; default: midnight'),
    })
    .prefault({})
    .describe('How days are cut for totals and periods'),
  corrections: z
    .strictObject({
      mapping: z
        .boolean()
        .default(false)
        .describe(
          'Scheduled corrections write lines whose only cause is an edited row of the mapping file, without --accept MAPPING_CHANGED',
        ),
    })
    .optional()
    .describe('What scheduled corrections do without asking'),
  dst: z
    .enum(['elapsed', 'wallclock'])
    .default('elapsed')
    .describe('Across a clock change, pay the elapsed time or the difference between the clock times'),
  zones: z
    .record(recordId, filled)
    .default({})
    .describe('Establishment ID -> IANA time zone, if the service shows none'),
  fields: z.record(z.string(), filled).default({}).describe('Pins for undocumented field names'),
  templates: z
    .array(templateName('Name of a built-in template, or path of your own template'))
    .min(1)
    .default(['monthly-hours'])
    .describe('Templates of an export without --template'),
  variables: z
    .record(z.string(), z.record(z.string(), z.string({ error: ruleText('schema.textInQuotes') })))
    .default({})
    .describe('Template name -> its variables; text only, to preserve leading zeros'),
  fileNames: z
    .record(z.string(), filled)
    .default({})
    .describe(
      'Template name -> file name, with placeholders such as {{ run.employer }}; companions get the same name with their own extension',
    ),
  testImports: z
    .record(
      z.string(),
      z.strictObject({
        date: dateSchema.describe('Day of the test import'),
        version: filled.describe('Version of the payroll system'),
      }),
    )
    .default({})
    .describe('Template name -> test import that the payroll system accepted'),
  out: localPath('Folder for the files of an export without --out; default: ./out').optional(),
  outputMode: z
    .enum(['owner', 'group'])
    .default('owner')
    .describe(
      'Who may read the files: only this user, or also the group; an existing folder must allow the group',
    ),
  calendars: z.record(z.string(), payCalendar).default({}).describe('Pay calendars by name'),
  exceptions: z
    .partialRecord(z.enum(EXCEPTION_CODES), z.enum(SEVERITIES))
    .default({})
    .describe('Exception code -> severity, instead of the default'),
  language: z.enum(LANGUAGES).default('en').describe('Language of reports and messages'),
  hours: z
    .enum(HOUR_NOTATIONS)
    .default('clock')
    .describe('Notation of hours: clock is 7:30, decimal is 7.50'),
  locale: z
    .enum(LOCALE_NAMES)
    .optional()
    .describe(
      'Country whose delimiter, decimal sign, date and time formats are used in CSV files for people',
    ),
  changes: z
    .strictObject({
      minutes: whole(0, 100_000).default(480).describe('Minimum change of the hours of a person, in minutes'),
      percent: whole(0, 1000).default(25).describe('Minimum change as a percentage of the previous hours'),
    })
    .prefault({})
    .describe('A change since the last final period that reaches both limits is reported as unusual'),
  retention: z
    .enum(RETENTION_NAMES)
    .optional()
    .describe('Retention of personal records: purging newer ones requires a reason'),
  links,
  mail: mailSchema.optional(),
  deliveries: deliveriesSchema,
  schedule: scheduleSchema,
  workingTime: workingTimeSchema,
  monitor: monitorSchema.optional(),
  ...payShape,
  ...beyondHoursShape,
};

/** Settings that only an employer has. */
const employerShape = {
  employerId: filled
    .optional()
    .describe(
      'Employer ID, shown in the portal next to the integration settings; with another source, default: the key of the employer',
    ),
  clientId: filled.optional().describe('Client ID of the integration'),
  clientSecret: secretSource(
    'Place of the client secret: { env: NAME } or { file: PATH }, never the secret itself',
  ).optional(),
  credentials: z
    .enum(['basic', 'body'])
    .default('basic')
    .describe(
      'How the client ID and secret are sent. With "body", all clients of an address share one token limit.',
    ),
  client: filled
    .optional()
    .describe('Client of a bureau, for workers and operators that serve the employers of some clients only'),
  name: filled.optional().describe('Name in titles, sheets and mails; default: the key of the employer'),
  employees: localPath('CSV file that maps employee IDs to payroll IDs').optional(),
  zone: filled
    .optional()
    .describe('Time zone for relative periods and schedules; default: that of most establishments'),
};

/** The names of general settings in an employer. Their values are validated after the merge. */
const uncheckedShared = Object.fromEntries(
  Object.keys(sharedShape).map((key) => [key, z.unknown().optional()]),
);

export const sharedSchema = z.strictObject(sharedShape);
const employerSchema = z.strictObject(employerShape);

export const EMPLOYER_KEY = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;

const employers = z
  .record(
    z.string().regex(EMPLOYER_KEY, ruleText('schema.employerKey')),
    z.strictObject({ ...employerShape, ...uncheckedShared }),
  )
  .refine((each) => Object.keys(each).length > 0, ruleText('schema.needsOne', { what: 'employer' }))
  .describe('Employers by key; commands and file names use the key');

/** The whole of `paytally.yaml`, with defaults and descriptions. */
export const configSchema = z.strictObject({ ...programShape, employers, ...sharedShape });

/** The same, without validation of the general settings. */
export const programSchema = z.strictObject({ ...programShape, employers, ...uncheckedShared });

export type ProgramConfig = z.infer<z.ZodObject<typeof programShape, z.core.$strict>>;
export type SharedConfig = z.infer<typeof sharedSchema>;
export type EmployerConfig = Omit<z.infer<typeof employerSchema>, 'employerId'> & {
  /** Of the service, or else the key of the employer. */
  readonly employerId: string;
};

/** The parts of a JSON schema that this module changes. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly [key: string]: unknown;
}

/**
 * The text of `paytally.schema.json`, which gives editors completion for `paytally.yaml`: a line for each property, so
 * that a change can be reviewed, and without indentation, which was a third of its packed size.
 */
export function schemaText(): string {
  const { $schema, ...schema } = configJsonSchema();
  // An included file may lack keys that another file has.
  const { required: _, ...file } = schema;
  const text = JSON.stringify({ $schema, title: 'paytally configuration', ...file }, null, 2);
  return `${text.replaceAll(/\n +/g, '\n')}\n`;
}

/** The configuration as a JSON schema, with the general settings also in employers. */
function configJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => allowNestedCommand(jsonSchema),
  }) as JsonSchema;
  const { properties = {} } = schema;
  const { employers = {} } = properties;
  const employer = typeof employers.additionalProperties === 'object' ? employers.additionalProperties : {};
  const shared = Object.keys(sharedShape).map((key) => [key, withoutRequirements(properties[key] ?? {})]);
  const own = { ...employer, properties: { ...employer.properties, ...Object.fromEntries(shared) } };
  return {
    ...schema,
    properties: { ...properties, employers: { ...employers, additionalProperties: own } },
  };
}

/** A delivery `to: { command: […] }` may also be written as `to: command` with `command: […]`. */
function allowNestedCommand(schema: z.core.JSONSchema.BaseSchema): void {
  const { to, command } = schema.properties ?? {};
  if (typeof to !== 'object' || to.const !== 'command' || command === undefined) return;
  const nested = {
    type: 'object',
    properties: { command },
    required: ['command'],
    additionalProperties: false,
  };
  schema.properties = { ...schema.properties, to: { anyOf: [to, nested as z.core.JSONSchema.BaseSchema] } };
  schema.required = schema.required?.filter((name) => name !== 'command') ?? [];
}

/** Makes an employer's own settings optional and without defaults. */
function withoutRequirements({ required: _, default: __, properties, ...schema }: JsonSchema): JsonSchema {
  if (properties === undefined) return schema;
  const inner = Object.entries(properties).map(([key, child]) => [key, withoutRequirements(child)]);
  return { ...schema, properties: Object.fromEntries(inner) };
}
