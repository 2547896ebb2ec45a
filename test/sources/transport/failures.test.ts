import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/runtime/secrets/secret.js';
import type { HttpRequest } from '../../../src/sources/transport/effects.js';
import { HttpFailure } from '../../../src/sources/transport/failures.js';
import { readEmployer } from '../../../src/sources/workforce/reading/readEmployer.js';
import { memoryStaging } from '../../support/service/memoryStaging.js';
import { OCTOBER, PLAIN_DISCOVERY } from '../../support/service/readSandbox.js';
import { type Reply, simulate } from '../../support/service/simulatedSession.js';

const SECRET = 'p:%+/é w-secret';
const TOKEN = 'eyJhbGciOi.token-value.Zz0';
const BASIC = Buffer.from(`app:${new URLSearchParams({ s: SECRET }).toString().slice(2)}`).toString('base64');
const FORBIDDEN = [
  SECRET,
  encodeURIComponent(SECRET),
  BASIC,
  TOKEN,
  Buffer.from(SECRET).toString('base64'),
  Buffer.from(TOKEN).toString('base64'),
];

/** Returns everything that the client sent, as a careless service or proxy would. */
const echo = (request: HttpRequest) =>
  JSON.stringify([request.url, request.headers, request.body, SECRET, TOKEN]);
const token: Reply = { status: 200, body: { access_token: TOKEN, token_type: 'Bearer', expires_in: 300 } };
const isToken = (request: HttpRequest) => request.method === 'POST';

describe('secrets are never shown, after any failure', () => {
  it.each<[string, (request: HttpRequest) => Reply]>([
    [
      'a refused token',
      (r) => ({ status: 401, body: { error: 'invalid_client', error_description: echo(r) } }),
    ],
    ['an unusual OAuth error', (r) => ({ status: 400, body: { error: echo(r) } })],
    ['a token answer of the wrong form', (r) => ({ status: 200, body: { access_token: 7, said: echo(r) } })],
    [
      'an invalid scope',
      () => ({ status: 400, body: { error: 'invalid_scope', error_description: SECRET } }),
    ],
    [
      'a redirect',
      (r) => ({ status: 302, headers: { location: `https://x.example.com/${encodeURIComponent(echo(r))}` } }),
    ],
    ['400', (r) => (isToken(r) ? token : { status: 400, body: { title: echo(r), detail: TOKEN } })],
    ['endless 401', (r) => (isToken(r) ? token : { status: 401, body: { title: echo(r) } })],
    ['403', (r) => (isToken(r) ? token : { status: 403, body: { title: echo(r) } })],
    ['404', (r) => (isToken(r) ? token : { status: 404, body: { title: echo(r) } })],
    ['422', (r) => (isToken(r) ? token : { status: 422, body: { title: echo(r) } })],
    ['500', (r) => ({ status: 500, body: echo(r) })],
    ['a wrong content type', (r) => ({ status: 200, body: echo(r), headers: { 'content-type': echo(r) } })],
    [
      'no envelope',
      (r) => (isToken(r) ? token : { status: 200, body: { items: echo(r), nextCursor: echo(r) } }),
    ],
    ['a broken connection', (r) => (isToken(r) ? token : { fails: 'reset' })],
  ])('%s', async (_name, reply) => {
    const { clock, session, events } = simulate(reply);
    const http = {
      ...session.http,
      request: async (request: HttpRequest) => {
        try {
          return await session.http.request(request);
        } catch (error) {
          throw error instanceof HttpFailure
            ? new HttpFailure(error.kind, echo(request), new Error(echo(request)))
            : error;
        }
      },
    };
    const options = {
      baseUrl: 'https://api.example.com',
      employerKey: 'bakery',
      employerId: 'e1',
      credentials: { clientId: 'app', clientSecret: new Secret(SECRET), sendAs: 'basic' as const },
      period: OCTOBER,
      read: 'once' as const,
      marginDays: 1,
      discovery: PLAIN_DISCOVERY,
      staging: memoryStaging(),
    };
    const failure = await clock.run(readEmployer(options, { ...session, http })).then(
      () => 'it should have failed',
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    const texts = [
      inspect(failure, { depth: 10, showHidden: true }),
      inspect(events, { depth: 10 }),
      JSON.stringify(failure),
    ];
    for (const secret of FORBIDDEN) for (const text of texts) expect(text).not.toContain(secret);
  });
});
