import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface TokenServer {
  readonly url: string;
  /** The requests, in order. */
  readonly forms: URLSearchParams[];
  readonly close: () => Promise<void>;
}

/** A server that issues access tokens, as RFC 6749 describes: the first is `token-1`, the next `token-2`. */
export async function startTokenServer(
  refusal?: (form: URLSearchParams) => { status: number; body: string } | undefined,
  expiresIn: number | undefined = 3600,
): Promise<TokenServer> {
  const forms: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const form = new URLSearchParams(body);
      forms.push(form);
      const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
      const refused = isForm && request.method === 'POST' ? refusal?.(form) : { status: 400, body: '' };
      response.writeHead(refused?.status ?? 200, { 'content-type': 'application/json' });
      const given = { access_token: `token-${forms.length}`, token_type: 'Bearer', expires_in: expiresIn };
      response.end(refused?.body ?? JSON.stringify(given));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth2/token`,
    forms,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
