import { probeScopes } from '../auth/scopeNegotiation.js';
import type { Scope } from '../auth/scopes.js';
import { parseBaseUrl } from '../transport/baseUrl.js';
import type { EmployerAccess, ReadEffects } from './readEmployerOptions.js';
import { withSession } from './withSession.js';

/**
 * Asks for each scope by itself: which of them does an employer's integration have?
 * @throws PaytallyError for every refusal of a token but that of a scope, SERVICE_* and INTERRUPTED.
 */
export async function probeScopesOf(
  access: EmployerAccess,
  effects: ReadEffects,
): Promise<{ readonly granted: readonly Scope[]; readonly missing: readonly Scope[] }> {
  const { credentials, employerKey } = access;
  const client = { service: parseBaseUrl(access.baseUrl), credentials, employerKey };
  return withSession(effects, (session) => probeScopes(session, client));
}
