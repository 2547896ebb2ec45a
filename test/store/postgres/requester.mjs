// Sends as many requests as the shared limits allow, with the built rate limiter and a clock that runs faster.
// Arguments: dist folder, database, service, how many times faster.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [dist, url, service, speed] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { RateLimiter } = await load('sources/transport/rateLimiter.js');
const { systemClock } = await load('sources/transport/effects.js');
const { SlotLeases } = await load('store/slotLeases.js');
const { ServerSlots } = await load('store/postgres/serverSlots.js');

const { signal } = new AbortController();
const clock = {
  nowMs: () => systemClock.nowMs() * speed,
  machineMs: () => systemClock.machineMs() * speed,
  sleep: (ms) => systemClock.sleep(ms / speed, signal),
};
const leases = new SlotLeases(new ServerSlots(url), { nowMs: clock.machineMs, sleep: clock.sleep });
const limits = { perAddress: 500, perEmployer: 600, tokens: 30, windowMs: 61_000 };
const limiter = new RateLimiter(clock, limits, leases);
const keys = [{ kind: 'address', service }];
const send = async () => {
  for (;;) {
    const lease = await limiter.acquire(keys, signal, () => undefined);
    const response = await fetch(service).catch(() => undefined);
    await response?.arrayBuffer();
    lease.settle();
  }
};
await Promise.all(Array.from({ length: 8 }, send));
