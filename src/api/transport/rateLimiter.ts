import { PaytallyError } from '../../errors.js';
import type { Clock, Observer } from './effects.js';
import { interruptible } from './interrupted.js';
import { SlidingLog } from './slidingLog.js';

/** Requests per window of 60 seconds (docs/service.md, "Limits"), as far as this process may use them. */
export interface RateLimits {
  readonly perAddress: number;
  readonly perEmployer: number;
  readonly tokens: number;
  /** Longer than the service's 60 seconds, since its clock and ours are not one. */
  readonly windowMs: number;
  /** A longer wait is not waited for. @default an hour */
  readonly maxWaitMs?: number;
}

const HOUR_MS = 3_600_000;

/** A budget that requests count in. `address` counts everything that this process sends to one service. */
export type BucketKey =
  | { readonly kind: 'address'; readonly service: string }
  | { readonly kind: 'employer'; readonly service: string; readonly employerId: string }
  | { readonly kind: 'token'; readonly service: string; readonly client: string };

/** A request under way. `settle` is called once the service has certainly counted it: answered or failed. */
export interface Lease {
  settle(): void;
}

const TICK_MS = 1_000;

/**
 * Keeps to the rate limits: one for the whole process, whatever employers it reads.
 * A request counts from when it was sent until a window after its answer, because the service counted it
 * somewhere between; so no window of any alignment holds more than the limit on the service's clock either.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #limits: RateLimits;
  readonly #logs = new Map<string, SlidingLog>();

  constructor(clock: Clock, limits: RateLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Waits until every bucket has room, then takes a place in all of them at once.
   * @throws PaytallyError INTERRUPTED; SERVICE_UNAVAILABLE at once for a wait longer than `maxWaitMs`
   */
  async acquire(keys: readonly BucketKey[], signal: AbortSignal, observer: Observer): Promise<Lease> {
    const logs = keys.map((key) => this.#log(key));
    for (;;) {
      const nowMs = this.#clock.nowMs();
      const freeAtMs = Math.max(...logs.map((log) => log.freeAtMs(nowMs)));
      if (freeAtMs <= nowMs && !signal.aborted) break;
      const reason = logs.some((log) => log.isPaused(nowMs)) ? 'too-many' : 'limit';
      // An unknown moment (all places held by requests under way) is looked at again every tick.
      const leftMs = Number.isFinite(freeAtMs) ? freeAtMs - nowMs : TICK_MS;
      if (leftMs > (this.#limits.maxWaitMs ?? HOUR_MS) && !signal.aborted) throw tooLong(leftMs);
      if (leftMs >= TICK_MS) observer({ type: 'waiting', reason, leftMs });
      await interruptible(signal, () => this.#clock.sleep(Math.min(leftMs, TICK_MS), signal));
    }
    for (const log of logs) log.enter();
    return this.#lease(logs);
  }

  /**
   * After a 429: nothing more is sent in any of these buckets before `untilMs`. The service does not say which
   * budget was used up, so all that the request counted in are paused.
   */
  pause(keys: readonly BucketKey[], untilMs: number): void {
    for (const key of keys) this.#log(key).pauseUntil(untilMs);
  }

  #lease(logs: readonly SlidingLog[]): Lease {
    let settled = false;
    return {
      settle: () => {
        if (settled) return;
        settled = true;
        for (const log of logs) log.leave(this.#clock.nowMs());
      },
    };
  }

  #log(key: BucketKey): SlidingLog {
    const name = JSON.stringify(Object.values(key));
    const known = this.#logs.get(name);
    if (known !== undefined) return known;
    const { perAddress, perEmployer, tokens, windowMs } = this.#limits;
    const limit = { address: perAddress, employer: perEmployer, token: tokens }[key.kind];
    const log = new SlidingLog(limit, windowMs);
    this.#logs.set(name, log);
    return log;
  }
}

function tooLong(leftMs: number): PaytallyError {
  return new PaytallyError(
    'SERVICE_UNAVAILABLE',
    `The service wants to be left alone for ${Math.ceil(leftMs / 1000)} s, and limits.maxWaitSeconds in the configuration is less.`,
    { remedy: 'Try again later, or set limits.maxWaitSeconds higher; nothing was written.' },
  );
}
