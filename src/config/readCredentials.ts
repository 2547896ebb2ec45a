import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import { MAX_SECRET_LENGTH, Secret } from '../runtime/secrets/secret.js';
import type { LoadedConfig } from './config.js';
import type { Environment } from './configSource.js';
import { decodeUtf8 } from './input/readYaml.js';
import type { SecretSource } from './schema/values.js';

/** Something about a secret that need not stop a run, but should not stay so. Never holds the secret. */
interface SecretCaution {
  readonly message: string;
  readonly remedy: string;
}

export interface ReadSecret {
  readonly secret: Secret;
  /** Where it was read, for messages. */
  readonly place: string;
  readonly cautions: readonly SecretCaution[];
}

/** Rights of others than the owner. */
const OTHERS_MODE = 0o077;

/**
 * Reads a secret from where the configuration says it is. A final line end of a file is not part of it.
 * @throws PaytallyError SECRET_MISSING, or SECRET_INVALID for what cannot be a secret; no message ever holds it
 */
export async function readSecret(
  source: SecretSource,
  folder: string,
  env: Environment,
): Promise<ReadSecret> {
  if ('env' in source) {
    const place = `the environment variable ${source.env}`;
    return validateSecret(readVariable(source.env, env), { place, record: source.env, cautions: [] });
  }
  const path = resolve(folder, source.file);
  const text = await readSecretFile(path);
  return validateSecret(text, { place: path, record: path, cautions: await checkFileMode(path) });
}

/**
 * Reads the file of a private key: several lines, otherwise as a secret.
 * @param record the setting that names it
 * @throws PaytallyError CONFIG_INVALID where it cannot be read, SECRET_INVALID for what is too long to be a key
 */
export async function readKeyFile(file: string, folder: string, record: string): Promise<ReadSecret> {
  const path = resolve(folder, file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError('CONFIG_INVALID', `${record}: ${path} cannot be read.`, {
      record,
      remedy: 'Correct the path, or give this user the right to read the file.',
      cause,
    });
  });
  if (text.length <= MAX_SECRET_LENGTH)
    return { secret: new Secret(text), place: path, cautions: await checkFileMode(path, 'the private key') };
  throw new PaytallyError(
    'SECRET_INVALID',
    `${record}: ${path} has ${text.length} characters; no key is longer than ${MAX_SECRET_LENGTH}.`,
    { record, remedy: 'Name the file that holds the key and nothing else.' },
  );
}

/** A secret that was typed or piped, held to the same rules. @throws PaytallyError SECRET_INVALID */
export function parseSecret(text: string, place: string): ReadSecret {
  return validateSecret(text, { place, record: place, cautions: [] });
}

interface Origin {
  readonly place: string;
  readonly record: string;
  readonly cautions: readonly SecretCaution[];
}

function validateSecret(text: string, { place, record, cautions }: Origin): ReadSecret {
  const invalid = (message: string, remedy: string) =>
    new PaytallyError('SECRET_INVALID', message, { record, remedy });
  if (text.length > MAX_SECRET_LENGTH) {
    throw invalid(
      `The secret in ${place} has ${text.length} characters; no secret is longer than ${MAX_SECRET_LENGTH}.`,
      'Another file or variable was probably meant: name the one that holds the secret and nothing else.',
    );
  }
  if (/[\r\n]/.test(text))
    throw invalid(
      `The secret in ${place} has several lines.`,
      'Leave the secret in its only line: no name before it, no comment, no blank line.',
    );
  if (/\p{Cc}/u.test(text))
    throw invalid(`The secret in ${place} has control characters.`, 'Copy the secret again, as plain text.');
  const blank = text === text.trim() ? [] : [blankCaution(place)];
  return { secret: new Secret(text), place, cautions: [...cautions, ...blank] };
}

