import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BucketKey, RateLimiter, type RateLimits } from '../../src/sources/transport/rateLimiter.js';
import { Connection } from '../../src/store/connection.js';
import { RequestLog } from '../../src/store/requestLog.js';
import { SlotLeases } from '../../src/store/slotLeases.js';
import { freshFolder } from '../support/employers/sampleRun.js';
import { SERVICE_LIMITS } from '../support/service/serviceLimits.js';
import { VirtualClock } from '../support/service/virtualClock.js';

const SERVICE = 'https://api.example.com';
const ADDRESS: BucketKey = { kind: 'address', service: SERVICE };
const never = new AbortController().signal;
const ignore = () => undefined;
const { windowMs } = SERVICE_LIMITS;

/** The state of one process: its own log and limiter over the folder that all share. */
function processOn(folder: string, clock: VirtualClock, limits: Partial<RateLimits> = {}) {
  const nowMs = () => clock.nowMs();
  const slots = new RequestLog({ folder, windowMs, machineMs: nowMs });
  const log = new SlotLeases(slots, { nowMs, sleep: (durationMs) => clock.sleep(durationMs) });
  return { log, limiter: new RateLimiter(clock, { ...SERVICE_LIMITS, ...limits }, log) };
}

/** Sends requests one after the other; returns when the service counted each. */
async function send(limiter: RateLimiter, clock: VirtualClock, requests: number): Promise<number[]> {
  const counted: number[] = [];
  for (let sent = 0; sent < requests; sent += 1) {
    const lease = await limiter.acquire([ADDRESS], never, ignore);
    await clock.sleep(55);
    counted.push(clock.nowMs());
    lease.settle();
  }
  return counted;
}

function fullestMinute(times: readonly number[]): number {
  return Math.max(...times.map((start) => times.filter((at) => at >= start && at <= start + 60_000).length));
}

describe('processes on one machine', () => {
  it('together keep the limit that each keeps alone', async () => {
    const [folder, clock] = [freshFolder(), new VirtualClock()];
    const three = [1, 2, 3].map(() => processOn(folder, clock, { perAddress: 40 }));
    const times = await clock.run(Promise.all(three.map(({ limiter }) => send(limiter, clock, 50))));
    expect(fullestMinute(times.flat())).toBe(40);
    // 150 requests are four windows of 40, of which the last has only begun.
    expect(clock.nowMs()).toBeLessThan(3 * windowMs + 10_000);
    // Without the log each process would use the whole limit.
    const alone = [1, 2, 3].map(() => new RateLimiter(clock, { ...SERVICE_LIMITS, perAddress: 40 }));
    const apart = await clock.run(Promise.all(alone.map((limiter) => send(limiter, clock, 50))));
    expect(fullestMinute(apart.flat())).toBe(120);
  });

  it('wait for a 429 that one of them received', async () => {
    const [folder, clock] = [freshFolder(), new VirtualClock()];
    const [one, other] = [processOn(folder, clock), processOn(folder, clock)];
    one.limiter.pause([ADDRESS], clock.nowMs() + 20_000);
    expect(await clock.run(send(other.limiter, clock, 1))).toEqual([20_055]);
  });

  it('do not share a pause of years, nor one that was not waited for', async () => {
    const [folder, clock] = [freshFolder(), new VirtualClock()];
    const [one, other] = [processOn(folder, clock, { maxWaitMs: 5_000 }), processOn(folder, clock)];
    one.limiter.pause([ADDRESS], clock.nowMs() + 10 * 365 * 86_400_000);
    one.limiter.pause([ADDRESS], clock.nowMs() + 20_000);
    expect(await clock.run(send(other.limiter, clock, 1))).toEqual([55]);
  });

  it('wait for an unanswered request no longer than the longest possible request', async () => {
    const [folder, clock] = [freshFolder(), new VirtualClock()];
    const lost = processOn(folder, clock, { perAddress: 1 });
    await lost.limiter.acquire([ADDRESS], never, ignore);
    const next = processOn(folder, clock, { perAddress: 1 });
    const [time = 0] = await clock.run(send(next.limiter, clock, 1));
    expect(time).toBeGreaterThan(130_000);
    expect(time).toBeLessThan(130_000 + windowMs + 2_000);
  });

  it('count killed requests as long as completed ones: the service may have counted them', async () => {
    const [folder, clock] = [freshFolder(), new VirtualClock()];
    const ended = processOn(folder, clock, { perAddress: 2 });
    await clock.run(send(ended.limiter, clock, 1));
    await ended.log.close();
    const path = join(folder, 'requests.sqlite');
    const connection = new Connection(path, { location: path, readOnly: false, timeoutMs: 1000 });
    const { pid } = spawnSync(process.execPath, ['--eval', '']);
    const sql = 'INSERT INTO request SELECT place + 1, bucket, ?, sentMs, NULL FROM request';
    connection.run(sql, pid);
    const [first, second] = await clock.run(
      send(processOn(folder, clock, { perAddress: 2 }).limiter, clock, 2),
    );
    expect(first).toBe(55 + windowMs + 55);
    expect(second).toBeGreaterThan(55 + windowMs);
    expect(second).toBeLessThan(55 + windowMs + 2_000);
  });

  it('ignore requests from before the machine restarted', async () => {
    const [folder, before] = [freshFolder(), new VirtualClock()];
    await before.run(before.sleep(86_400_000));
    const old = processOn(folder, before, { perAddress: 1 });
    await before.run(send(old.limiter, before, 1));
    old.limiter.pause([ADDRESS], before.nowMs() + 60_000);
    const clock = new VirtualClock();
    expect(await clock.run(send(processOn(folder, clock, { perAddress: 1 }).limiter, clock, 1))).toEqual([
      55,
    ]);
  });

  it('count each bucket separately', async () => {
    const [folder, clock] = [freshFolder(), new VirtualClock()];
    const [one, other] = [
      processOn(folder, clock, { perEmployer: 1 }),
      processOn(folder, clock, { perEmployer: 1 }),
    ];
    const ask = async ({ limiter }: typeof one, employerId: string) => {
      const keys: BucketKey[] = [ADDRESS, { kind: 'employer', service: SERVICE, employerId }];
      (await limiter.acquire(keys, never, ignore)).settle();
      return clock.nowMs();
    };
    expect(await clock.run(ask(one, 'bakery'))).toBe(0);
    await one.log.close();
    expect(await clock.run(ask(other, 'butcher'))).toBe(0);
    expect(await clock.run(ask(other, 'bakery'))).toBe(windowMs);
  });
});

describe('a log that cannot be written', () => {
  it('is not created without a store, and is private if there is one', async () => {
    const clock = new VirtualClock();
    const folder = join(freshFolder(), 'store');
    await clock.run(send(processOn(folder, clock).limiter, clock, 1));
    expect(existsSync(folder)).toBe(false);
    const there = freshFolder();
    const { limiter, log } = processOn(there, clock);
    await clock.run(send(limiter, clock, 1));
    await log.close();
    const modes = readdirSync(there).map((name) => statSync(join(there, name)).mode & 0o777);
    expect(readdirSync(there)).toContain('requests.sqlite');
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it('lets a run continue with its own count', async () => {
    const [folder, clock] = [freshFolder(), new VirtualClock()];
    writeFileSync(
      join(folder, 'requests.sqlite'),
      'this is not a database, and long enough to be seen as none',
    );
    const times = await clock.run(send(processOn(folder, clock, { perAddress: 3 }).limiter, clock, 6));
    expect(fullestMinute(times)).toBe(3);
  });
});
