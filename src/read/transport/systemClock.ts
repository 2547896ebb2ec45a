import { performance } from 'node:perf_hooks';
import { hrtime } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './effects.js';

const LONGEST_TIMER_MS = 2_147_483_647;

/** The machine's time, from the steady clock: a correction of the wall clock never shortens a rate-limit window. */
export const systemClock: Clock = {
  nowMs: () => performance.timeOrigin + performance.now(),
  wallMs: () => Date.now(),
  machineMs: () => Number(hrtime.bigint() / 1000n) / 1000,
  sleep: async (durationMs, signal) => {
    let leftMs = Math.max(0, durationMs);
    while (leftMs > LONGEST_TIMER_MS) {
      await delay(LONGEST_TIMER_MS, undefined, { signal });
      leftMs -= LONGEST_TIMER_MS;
    }
    await delay(leftMs, undefined, { signal });
  },
};
