import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FaultRuleInput } from '../../src/sandbox/faults.js';
import { formatRequestLine, type RequestLine } from '../../src/sandbox/service.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.js';
import { BAKERY, bakery, uuid } from '../support/service/smallData.js';
import { get, tokenFor } from './caller.js';

const shop = { id: uuid(1, 1), name: 'Shop', zone: 'Europe/Brussels' };
const entries = Array.from({ length: 60 }, (_, index) => ({
  id: uuid(8, index),
  workDate: `2026-05-${String(1 + Math.floor(index / 2)).padStart(2, '0')}`,
  status: 'Completed' as const,
  startsAt: `2026-05-${String(1 + Math.floor(index / 2)).padStart(2, '0')}T06:00:00+02:00`,
  endsAt: `2026-05-${String(1 + Math.floor(index / 2)).padStart(2, '0')}T14:00:00+02:00`,
  workedMinutes: 480,
  establishmentId: shop.id,
}));

let sandbox: Sandbox;
let token: string;
let slept: number[];
let lines: RequestLine[];

beforeEach(async () => {
  slept = [];
  lines = [];
  sandbox = await startSandbox({
    employers: [bakery({ records: { establishments: [shop], 'time-entries': entries } })],
    now: () => 0,
    sleep: async (ms) => {
      slept.push(ms);
    },
    onRequest: (line) => lines.push(line),
  });
  token = await newToken();
});
afterEach(() => sandbox.stop());

const newToken = () =>
  tokenFor(sandbox.baseUrl, 'bakery:client', 's+e c/r%e:t=é', 'establishments:read time-entries:read');
const MAY = '/time-entries?from=2026-05-01&to=2026-05-31';
const read = (query = '') => get(sandbox.baseUrl, BAKERY, `${MAY}${query}`, token);
/** The status, or the error code with which the connection failed. */
const outcome = (path = MAY) =>
  get(sandbox.baseUrl, BAKERY, path, token).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  );

describe('kinds', () => {
  it('latency: waits, then answers', async () => {
    sandbox.faults.add({ kind: 'latency', latencyMs: 250 }, { kind: 'latency', latencyMs: 50 });
    expect([await outcome(), slept]).toEqual([200, [250, 50]]);
  });
  it.each<[FaultRuleInput, number, string | undefined]>([
    [{ kind: 'tooMany', retryAfter: 17 }, 429, '17'],
    [{ kind: 'tooMany' }, 429, '1'],
    [{ kind: 'tooMany', retryAfter: null }, 429, undefined],
    [{ kind: 'tooMany', retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }, 429, 'Wed, 21 Oct 2026 07:28:00 GMT'],
    [{ kind: 'serverError' }, 503, undefined],
    [{ kind: 'serverError', status: 500 }, 500, undefined],
  ])('%j: %i', async (rule, status, retryAfter) => {
    sandbox.faults.add(rule);
    const answer = await read();
    expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });
  it('reset: the connection is reset', async () => {
    sandbox.faults.add({ kind: 'reset' });
    expect(await outcome()).toBe('ECONNRESET');
  });
  it.each([0, 0.5, 1])('cut to %d: the answer begins, and never ends', async (keep) => {
    sandbox.faults.add({ kind: 'cut', keep });
    expect(await rawAnswer()).toMatchObject({ status: 200, isWhole: false });
    expect(await outcome()).toBe('ECONNRESET');
  });
  it('cut keeps the stated share', async () => {
    const whole = (await read()).text;
    sandbox.faults.add({ kind: 'cut', keep: 0.25 });
    const { announced, body } = await rawAnswer();
    expect(announced).toBe(whole.length);
    expect(body).toBe(whole.slice(0, Math.floor(whole.length / 4)));
  });
  it('contentType: another media type, with the same body or another', async () => {
    const plain = (await read()).text;
    sandbox.faults.add({ kind: 'contentType', count: 1 });
    const same = await read();
    expect([same.status, same.headers['content-type'], same.text]).toEqual([200, 'text/html', plain]);
    sandbox.faults.add({ kind: 'contentType', contentType: 'text/plain', body: 'Log in' });
    const other = await read();
    expect([other.headers['content-type'], other.text]).toEqual(['text/plain', 'Log in']);
  });
  it('huge: a body of the given number of bytes', async () => {
    sandbox.faults.add({ kind: 'huge', bytes: 300_000 });
    expect((await read()).text).toHaveLength(300_002);
  });
  it('hang: no answer until the server stops', async () => {
    sandbox.faults.add({ kind: 'hang' });
    const waiting = outcome();
    await expect.poll(() => sandbox.faults.rules[0]?.struck).toBe(1);
    await sandbox.stop();
    expect(await waiting).toBe('ECONNRESET');
  });
  it('tokenDeath: this token is invalid, a new one works', async () => {
    sandbox.faults.add({ kind: 'tokenDeath', skip: 1, count: 1 });
    expect([await outcome(), await outcome(), await outcome()]).toEqual([200, 401, 401]);
    token = await newToken();
    expect(await outcome()).toBe(200);
  });
  it('revoke during a read: no new token either', async () => {
    sandbox.faults.add({ kind: 'revoke', skip: 1, count: 1 });
    expect([await outcome(), await outcome()]).toEqual([200, 401]);
    await expect(newToken()).rejects.toThrow('401 {"error":"invalid_client"}');
  });
});

