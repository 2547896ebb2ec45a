import { z } from 'zod';
import { lowerUuid } from '../../domain/records/uuid.js';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';
import type { MessageId, ValuesOf } from '../../i18n/message.js';
import { ruleText } from '../input/schemaProblems.js';

/** Text that is not empty. */
export const filled = z.string().trim().min(1);

/** The ID of a record of the service. */
export const recordId = z.string().transform(lowerUuid);

/** A whole number between two bounds, inclusive. */
export const whole = (least: number, most: number) => z.int().min(least).max(most);

export const dateSchema = z
  .string()
  .refine((text) => parseLocalDate(text) !== undefined, ruleText('schema.date'))
  .transform((text) => text as LocalDate);

/** Reports a problem with a key of a block, or at a path in it. */
export function addProblem<Id extends MessageId, Given>(
  context: z.RefinementCtx,
  place: PropertyKey | PropertyKey[],
  id: Id,
  ...values: ValuesOf<Id, Given>
): void {
  context.addIssue({ code: 'custom', path: [place].flat(), message: ruleText<Id, Given>(id, ...values) });
}

/** Values that are paths of files; in an included file they are relative to its folder. */
export const filePathRegistry = z.registry<{ readonly kind: 'path' | 'template' }>();

/** A file or folder, relative to the configuration file that names it. */
export function localPath(description: string): z.ZodString {
  return filled.describe(`${description}, relative to the configuration`).register(filePathRegistry, {
    kind: 'path',
  });
}

/** A built-in template by name, or another one by path. */
export function templateName(description: string): z.ZodString {
  return filled.describe(description).register(filePathRegistry, { kind: 'template' });
}

/** The place of a secret, never the secret itself. */
export function secretSource(description: string) {
  return z
    .union(
      [
        z.strictObject({ env: filled.describe('Environment variable with the secret') }),
        z.strictObject({ file: localPath('File with the secret') }),
        z.strictObject({
          command: z
            .tuple([filled], filled)
            .describe('Program that prints the secret, such as a password manager, and its arguments'),
        }),
      ],
      { error: ruleText('schema.secretPlace') },
    )
    .describe(description);
}

export type SecretSource = z.infer<ReturnType<typeof secretSource>>;
