import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseBaseUrl } from '../../api/transport/baseUrl.js';
import { proxyOf } from '../../api/transport/proxy.js';
import type { LoadedConfig } from '../../config/config.js';
import type { Context } from '../../context.js';
import { PaytallyError } from '../../errors.js';
import { type DoctorFinding, ok, warning } from './finding.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Address, proxy and certificate authority. @throws PaytallyError BASE_URL_INSECURE, CONFIG_INVALID */
export async function checkAddress(loaded: LoadedConfig, context: Context): Promise<DoctorFinding[]> {
  const service = parseBaseUrl(loaded.config.baseUrl);
  const proxy = proxyOf(service, context.env);
  const way = proxy === undefined ? 'without a proxy' : `through the proxy ${proxy}`;
  return [ok('address', `${service}, ${way}`), ...(await checkAuthority(loaded, context.clock.nowMs()))];
}

async function checkAuthority({ config, folder }: LoadedConfig, nowMs: number): Promise<DoctorFinding[]> {
  if (config.caFile === undefined) return [];
  const path = resolve(folder, config.caFile);
  const texts = (await readText(path)).match(CERTIFICATE) ?? [];
  if (texts.length === 0) throw notPem(path, undefined);
  return texts.map((text) => {
    const certificate = certificateOf(text, path);
    const name = certificate.subject.replaceAll('\n', ', ');
    if (Date.parse(certificate.validTo) > nowMs) return ok('address', `${path} trusts ${name}`);
    return warning(
      'address',
      `The certificate ${name} in ${path} has expired (${certificate.validTo}).`,
      'Ask whoever runs your network for the current one.',
    );
  });
}

function certificateOf(text: string, path: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch (cause) {
    throw notPem(path, cause);
  }
}

function notPem(path: string, cause: unknown): PaytallyError {
  return new PaytallyError('CONFIG_INVALID', `${path} holds no certificate in PEM form.`, {
    record: 'caFile',
    remedy: 'Name a file that begins with -----BEGIN CERTIFICATE-----, or remove caFile.',
    ...(cause === undefined ? {} : { cause }),
  });
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new PaytallyError('CONFIG_INVALID', `The certificate authority ${path} cannot be read.`, {
      record: 'caFile',
      remedy: 'Correct caFile in the configuration, or give this user the right to read it.',
      cause,
    });
  });
}
