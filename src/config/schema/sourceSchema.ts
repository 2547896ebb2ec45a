import { z } from 'zod';
import type { SecretSource } from './values.js';

/** Where the records of an employer come from. */
export const sourceSchema = z
  .literal('workforce')
  .default('workforce')
  .describe('Where the records come from: workforce is the Workforce API');

type SourceSettings = z.infer<typeof sourceSchema>;

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
