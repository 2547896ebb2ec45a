import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** The sign-in of a payroll program: RFC 6749 with RFC 7636 (PKCE). Each refresh token can be used once. */
export class OauthDouble {
  /** Token requests, in order. */
  readonly grants: URLSearchParams[] = [];
  /** Valid now. */
  tokens: Tokens = newTokens();
  readonly #codes = new Map<string, { challenge: string; redirect: string }>();
  readonly #isClient: (request: IncomingMessage, form: URLSearchParams) => boolean;

  /** @param isClient whether a token request comes from the registered application */
  constructor(isClient: (request: IncomingMessage, form: URLSearchParams) => boolean) {
    this.#isClient = isClient;
  }

  revoke(): void {
    this.tokens = { access: 'revoked', refresh: 'revoked' };
  }

  /** Serves `/authorize` and `/token`. @returns whether the request was for one of them */
  serve(request: IncomingMessage, url: URL, body: Buffer, response: ServerResponse): boolean {
    if (url.pathname === '/authorize') this.#authorize(url.searchParams, response);
    else if (url.pathname === '/token') this.#grant(request, new URLSearchParams(body.toString()), response);
    else return false;
    return true;
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    const redirect = new URL(asked.get('redirect_uri') ?? '');
    const code = randomUUID();
    this.#codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirect: redirect.href });
    redirect.searchParams.set('code', code);
    redirect.searchParams.set('state', asked.get('state') ?? '');
    response.writeHead(302, { location: redirect.href }).end();
  }

  #grant(request: IncomingMessage, form: URLSearchParams, response: ServerResponse): unknown {
    this.grants.push(form);
    if (!this.#isClient(request, form)) return answerJson(response, 401, { error: 'invalid_client' });
    if (!this.#isGranted(form)) return answerJson(response, 400, { error: 'invalid_grant' });
    this.tokens = newTokens();
    return answerJson(response, 200, {
      access_token: this.tokens.access,
      refresh_token: this.tokens.refresh,
      token_type: 'Bearer',
      expires_in: 900,
      id_token: 'not.for.us',
    });
  }

  #isGranted(form: URLSearchParams): boolean {
    if (form.get('grant_type') === 'refresh_token') return form.get('refresh_token') === this.tokens.refresh;
    const asked = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return asked?.challenge === challenge && asked.redirect === form.get('redirect_uri');
  }
}

function newTokens(): Tokens {
  return { access: `at-${randomUUID()}`, refresh: `rt-${randomUUID()}` };
}

export function answerJson(response: ServerResponse, status: number, content: object, headers = {}): unknown {
  return response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(content));
}
