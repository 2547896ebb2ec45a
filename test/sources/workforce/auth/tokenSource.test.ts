import { describe, expect, it } from 'vitest';
import { Secret } from '../../../../src/runtime/secrets/secret.js';
import type { HttpRequest } from '../../../../src/sources/transport/effects.js';
import { basicAuthorization, type Credentials } from '../../../../src/sources/workforce/auth/credentials.js';
import { SCOPES, type Scope } from '../../../../src/sources/workforce/auth/scopes.js';
import { probeScopes, TokenSource } from '../../../../src/sources/workforce/auth/tokenSource.js';
import { DataClient } from '../../../../src/sources/workforce/reading/dataClient.js';
import { type Reply, type Simulation, simulate } from '../../../support/service/simulatedSession.js';

const SERVICE = 'https://api.example.com/hr';
const credentials: Credentials = { clientId: 'app', clientSecret: new Secret('the-secret'), sendAs: 'basic' };
const client = { baseUrl: SERVICE, credentials, employerId: 'e1', employerKey: 'bakery' };
const granted = (value: string, more: object = {}): Reply => ({
  status: 200,
  body: { access_token: value, token_type: 'Bearer', expires_in: 300, ...more },
});
const page: Reply = { status: 200, body: { items: [], nextCursor: null } };
const isTokenRequest = (request: HttpRequest) => request.url.endsWith('/oauth/customer/token');
const scopeOf = (request: HttpRequest) =>
  new URLSearchParams(String(request.body)).get('scope')?.split(' ') ?? [];
const tokenRequests = (simulation: Simulation) =>
  simulation.arrivals.filter(({ request }) => isTokenRequest(request));

/** Tokens t1, t2, …; `data` answers requests of the lists. */
function service(data: (token: string, request: HttpRequest) => Reply, more: object = {}) {
  let issued = 0;
  return simulate((request) => {
    if (!isTokenRequest(request))
      return data(request.headers.authorization?.replace('Bearer ', '') ?? '', request);
    issued += 1;
    return granted(`token-${issued}`, more);
  });
}

const sourceOf = (simulation: Simulation, wanted: readonly Scope[] = SCOPES, needed: readonly Scope[] = []) =>
  new TokenSource(simulation.session, client, wanted, needed);
const clientOf = (simulation: Simulation, source = sourceOf(simulation)) =>
  new DataClient(simulation.session, source, client);

describe('credentials (RFC 6749, 2.3.1)', () => {
  it.each([
    ['plain', 'app', 'secret', 'app:secret'],
    ['colon', 'a:b', 'c:d', 'a%3Ab:c%3Ad'],
    ['percent and plus', 'a%b', 'c+d', 'a%25b:c%2Bd'],
    ['slash, accent and space', 'a/b', 'é f', 'a%2Fb:%C3%A9+f'],
  ])('%s', (_name, clientId, clientSecret, pair) => {
    const header = basicAuthorization({ clientId, clientSecret: new Secret(clientSecret), sendAs: 'basic' });
    expect(Buffer.from(header.replace('Basic ', ''), 'base64').toString('utf8')).toBe(pair);
  });

  it('basic: in the header only', async () => {
    const simulation = service(() => page);
    await simulation.clock.run(sourceOf(simulation).get());
    const [first] = tokenRequests(simulation);
    expect(first?.request.url).toBe(`${SERVICE}/oauth/customer/token`);
    expect(first?.request.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(String(first?.request.body)))).toEqual({
      grant_type: 'client_credentials',
      scope: SCOPES.join(' '),
    });
  });

  it('body: in the form only', async () => {
    const simulation = service(() => page);
    const inBody: Credentials = { clientId: 'a:b', clientSecret: new Secret('p:%+/é w'), sendAs: 'body' };
    const source = new TokenSource(simulation.session, { ...client, credentials: inBody }, SCOPES, []);
    await simulation.clock.run(source.get());
    const [first] = tokenRequests(simulation);
    expect(first?.request.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(String(first?.request.body)))).toMatchObject({
      client_id: 'a:b',
      client_secret: 'p:%+/é w',
    });
  });
});

describe('one token for all streams', () => {
  it('16 concurrent streams request it once', async () => {
    const simulation = service(() => page);
    const source = sourceOf(simulation);
    await simulation.clock.run(Promise.all(Array.from({ length: 16 }, () => source.get())));
    expect(tokenRequests(simulation)).toHaveLength(1);
  });

  it.each([
    ['300 seconds: 30 seconds early', 300, 269_999, 270_056],
    ['60 seconds: 6 seconds early', 60, 53_999, 54_056],
  ])('%s', async (_name, expires_in, stillGoodMs, overMs) => {
    const simulation = service(() => page, { expires_in });
    const source = sourceOf(simulation);
    const values: string[] = [];
    const use = async () => {
      for (const atMs of [0, stillGoodMs, overMs]) {
        await simulation.clock.sleep(atMs - simulation.clock.nowMs());
        values.push((await source.get()).value.reveal());
      }
    };
    await simulation.clock.run(use());
    expect(values).toEqual(['token-1', 'token-1', 'token-2']);
  });

  it('a 401 of 16 streams gives one new token', async () => {
    const simulation = service((token) => (token === 'token-1' ? { status: 401 } : page));
    const api = clientOf(simulation);
    await simulation.clock.run(Promise.all(Array.from({ length: 16 }, () => api.get('teams', {}))));
    expect(tokenRequests(simulation)).toHaveLength(2);
  });

  it('a token that expires later is renewed again', async () => {
    const dead = new Set<string>();
    const simulation = service((token) => (dead.has(token) ? { status: 401 } : page));
    const api = clientOf(simulation);
    const reads = async () => {
      for (const last of ['token-1', 'token-2', 'token-3']) {
        await api.get('teams', {});
        dead.add(last);
      }
      await api.get('teams', {});
    };
    await simulation.clock.run(reads());
    expect(tokenRequests(simulation)).toHaveLength(4);
  });

  it('a new token that is also refused ends the run', async () => {
    const simulation = service(() => ({ status: 401 }));
    const api = clientOf(simulation);
    const reads = Promise.allSettled(Array.from({ length: 4 }, () => api.get('teams', {})));
    for (const result of await simulation.clock.run(reads)) {
      expect(result).toMatchObject({ reason: { code: 'TOKEN_REFUSED', exitStatus: 3 } });
    }
    expect(tokenRequests(simulation)).toHaveLength(2);
  });
});

