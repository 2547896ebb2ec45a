import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import { liveSecret } from '../../config/liveSecret.js';
import type { ApiDelivery } from '../../config/schema/deliverySchema.js';
import { message } from '../../i18n/message.js';
import { parseJson } from '../../runtime/jsonText.js';
import { isLoopback } from '../../runtime/loopback.js';
import { MAX_SECRET_LENGTH, Secret } from '../../runtime/secrets/secret.js';
import {
  type GrantedToken,
  parseTokenAnswer,
  shownErrorCode,
  type TokenAnswer,
} from '../../runtime/tokenAnswer.js';
import { Claims } from '../../store/claims.js';
import { replaceFile } from '../../store/replaceFile.js';
import { waitForWorkLock } from '../../store/workLock.js';
import { failedDelivery } from '../deliveryFailure.js';
import type { DeliveryEffects, DeliveryFolders } from '../deliveryKind.js';
import { safeName } from '../outgoingFile.js';

/** Addresses and rules of a vendor's API; its file says where each is documented. */
interface VendorRules {
  /** Its display name. */
  readonly title: string;
  readonly address: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scope: string;
  /** Further parameters of the authorisation address. */
  readonly authorizeWith?: Readonly<Record<string, string>>;
  /** The secret of the application is a field of the token request (RFC 6749, section 2.3.1), not its header. */
  readonly isSecretInForm?: true;
  /** A request that is sent again has no further effect. */
  readonly isRepeatable?: true;
}

export interface Vendor<Settings extends ApiDelivery> extends VendorRules {
  /** Headers of each request. */
  readonly headers: (settings: Settings) => Readonly<Record<string, string>>;
}

/** A vendor's API for one delivery. */
export interface ApiAccount extends VendorRules {
  readonly headers: Readonly<Record<string, string>>;
  /** The delivery's name in the configuration. */
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: Secret | undefined;
  /** The file of its tokens; absolute. */
  readonly tokenPath: string;
  /** The coordination of processes that renew tokens. */
  readonly lockFolder: string;
  readonly redirectPort: number;
}

/** The account of a delivery, with its secret. @throws PaytallyError SECRET_MISSING, SECRET_INVALID */
export async function resolveApiAccount<Settings extends ApiDelivery>(
  effects: DeliveryEffects,
  vendor: Vendor<Settings>,
  { name, settings }: { readonly name: string; readonly settings: Settings },
  { folder, storeFolder }: DeliveryFolders,
): Promise<ApiAccount> {
  const { clientSecret, tokens = `secrets/${safeName(name)}.tokens.json` } = settings;
  return {
    ...vendor,
    name,
    headers: { accept: 'application/json', ...vendor.headers(settings) },
    address: (settings.address ?? vendor.address).replace(/\/+$/, ''),
    authorizeUrl: settings.authorizeUrl ?? vendor.authorizeUrl,
    tokenUrl: settings.tokenUrl ?? vendor.tokenUrl,
    scope: settings.scope ?? vendor.scope,
    clientId: settings.clientId,
    clientSecret: clientSecret && (await liveSecret(effects, clientSecret, folder)),
    tokenPath: resolve(folder, tokens),
    lockFolder: storeFolder,
    redirectPort: settings.redirectPort,
  };
}

const token = z.string().min(1).max(MAX_SECRET_LENGTH);

const tokenFile = z.object({
  accessToken: token,
  refreshToken: token.optional(),
  /** ISO; the access token is invalid afterwards. */
  expiresAt: z.iso.datetime(),
  /** The application that received them: another one cannot use them. */
  clientId: z.string(),
  tokenUrl: z.string(),
});

/** The tokens stored by `paytally connect`. */
export type StoredTokens = z.infer<typeof tokenFile>;

/** A token that expires during a request is useless. */
const RENEW_BEFORE_MS = 60_000;
const SHORT_LIFE_SECONDS = 300;

/** The tokens of an account; undefined if there are none for this application. Registers them as secrets. */
export async function readTokens(
  effects: DeliveryEffects,
  account: ApiAccount,
): Promise<StoredTokens | undefined> {
  const text = await readFile(account.tokenPath, 'utf8').catch(() => '');
  const { success, data } = tokenFile.safeParse(parseJson(text));
  if (!success) return undefined;
  hideTokens(effects, data);
  return data.clientId === account.clientId && data.tokenUrl === account.tokenUrl ? data : undefined;
}

/** @throws PaytallyError OUTPUT_NOT_WRITTEN */
async function writeTokens({ tokenPath, lockFolder }: ApiAccount, tokens: StoredTokens): Promise<void> {
  const claims = new Claims(lockFolder);
  try {
    await replaceFile(tokenPath, Buffer.from(`${JSON.stringify(tokens, undefined, 2)}\n`), claims, 0o600);
  } finally {
    claims.close();
  }
}

/** Stores the answer of the vendor's token endpoint in the file. @throws PaytallyError OUTPUT_NOT_WRITTEN */
export async function storeTokens(
  effects: DeliveryEffects,
  account: ApiAccount,
  granted: GrantedToken,
  before?: StoredTokens,
): Promise<StoredTokens> {
  const refreshToken = granted.refreshToken?.reveal() ?? before?.refreshToken;
  const endsMs = effects.context.clock.nowMs() + (granted.expiresInSeconds ?? SHORT_LIFE_SECONDS) * 1000;
  const tokens: StoredTokens = {
    accessToken: granted.accessToken.reveal(),
    ...(refreshToken === undefined ? {} : { refreshToken }),
    expiresAt: new Date(endsMs).toISOString(),
    clientId: account.clientId,
    tokenUrl: account.tokenUrl,
  };
  hideTokens(effects, tokens);
  await writeTokens(account, tokens);
  return tokens;
}

