import { afterEach, describe, expect, it } from 'vitest';
import { SCOPES } from '../../src/sandbox/scopes.js';
import type { LimitSettingsInput } from '../../src/sandbox/settings.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, CAFE, cafe } from '../support/service/smallData.js';
import { type Answer, askToken, basic, call, tokenFor } from './caller.js';

const START = Date.UTC(2026, 9, 25, 0, 0, 10);
const GRANT = { grant_type: 'client_credentials', scope: 'planning:read' };

let sandbox: Sandbox;
let nowMs: number;
afterEach(() => sandbox.stop());

async function start(limits: LimitSettingsInput = {}): Promise<void> {
  nowMs = START;
  const integrations = ['a', 'b'].map((clientId) => ({ clientId, clientSecret: 's', scopes: SCOPES }));
  sandbox = await startSandbox({ employers: [bakery({ integrations }), cafe()], limits, now: () => nowMs });
}

const byHeader = (clientId: string, from?: string) =>
  askToken(sandbox.baseUrl, GRANT, {
    headers: { authorization: basic(clientId, 's') },
    ...(from && { from }),
  });
const byBody = (clientId: string, from?: string) =>
  askToken(sandbox.baseUrl, { ...GRANT, client_id: clientId, client_secret: 's' }, from ? { from } : {});

async function statuses(count: number, one: () => Promise<Answer>): Promise<Record<number, number>> {
  const counted: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { status } = await one();
    counted[status] = (counted[status] ?? 0) + 1;
  }
  return counted;
}

function reader(token: string, employerId = BAKERY, from?: string): () => Promise<Answer> {
  const url = `${sandbox.baseUrl}/api/customer/v1/employers/${employerId}/teams`;
  return () => call(url, { headers: { authorization: `Bearer ${token}` }, ...(from && { from }) });
}

describe('token requests: 30 in 60 s (docs/service.md, "Limits")', () => {
  it('per address and client id with Basic', async () => {
    await start();
    expect(await statuses(31, () => byHeader('a'))).toEqual({ 200: 30, 429: 1 });
    expect((await byHeader('b')).status).toBe(200);
    expect((await byHeader('a', '127.0.0.2')).status).toBe(200);
  });
  it('per address with body credentials, whatever the client id', async () => {
    await start();
    expect(await statuses(15, () => byBody('a'))).toEqual({ 200: 15 });
    expect(await statuses(16, () => byBody('b'))).toEqual({ 200: 15, 429: 1 });
    expect((await byBody('a', '127.0.0.2')).status).toBe(200);
    expect((await byHeader('a')).status).toBe(200);
  });
  it('refused credentials count too', async () => {
    await start();
    const wrong = () => askToken(sandbox.baseUrl, GRANT, { headers: { authorization: basic('a', 'wrong') } });
    expect(await statuses(30, wrong)).toEqual({ 401: 30 });
    expect((await byHeader('a')).status).toBe(429);
  });
});

describe('data requests: 600 in 60 s (docs/service.md, "Limits")', () => {
  it('per employer, shared by its integrations and addresses', async () => {
    await start();
    const first = reader(await tokenFor(sandbox.baseUrl, 'a', 's', 'planning:read'));
    const second = reader(await tokenFor(sandbox.baseUrl, 'b', 's', 'planning:read'), BAKERY, '127.0.0.2');
    expect(await statuses(400, first)).toEqual({ 200: 400 });
    expect(await statuses(201, second)).toEqual({ 200: 200, 429: 1 });
    const other = await tokenFor(sandbox.baseUrl, 'cafe-client', 'cafe-secret', 'planning:read');
    expect((await reader(other, CAFE, '127.0.0.3')()).status).toBe(200);
  });
  it('requests without access do not count', async () => {
    await start({ dataRequests: { requests: 2 } });
    expect(await statuses(5, reader('made-up'))).toEqual({ 401: 5 });
    const token = await tokenFor(sandbox.baseUrl, 'a', 's', 'planning:read');
    expect(await statuses(3, reader(token))).toEqual({ 200: 2, 429: 1 });
  });
});

describe('general limit: 500 a minute per address (docs/service.md, "Limits")', () => {
  it('counts every request of any kind', async () => {
    await start();
    expect(await statuses(500, () => call(`${sandbox.baseUrl}/anything`))).toEqual({ 404: 500 });
    expect((await byHeader('a')).status).toBe(429);
    expect((await byHeader('a', '127.0.0.2')).status).toBe(200);
  });
});

describe('429', () => {
  it.each<[string, LimitSettingsInput, number, string]>([
    ['sliding: until the oldest request is one window old', {}, 20_000, '40'],
    ['fixed: until the current window ends', { window: 'fixed' }, 20_000, '30'],
    ['a fraction of a second is rounded up', {}, 59_001, '1'],
  ])('%s', async (_name, limits, afterMs, retryAfter) => {
    await start({ ...limits, dataRequests: { requests: 1 } });
    const read = reader(await tokenFor(sandbox.baseUrl, 'a', 's', 'planning:read'));
    await read();
    nowMs = START + afterMs;
    const refused = await read();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, retryAfter]);
    expect(refused.headers['content-type']).toBe('application/problem+json');
    nowMs += Number(retryAfter) * 1000;
    expect((await read()).status).toBe(200);
  });
  it('waiting less than Retry-After is refused, and refused requests do not count', async () => {
    await start({ dataRequests: { requests: 1 } });
    const read = reader(await tokenFor(sandbox.baseUrl, 'a', 's', 'planning:read'));
    await read();
    nowMs = START + 59_999;
    expect((await read()).status).toBe(429);
    nowMs = START + 60_000;
    expect(await statuses(2, read)).toEqual({ 200: 1, 429: 1 });
  });
  it('a sliding window enforces the limit across the minute, a fixed one does not', async () => {
    for (const [window, expected] of [
      ['sliding', { 200: 1, 429: 2 }],
      ['fixed', { 200: 3 }],
    ] as const) {
      await start({ window, dataRequests: { requests: 3 } });
      const read = reader(await tokenFor(sandbox.baseUrl, 'a', 's', 'planning:read'));
      nowMs = START - 10_000 + 59_000;
      await statuses(2, read);
      nowMs += 2000;
      expect(await statuses(3, read)).toEqual(expected);
      if (window === 'sliding') await sandbox.stop();
    }
  });
  it('is counted in the numbers', async () => {
    await start({ dataRequests: { requests: 1 } });
    await statuses(3, reader(await tokenFor(sandbox.baseUrl, 'a', 's', 'planning:read')));
    expect(sandbox.stats()).toEqual({
      requests: 4,
      requestsByEndpoint: { token: 1, teams: 3 },
      answersByStatus: { 200: 2, 429: 2 },
      tooMany: 2,
      tokensIssued: 1,
      faultsByKind: {},
    });
  });
});

describe('settings', () => {
  it('enabled: false turns the limits off', async () => {
    await start({ enabled: false });
    expect(await statuses(40, () => byHeader('a'))).toEqual({ 200: 40 });
  });
  it('tokenSeconds is the value of expires_in', async () => {
    await start({ tokenSeconds: 7 });
    expect(JSON.parse((await byHeader('a')).text)).toMatchObject({ expires_in: 7 });
  });
  it('clearCounts resets the counts', async () => {
    await start({ tokenRequests: { requests: 1 } });
    await byHeader('a');
    sandbox.clearCounts();
    expect((await byHeader('a')).status).toBe(200);
    expect(sandbox.stats().requests).toBe(1);
  });
});
