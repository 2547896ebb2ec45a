import { type EmployeesRead, readEmployees } from '../../api/reading/readEmployees.js';
import type { LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { employerAccess } from '../prepare/employerAccess.js';
import { liveSecret } from '../prepare/liveSecret.js';
import { readEffects } from '../read/readEffects.js';
import type { RunHost } from '../runHost.js';

/** Reads an employer's list of employees, with no other permission than that takes. */
export async function readEmployeesOf(
  host: RunHost,
  { config, folder }: LoadedConfig,
  employerKey: string,
  read: 'once' | 'twice',
): Promise<EmployeesRead> {
  const employer = config.employers[employerKey];
  if (employer === undefined) {
    throw new PaytallyError('EMPLOYER_UNKNOWN', `The configuration has no employer "${employerKey}".`);
  }
  const clientSecret = await liveSecret(host, employer.clientSecret, folder);
  const access = employerAccess(config, employerKey, employer, clientSecret);
  const result = await readEmployees(access, readEffects(host), read);
  host.terminal.progress(undefined);
  return result;
}
