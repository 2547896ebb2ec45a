import { stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { resolve } from 'node:path';
import type { LoadedConfig } from '../../config/config.js';
import { readSecret } from '../../config/secret.js';
import type { SecretSource } from '../../config/values.js';
import type { Context } from '../../context.js';
import { type DoctorFinding, ok, warning } from './finding.js';

const OTHERS = 0o077;

export interface SecretChecked {
  readonly findings: readonly DoctorFinding[];
  readonly clientSecret: string;
}

/** Whether the secret can be read, and by whom else. @throws PaytallyError SECRET_MISSING */
export async function checkSecret(
  { folder }: LoadedConfig,
  source: SecretSource,
  employer: string,
  { env, scrubber }: Context,
): Promise<SecretChecked> {
  const clientSecret = await readSecret(source, folder, env);
  scrubber.add(clientSecret);
  const place = 'env' in source ? `the environment variable ${source.env}` : resolve(folder, source.file);
  const findings = [
    ...('file' in source ? await checkMode(place, employer) : []),
    ...checkBlanks(clientSecret, place, employer),
  ];
  return {
    clientSecret,
    findings: findings.length > 0 ? findings : [ok('secret', `The client secret is in ${place}`, employer)],
  };
}

/** Windows keeps rights elsewhere, and shows every file as open to all. */
async function checkMode(path: string, employer: string): Promise<DoctorFinding[]> {
  const { mode } = await stat(path);
  if (platform() === 'win32' || (mode & OTHERS) === 0) return [];
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return [
    warning(
      'secret',
      `Other users of this machine may get at the client secret in ${path} (mode ${shown}).`,
      `chmod 600 ${path}`,
      employer,
    ),
  ];
}

function checkBlanks(secret: string, place: string, employer: string): DoctorFinding[] {
  if (secret === secret.trim()) return [];
  return [
    warning(
      'secret',
      `The client secret in ${place} begins or ends with a blank.`,
      'Take it out, unless the secret really has one: it was probably copied along.',
      employer,
    ),
  ];
}
