import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/sandbox/scopes.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, cafe } from '../support/service/smallData.js';
import { askToken, basic, type Call, get, tokenFor } from './caller.js';

const ID = 'bakery:client';
const SECRET = 's+e c/r%e:t=é';
const GRANT = { grant_type: 'client_credentials', scope: 'employees:read' };
const IN_BODY = { client_id: ID, client_secret: SECRET };
const HEADER = { headers: { authorization: basic(ID, SECRET) } };

let sandbox: Sandbox;
let nowMs: number;

beforeEach(async () => {
  nowMs = Date.UTC(2026, 9, 25);
  const planner = { clientId: 'planner', clientSecret: 'p', scopes: ['planning:read' as const] };
  const employers = [
    bakery({ integrations: [{ clientId: ID, clientSecret: SECRET, scopes: SCOPES }, planner] }),
    cafe(),
  ];
  sandbox = await startSandbox({ employers, now: () => nowMs });
});
afterEach(() => sandbox.stop());

describe('success (docs/service.md, "Tokens")', () => {
  const raw = (pair: string) => ({
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  });
  it.each<[string, Record<string, string>, Call]>([
    ['Basic, form-encoded id and secret', GRANT, HEADER],
    ['credentials in the body', { ...GRANT, ...IN_BODY }, {}],
    ['several scopes', { ...GRANT, scope: SCOPES.join(' ') }, HEADER],
    [
      'a media type with a charset',
      GRANT,
      { headers: { ...HEADER.headers, 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' } },
    ],
    ['Basic with %20 for a space', GRANT, raw('bakery%3Aclient:s%2Be%20c%2Fr%25e%3At%3D%C3%A9')],
    ['the secret can contain a raw colon', GRANT, raw('bakery%3Aclient:s%2Be+c/r%25e:t=%C3%A9')],
  ])('%s', async (_name, form, more) => {
    const answer = await askToken(sandbox.baseUrl, form, more);
    expect(answer.json).toEqual({
      access_token: expect.stringMatching(/^\S{20,}$/),
      token_type: 'Bearer',
      expires_in: 300,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('errors (docs/service.md, "Refusals of a token")', () => {
  const without = (key: 'grant_type' | 'scope') =>
    Object.fromEntries(Object.entries(GRANT).filter(([name]) => name !== key));
  const header = (authorization: string) => ({ headers: { authorization } });
  const doubled = {
    ...HEADER,
    body: 'grant_type=client_credentials&scope=employees%3Aread&scope=planning%3Aread',
  };
  it.each<[string, number, string, Record<string, string>, Call]>([
    ['no grant_type', 400, 'invalid_request', without('grant_type'), HEADER],
    ['credentials in both places', 400, 'invalid_request', { ...GRANT, ...IN_BODY }, HEADER],
    ['id in the body as well as Basic', 400, 'invalid_request', { ...GRANT, client_id: ID }, HEADER],
    ['no credentials', 400, 'invalid_request', GRANT, {}],
    ['id without secret', 400, 'invalid_request', { ...GRANT, client_id: ID }, {}],
    ['a duplicate parameter', 400, 'invalid_request', {}, doubled],
    [
      'not form-encoded',
      400,
      'invalid_request',
      GRANT,
      { headers: { ...HEADER.headers, 'content-type': 'application/json' } },
    ],
    ['another scheme', 400, 'invalid_request', GRANT, header('Bearer abc')],
    [
      'undecodable Basic credentials',
      400,
      'invalid_request',
      GRANT,
      header(`Basic ${Buffer.from('id:100%').toString('base64')}`),
    ],
    ['unknown client id', 401, 'invalid_client', GRANT, header(basic('nobody', SECRET))],
    ['wrong secret', 401, 'invalid_client', GRANT, header(basic(ID, 'wrong'))],
    [
      'a secret that was not form-encoded',
      401,
      'invalid_client',
      GRANT,
      header(`Basic ${Buffer.from('bakery%3Aclient:s+e%20c/r%25e:t=%C3%A9').toString('base64')}`),
    ],
    ['wrong secret in the body', 401, 'invalid_client', { ...GRANT, client_id: ID, client_secret: 'x' }, {}],
    ['another grant type', 400, 'unsupported_grant_type', { ...GRANT, grant_type: 'password' }, HEADER],
    ['no scope', 400, 'invalid_scope', without('scope'), HEADER],
    ['an empty scope', 400, 'invalid_scope', { ...GRANT, scope: ' ' }, HEADER],
    ['an unknown scope', 400, 'invalid_scope', { ...GRANT, scope: 'employees:write' }, HEADER],
    ['a valid and an unknown scope', 400, 'invalid_scope', { ...GRANT, scope: 'employees:read x' }, HEADER],
    ['a scope that the integration lacks', 400, 'invalid_scope', GRANT, header(basic('planner', 'p'))],
  ])('%s: %i %s', async (_name, status, error, form, more) => {
    const answer = await askToken(sandbox.baseUrl, form, more);
    expect([answer.status, answer.json]).toEqual([status, { error }]);
  });

  it('invalid_client after Basic names the scheme', async () => {
    const answer = await askToken(sandbox.baseUrl, GRANT, header(basic(ID, 'wrong')));
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });
  it('a revoked integration: 401 invalid_client', async () => {
    sandbox.portal.revoke(BAKERY, ID);
    const answer = await askToken(sandbox.baseUrl, GRANT, HEADER);
    expect([answer.status, answer.json.error]).toEqual([401, 'invalid_client']);
  });
  it('a renewed secret: the old one 401 invalid_client, the new one 200', async () => {
    const { clientSecret } = sandbox.portal.renewSecret(BAKERY, ID);
    const old = await askToken(sandbox.baseUrl, GRANT, HEADER);
    const renewed = await askToken(sandbox.baseUrl, GRANT, header(basic(ID, clientSecret)));
    expect([old.status, old.json.error, renewed.status]).toEqual([401, 'invalid_client', 200]);
  });
  it('API access inactive: 400 unauthorized_client, only with valid credentials', async () => {
    sandbox.portal.setApiAccess(BAKERY, 'inactive');
    const valid = await askToken(sandbox.baseUrl, GRANT, HEADER);
    const wrong = await askToken(sandbox.baseUrl, GRANT, header(basic(ID, 'wrong')));
    expect([valid.status, valid.json.error]).toEqual([400, 'unauthorized_client']);
    expect(wrong.json.error).toBe('invalid_client');
  });
  it.each([
    ['planning', 'planning:read'],
    ['timeRegistration', 'time-entries:read'],
  ] as const)('module %s off: %s is invalid_scope, others still work', async (module, scope) => {
    sandbox.portal.setModule(BAKERY, module, 'off');
    const lost = await askToken(sandbox.baseUrl, { ...GRANT, scope: `employees:read ${scope}` }, HEADER);
    const other = await askToken(sandbox.baseUrl, GRANT, HEADER);
    expect([lost.status, lost.json.error, other.status]).toEqual([400, 'invalid_scope', 200]);
  });
  it('GET is refused, and a huge body too', async () => {
    const wrongMethod = await askToken(sandbox.baseUrl, GRANT, { ...HEADER, method: 'PUT' });
    const huge = await askToken(sandbox.baseUrl, { ...GRANT, x: 'x'.repeat(100_000) }, HEADER);
    expect([wrongMethod.status, wrongMethod.headers.allow]).toEqual([405, 'POST']);
    expect([huge.status, huge.json.error]).toEqual([400, 'invalid_request']);
  });
});

describe('lifetime of a token (docs/service.md, "Scopes and modules")', () => {
  const list = (token: string) => get(sandbox.baseUrl, BAKERY, '/employees', token);
  it('is valid until 300 s after it was issued, not longer', async () => {
    const token = await tokenFor(sandbox.baseUrl, ID, SECRET, 'employees:read');
    nowMs += 299_999;
    expect((await list(token)).status).toBe(200);
    nowMs += 1;
    expect((await list(token)).status).toBe(401);
  });
  it('a new token does not invalidate the old one', async () => {
    const first = await tokenFor(sandbox.baseUrl, ID, SECRET, 'employees:read');
    const second = await tokenFor(sandbox.baseUrl, ID, SECRET, 'employees:read');
    expect([(await list(first)).status, (await list(second)).status]).toEqual([200, 200]);
  });
});
