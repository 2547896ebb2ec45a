import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReadEvent } from '../../../src/sources/transport/effects.js';
import { type BucketKey, RateLimiter } from '../../../src/sources/transport/rateLimiter.js';
import { seeded } from '../../support/service/seeded.js';
import { SERVICE_LIMITS } from '../../support/service/serviceLimits.js';
import { VirtualClock } from '../../support/service/virtualClock.js';

const SERVICE = 'https://api.example.com';
const address: BucketKey = { kind: 'address', service: SERVICE };
const employer = (employerId: string): BucketKey => ({ kind: 'employer', service: SERVICE, employerId });
const never = new AbortController().signal;
setMaxListeners(0, never);
const ignore = () => undefined;

/** Sends `requests` over `streams`; returns when the service counted each, at a time between request and answer. */
async function countTimes(
  limiter: RateLimiter,
  clock: VirtualClock,
  keys: readonly BucketKey[],
  plan: { requests: number; streams: number; latencyMs: () => number; countedAt: () => number },
): Promise<number[]> {
  const counted: number[] = [];
  let left = plan.requests;
  const stream = async () => {
    while (left > 0) {
      left -= 1;
      const lease = await limiter.acquire(keys, never, ignore);
      const latencyMs = plan.latencyMs();
      counted.push(clock.nowMs() + latencyMs * plan.countedAt());
      await clock.sleep(latencyMs);
      lease.settle();
    }
  };
  await Promise.all(Array.from({ length: plan.streams }, stream));
  return counted.sort((a, b) => a - b);
}

/** The most requests in any 60 seconds, both ends included. */
function fullestMinute(times: readonly number[]): number {
  let fullest = 0;
  let first = 0;
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? 0) < time - 60_000) first += 1;
    fullest = Math.max(fullest, index - first + 1);
  }
  return fullest;
}

describe('windows', () => {
  it('never exceed the limit in any alignment, whatever the latencies', {
    tags: 'slow',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.nat(),
          limit: fc.integer({ min: 1, max: 12 }),
          requests: fc.integer({ min: 1, max: 60 }),
          streams: fc.integer({ min: 1, max: 16 }),
          slowestMs: fc.constantFrom(0, 55, 900, 30_000, 120_000),
        }),
        async ({ seed, limit, requests, streams, slowestMs }) => {
          const random = seeded(seed);
          const clock = new VirtualClock();
          const limiter = new RateLimiter(clock, { ...SERVICE_LIMITS, perAddress: limit });
          const latencyMs = () => random() * slowestMs;
          const plan = { requests, streams, latencyMs, countedAt: random };
          const times = await clock.run(countTimes(limiter, clock, [address], plan));
          expect(times).toHaveLength(requests);
          expect(fullestMinute(times)).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('apply to the address over two employers and to each employer at once', async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, { ...SERVICE_LIMITS, perAddress: 50, perEmployer: 30 });
    const plan = { requests: 200, streams: 4, latencyMs: () => 55, countedAt: () => 1 };
    const [one, two] = await clock.run(
      Promise.all(['one', 'two'].map((id) => countTimes(limiter, clock, [address, employer(id)], plan))),
    );
    const both = [...(one ?? []), ...(two ?? [])].sort((a, b) => a - b);
    expect(fullestMinute(one ?? [])).toBeLessThanOrEqual(30);
    expect(fullestMinute(two ?? [])).toBeLessThanOrEqual(30);
    expect(fullestMinute(both)).toBe(50);
  });

  it.each([
    { requests: 300, streams: 4 },
    { requests: 1_500, streams: 1 },
    { requests: 1_500, streams: 4 },
    { requests: 5_000, streams: 8 },
  ])(
    '$requests requests over $streams streams take at most 1.05 of the time that the limits require',
    async ({ requests, streams }) => {
      const clock = new VirtualClock();
      const latencyMs = 55;
      const plan = { requests, streams, latencyMs: () => latencyMs, countedAt: () => 1 };
      await clock.run(
        countTimes(new RateLimiter(clock, SERVICE_LIMITS), clock, [address, employer('one')], plan),
      );
      // At most 500 in a minute, and in each minute no faster than the streams can send.
      const wholeMinutes = Math.ceil(requests / 500) - 1;
      const perMinute = Math.min(500, (60_000 / latencyMs) * streams);
      const allowedMs = wholeMinutes * 60_000 + ((requests - wholeMinutes * perMinute) / streams) * latencyMs;
      expect(clock.nowMs()).toBeLessThanOrEqual(allowedMs * 1.05);
    },
  );
});

describe('after a 429', () => {
  const waiting = (events: readonly ReadEvent[]) => events.filter((event) => event.type === 'waiting');

  it('pauses the buckets of the request for the requested time, and no others', async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, SERVICE_LIMITS);
    limiter.pause([employer('one')], clock.nowMs() + 7 * 3_600_000);
    const sentAt = async (id: string) => {
      const lease = await limiter.acquire([address, employer(id)], never, ignore);
      lease.settle();
      return clock.nowMs();
    };
    expect(await clock.run(sentAt('two'))).toBe(0);
    expect(await clock.run(sentAt('one'))).toBe(7 * 3_600_000);
  });

  it('reports the remaining time every second', async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, SERVICE_LIMITS);
    const events: ReadEvent[] = [];
    limiter.pause([address], clock.nowMs() + 3_500);
    await clock.run(limiter.acquire([address], never, (event) => events.push(event)));
    expect(waiting(events)).toEqual(
      [3_500, 2_500, 1_500].map((leftMs) => ({ type: 'waiting', reason: 'too-many', leftMs })),
    );
  });

  it('a wait above the maximum ends at once: a Retry-After of ten years', async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, { ...SERVICE_LIMITS, maxWaitMs: 3_600_000 });
    limiter.pause([address], clock.nowMs() + 3_600_001);
    const wait = limiter.acquire([address], never, ignore);
    await expect(clock.run(wait)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', exitStatus: 4 });
    expect(clock.nowMs()).toBe(0);
  });

  it('a shorter pause never shortens a longer one', async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, SERVICE_LIMITS);
    limiter.pause([address], clock.nowMs() + 9_000);
    limiter.pause([address], clock.nowMs() + 1_000);
    await clock.run(limiter.acquire([address], never, ignore));
    expect(clock.nowMs()).toBe(9_000);
  });

  it('the wait ends at once when the run is interrupted', async () => {
    const clock = new VirtualClock();
    const limiter = new RateLimiter(clock, SERVICE_LIMITS);
    const abort = new AbortController();
    limiter.pause([address], clock.nowMs() + 86_400_000);
    const wait = limiter.acquire([address], abort.signal, () => abort.abort());
    await expect(clock.run(wait)).rejects.toMatchObject({ code: 'INTERRUPTED', exitStatus: 130 });
    expect(clock.nowMs()).toBe(0);
  });
});