describe('refusals (docs/service.md, "Refusals of a token") have a message and a remedy each', () => {
  it.each([
    ['invalid_client', 401, 'AUTH_REJECTED', /client ID and secret/, /portal.*active.*renewed/s],
    ['unauthorized_client', 400, 'API_ACCESS_INACTIVE', /not active/, /administrator.*portal/s],
    ['invalid_request', 400, 'REQUEST_REJECTED', /invalid_request/, /basic or body/],
    ['unsupported_grant_type', 400, 'SERVICE_PROTOCOL', /unsupported_grant_type/, /baseUrl/],
    ['temporarily_odd', 400, 'TOKEN_REFUSED', /temporarily_odd/, /portal/],
  ])('%s', async (error, status, code, message, remedy) => {
    const simulation = simulate(() => ({ status, body: { error, error_description: 'Said\nso.' } }));
    await expect(simulation.clock.run(sourceOf(simulation).get())).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
    await expect(simulation.clock.run(sourceOf(simulation).get())).rejects.toThrow('bakery');
    await expect(simulation.clock.run(sourceOf(simulation).get())).rejects.toThrow(
      'The service says: Said so.',
    );
    expect(simulation.arrivals).toHaveLength(3);
  });

  it('429 waits', async () => {
    const simulation = simulate((_request, number) =>
      number === 1
        ? { status: 429, headers: { 'retry-after': '30' }, body: { error: 'slow_down' } }
        : granted('t-1'),
    );
    expect((await simulation.clock.run(sourceOf(simulation).get())).value.reveal()).toBe('t-1');
    expect(simulation.arrivals[1]?.atMs).toBeGreaterThanOrEqual(30_000);
  });

  it.each<[string, Reply, RegExp]>([
    ['404 from another server', { status: 404, body: '<p>' }, /answered 404 without an OAuth error/],
    ['no token in it', { status: 200, body: { token_type: 'Bearer', expires_in: 300 } }, /access_token/],
    ['another token type', granted('t-1', { token_type: 'mac' }), /token_type/],
    ['no lifetime', granted('t-1', { expires_in: 'long' }), /expires_in/],
    ['a lifetime of zero', granted('t-1', { expires_in: 0 }), /expires_in/],
    ['a token that no header can contain', granted('t\r\n1'), /access_token/],
    ['a bare list', { status: 200, body: [] }, /the body/],
  ])('%s', async (_name, reply, message) => {
    const simulation = simulate(() => reply);
    await expect(simulation.clock.run(sourceOf(simulation).get())).rejects.toMatchObject({
      code: 'SERVICE_PROTOCOL',
      message: expect.stringMatching(message),
    });
  });
});

describe('scopes', () => {
  const withScopes = (has: readonly Scope[]) =>
    simulate((request) =>
      scopeOf(request).every((scope) => has.some((one) => one === scope))
        ? granted('t-1')
        : { status: 400, body: { error: 'invalid_scope' } },
    );

  it('a missing one is found and left out', async () => {
    const simulation = withScopes(['establishments:read', 'time-entries:read', 'employees:read']);
    const source = sourceOf(simulation, SCOPES, ['time-entries:read']);
    await simulation.clock.run(source.get());
    expect(source.missing).toEqual(['agency-workers:read', 'planning:read']);
    const asked = tokenRequests(simulation).map(({ request }) => scopeOf(request));
    expect(asked.at(-1)).toEqual(['establishments:read', 'employees:read', 'time-entries:read']);
  });

  it('a missing required one ends the run, and is named with permission and module', async () => {
    const simulation = withScopes(['establishments:read']);
    const source = sourceOf(simulation, SCOPES, ['establishments:read', 'time-entries:read']);
    await expect(simulation.clock.run(source.get())).rejects.toMatchObject({
      code: 'SCOPE_MISSING',
      message: expect.stringContaining('time-entries:read'),
      remedy: expect.stringMatching(/"Read time entries".*Time registration module/s),
    });
  });

  it('an answer may grant less than requested, and this is reported', async () => {
    const simulation = simulate(() => granted('t-1', { scope: 'time-entries:read employees:read' }));
    const source = sourceOf(simulation, SCOPES, ['time-entries:read']);
    await simulation.clock.run(source.get());
    expect(source.missing).toEqual(['establishments:read', 'agency-workers:read', 'planning:read']);
  });

  it('each can be tested separately', async () => {
    const simulation = withScopes(['planning:read', 'time-entries:read']);
    expect(await simulation.clock.run(probeScopes(simulation.session, client))).toEqual({
      granted: ['planning:read', 'time-entries:read'],
      missing: ['establishments:read', 'employees:read', 'agency-workers:read'],
    });
  });
});
