import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import { remedyOf } from '../i18n/formatMessage.js';
import { type Message, message, type Text } from '../i18n/message.js';
import { MAX_SECRET_LENGTH, Secret } from '../runtime/secrets/secret.js';
import type { LoadedConfig } from './config.js';
import type { Environment } from './configSource.js';
import { decodeUtf8 } from './input/readYaml.js';
import type { SecretSource } from './schema/values.js';
import { secretFromCommand } from './secretCommand.js';

export interface ReadSecret {
  readonly secret: Secret;
  /** The name of the place in messages. */
  readonly place: Text;
  /** Unsafe properties of the secret that do not stop a run; each text has a remedy. Never contains the secret. */
  readonly cautions: readonly Message[];
}

/** A caution and its remedy as a warning. */
export function cautionText(caution: Message): Message {
  return message('terminal.warning', { text: caution, remedy: remedyOf(caution) ?? '' });
}

/** Permissions of users other than the owner. */
const OTHERS_MODE = 0o077;

/**
 * Reads a secret from the place in the configuration. The final line break of a file, or of what a program prints, is
 * not part of it.
 * @throws PaytallyError SECRET_MISSING, or SECRET_INVALID for something that cannot be a secret; without the secret
 */
export async function readSecret(
  source: SecretSource,
  folder: string,
  env: Environment,
): Promise<ReadSecret> {
  if ('env' in source) {
    const place = message('secret.inVariable', { name: source.env });
    return validateSecret(readVariable(source.env, env), { place, record: source.env, cautions: [] });
  }
  if ('command' in source) {
    const [program] = source.command;
    const place = message('secret.fromCommand', { program });
    const bytes = await secretFromCommand(source.command, folder, env);
    const text = secretLine(bytes, program, message('secret.commandSilent', { program }));
    return validateSecret(text, { place, record: program, cautions: [] });
  }
  const path = resolve(folder, source.file);
  const text = await readSecretFile(path);
  return validateSecret(text, { place: path, record: path, cautions: await checkFileMode(path) });
}

/**
 * Reads the file of a private key, which may have several lines.
 * @param record the setting that names it
 * @throws PaytallyError CONFIG_INVALID if it cannot be read, SECRET_INVALID if it is too long to be a key
 */
export async function readKeyFile(file: string, folder: string, record: string): Promise<ReadSecret> {
  const path = resolve(folder, file);
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const unreadable = message('secret.keyNotReadable', { setting: record, path });
    throw new PaytallyError('CONFIG_INVALID', unreadable, { record, cause });
  });
  if (text.length <= MAX_SECRET_LENGTH)
    return { secret: new Secret(text), place: path, cautions: await checkFileMode(path, 'key') };
  const size = { setting: record, path, count: text.length, limit: MAX_SECRET_LENGTH };
  throw new PaytallyError('SECRET_INVALID', message('secret.keyTooLong', size), { record });
}

/** Validates a secret that was typed or piped. @param record for the error @throws PaytallyError SECRET_INVALID */
export function parseSecret(text: string, place: Text, record: string): ReadSecret {
  return validateSecret(text, { place, record, cautions: [] });
}

interface Origin extends Pick<ReadSecret, 'place' | 'cautions'> {
  readonly record: string;
}

function validateSecret(text: string, { place, record, cautions }: Origin): ReadSecret {
  const problem = secretProblem(text, place);
  if (problem !== undefined) throw new PaytallyError('SECRET_INVALID', problem, { record });
  const space = text === text.trim() ? [] : [message('secret.space', { place })];
  return { secret: new Secret(text), place, cautions: [...cautions, ...space] };
}

function secretProblem(text: string, place: Text): Message | undefined {
  if (text.length > MAX_SECRET_LENGTH)
    return message('secret.tooLong', { place, count: text.length, limit: MAX_SECRET_LENGTH });
  if (/[\r\n]/.test(text)) return message('secret.severalLines', { place });
  return /\p{Cc}/u.test(text) ? message('secret.controlCharacters', { place }) : undefined;
}

async function readSecretFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw unreadableFile(path, cause);
  });
  return secretLine(bytes, path, message('secret.fileEmpty', { path }));
}

/** The text of a file or of what a program printed, without the final line break. */
function secretLine(bytes: Buffer, record: string, empty: Message): string {
  const invalid = (text: Message) => new PaytallyError('SECRET_INVALID', text, { record });
  const read = decodeUtf8(bytes, record);
  if ('problem' in read) throw invalid(read.problem);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw invalid(message('secret.byteOrderMark', { path: record }));
  const value = read.text.replace(/\r?\n$/, '');
  if (value !== '') return value;
  throw new PaytallyError('SECRET_MISSING', empty, { record });
}

/** Windows stores permissions elsewhere, and shows every file as open to all. */
async function checkFileMode(path: string, what: 'secret' | 'key' = 'secret'): Promise<readonly Message[]> {
  const { mode } = await stat(path);
  if (platform() === 'win32' || (mode & OTHERS_MODE) === 0) return [];
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return [message('secret.openToOthers', { what, path, mode: shown })];
}

function unreadableFile(path: string, cause: unknown): PaytallyError {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  const text = ['ENOENT', 'ENOTDIR'].includes(reason)
    ? message('secret.fileMissing', { path })
    : message('secret.notReadable', { path, reason });
  return new PaytallyError('SECRET_MISSING', text, { record: path, cause });
}

function readVariable(name: string, env: Environment): string {
  const value = env[name];
  if (value) return value;
  throw new PaytallyError('SECRET_MISSING', message('secret.variableMissing', { name }), { record: name });
}

/** A file of certificates that are trusted in addition to the well-known ones. */
interface TrustedAuthority {
  readonly path: string;
  readonly pem: string;
  readonly certificates: readonly X509Certificate[];
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Reads the file that `caFile` names; undefined if it is not set.
 * @throws PaytallyError CONFIG_INVALID if it cannot be read or contains no certificate: TLS would ignore it and fail
 * later for another reason
 */
export async function readTrustedAuthority({
  config,
  folder,
}: Pick<LoadedConfig, 'config' | 'folder'>): Promise<TrustedAuthority | undefined> {
  if (config.caFile === undefined) return undefined;
  const path = resolve(folder, config.caFile);
  const pem = await readFile(path, 'utf8').catch((cause: unknown) => {
    const text = message('secret.authorityNotReadable', { path });
    throw new PaytallyError('CONFIG_INVALID', text, { record: 'caFile', cause });
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
  return new PaytallyError('CONFIG_INVALID', message('secret.noCertificate', { path }), {
    record: 'caFile',
    cause,
  });
}
