import { PaytallyError } from '../../../errors.js';
import { joined, listed, message, type Text } from '../../../i18n/message.js';
import { excerpt } from '../../../runtime/outsideText.js';
import type { Secret } from '../../../runtime/secrets/secret.js';
import { parseTokenAnswer } from '../../../runtime/tokenAnswer.js';
import { parseBaseUrl } from '../../transport/baseUrl.js';
import { exchange } from '../../transport/exchange.js';
import type { BucketKey } from '../../transport/rateLimiter.js';
import type { Session } from '../../transport/session.js';
import {
  basicAuthorization,
  type Credentials,
  type EmployerAccess,
  formCredentials,
  formEncoded,
} from './credentials.js';
import { SCOPE_FACTS, type Scope } from './scopes.js';

export interface AccessToken {
  readonly value: Secret;
  readonly expiresInSeconds: number;
  readonly requestedAtMs: number;
  /** The granted scopes, if the service returns them. */
  readonly scope: string | undefined;
}

type TokenAnswer =
  | { readonly type: 'token'; readonly token: AccessToken }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly error: string;
      readonly description: string;
    };

/**
 * Requests a token with these scopes once (docs/service.md, "Tokens").
 * @throws PaytallyError SERVICE_* and INTERRUPTED; a refusal is returned for the caller to handle.
 */
export async function requestToken(
  session: Session,
  access: EmployerAccess,
  scopes: readonly Scope[],
): Promise<TokenAnswer> {
  const { credentials, employerKey } = access;
  const service = parseBaseUrl(access.baseUrl);
  session.scrubber.add(credentials.clientSecret);
  const answer = await exchange(session, {
    kind: 'token',
    what: message('service.token', { employer: employerKey }),
    keys: bucketKeys(service, credentials),
    request: { method: 'POST', url: `${service}/oauth/customer/token`, ...tokenForm(credentials, scopes) },
  });
  const { status, sentAtMs: requestedAtMs } = answer;
  const parsed = parseTokenAnswer(status, answer.body);
  const clean = (text: string) => session.scrubber.clean(text);
  if (parsed.kind === 'refused') {
    const { error, description } = parsed;
    return { type: 'refused', status, error: clean(error), description: clean(description) };
  }
  if (parsed.kind === 'unreadable') throw unreadable(employerKey, status, parsed.fields);
  const { accessToken: value, expiresInSeconds, scope } = parsed.token;
  if (expiresInSeconds === undefined) throw unreadable(employerKey, status, ['expires_in']);
  session.scrubber.addToken(value);
  return { type: 'token', token: { value, expiresInSeconds, requestedAtMs, scope } };
}

function bucketKeys(service: string, credentials: Credentials): readonly BucketKey[] {
  const client = credentials.sendAs === 'basic' ? credentials.clientId : '';
  return [
    { kind: 'address', service },
    { kind: 'token', service, client },
  ];
}

function tokenForm(credentials: Credentials, scopes: readonly Scope[]) {
  const form = `grant_type=client_credentials&scope=${formEncoded(scopes.join(' '))}`;
  const { sendAs } = credentials;
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  if (sendAs === 'basic') {
    return { headers: { ...headers, authorization: basicAuthorization(credentials) }, body: form };
  }
  return { headers, body: `${form}&${formCredentials(credentials)}` };
}

/** @param names of the fields; undefined for a failure without an OAuth error */
function unreadable(employer: string, status: number, names: readonly string[] | undefined): PaytallyError {
  if (names === undefined)
    return new PaytallyError('SERVICE_PROTOCOL', message('service.token.notOauth', { status }));
  const fields = joined(
    names.map((name) => name || message('service.body')),
    ', ',
  );
  return new PaytallyError('SERVICE_PROTOCOL', message('service.token.badAnswer', { employer, fields }));
}

type Refusal = Extract<TokenAnswer, { type: 'refused' }>;

/** The error for a refused token request (docs/service.md, "Refusals of a token"); each can be fixed in the portal. */
export function tokenRefusal(refusal: Refusal, employerKey: string): PaytallyError {
  const said = serviceSays(refusal.description);
  const values = { employer: employerKey, said };
  switch (refusal.error) {
    case 'invalid_client':
      return new PaytallyError('AUTH_REJECTED', message('service.token.rejected', values));
    case 'unauthorized_client':
      return new PaytallyError('API_ACCESS_INACTIVE', message('service.token.inactive', values));
    case 'invalid_request':
      return new PaytallyError('REQUEST_REJECTED', message('service.token.badRequest', values));
    case 'unsupported_grant_type':
      return new PaytallyError('SERVICE_PROTOCOL', message('service.token.badGrant', values));
    default: {
      const { error, status } = refusal;
      const text = message('service.token.refused', { ...values, error: excerpt(error), status });
      return new PaytallyError('TOKEN_REFUSED', text);
    }
  }
}

/** The service's own explanation, as the last sentence of a message; empty if there is none. */
export function serviceSays(text: string): Text {
  return text === '' ? '' : message('service.says', { text: excerpt(text) });
}

/** The error for scopes that an export requires. */
export function scopesMissing(missing: readonly Scope[], employerKey: string): PaytallyError {
  const scopes = missing.join(', ');
  const permissions = listed(
    missing.map((scope) => message('service.quoted', { text: SCOPE_FACTS[scope].permission })),
  );
  const modules = missing.flatMap((scope) => SCOPE_FACTS[scope].module ?? []).join(', ') || 'none';
  return new PaytallyError(
    'SCOPE_MISSING',
    message('service.scopesMissing', { employer: employerKey, scopes, permissions, modules }),
    { record: scopes },
  );
}
