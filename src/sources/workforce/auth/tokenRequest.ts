import { z } from 'zod';
import { PaytallyError } from '../../../errors.js';
import { joined, listed, message, type Text } from '../../../i18n/message.js';
import { excerpt } from '../../../runtime/outsideText.js';
import { MAX_SECRET_LENGTH, Secret } from '../../../runtime/secrets/secret.js';
import type { Answer } from '../../transport/answer.js';
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

const tokenBody = z.looseObject({
  // RFC 6750, 2.1: visible ASCII without blanks.
  access_token: z
    .string()
    .max(MAX_SECRET_LENGTH)
    .regex(/^[\x21-\x7e]+$/)
    .transform((text) => new Secret(text)),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.int().positive(),
  scope: z.string().optional(),
});

const refusalBody = z.looseObject({ error: z.string(), error_description: z.string().optional() });

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
  if (answer.status >= 200 && answer.status < 300)
    return { type: 'token', token: parseToken(session, access, answer) };
  const refusal = refusalBody.safeParse(answer.body);
  if (!refusal.success) throw notOauth(answer);
  const { error, error_description = '' } = refusal.data;
  const clean = (text: string) => session.scrubber.clean(text);
  return {
    type: 'refused',
    status: answer.status,
    error: clean(error),
    description: clean(error_description),
  };
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

function parseToken(session: Session, { employerKey }: EmployerAccess, answer: Answer): AccessToken {
  const parsed = tokenBody.safeParse(answer.body);
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join('.') || message('service.body'));
    const fields = joined(paths, ', ');
    throw new PaytallyError(
      'SERVICE_PROTOCOL',
      message('service.token.badAnswer', { employer: employerKey, fields }),
    );
  }
  session.scrubber.addToken(parsed.data.access_token);
  return {
    value: parsed.data.access_token,
    expiresInSeconds: parsed.data.expires_in,
    requestedAtMs: answer.sentAtMs,
    scope: parsed.data.scope,
  };
}

function notOauth({ status }: Answer): PaytallyError {
  return new PaytallyError('SERVICE_PROTOCOL', message('service.token.notOauth', { status }));
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
