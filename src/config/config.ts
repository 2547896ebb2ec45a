import type { z } from 'zod';
import { baseSchema } from './schema.js';

/** The schema of `paytally.yaml`. */
export const configSchema = baseSchema;

export type Config = z.infer<typeof configSchema>;

/** A configuration and where it came from: other paths in it are relative to `folder`. */
export interface LoadedConfig {
  readonly config: Config;
  readonly path: string;
  readonly folder: string;
}
