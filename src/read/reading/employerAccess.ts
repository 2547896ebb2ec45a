import type { Config } from '../../config/config.js';
import type { Secret } from '../../config/secrets/secret.js';
import type { EmployerAccess } from './readEmployerOptions.js';

/** Where and as whom an employer is read. */
export function employerAccess(
  { baseUrl, employerKey, employer }: Config,
  clientSecret: Secret,
): EmployerAccess {
  const { employerId, clientId, credentials } = employer;
  return { baseUrl, employerKey, employerId, credentials: { clientId, clientSecret, sendAs: credentials } };
}
