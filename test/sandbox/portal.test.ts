import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, ids } from '../support/service/smallData.js';
import { type Answer, askToken, basic, call, get, tokenFor } from './caller.js';

const ID = 'bakery:client';
const SECRET = 's+e c/r%e:t=é';
const SUPPORT = { 'x-session': 'support' };

let sandbox: Sandbox;
let nowMs: number;
beforeEach(async () => {
  nowMs = Date.UTC(2026, 9, 25, 12);
  sandbox = await startSandbox({ employers: [bakery()], now: () => nowMs });
});
afterEach(() => sandbox.stop());

function admin(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return call(`${sandbox.adminUrl}${path}`, { method, headers, ...sent });
}
const integrations = `/employers/${BAKERY}/integrations`;
const path = (action: string, clientId = ID) => `${integrations}/${encodeURIComponent(clientId)}/${action}`;
const create = (scopes: readonly string[] = ['planning:read'], headers = {}) =>
  admin('POST', integrations, { scopes }, headers);
const list = async () => JSON.parse((await admin('GET', '/employers')).text).employers[0];

async function tokenStatus(clientId: string, secret: string): Promise<number> {
  const form = { grant_type: 'client_credentials', scope: 'planning:read' };
  return (await askToken(sandbox.baseUrl, form, { headers: { authorization: basic(clientId, secret) } }))
    .status;
}

describe('create (docs/service.md, "Integrations")', () => {
  it('shows id and secret, which work at once', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(await tokenStatus(answer.json.clientId, answer.json.clientSecret)).toBe(200);
  });
  it('the secret is shown only once', async () => {
    const { clientSecret } = (await create()).json;
    expect((await admin('GET', '/employers')).text).not.toContain(clientSecret);
    expect((await admin('GET', '/employers')).text).not.toContain(SECRET);
  });
  it('has the selected permissions', async () => {
    const { clientId, clientSecret } = (await create(['employees:read'])).json;
    expect(await tokenStatus(clientId, clientSecret)).toBe(400);
  });
  it('allows at most 25 active ones; revoking one makes space', async () => {
    const answers = [];
    for (let count = 0; count < 25; count += 1) answers.push((await create()).status);
    expect(answers).toEqual([...Array(24).fill(201), 409]);
    await admin('POST', path('revoke'));
    expect((await create()).status).toBe(201);
  });
  it('not in a support session', async () => {
    const answer = await create(['planning:read'], SUPPORT);
    expect([answer.status, answer.json.detail]).toEqual([403, expect.stringContaining('support-session')]);
  });
  it('not without API access', async () => {
    await admin('PUT', `/employers/${BAKERY}/api-access`, { state: 'inactive' });
    expect((await create()).status).toBe(409);
  });
  it.each<[string, readonly string[]]>([
    ['no scope', []],
    ['an unknown scope', ['planning:read', 'planning:write']],
  ])('not with %s', async (_name, scopes) => {
    expect((await create(scopes)).status).toBe(400);
  });
});

describe('renew (docs/service.md, "Integrations")', () => {
  it('a new secret; the old one and its tokens stop at once', async () => {
    const old = await tokenFor(sandbox.baseUrl, ID, SECRET, 'planning:read');
    const renewed = (await admin('POST', path('renew'))).json;
    expect((await get(sandbox.baseUrl, BAKERY, '/teams', old)).status).toBe(401);
    expect(await tokenStatus(ID, SECRET)).toBe(401);
    expect(await tokenStatus(ID, renewed.clientSecret)).toBe(200);
  });
  it('does not affect the other integrations', async () => {
    const other = (await create()).json;
    const token = await tokenFor(sandbox.baseUrl, other.clientId, other.clientSecret, 'planning:read');
    await admin('POST', path('renew'));
    expect((await get(sandbox.baseUrl, BAKERY, '/teams', token)).status).toBe(200);
  });
  it('not in a support session: the secret does not change', async () => {
    expect((await admin('POST', path('renew'), undefined, SUPPORT)).status).toBe(403);
    expect(await tokenStatus(ID, SECRET)).toBe(200);
  });
  it('not when revoked', async () => {
    await admin('POST', path('revoke'));
    expect((await admin('POST', path('renew'))).status).toBe(409);
  });
});

describe('revoke (docs/service.md, "Integrations")', () => {
  it('permanently disables the integration and its tokens', async () => {
    const token = await tokenFor(sandbox.baseUrl, ID, SECRET, 'planning:read');
    expect((await admin('POST', path('revoke'))).status).toBe(204);
    expect((await get(sandbox.baseUrl, BAKERY, '/teams', token)).status).toBe(401);
    expect(await tokenStatus(ID, SECRET)).toBe(401);
    expect((await list()).integrations[0].state).toBe('revoked');
  });
  it('in a support session too', async () => {
    expect((await admin('POST', path('revoke'), undefined, SUPPORT)).status).toBe(204);
  });
  it('also after API access has ended', async () => {
    await admin('PUT', `/employers/${BAKERY}/api-access`, { state: 'inactive' });
    expect((await admin('POST', path('revoke'))).status).toBe(204);
  });
});

