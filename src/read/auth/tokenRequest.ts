import { z } from 'zod';
import type { Secret } from '../../config/secrets/secret.js';
import { PaytallyError } from '../../errors.js';
import type { Answer } from '../transport/answer.js';
import { exchange } from '../transport/exchange.js';
import type { BucketKey } from '../transport/rateLimiter.js';
import type { Session } from '../transport/session.js';
import { basicAuthorization, type Credentials, formCredentials, formEncoded, tokenSecret } from './credentials.js';
import type { Scope } from './scopes.js';

export interface AccessToken {
  readonly value: Secret;
  readonly expiresInSeconds: number;
  readonly requestedAtMs: number;
  /** The scopes that the service says it granted, where it says so. */
  readonly scope: string | undefined;
}

/** Where and as whom tokens are asked for. `service` is the base URL. */
export interface TokenClient {
  readonly service: string;
  readonly credentials: Credentials;
  /** For messages: the employer's key in the configuration. */
  readonly employerKey: string;
}

export type TokenAnswer =
  | { readonly type: 'token'; readonly token: AccessToken }
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly error: string;
      readonly description: string;
    };

const tokenBody = z.looseObject({
  access_token: z.unknown().transform((value, context): Secret => {
    const token = tokenSecret(value);
    if (token !== undefined) return token;
    context.addIssue({ code: 'custom', message: 'no token' });
    return z.NEVER;
  }),
  token_type: z.string().regex(/^bearer$/i),
  expires_in: z.int().positive(),
  scope: z.string().optional(),
});

const refusalBody = z.looseObject({ error: z.string(), error_description: z.string().optional() });

/**
 * Asks once for a token with these scopes (docs/service.md, "Tokens").
 * @throws PaytallyError SERVICE_* and INTERRUPTED; a refusal is an answer, judged by the caller.
 */
export async function requestToken(
  session: Session,
  client: TokenClient,
  scopes: readonly Scope[],
): Promise<TokenAnswer> {
  const { credentials, service, employerKey } = client;
  session.scrubber.add(credentials.clientSecret);
  const answer = await exchange(session, {
    kind: 'token',
    what: `a token for employer ${employerKey}`,
    keys: bucketKeys(client),
    request: { method: 'POST', url: `${service}/oauth/customer/token`, ...tokenForm(credentials, scopes) },
  });
  if (answer.status >= 200 && answer.status < 300)
    return { type: 'token', token: parseToken(session, client, answer) };
  const refusal = refusalBody.safeParse(answer.body);
  if (!refusal.success) throw noOauthAnswer(answer);
  const { error, error_description = '' } = refusal.data;
  const clean = (text: string) => session.scrubber.clean(text);
  return {
    type: 'refused',
    status: answer.status,
    error: clean(error),
    description: clean(error_description),
  };
}

function bucketKeys({ service, credentials }: TokenClient): readonly BucketKey[] {
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

function parseToken(session: Session, { employerKey }: TokenClient, answer: Answer): AccessToken {
  const parsed = tokenBody.safeParse(answer.body);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the body').join(', ');
    throw new PaytallyError(
      'SERVICE_PROTOCOL',
      `The token answer for employer ${employerKey} breaks the documented form: ${fields}.`,
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

function noOauthAnswer({ status }: Answer): PaytallyError {
  return new PaytallyError(
    'SERVICE_PROTOCOL',
    `The token endpoint answered ${status} without an OAuth error.`,
    {
      remedy: 'Check baseUrl: tokens are asked for at {baseUrl}/oauth/customer/token.',
    },
  );
}