describe('churn: records change while pages are read', () => {
  const state = async () => {
    sandbox.faults.clear();
    const { items } = (await read('&limit=200')).json;
    return new Map(items.map((item) => [item.id, item]));
  };
  it.each<['change' | 'appear' | 'vanish' | 'move', number]>([
    ['change', 60],
    ['appear', 70],
    ['vanish', 50],
    ['move', 60],
  ])('%s', async (change, count) => {
    const before = await state();
    sandbox.faults.add({ kind: 'churn', change, count: 10 });
    for (let request = 0; request < 12; request += 1) await read('&limit=1');
    const after = await state();
    // A move can leave the month.
    expect(Math.abs(after.size - count)).toBeLessThanOrEqual(change === 'move' ? 10 : 0);
    const same = [...after].filter(([id, item]) => JSON.stringify(item) === JSON.stringify(before.get(id)));
    expect(same.length).toBeLessThan(60 + (change === 'appear' ? 1 : 0));
    for (const item of after.values()) expect(String(item.startsAt).slice(0, 10)).toBe(item.workDate);
  });
  it('lists without days change too', async () => {
    sandbox.faults.add({ kind: 'churn', on: 'establishments', change: 'move', count: 1 });
    await get(sandbox.baseUrl, BAKERY, '/establishments', token);
    const { items } = (await get(sandbox.baseUrl, BAKERY, '/establishments', token)).json;
    expect(items[0]?.name).toBe('Shop*');
  });
});

describe('which requests', () => {
  it.each<[string, Partial<FaultRuleInput>, (number | undefined)[]]>([
    ['always', {}, [503, 503, 503, 503]],
    ['count', { count: 2 }, [503, 503, 200, 200]],
    ['skip', { skip: 1 }, [200, 503, 503, 503]],
    ['skip and count', { skip: 2, count: 1 }, [200, 200, 503, 200]],
    ['probability 0', { probability: 0 }, [200, 200, 200, 200]],
    ['probability 1', { probability: 1 }, [503, 503, 503, 503]],
    ['this list', { on: 'time-entries' }, [503, 503, 503, 503]],
    ['another list', { on: 'establishments' }, [200, 200, 200, 200]],
    ['data', { on: 'data' }, [503, 503, 503, 503]],
    ['token', { on: 'token' }, [200, 200, 200, 200]],
    ['this employer', { employerId: BAKERY }, [503, 503, 503, 503]],
    ['another employer', { employerId: 'other' }, [200, 200, 200, 200]],
  ])('%s', async (_name, rule, expected) => {
    sandbox.faults.add({ kind: 'serverError', ...rule } as FaultRuleInput);
    expect([await outcome(), await outcome(), await outcome(), await outcome()]).toEqual(expected);
  });
  it('on the token endpoint', async () => {
    sandbox.faults.add({ kind: 'tooMany', on: 'token', retryAfter: 3 });
    await expect(newToken()).rejects.toThrow('429');
  });
  it('a seed repeats the same faults, another seed gives others', async () => {
    const draw = async (seed: number) => {
      sandbox.faults.set({ seed, rules: [{ kind: 'serverError', probability: 0.5 }] });
      const drawn = [];
      for (let request = 0; request < 24; request += 1) drawn.push(await outcome());
      return drawn.join();
    };
    const first = await draw(7);
    expect(first).toContain('503');
    expect(first).toContain('200');
    expect(await draw(7)).toBe(first);
    expect(await draw(8)).not.toBe(first);
  });
  it('a fault that replaces the answer prevents later rules, and does not count towards the limit', async () => {
    sandbox.setLimits({ dataRequests: { requests: 1 } });
    sandbox.faults.set({
      rules: [
        { kind: 'reset', count: 3 },
        { kind: 'serverError', count: 1 },
      ],
    });
    expect([await outcome(), await outcome(), await outcome()]).toEqual(Array(3).fill('ECONNRESET'));
    expect([await outcome(), await outcome(), await outcome()]).toEqual([503, 200, 429]);
  });
  it('rules are validated', () => {
    expect(() => sandbox.faults.add({ kind: 'serverError', status: 404 })).toThrow('status');
  });
});

describe('the log', () => {
  it('has a line for each request, without the query, with its faults', async () => {
    sandbox.faults.add({ kind: 'reset', skip: 1, count: 1 });
    await outcome();
    await outcome();
    const path = `/api/customer/v1/employers/${BAKERY}/time-entries`;
    expect(lines.map(formatRequestLine)).toEqual([
      'POST /oauth/customer/token 200 0 ms',
      `GET ${path} 200 0 ms`,
      `GET ${path} broken 0 ms reset`,
    ]);
    expect(sandbox.stats()).toMatchObject({ answersByStatus: { 0: 1, 200: 2 }, faultsByKind: { reset: 1 } });
  });
});

/** The actual bytes on the socket, for cases in which a client would only see an error. */
function rawAnswer(): Promise<{ status: number; announced: number; body: string; isWhole: boolean }> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(sandbox.baseUrl);
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => {
      const path = `/api/customer/v1/employers/${BAKERY}${MAY}`;
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
      const announced = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      resolve({ status: Number(head.slice(9, 12)), announced, body, isWhole: body.length >= announced });
    });
  });
}
