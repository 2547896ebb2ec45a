import { z } from 'zod';
import { payShape } from './payRules.js';
import { baseSchema } from './schema.js';

/** The schema of `paytally.yaml`. */
export const configSchema = z.strictObject({ ...baseSchema.shape, ...payShape });

export type Config = z.infer<typeof configSchema>;

/** A configuration and where it came from: other paths in it are relative to `folder`. */
export interface LoadedConfig {
  readonly config: Config;
  readonly path: string;
  readonly folder: string;
}
