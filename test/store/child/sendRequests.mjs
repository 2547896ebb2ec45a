// Sends requests one after the other on several streams, within the limit that all processes share.
// Arguments: dist folder, folder of the log, URL, limit, window in ms, streams, end (ms since 1970).
import { request } from 'node:http';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const [dist, folder, url, limit, windowMs, streams, endMs] = process.argv.slice(2);
const { RateLimiter } = await import(join(dist, 'sources/transport/rateLimiter.js'));
const { RequestLog } = await import(join(dist, 'store/requestLog.js'));
const { SlotLeases } = await import(join(dist, 'store/slotLeases.js'));
const nowMs = () => Number(hrtime.bigint() / 1000n) / 1000;
const log = new RequestLog({ folder, windowMs: Number(windowMs), machineMs: nowMs });
const leases = new SlotLeases(log, { nowMs, sleep: delay });
const clock = { nowMs, sleep: (ms, signal) => delay(ms, undefined, { signal }) };
const limits = { perAddress: Number(limit), perEmployer: 1e6, tokens: 1e6, windowMs: Number(windowMs) };
const limiter = new RateLimiter(clock, limits, leases);
const signal = new AbortController().signal;

async function stream() {
  while (Date.now() < Number(endMs)) {
    const lease = await limiter.acquire([{ kind: 'address', service: 'one' }], signal, () => {});
    await new Promise((resolve) =>
      request(url, (answer) => answer.resume().on('end', resolve))
        .on('error', resolve)
        .end(),
    );
    lease.settle();
  }
}
await Promise.all(Array.from({ length: Number(streams) }, stream));
await leases.close();
