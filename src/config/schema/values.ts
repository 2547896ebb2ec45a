import { z } from 'zod';
import { type LocalDate, parseLocalDate } from '../../domain/time/localDate.js';

/** Text with something in it. */
export const filled = z.string().trim().min(1, 'must not be empty');

/** A whole number, both bounds included. */
export const whole = (least: number, most: number) => z.int().min(least).max(most);

export const dateSchema = z
  .string()
  .refine((text) => parseLocalDate(text) !== undefined, 'must be a date written YYYY-MM-DD')
  .transform((text) => text as LocalDate);

/** Adds a problem with a key of a block, or with what stands at a path in it. */
export function addProblem(
  context: z.RefinementCtx,
  place: PropertyKey | PropertyKey[],
  message: string,
): void {
  context.addIssue({ code: 'custom', path: [place].flat(), message });
}

/** Values that name files: those of an included file are relative to its folder. */
export const filePathRegistry = z.registry<{ readonly kind: 'path' | 'template' }>();

/** A file or folder of this machine, relative to the file in which it stands. */
export function localPath(description: string): z.ZodString {
  return filled.describe(`${description}, relative to the configuration`).register(filePathRegistry, {
    kind: 'path',
  });
}

/** A built-in template by its name, or one's own by its path. */
export function templateName(description: string): z.ZodString {
  return filled.describe(description).register(filePathRegistry, { kind: 'template' });
}

/** Where a secret is kept. */
export function secretSource(description: string) {
  return z
    .union(
      [
        z.strictObject({ env: filled.describe('Name of the environment variable that holds the secret') }),
        z.strictObject({ file: localPath('File that holds the secret') }),
      ],
      { error: 'write { env: NAME } or { file: PATH }: the secret itself never stands here' },
    )
    .describe(description);
}

export type SecretSource = z.infer<ReturnType<typeof secretSource>>;