describe('last-used time (docs/service.md, "Integrations")', () => {
  it('is the time of the last issued token; reading data does not count', async () => {
    expect((await list()).integrations[0].lastUsedAtUtc).toBeNull();
    const token = await tokenFor(sandbox.baseUrl, ID, SECRET, 'planning:read');
    nowMs += 60_000;
    await get(sandbox.baseUrl, BAKERY, '/teams', token);
    await tokenStatus(ID, 'wrong');
    expect((await list()).integrations[0].lastUsedAtUtc).toBe('2026-10-25T12:00:00.000Z');
  });
});

describe('API access and modules', () => {
  it('access turned off and on again', async () => {
    await admin('PUT', `/employers/${BAKERY}/api-access`, { state: 'inactive' });
    expect([(await list()).apiAccess, await tokenStatus(ID, SECRET)]).toEqual(['inactive', 400]);
    await admin('PUT', `/employers/${BAKERY}/api-access`, { state: 'active' });
    expect(await tokenStatus(ID, SECRET)).toBe(200);
  });
  it('a module turned off and on again', async () => {
    await admin('PUT', `/employers/${BAKERY}/modules`, { planning: 'off' });
    expect((await list()).modules).toEqual({ planning: false, timeRegistration: true });
    expect(await tokenStatus(ID, SECRET)).toBe(400);
    await admin('PUT', `/employers/${BAKERY}/modules`, { planning: 'on' });
    expect(await tokenStatus(ID, SECRET)).toBe(200);
  });
});

describe('records, faults and settings', () => {
  const teams = async () => {
    const token = await tokenFor(sandbox.baseUrl, ID, SECRET, 'planning:read');
    return get(sandbox.baseUrl, BAKERY, '/teams', token);
  };
  it('a record is added and removed', async () => {
    const team = { id: ids.goneTeam, name: 'Back again' };
    await admin('PUT', `/employers/${BAKERY}/records/teams`, team);
    expect((await teams()).json.items).toContainEqual(team);
    await admin('DELETE', `/employers/${BAKERY}/records/teams/${ids.goneTeam}`);
    expect((await teams()).json.items).not.toContainEqual(team);
  });
  it('scripted edits', async () => {
    const edit = { after: { list: 'teams', page: 1 }, delete: ids.team };
    expect((await admin('POST', `/employers/${BAKERY}/edits`, [edit])).status).toBe(204);
    expect([(await teams()).json.items.length, (await teams()).json.items.length]).toEqual([1, 0]);
  });
  it('faults are set, shown and cleared', async () => {
    await admin('PUT', '/faults', { rules: [{ kind: 'serverError', on: 'teams', status: 502 }] });
    expect((await teams()).status).toBe(502);
    expect(JSON.parse((await admin('GET', '/faults')).text).rules).toMatchObject([
      { rule: { kind: 'serverError' }, struck: 1 },
    ]);
    await admin('DELETE', '/faults');
    expect((await teams()).status).toBe(200);
  });
  it('limits, shapes and numbers', async () => {
    await admin('PUT', '/shapes', { label: 'title' });
    expect((await teams()).json.items[0]).toMatchObject({ title: 'Ovens' });
    await admin('PUT', '/limits', { dataRequests: { requests: 1 } });
    expect((await teams()).status).toBe(429);
    expect(JSON.parse((await admin('GET', '/stats')).text)).toMatchObject({ tokensIssued: 2, tooMany: 1 });
  });
  it.each<[string, string, string, unknown, number]>([
    ['unknown employer', 'PUT', '/employers/nobody/api-access', { state: 'active' }, 404],
    ['unknown integration', 'POST', `${integrations}/nobody/revoke`, undefined, 404],
    ['unknown list', 'PUT', `/employers/${BAKERY}/records/payslips`, {}, 400],
    ['a record that breaks the format', 'PUT', `/employers/${BAKERY}/records/teams`, { id: 'x' }, 400],
    [
      'a record that is not there',
      'DELETE',
      `/employers/${BAKERY}/records/teams/${ids.shop}`,
      undefined,
      404,
    ],
    ['an unknown fault', 'PUT', '/faults', { rules: [{ kind: 'earthquake' }] }, 400],
    ['an unknown session', 'POST', path('renew'), undefined, 400],
    ['an unknown route', 'GET', '/nothing', undefined, 404],
  ])('%s: refused', async (name, method, url, body, status) => {
    const headers: Record<string, string> = name === 'an unknown session' ? { 'x-session': 'guest' } : {};
    expect((await admin(method, url, body, headers)).status).toBe(status);
  });
  it('not available to web pages, nor on the port of the API', async () => {
    expect((await admin('GET', '/employers', undefined, { origin: 'https://example.com' })).status).toBe(403);
    expect((await call(`${sandbox.baseUrl}/employers`)).status).toBe(404);
  });
});
