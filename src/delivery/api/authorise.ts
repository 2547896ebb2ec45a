import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as oauth from 'oauth4webapi';
import { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { message } from '../../i18n/message.js';
import { hasCode } from '../../runtime/notWritten.js';
import { escapeHtml } from '../../runtime/outsideText.js';
import type { DeliveryEffects } from '../deliveryKind.js';
import {
  type ApiAccount,
  grantedToken,
  grantRefusal,
  oauthParts,
  type StoredTokens,
  storeTokens,
  TokenNotGranted,
} from './apiAccount.js';

const PATH = '/connected';
const WAIT_MS = 5 * 60_000;

interface AuthoriseOptions {
  readonly language: Language;
  /** Shows the sign-in address. */
  readonly show: (url: string) => void;
  /** @default 5 minutes */
  readonly waitMs?: number;
}

/**
 * Runs the vendor's sign-in: authorisation code with PKCE (RFC 7636) to a page on this computer (RFC 8252, section
 * 7.3), then stores the tokens.
 * @throws PaytallyError AUTH_REJECTED, SERVICE_UNREACHABLE, OUTPUT_NOT_WRITTEN, USAGE for a port in use, INTERRUPTED
 */
export async function authorise(
  effects: DeliveryEffects,
  account: ApiAccount,
  { language, show, waitMs = WAIT_MS }: AuthoriseOptions,
): Promise<StoredTokens> {
  const { server, client, authentication, options } = oauthParts(effects, account);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const page = await openPage(account.redirectPort, language);
  try {
    const url = new URL(account.authorizeUrl);
    const parameters = {
      ...account.authorizeWith,
      response_type: 'code',
      client_id: account.clientId,
      redirect_uri: page.url,
      scope: account.scope,
      state,
      nonce: oauth.generateRandomNonce(),
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    show(url.href);
    const answer = await page.answerTo(
      state,
      AbortSignal.any([effects.context.signal, AbortSignal.timeout(waitMs)]),
    );
    effects.context.signal.throwIfAborted();
    if (answer === undefined)
      throw new PaytallyError(
        'AUTH_REJECTED',
        message('api.connect.timeout', { vendor: account.title, minutes: Math.ceil(waitMs / 60_000) }),
      );
    // Each page is for one vendor, so that none can answer for another.
    answer.delete('iss');
    const code = validated(account, () => oauth.validateAuthResponse(server, client, answer, state));
    const granted = await oauth
      .authorizationCodeGrantRequest(server, client, authentication, code, page.url, verifier, options)
      .then(grantedToken)
      .catch((failure: unknown) => {
        throw connectFailure(account, failure);
      });
    return await storeTokens(effects, account, granted);
  } finally {
    page.close();
  }
}

function validated<Result>(account: ApiAccount, validate: () => Result): Result {
  try {
    return validate();
  } catch (failure) {
    const error = failure instanceof oauth.AuthorizationResponseError ? failure.error : '';
    const shown = /^[\w.-]{1,60}$/.test(error) ? error : 'invalid_response';
    const text = message('api.connect.refused', { vendor: account.title, error: shown });
    throw new PaytallyError('AUTH_REJECTED', text, { cause: failure });
  }
}

function connectFailure(account: ApiAccount, failure: unknown): PaytallyError {
  const { text, remedyText: remedy } = grantRefusal(account, failure);
  const isAnswer = failure instanceof TokenNotGranted;
  return new PaytallyError(isAnswer ? 'AUTH_REJECTED' : 'SERVICE_UNREACHABLE', text, {
    remedy,
    cause: failure,
  });
}

interface RedirectPage {
  /** Registered with the vendor. */
  readonly url: string;
  /** The parameters that come with this state; undefined once the signal aborts. Others are refused. */
  readonly answerTo: (state: string, signal: AbortSignal) => Promise<URLSearchParams | undefined>;
  readonly close: () => void;
}

/** The page on this computer to which the vendor redirects the browser, for one answer. @throws PaytallyError USAGE */
async function openPage(port: number, language: Language): Promise<RedirectPage> {
  let expected: { readonly state: string; readonly take: (answer: URLSearchParams) => void } | undefined;
  const server = createServer((request, response) => {
    const answer = answerOf(request);
    const isOurs = expected !== undefined && answer?.get('state') === expected.state;
    respond(response, isOurs ? 200 : 400, sayIn(language)(isOurs ? 'api.page.done' : 'api.page.other'));
    if (!isOurs || answer === undefined) return;
    expected?.take(answer);
    expected = undefined;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: unknown) => {
    if (!hasCode(cause)) throw cause;
    throw new PaytallyError('USAGE', message('api.connect.port', { port }), {
      record: 'redirectPort',
      cause,
    });
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}${PATH}`,
    answerTo: (state, signal) =>
      new Promise((take) => {
        expected = { state, take };
        if (signal.aborted) take(undefined);
        signal.addEventListener('abort', () => take(undefined), { once: true });
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Parameters of a request to the page itself; undefined for all others. */
function answerOf({ url = '', method, headers }: IncomingMessage): URLSearchParams | undefined {
  const isHere = /^(localhost|127\.0\.0\.1):\d+$/.test(headers.host ?? '');
  const asked = new URL(url, 'http://localhost');
  return isHere && method === 'GET' && asked.pathname === PATH ? asked.searchParams : undefined;
}

function respond(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  };
  response.writeHead(status, headers);
  response.end(`<!doctype html><meta charset="utf-8"><title>paytally</title><p>${escapeHtml(text)}</p>\n`);
}
