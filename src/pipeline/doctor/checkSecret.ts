import type { LoadedConfig } from '../../config/config.js';
import { readSecret } from '../../config/secret.js';
import type { SecretSource } from '../../config/values.js';
import type { Context } from '../../context.js';
import type { Secret } from '../../secrets/secret.js';
import { type DoctorFinding, ok, warning } from './finding.js';

export interface SecretChecked {
  readonly findings: readonly DoctorFinding[];
  readonly clientSecret: Secret;
}

/** Whether the secret can be read, and by whom else. @throws PaytallyError SECRET_MISSING, SECRET_INVALID */
export async function checkSecret(
  { folder }: LoadedConfig,
  source: SecretSource,
  employer: string,
  { env, scrubber }: Context,
): Promise<SecretChecked> {
  const { secret, place, cautions } = await readSecret(source, folder, env);
  scrubber.add(secret);
  const findings = cautions.map(({ message, remedy }) => warning('secret', message, remedy, employer));
  return {
    clientSecret: secret,
    findings: findings.length > 0 ? findings : [ok('secret', `The client secret is in ${place}`, employer)],
  };
}
