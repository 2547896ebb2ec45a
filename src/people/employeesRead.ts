import { configOf, type LoadedConfig } from '../config/config.js';
import { liveSecret } from '../config/liveSecret.js';
import { type EmployeesRead, readEmployees } from '../read/reading/readSingleList.js';
import { employerAccess } from '../read/staging/fetchPeriod.js';
import { readEffects } from '../read/staging/readObserver.js';
import type { RunHost } from '../run.js';

/** Reads an employer's list of employees, with only the permission for that. */
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
