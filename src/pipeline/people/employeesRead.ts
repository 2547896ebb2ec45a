import { type EmployeesRead, readEmployees } from '../../api/reading/readEmployees.js';
import { configOf, type LoadedConfig } from '../../config/config.js';
import { employerAccess } from '../prepare/employerAccess.js';
import { liveSecret } from '../prepare/liveSecret.js';
import { readEffects } from '../read/readEffects.js';
import type { RunHost } from '../runHost.js';

/** Reads an employer's list of employees, with no other permission than that takes. */
export async function readEmployeesOf(
  host: RunHost,
  loaded: LoadedConfig,
  employerKey: string,
  read: 'once' | 'twice',
): Promise<EmployeesRead> {
  const config = configOf(loaded, employerKey);
  const clientSecret = await liveSecret(host, config.employer.clientSecret, loaded.folder);
  const access = employerAccess(config, clientSecret);
  const result = await readEmployees(access, readEffects(host), read);
  host.terminal.progress(undefined);
  return result;
}
