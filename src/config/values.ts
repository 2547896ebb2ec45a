import { z } from 'zod';

/** Text with something in it. */
export const filled = z.string().trim().min(1, 'must not be empty');

/** Values that name files: those of an included file are relative to its folder. */
export const namesOfFiles = z.registry<{ readonly kind: 'path' | 'template' }>();

/** A file or folder of this machine, relative to the file in which it stands. */
export function localPath(description: string): z.ZodString {
  return filled.describe(`${description}, relative to the configuration`).register(namesOfFiles, {
    kind: 'path',
  });
}

/** A built-in template by its name, or one's own by its path. */
export function templateName(description: string): z.ZodString {
  return filled.describe(description).register(namesOfFiles, { kind: 'template' });
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
