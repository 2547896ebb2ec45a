import { z } from 'zod';
import { type AnyMessage, message } from '../../i18n/message.js';
import { filled, localPath, type SecretSource, secretSource, whole } from './values.js';

const columnNames = z.record(z.string(), z.union([filled, z.array(filled).min(1)]));

const dateOrder = z.enum(['dmy', 'mdy']).optional();

const csvFolder = z.strictObject({
  csv: localPath(
    'Folder with entries.csv, and optionally shifts.csv, employees.csv, establishments.csv, holidays.csv and absences.csv; or a single file of entries',
  ),
  format: z
    .enum(['clockify-detailed', 'toggl-detailed', 'deputy-timesheets', 'kimai-csv', 'punches'])
    .optional()
    .describe('The program whose export is read: its headings are known; punches: a line for each event'),
  columns: columnNames
    .optional()
    .describe('Column of entries.csv -> heading in your file, or several headings that belong together'),
  kinds: z
    .record(z.string(), z.enum(['in', 'out', 'break-start', 'break-end', 'break', 'punch']))
    .optional()
    .describe('With punches: what the texts of the column kind mean'),
  dateOrder: dateOrder.describe(
    'Whether 05/10/2026 is in October (dmy) or in May (mdy); default: what the file shows',
  ),
});

const kimaiService = z.strictObject({
  kimai: filled.describe('Address of an installation of Kimai: https, or http for a loopback address'),
  token: secretSource('Place of an API token of a user who may see the entries of all users'),
  user: filled
    .optional()
    .describe('User name, only for an API password of an older version of Kimai (X-AUTH-USER)'),
});

const tapCommand = z.strictObject({
  command: z
    .tuple([filled], filled)
    .describe('Program that prints Singer messages, and its arguments; it is started without a shell'),
  columns: columnNames.describe(
    'Column of entries.csv -> field of the records, or several fields that belong together; a.b is field b in a',
  ),
  stream: filled
    .optional()
    .describe('Stream with the time entries; needed if the program sends several streams'),
  dateOrder: dateOrder.describe(
    'Whether 05/10/2026 is in October (dmy) or in May (mdy); needed if dates are written so',
  ),
  timeoutSeconds: whole(1, 86_400).default(600).describe('Longest run of the program, in seconds'),
});

/** Where the records of an employer come from. */
export const sourceSchema = z
  .union([z.literal('workforce'), csvFolder, kimaiService, tapCommand])
  .default('workforce')
  .describe(
    'Where the records come from: workforce (the Workforce API), { csv: FOLDER } (CSV files), { kimai: URL, token } (Kimai), or { command: [PROGRAM], columns } (a Singer tap)',
  );

type SourceSettings = z.infer<typeof sourceSchema>;

export type CsvSettings = z.infer<typeof csvFolder>;
export type KimaiSettings = z.infer<typeof kimaiService>;
export type TapSettings = z.infer<typeof tapCommand>;

/** A source by its name; undefined for the Workforce API, of which there is one. */
export function sourceName(source: SourceSettings | undefined): AnyMessage | undefined {
  if (isWorkforce(source)) return undefined;
  if ('kimai' in source) return message('source.name.kimai', { address: new URL(source.kimai).host });
  if ('command' in source) return message('source.name.command', { program: source.command[0] });
  return message('source.name.csv', { path: source.csv });
}

/** The settings that an employer of the Workforce API needs, and others do not. */
export const WORKFORCE_KEYS = ['employerId', 'clientId', 'clientSecret'] as const;

/** Whether a source is the Workforce API. @param source as written, possibly left out */
export function isWorkforce(source: unknown): source is 'workforce' | undefined {
  return source === undefined || source === 'workforce';
}

/** Whether the places of a source are the time zones of its people. */
export function hasZonesAsPlaces(source: SourceSettings | undefined): boolean {
  return !isWorkforce(source) && 'kimai' in source;
}

/** The place of the secret that a source needs; undefined if it needs none. */
export function secretOfSource({
  source,
  employer,
}: {
  readonly source: SourceSettings;
  readonly employer: { readonly clientSecret?: SecretSource | undefined };
}): SecretSource | undefined {
  if (source === 'workforce') return employer.clientSecret;
  return 'kimai' in source ? source.token : undefined;
}