function blankCaution(place: string): SecretCaution {
  return {
    message: `The secret in ${place} begins or ends with a blank.`,
    remedy: 'Take it out, unless the secret really has one: it was probably copied along.',
  };
}

async function readSecretFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw unreadableFile(path, cause);
  });
  const invalid = (message: string, remedy: string) =>
    new PaytallyError('SECRET_INVALID', `The secret's file ${path} ${message}.`, { record: path, remedy });
  const read = decodeUtf8(bytes);
  if ('problem' in read)
    throw invalid(read.problem, 'Save it as plain text in UTF-8, without a byte order mark.');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw invalid(
      'begins with a byte order mark, which would be taken for a part of the secret',
      'Save it as UTF-8 without a byte order mark (in Notepad: Encoding, UTF-8).',
    );
  const value = read.text.replace(/\r?\n$/, '');
  if (value !== '') return value;
  throw new PaytallyError('SECRET_MISSING', `The secret's file ${path} is empty.`, { record: path });
}

/** Windows keeps rights elsewhere, and shows every file as open to all. */
async function checkFileMode(path: string, what = 'the secret'): Promise<readonly SecretCaution[]> {
  const { mode } = await stat(path);
  if (platform() === 'win32' || (mode & OTHERS_MODE) === 0) return [];
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return [
    {
      message: `Other users of this machine may get at ${what} in ${path} (mode ${shown}).`,
      remedy: `chmod 600 ${path}`,
    },
  ];
}

function unreadableFile(path: string, cause: unknown): PaytallyError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  const isAbsent = code === 'ENOENT' || code === 'ENOTDIR';
  const message = isAbsent
    ? `There is no file ${path}, which should hold a secret.`
    : `The secret's file ${path} cannot be read: ${code}.`;
  const remedy = isAbsent
    ? 'Make it, with the secret in its only line and readable for you alone, or correct its path in the configuration.'
    : 'Give this user the right to read it; it must be a file.';
  return new PaytallyError('SECRET_MISSING', message, { record: path, remedy, cause });
}

function readVariable(name: string, env: Environment): string {
  const value = env[name];
  if (value) return value;
  throw new PaytallyError(
    'SECRET_MISSING',
    `The environment has no variable ${name}, which should hold a secret.`,
    {
      record: name,
      remedy: `Set ${name} before the command runs, or use { file: PATH } in the configuration.`,
    },
  );
}

/** A file of certificates that is trusted beside the well-known ones. */
interface TrustedAuthority {
  readonly path: string;
  readonly pem: string;
  readonly certificates: readonly X509Certificate[];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Reads what `caFile` names; undefined where it names nothing.
 * @throws PaytallyError CONFIG_INVALID where it cannot be read, or holds no certificate: TLS would trust nothing more,
 * and fail much later with another reason
 */
export async function readTrustedAuthority({
  config,
  folder,
}: Pick<LoadedConfig, 'config' | 'folder'>): Promise<TrustedAuthority | undefined> {
  if (config.caFile === undefined) return undefined;
  const path = resolve(folder, config.caFile);
  const pem = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError('CONFIG_INVALID', `The certificate authority ${path} cannot be read.`, {
      record: 'caFile',
      remedy: 'Correct caFile in the configuration, or give this user the right to read it.',
      cause,
    });
  });
  const texts = pem.match(CERTIFICATE) ?? [];
  if (texts.length === 0) throw noCertificate(path);
  return { path, pem, certificates: texts.map((text) => parseCertificate(text, path)) };
}

function parseCertificate(text: string, path: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (cause) {
    throw noCertificate(path, cause);
  }
}

function noCertificate(path: string, cause?: unknown): PaytallyError {
  return new PaytallyError('CONFIG_INVALID', `${path} holds no certificate in PEM form.`, {
    record: 'caFile',
    remedy: 'Name a file that begins with -----BEGIN CERTIFICATE-----, or remove caFile.',
    ...(cause === undefined ? {} : { cause }),
  });
}
