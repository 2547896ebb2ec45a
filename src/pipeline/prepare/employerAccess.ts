import type { EmployerAccess } from '../../api/reading/readEmployerOptions.js';
import type { Config } from '../../config/config.js';
import type { EmployerConfig } from '../../config/schema.js';
import type { Secret } from '../../secrets/secret.js';

/** Where and as whom an employer is read. */
export function employerAccess(
  { baseUrl }: Config,
  employerKey: string,
  { employerId, clientId, credentials }: EmployerConfig,
  clientSecret: Secret,
): EmployerAccess {
  return { baseUrl, employerKey, employerId, credentials: { clientId, clientSecret, sendAs: credentials } };
}
