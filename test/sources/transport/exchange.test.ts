import { describe, expect, it } from 'vitest';
import { verbatim } from '../../../src/i18n/message.js';
import type { HttpRequest } from '../../../src/sources/transport/effects.js';
import { exchange, type ServiceCall } from '../../../src/sources/transport/exchange.js';
import { HttpFailure } from '../../../src/sources/transport/failures.js';
import { seeded } from '../../support/service/seeded.js';
import { type Reply, type Simulation, simulate } from '../../support/service/simulatedSession.js';

const CALL: ServiceCall = {
  kind: 'data',
  what: verbatim('teams of employer bakery'),
  keys: [{ kind: 'address', service: 'https://api.example.com' }],
  request: { method: 'GET', url: 'https://api.example.com/teams', headers: {} },
};
const good: Reply = { status: 200, body: { items: [] } };
const html: Reply = { status: 200, body: '<p>Hello</p>', headers: { 'content-type': 'text/html' } };
const cut: Reply = { status: 200, body: '{"items":[{"id":"4' };

const utf8 = Buffer.from('{"name":"é"}');
const latin1 = Buffer.from('{"name":"é"}', 'latin1');
const otherCharset = (body: Uint8Array): Reply => ({
  status: 200,
  body,
  headers: { 'content-type': 'application/json; charset=iso-8859-1' },
});

const run = (simulation: Simulation) => simulation.clock.run(exchange(simulation.session, CALL));
/** The replies in turn; the last one repeats forever. */
const inTurn = (...replies: readonly Reply[]) =>
  simulate((_request, number) => replies[Math.min(number, replies.length) - 1] ?? good);

describe('recovers from a temporary fault', () => {
  it.each<[string, Reply]>([
    ['500', { status: 500 }],
    ['502 with a proxy’s page', { status: 502, body: '<p>', headers: { 'content-type': 'text/html' } }],
    ['503', { status: 503 }],
    ['599', { status: 599 }],
    ['408', { status: 408 }],
    ['connection refused', { fails: 'refused' }],
    ['connection reset', { fails: 'reset' }],
    ['no answer in time', { fails: 'timeout' }],
    ['a body cut off in transit', { fails: 'cut-short' }],
    ['a body cut off within the JSON', cut],
    ['empty body', { status: 200, body: '' }],
    ['invalid UTF-8', { status: 200, body: new Uint8Array([0x22, 0xff, 0x22]) }],
    ['a proxy’s page with status 200', html],
    ['204', { status: 204, body: '' }],
    ['too large', { fails: 'too-large' }],
    ['proxy', { fails: 'proxy' }],
    ['429', { status: 429, headers: { 'retry-after': '2' } }],
  ])('%s', async (_name, reply) => {
    const simulation = inTurn(reply, good);
    const answer = await run(simulation);
    expect(answer.status).toBe(200);
    expect(simulation.arrivals).toHaveLength(2);
  });
});

it.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset="UTF8"',
  'application/json; charset=iso-8859-1',
])('text that is the same in all charsets is read: %s', async (type) => {
  const simulation = inTurn({
    status: 200,
    body: '{"items":[],"nextCursor":null}',
    headers: { 'content-type': type },
  });
  expect((await run(simulation)).body).toEqual({ items: [], nextCursor: null });
});

describe('does not retry permanent faults', () => {
  it.each([400, 401, 403, 404, 405, 410, 422])('%i is reported to the caller at once', async (status) => {
    const simulation = inTurn({ status, body: { title: 'no' } });
    expect((await run(simulation)).status).toBe(status);
    expect(simulation.arrivals).toHaveLength(1);
  });
  it.each<[string, Reply, RegExp]>([
    [
      '301',
      { status: 301, headers: { location: 'https://login.example.com/x?y=1' } },
      /redirects to https:\/\/login\.example\.com \(status 301\)/,
    ],
    ['302 without a location', { status: 302 }, /redirects \(status 302\)/],
  ])('%s', async (_name, reply, message) => {
    const simulation = inTurn(reply);
    await expect(run(simulation)).rejects.toMatchObject({
      code: 'SERVICE_PROTOCOL',
      message: expect.stringMatching(message),
    });
    expect(simulation.arrivals).toHaveLength(1);
  });
  it('JSON nested absurdly deep', async () => {
    const simulation = inTurn({ status: 200, body: `${'['.repeat(100_000)}${']'.repeat(100_000)}` });
    await expect(run(simulation)).rejects.toMatchObject({
      code: 'SERVICE_PROTOCOL',
      message: expect.stringContaining('nested'),
    });
  });
  it('an untrusted certificate', async () => {
    const simulation = inTurn({ fails: 'certificate' });
    await expect(run(simulation)).rejects.toMatchObject({
      code: 'SERVICE_UNREACHABLE',
      remedy: expect.stringContaining('caFile'),
    });
    expect(simulation.arrivals).toHaveLength(1);
  });
});