function hideTokens(
  { context: { scrubber } }: DeliveryEffects,
  { accessToken, refreshToken }: StoredTokens,
): void {
  for (const each of [accessToken, refreshToken]) if (each !== undefined) scrubber.addToken(new Secret(each));
}

/**
 * A valid access token. Only one process renews it, since vendors accept a refresh token once: the others wait, and
 * read the stored one.
 * @param refused the token that the API has just refused
 * @throws DeliveryFailure `failed` if the account is not connected, or the vendor gives no new token
 */
export async function accessToken(
  effects: DeliveryEffects,
  account: ApiAccount,
  refused?: string,
): Promise<string> {
  const known = await readTokens(effects, account);
  if (known !== undefined && isGood(effects, known, refused)) return known.accessToken;
  const lock = await acquireTokenLock(effects, account);
  try {
    const current = await readTokens(effects, account);
    if (current !== undefined && isGood(effects, current, refused)) return current.accessToken;
    if (current?.refreshToken === undefined) throw notConnected(account);
    const answer = await renewTokens(effects, account, current.refreshToken);
    return (await storeTokens(effects, account, answer, current)).accessToken;
  } finally {
    lock.release();
  }
}

function isGood({ context }: DeliveryEffects, tokens: StoredTokens, refused: string | undefined): boolean {
  const leftMs = Date.parse(tokens.expiresAt) - context.clock.nowMs();
  return tokens.accessToken !== refused && leftMs > RENEW_BEFORE_MS;
}

async function renewTokens(
  effects: DeliveryEffects,
  account: ApiAccount,
  refreshToken: string,
): Promise<GrantedToken> {
  const { server, client, authentication, options } = oauthParts(effects, account);
  try {
    return await grantedToken(
      await oauth.refreshTokenGrantRequest(server, client, authentication, refreshToken, options),
    );
  } catch (failure) {
    throw grantRefusal(account, failure);
  }
}

/** An answer of a vendor's token endpoint without a token. */
export class TokenNotGranted extends Error {
  constructor(
    readonly status: number,
    readonly answer: TokenAnswer,
  ) {
    super(`the token endpoint answered ${status}`);
  }
}

/** @throws TokenNotGranted */
export async function grantedToken(response: Response): Promise<GrantedToken> {
  const answer = parseTokenAnswer(response.status, parseJson(await response.text()));
  if (answer.kind === 'granted') return answer.token;
  throw new TokenNotGranted(response.status, answer);
}

/** The error of the vendor's token endpoint, without secrets. */
export function grantRefusal({ title, tokenUrl, name }: ApiAccount, failure: unknown) {
  const { origin } = new URL(tokenUrl);
  const cause = { cause: failure };
  if (!(failure instanceof TokenNotGranted))
    return failedDelivery(message('api.tokenUnreachable', { vendor: title, origin }), cause);
  const { answer, status } = failure;
  if (answer.kind !== 'refused')
    return failedDelivery(message('api.tokenNonsense', { vendor: title, origin }), cause);
  const error = shownErrorCode(answer) ?? String(status);
  return failedDelivery(message('api.tokenRefused', { vendor: title, origin, error, name }), cause);
}

export function notConnected({ title, name }: Pick<ApiAccount, 'title' | 'name'>) {
  return failedDelivery(message('api.notConnected', { vendor: title, name }), { retryAfterMs: 'never' });
}

/** How this program requests tokens: like all requests, through the configured proxy, trusting `caFile`. */
export function oauthParts(effects: DeliveryEffects, account: ApiAccount) {
  const { authorizeUrl, tokenUrl, clientId } = account;
  const server: oauth.AuthorizationServer = {
    issuer: new URL(tokenUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
  };
  const client: oauth.Client = { client_id: clientId };
  const authentication = authenticationOf(account);
  const options = {
    [oauth.customFetch]: tokenFetch(effects),
    // Addresses use https or are on this computer: the configuration accepts no others.
    [oauth.allowInsecureRequests]: isLoopback(new URL(tokenUrl).hostname),
  };
  return { server, client, authentication, options };
}

function authenticationOf({ clientSecret, isSecretInForm }: ApiAccount): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  return isSecretInForm ? oauth.ClientSecretPost(clientSecret.reveal()) : basicAuthentication(clientSecret);
}

/**
 * RFC 6749, section 2.3.1. The library also encodes characters such as `-`, which not every server decodes.
 */
function basicAuthentication(secret: Secret): oauth.ClientAuth {
  const encoded = (text: string) => new URLSearchParams({ text }).toString().slice('text='.length);
  return (_server, { client_id: id }, _body, headers) => {
    const both = Buffer.from(`${encoded(id)}:${encoded(secret.reveal())}`).toString('base64');
    headers.set('authorization', `Basic ${both}`);
  };
}

/** An answer contains the only valid refresh token, so Ctrl-C does not abort the request. */
const TOKEN_TIMEOUT_MS = 20_000;

function tokenFetch({ http }: DeliveryEffects) {
  return async (url: string, { headers, body }: oauth.CustomFetchOptions<'POST', URLSearchParams>) => {
    const signal = AbortSignal.timeout(TOKEN_TIMEOUT_MS);
    const answer = await http.request({ method: 'POST', url, headers, body: body.toString(), signal });
    return new Response(Buffer.from(await answer.body()).toString('utf8'), { status: answer.status });
  };
}

const LONGEST_WAIT_MS = 60_000;

function acquireTokenLock({ context: { signal } }: DeliveryEffects, { lockFolder }: ApiAccount) {
  const sleep = (durationMs: number) => delay(durationMs, undefined, { signal });
  return waitForWorkLock(lockFolder, 'tokens', { longestMs: LONGEST_WAIT_MS, sleep });
}
