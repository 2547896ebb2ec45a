import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PaytallyError } from '../errors.js';
import type { LoadedConfig } from './config.js';

/** A file of certificates that is trusted beside the well-known ones. */
export interface TrustedAuthority {
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
export async function trustedAuthority({
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
  return { path, pem, certificates: texts.map((text) => certificateOf(text, path)) };
}

function certificateOf(text: string, path: string): X509Certificate {
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