describe('a permanent fault ends the run within minutes', () => {
  it.each<[string, Reply, string, number]>([
    ['500', { status: 500 }, 'SERVICE_UNAVAILABLE', 12],
    ['refused, and no request was ever answered', { fails: 'refused' }, 'SERVICE_UNREACHABLE', 5],
    ['unknown host', { fails: 'unknown-host' }, 'SERVICE_UNREACHABLE', 3],
    ['reset', { fails: 'reset' }, 'SERVICE_UNREACHABLE', 5],
    ['truncated', cut, 'SERVICE_PROTOCOL', 10],
    ['HTML', html, 'SERVICE_PROTOCOL', 3],
    ['204', { status: 204, body: '' }, 'SERVICE_PROTOCOL', 3],
    ['NaN', { status: 200, body: '{"items":[{"a":NaN}],"nextCursor":null}' }, 'SERVICE_PROTOCOL', 3],
    ['invalid UTF-8 in a complete body', { status: 200, body: latin1 }, 'SERVICE_PROTOCOL', 3],
    ['cut within a string', { status: 200, body: '{"items":[{"id":"}]}\\"' }, 'SERVICE_PROTOCOL', 10],
    ['cut within a character', { status: 200, body: utf8.subarray(0, 9) }, 'SERVICE_PROTOCOL', 10],
    ['an empty body', { status: 200, body: '' }, 'SERVICE_PROTOCOL', 10],
    ['another charset', otherCharset(latin1), 'SERVICE_PROTOCOL', 1],
    ['another charset, even if the text is the same', otherCharset(utf8), 'SERVICE_PROTOCOL', 1],
    ['too large', { fails: 'too-large' }, 'SERVICE_PROTOCOL', 3],
  ])('%s', async (_name, reply, code, attempts) => {
    const simulation = inTurn(reply);
    await expect(run(simulation)).rejects.toMatchObject({ code, exitStatus: 4 });
    expect(simulation.arrivals).toHaveLength(attempts);
    // An answer that is broken in the same way again and again ends the run within a minute; an outage gets more time.
    expect(simulation.clock.nowMs()).toBeLessThan(code === 'SERVICE_PROTOCOL' ? 60_000 : 5 * 60_000);
  });

  it('a service that fails during a run gets more time than one that never answered', async () => {
    const simulation = inTurn(good, { fails: 'reset' });
    await run(simulation);
    await expect(run(simulation)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    expect(simulation.arrivals).toHaveLength(11);
  });

  it('time-outs end by the clock, not by their number', async () => {
    const simulation = simulate(() => ({ status: 500 }), { latencyMs: 100_000 });
    await expect(run(simulation)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(simulation.clock.nowMs()).toBeLessThan(8 * 60_000);
  });

  it('many streams share one budget', async () => {
    const simulation = simulate(() => ({ status: 500 }));
    const all = Promise.allSettled(Array.from({ length: 16 }, () => exchange(simulation.session, CALL)));
    const results = await simulation.clock.run(all);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(simulation.arrivals).toHaveLength(16 + 60);
  });
});

describe('25 % failures', () => {
  it.each([1, 2, 3, 4, 5])('a run of 1,500 requests succeeds (seed %i)', async (seed) => {
    const random = seeded(seed);
    const simulation = simulate(() => (random() < 0.25 ? { status: 500 } : good), { random });
    let left = 1_500;
    const stream = async () => {
      while (left-- > 0) await exchange(simulation.session, CALL);
    };
    await simulation.clock.run(Promise.all([stream(), stream(), stream(), stream()]));
    expect(simulation.arrivals.length).toBeGreaterThan(1_800);
  });
});

describe('waits', () => {
  it.each<[string, string | undefined, number]>([
    ['seconds', '7', 7_000],
    ['hours, without a cap', '14400', 14_400_000],
    ['an HTTP date', new Date(90_000).toUTCString(), 90_000],
    ['a date in the past', new Date(0).toUTCString(), 55],
    ['missing: a minute', undefined, 60_055],
    ['invalid: a minute', 'soon', 60_055],
  ])('429 with Retry-After as %s', async (_name, header, atMs) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header };
    const simulation = inTurn({ status: 429, headers }, good);
    await run(simulation);
    const [, second] = simulation.arrivals;
    expect(second?.atMs).toBeGreaterThanOrEqual(atMs);
    expect(second?.atMs).toBeLessThanOrEqual(atMs + 1_000);
    expect(simulation.session.counts).toMatchObject({ tooMany: 1, retries: 0 });
  });

  it('a 429 whose body is broken still waits the stated time', async () => {
    const simulation = inTurn({ status: 429, headers: { 'retry-after': '60' } }, good);
    const { http } = simulation.session;
    const session = {
      ...simulation.session,
      http: {
        ...http,
        request: async (request: HttpRequest) => {
          const response = await http.request(request);
          const broken = () => Promise.reject(new HttpFailure('cut-short', 'broken'));
          return response.status === 429 ? { ...response, body: broken } : response;
        },
      },
    };
    await simulation.clock.run(exchange(session, CALL));
    expect(simulation.arrivals[1]?.atMs).toBeGreaterThanOrEqual(60_000);
  });

  it('a 429 pauses every stream of its bucket', async () => {
    const simulation = inTurn({ status: 429, headers: { 'retry-after': '60' } }, good);
    const later = async () => {
      await simulation.clock.sleep(1_000);
      return exchange(simulation.session, CALL);
    };
    await simulation.clock.run(Promise.all([exchange(simulation.session, CALL), later(), later()]));
    expect(simulation.arrivals.slice(1).every(({ atMs }) => atMs >= 60_000)).toBe(true);
  });

  it('a service that keeps answering 429 ends the run', async () => {
    const simulation = inTurn({ status: 429, headers: { 'retry-after': '0' } });
    await expect(run(simulation)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(simulation.arrivals).toHaveLength(31);
  });

  it('503 with Retry-After waits at least that long', async () => {
    const simulation = inTurn({ status: 503, headers: { 'retry-after': '120' } }, good);
    await run(simulation);
    expect(simulation.arrivals[1]?.atMs).toBeGreaterThanOrEqual(120_000);
  });

  it.each(['-5', 'NaN', '1e400', 'later 5', '\u00ff\u00fe', '', new Date(0).toUTCString()])(
    '503 with %j as Retry-After ends within a minute, however unlucky the delays',
    async (header) => {
      const simulation = simulate(() => ({ status: 503, headers: { 'retry-after': header } }), {
        random: () => 0.999,
      });
      await expect(run(simulation)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(simulation.clock.nowMs()).toBeLessThan(35_000);
    },
  );

  it.each([undefined, '0', '7'])(
    '503 with %j as Retry-After is an outage, and gets minutes',
    async (header) => {
      const headers: Record<string, string> = header === undefined ? {} : { 'retry-after': header };
      const simulation = simulate(() => ({ status: 503, headers }), { random: () => 0.999 });
      await expect(run(simulation)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(simulation.clock.nowMs()).toBeGreaterThan(60_000);
    },
  );

  it('delays grow and have full jitter', async () => {
    const delays = (random: number) => {
      const simulation = simulate(() => ({ status: 500 }), { random: () => random });
      return run(simulation).then(
        () => [],
        () => simulation.events.flatMap((event) => (event.type === 'retrying' ? [event.delayMs] : [])),
      );
    };
    expect(await delays(0)).toEqual(Array.from({ length: 11 }, () => 0));
    expect(await delays(0.999)).toEqual([249, 499, 999, 1998, 3996, 7992, 15984, 19980, 19980, 19980, 19980]);
  });

  it.each<[string, Reply]>([
    ['a retry', { status: 500 }],
    ['a 429', { status: 429, headers: { 'retry-after': '3600' } }],
  ])('interrupted during the wait for %s', async (_name, reply) => {
    const simulation = inTurn(reply);
    const interrupt = async () => {
      await simulation.clock.sleep(60);
      simulation.abort.abort();
    };
    const ended = Promise.allSettled([exchange(simulation.session, CALL), interrupt()]);
    const [result] = await simulation.clock.run(ended);
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'INTERRUPTED' } });
    expect(simulation.clock.nowMs()).toBe(60);
  });
});
