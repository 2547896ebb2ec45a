import { z } from 'zod';
import { EXCEPTION_CODES, SEVERITIES } from '../../domain/exceptions/finding.js';
import { RETENTION_NAMES } from '../../domain/period/retention.js';
import { ATTRIBUTIONS } from '../../domain/time/attribution.js';
import { LOCALE_NAMES } from '../../i18n/csvLocale.js';
import { HOUR_NOTATIONS } from '../../i18n/hoursText.js';
import { isBuiltIn } from '../../i18n/language.js';
import { ruleText } from '../input/schemaProblems.js';
import { deliveriesSchema, mailSchema } from './deliverySchema.js';
import { beyondHoursShape, payShape } from './paySchema.js';
import { scheduleSchema } from './scheduleSchema.js';
import {
  dateSchema,
  filePathRegistry,
  filled,
  localPath,
  secretSource,
  templateName,
  whole,
} from './values.js';

/** A built-in language, or a file with one of your own. */
const languageName = z
  .string()
  .refine((name) => isBuiltIn(name) || /\.ya?ml$/i.test(name), ruleText('schema.language'))
  .describe(
    'Language of reports and messages: en, nl, fr, de, or a file with another one, relative to the configuration',
  )
  .register(filePathRegistry, { kind: 'template' });

const payCalendar = z.union([
  z.strictObject({
    anchor: dateSchema.describe('The first day of any one period'),
    days: whole(1, 92).describe('Days in each period: 14, 28'),
  }),
  z.strictObject({
    fromDay: whole(1, 28).describe('First day of each period: 26 is 26th to 25th'),
  }),
]);

const limits = z
  .strictObject({
    perAddress: whole(1, 500).default(500).describe('Data requests a minute from this address'),
    perEmployer: whole(1, 600).default(500).describe('Data requests a minute for one employer'),
    tokens: whole(1, 30).default(30).describe('Token requests a minute'),
    maxWaitSeconds: whole(1, 86_400)
      .default(3600)
      .describe('A single wait that the service asks for ends the run if it is longer'),
  })
  .describe('What this program may use of the service: lower it where other programs share the limits');

/** What holds for the whole program, and cannot stand in an employer. */
const programShape = {
  $schema: z.string().optional().describe('For editors'),
  include: z
    .array(filled)
    .default([])
    .describe('Further files of the same form, such as one per client; no key may stand in two of them'),
  baseUrl: filled.describe('Address of the Workforce API: https, or http for a loopback address'),
  store: localPath('Folder of the local store').default('.paytally'),
  caFile: localPath('Further certificate authority (PEM) that is trusted').optional(),
  logFile: localPath('File that gets a line (JSON) for each run, without data of people').optional(),
  limits: limits.prefault({}),
};

/** What holds for all employers, and may stand in one of them, where it then holds. */
export const sharedShape = {
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
    .array(templateName('Name of a built-in template, or path of your own'))
    .min(1)
    .default(['monthly-hours'])
    .describe('Templates of an export without --template'),
  variables: z
    .record(z.string(), z.record(z.string(), z.string({ error: ruleText('schema.textInQuotes') })))
    .default({})
    .describe('Template name -> the variables it needs; text only, so that leading zeros live'),
  fileNames: z
    .record(z.string(), filled)
    .default({})
    .describe('Template name -> name of its file, with placeholders such as {{ run.employer }}'),
  testImports: z
    .record(z.string(), z.strictObject({ date: dateSchema, version: filled }))
    .default({})
    .describe(
      'Template name -> the test import that its payroll system accepted: { date, version } (of that system)',
    ),
  out: localPath('Folder for the files of an export without --out; default: ./out').optional(),
  outputMode: z
    .enum(['owner', 'group'])
    .default('owner')
    .describe(
      'Who may read the files: this user alone, or the group too; a folder that is there already must let it in',
    ),
  calendars: z.record(z.string(), payCalendar).default({}).describe('Pay calendars by name'),
  exceptions: z
    .partialRecord(z.enum(EXCEPTION_CODES), z.enum(SEVERITIES))
    .default({})
    .describe('Exception code -> severity, where the default does not suit'),
  language: languageName.default('en'),
  hours: z
    .enum(HOUR_NOTATIONS)
    .default('clock')
    .describe('How hours are written for people: clock is 7:30, decimal is 7.50'),
  locale: z
    .enum(LOCALE_NAMES)
    .optional()
    .describe(
      'Delimiter, decimal sign, date and clock of CSV for people, as the spreadsheet of the country has them',
    ),
  changes: z
    .strictObject({
      minutes: whole(0, 100_000).default(480).describe('Minutes of a person that have to move'),
      percent: whole(0, 1000).default(25).describe('And how much of the hours before that is'),
    })
    .prefault({})
    .describe('What moves by both since the last final period is told as unusual'),
  retention: z
    .enum(RETENTION_NAMES)
    .optional()
    .describe('How long records of people are kept: "purge" of what is younger needs a reason'),
  mail: mailSchema.optional(),
  deliveries: deliveriesSchema,
  schedule: scheduleSchema,
  ...payShape,
  ...beyondHoursShape,
};

/** What only an employer has. */
const employerShape = {
  employerId: filled.describe('The identifier shown in the portal next to the integration settings'),
  clientId: filled.describe('The client id of the integration'),
  clientSecret: secretSource(
    'Where the client secret is: { env: NAME } or { file: PATH }. It never stands here itself.',
  ),
  credentials: z
    .enum(['basic', 'body'])
    .default('basic')
    .describe('How id and secret are sent. With "body" all clients of an address share one token budget.'),
  name: filled
    .optional()
    .describe('What people read on titles, sheets and mails; default: the key of the employer'),
  employees: localPath('CSV that maps employee ids to payroll numbers').optional(),
  zone: filled
    .optional()
    .describe('Zone for relative periods and schedules; default: that of most establishments'),
};

/** Checked once they are merged with what holds for all; here only their names are known. */
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
  .describe('Employers by key; the key is used on the command line and in file names');

/** The whole of `paytally.yaml`. Defaults and descriptions live here. */
export const configSchema = z.strictObject({ ...programShape, employers, ...sharedShape });

/** The same, without a look at what may stand in employers too. */
export const programSchema = z.strictObject({ ...programShape, employers, ...uncheckedShared });

export type ProgramConfig = z.infer<z.ZodObject<typeof programShape, z.core.$strict>>;
export type SharedConfig = z.infer<typeof sharedSchema>;
export type EmployerConfig = z.infer<typeof employerSchema>;

/** The parts of a JSON schema that are changed here. */
interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly [key: string]: unknown;
}

/** The text of `paytally.schema.json`, which gives editors completion for `paytally.yaml`. */
export function schemaText(): string {
  const { $schema, ...schema } = configJsonSchema();
  // A file that is included may lack what another one has.
  const { required: _, ...file } = schema;
  return `${JSON.stringify({ $schema, title: 'paytally configuration', ...file }, null, 2)}\n`;
}

/** The configuration as a JSON schema, what may also stand in an employer included. */
function configJsonSchema(): JsonSchema {
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
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

/** What an employer leaves out is as it is for all: nothing is required in it, and nothing has a default. */
function withoutRequirements({ required: _, default: __, properties, ...schema }: JsonSchema): JsonSchema {
  if (properties === undefined) return schema;
  const inner = Object.entries(properties).map(([key, child]) => [key, withoutRequirements(child)]);
  return { ...schema, properties: Object.fromEntries(inner) };
}
