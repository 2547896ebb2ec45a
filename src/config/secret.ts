import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import type { Environment } from './interpolate.js';
import type { SecretSource } from './values.js';

/**
 * Reads a client secret from where the configuration says it is. A final line end of a file is not part of it.
 * @throws PaytallyError SECRET_MISSING; the message never holds the secret
 */
export async function readSecret(source: SecretSource, folder: string, env: Environment): Promise<string> {
  if ('env' in source) return fromEnvironment(source.env, env);
  const path = resolve(folder, source.file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  const value = text.replace(/\r?\n$/, '');
  if (value === '')
    throw new PaytallyError('SECRET_MISSING', `The secret's file ${path} is empty.`, { record: path });
  return value;
}

function unreadable(path: string, cause: unknown): PaytallyError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
  const message = isAbsent
    ? `There is no file ${path}, which should hold the client secret.`
    : `The secret's file ${path} cannot be read: ${code}.`;
  const remedy = isAbsent
    ? 'Make it, with the secret in its only line and readable for you alone, or correct "clientSecret" in the configuration.'
    : 'Give this user the right to read it; it must be a file.';
  return new PaytallyError('SECRET_MISSING', message, { record: path, remedy, cause });
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
