import { z } from 'zod';
import { filled, localPath, type SecretSource } from './values.js';

const csvFolder = z.strictObject({
  csv: localPath(
    'Folder with entries.csv, and optionally shifts.csv, employees.csv, establishments.csv and holidays.csv; or a single file of entries',
  ),
  format: z
    .enum(['clockify-detailed', 'toggl-detailed'])
    .optional()
    .describe('The program whose detailed export is read: its headings are known'),
  columns: z
    .record(z.string(), z.union([filled, z.array(filled).min(1)]))
    .optional()
    .describe('Column of entries.csv -> heading in your file, or several headings that belong together'),
  dateOrder: z
    .enum(['dmy', 'mdy'])
    .optional()
    .describe('Whether 05/10/2026 is in October (dmy) or in May (mdy); default: what the file shows'),
});

/** Where the records of an employer come from. */
export const sourceSchema = z
  .union([z.literal('workforce'), csvFolder])
  .default('workforce')
  .describe('Where the records come from: workforce (the Workforce API), or { csv: FOLDER } (CSV files)');

type SourceSettings = z.infer<typeof sourceSchema>;

export type CsvSettings = z.infer<typeof csvFolder>;

/** The settings that an employer of the Workforce API needs, and others do not. */
export const WORKFORCE_KEYS = ['employerId', 'clientId', 'clientSecret'] as const;

/** Whether a source is the Workforce API. @param source as written, possibly left out */
export function isWorkforce(source: unknown): boolean {
  return source === undefined || source === 'workforce';
}

/** The place of the secret that a source needs; undefined if it needs none. */
export function secretOfSource({
  source,
  employer,
}: {
  readonly source: SourceSettings;
  readonly employer: { readonly clientSecret?: SecretSource | undefined };
}): SecretSource | undefined {
  return isWorkforce(source) ? employer.clientSecret : undefined;
}
