import { z } from 'zod';
import { ruleText } from '../../config/input/schemaProblems.js';

/** A heading or a description: one text, or one in each of the program's languages. */
export const label = z.union(
  [z.string(), z.strictObject({ en: z.string(), nl: z.string(), fr: z.string(), de: z.string() })],
  { error: ruleText('template.schema.label') },
);
export type Label = z.output<typeof label>;
