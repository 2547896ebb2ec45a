import type { Session } from '../transport/session.js';
import { SCOPES, type Scope } from './scopes.js';
import { scopesMissing, tokenRefusal } from './tokenRefusal.js';
import { type AccessToken, requestToken, type TokenClient } from './tokenRequest.js';

/** What an employer's integration gives of the scopes asked for. */
export interface GrantedToken {
  readonly token: AccessToken;
  readonly granted: readonly Scope[];
  readonly missing: readonly Scope[];
}

/**
 * Gets a token with as many of the wanted scopes as there are. The service refuses all of them where one is not
 * there (docs/service.md, "Refusals of a token"), so then each is asked for by itself.
 * @throws PaytallyError SCOPE_MISSING where an indispensable one is refused, and the other refusals of a token.
 */
export async function negotiateScopes(
  session: Session,
  client: TokenClient,
  wanted: readonly Scope[],
  indispensable: readonly Scope[],
): Promise<GrantedToken> {
  const first = await requestToken(session, client, wanted);
  if (first.type === 'token') return checked(client, first.token, wanted, wanted, indispensable);
  if (first.error !== 'invalid_scope') throw tokenRefusal(first, client.employerKey);
  const { granted } = await probeScopes(session, client, wanted);
  refuseWithout(client, granted, indispensable);
  if (granted.length === 0) throw scopesMissing(wanted, client.employerKey);
  const second = await requestToken(session, client, granted);
  if (second.type === 'refused') throw tokenRefusal(second, client.employerKey);
  return checked(client, second.token, granted, wanted, indispensable);
}

/**
 * Asks for each scope by itself: which of them does the integration have?
 * @throws PaytallyError for every refusal but `invalid_scope`.
 */
export async function probeScopes(
  session: Session,
  client: TokenClient,
  scopes: readonly Scope[] = SCOPES,
): Promise<{ readonly granted: readonly Scope[]; readonly missing: readonly Scope[] }> {
  const granted: Scope[] = [];
  const missing: Scope[] = [];
  for (const scope of scopes) {
    const answer = await requestToken(session, client, [scope]);
    if (answer.type === 'token') granted.push(scope);
    else if (answer.error === 'invalid_scope') missing.push(scope);
    else throw tokenRefusal(answer, client.employerKey);
  }
  return { granted, missing };
}

/** A token may come with fewer scopes than asked for; then it says so (RFC 6749, 5.1). */
function checked(
  client: TokenClient,
  token: AccessToken,
  asked: readonly Scope[],
  wanted: readonly Scope[],
  indispensable: readonly Scope[],
): GrantedToken {
  const said = token.scope?.split(' ');
  const granted = said === undefined ? asked : asked.filter((scope) => said.includes(scope));
  refuseWithout(client, granted, indispensable);
  return { token, granted, missing: wanted.filter((scope) => !granted.includes(scope)) };
}

function refuseWithout(
  client: TokenClient,
  granted: readonly Scope[],
  indispensable: readonly Scope[],
): void {
  const missing = indispensable.filter((scope) => !granted.includes(scope));
  if (missing.length > 0) throw scopesMissing(missing, client.employerKey);
}
