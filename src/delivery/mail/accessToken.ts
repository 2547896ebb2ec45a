import { createSign } from 'node:crypto';
import { type AnyMessage, message } from '../../i18n/message.js';
import { parseJson } from '../../runtime/jsonText.js';
import { isLoopback } from '../../runtime/loopback.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { parseTokenAnswer, shownErrorCode } from '../../runtime/tokenAnswer.js';
import { type DeliveryFailure, failedDelivery } from '../deliveryFailure.js';

/** The source of tokens, with secrets already read. */
export type TokenGrant =
  | {
      readonly kind: 'client-credentials';
      readonly tokenUrl: string;
      readonly clientId: string;
      readonly clientSecret: Secret;
      readonly scope: string | undefined;
    }
  | {
      /** A service account that signs for itself (RFC 7523). */
      readonly kind: 'service-account';
      readonly tokenUrl: string;
      readonly issuer: string;
      readonly privateKey: Secret;
      readonly scope: string;
      /** The mailbox that it sends from. */
      readonly subject: string;
    };

/** Sends a form (`application/x-www-form-urlencoded`) like all other requests. @throws if no answer came */
export type PostForm = (
  url: URL,
  form: string,
) => Promise<{ readonly status: number; readonly text: string }>;

/** A token that expires during a message is useless. */
const RENEW_BEFORE_MS = 60_000;
const SHORT_LIFE_SECONDS = 300;

/** Returns an access token, a new one if the last is about to expire. @throws DeliveryFailure without any secret */
export function createTokenSource(
  grant: TokenGrant,
  nowMs: () => number,
  postForm: PostForm,
): () => Promise<Secret> {
  let token: { readonly secret: Secret; readonly endsMs: number } | undefined;
  return async () => {
    if (token === undefined || nowMs() > token.endsMs - RENEW_BEFORE_MS)
      token = await requestToken(grant, nowMs(), postForm);
    return token.secret;
  };
}

async function requestToken(
  grant: TokenGrant,
  nowMs: number,
  postForm: PostForm,
): Promise<{ secret: Secret; endsMs: number }> {
  const url = parseTokenUrl(grant.tokenUrl);
  const { status, text } = await postForm(url, buildTokenForm(grant, nowMs).toString()).catch(
    (cause: unknown) => {
      throw tokenFailure(grant, message('delivery.token.unreachable', { origin: url.origin }), cause);
    },
  );
  const { origin } = url;
  const answer = parseTokenAnswer(status, parseJson(text));
  if (answer.kind === 'granted') {
    const { accessToken, expiresInSeconds = SHORT_LIFE_SECONDS } = answer.token;
    return { secret: accessToken, endsMs: nowMs + expiresInSeconds * 1000 };
  }
  if (answer.kind === 'unreadable' && answer.fields !== undefined)
    throw tokenFailure(grant, message('delivery.token.none', { origin }));
  const error = shownErrorCode(answer);
  const values = { origin, status, errors: error === undefined ? 0 : 1, error: error ?? '' };
  throw tokenFailure(grant, message('delivery.token.answered', values));
}

function buildTokenForm(grant: TokenGrant, nowMs: number): URLSearchParams {
  if (grant.kind === 'client-credentials') {
    return new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: grant.clientId,
      client_secret: grant.clientSecret.reveal(),
      ...(grant.scope === undefined ? {} : { scope: grant.scope }),
    });
  }
  return new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: signClaim(grant, Math.floor(nowMs / 1000)),
  });
}

/** A JWT signed with RS256, valid for an hour. */
function signClaim(
  { issuer, scope, subject, tokenUrl, privateKey }: Extract<TokenGrant, { kind: 'service-account' }>,
  nowSeconds: number,
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claim = { iss: issuer, scope, sub: subject, aud: tokenUrl, iat: nowSeconds, exp: nowSeconds + 3600 };
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claim)}`;
  try {
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey.reveal(), 'base64url')}`;
  } catch (cause) {
    throw failedDelivery(message('delivery.token.badKey'), { cause });
  }
}

function parseTokenUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw failedDelivery(message('delivery.token.insecure'));
}

function tokenFailure({ kind }: TokenGrant, text: AnyMessage, cause?: unknown): DeliveryFailure {
  const remedy = message(
    kind === 'client-credentials' ? 'delivery.remedy.oauth2' : 'delivery.remedy.serviceAccount',
  );
  return failedDelivery(text, { remedy, cause });
}
