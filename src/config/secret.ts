import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import type { Environment } from './interpolate.js';
import type { SecretSource } from './schema.js';

/**
 * Reads a client secret from where the configuration says it is. A final line end of a file is not part of it.
 * @throws PaytallyError SECRET_MISSING; the message never holds the secret
 */
export async function readSecret(source: SecretSource, folder: string, env: Environment): Promise<string> {
  if ('env' in source) return fromEnvironment(source.env, env);
  const path = resolve(folder, source.file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError('SECRET_MISSING', `The secret's file ${path} cannot be read.`, {
      record: path,
      cause,
    });
  });
  const value = text.replace(/\r?\n$/, '');
  if (value === '')
    throw new PaytallyError('SECRET_MISSING', `The secret's file ${path} is empty.`, { record: path });
  return value;
}

function fromEnvironment(name: string, env: Environment): string {
  const value = env[name];
  if (value) return value;
  throw new PaytallyError(
    'SECRET_MISSING',
    `The environment has no variable ${name}, which holds the client secret.`,
    {
      record: name,
      remedy: `Set ${name} before the command runs, or use { file: PATH } in the configuration.`,
    },
  );
}
