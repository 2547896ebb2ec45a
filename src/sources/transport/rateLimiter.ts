import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { SlotLeases } from '../../store/slotLeases.js';
import { type Clock, interruptible, type Observer } from './effects.js';

/** Requests per window of 60 seconds (docs/service.md, "Limits"), for this process. */
export interface RateLimits {
  readonly perAddress: number;
  readonly perEmployer: number;
  readonly tokens: number;
  /** Longer than the service's 60 seconds, since its clock and ours differ. */
  readonly windowMs: number;
  /** The longest acceptable wait. @default an hour */
  readonly maxWaitMs?: number;
}

const HOUR_MS = 3_600_000;
const LONGEST_SHARED_PAUSE_MS = 5 * 60_000;

/** A budget for requests. `address` counts everything that this process sends to one service. */
export type BucketKey =
  | { readonly kind: 'address'; readonly service: string }
  | { readonly kind: 'employer'; readonly service: string; readonly employerId: string }
  | { readonly kind: 'token'; readonly service: string; readonly client: string };

/** A request in progress. `settle` is called once the service has certainly counted it: answered or failed. */
interface Lease {
  settle(): void;
}

const TICK_MS = 1_000;

/** Why nothing may be sent yet; `leftMs` is undefined while unknown. */
interface Wait {
  readonly leftMs: number | undefined;
  readonly reason: 'limit' | 'too-many';
}

/**
 * The requests of all processes that share the address or the store, and therefore the limits of the service. If they
 * cannot be counted together, each process observes the limits alone, and waits after a 429.
 */
type SharedRequests = Pick<SlotLeases, 'take' | 'pause'>;

/**
 * Observes the rate limits: one limiter for the whole process, for all employers, which shares a log with the machine's
 * other processes that use the same one (docs/decisions/0014). A request counts from its sending until one window after
 * its answer, because the service counted it at some time in between; so no window on the service's clock exceeds the
 * limit either.
 */
export class RateLimiter {
  readonly #clock: Clock;
  readonly #limits: RateLimits;
  readonly #shared: SharedRequests | undefined;
  readonly #logs: Map<string, SlidingLog>;

  constructor(
    clock: Clock,
    limits: RateLimits,
    shared?: SharedRequests,
    logs = new Map<string, SlidingLog>(),
  ) {
    this.#clock = clock;
    this.#limits = limits;
    this.#shared = shared;
    this.#logs = logs;
  }

  /**
   * The same budgets for requests that can wait: they use at most half of each, so that others always have capacity.
   */
  yielding(): RateLimiter {
    const { perAddress, perEmployer, tokens } = this.#limits;
    const half = (limit: number) => Math.max(1, Math.floor(limit / 2));
    const limits = {
      ...this.#limits,
      perAddress: half(perAddress),
      perEmployer: half(perEmployer),
      tokens: half(tokens),
    };
    return new RateLimiter(this.#clock, limits, this.#shared, this.#logs);
  }

  /**
   * Waits until every bucket has capacity, then takes a place in all of them at once.
   * @throws PaytallyError INTERRUPTED; SERVICE_UNAVAILABLE immediately for a wait longer than `maxWaitMs`
   */
  async acquire(keys: readonly BucketKey[], signal: AbortSignal, observer: Observer): Promise<Lease> {
    for (;;) {
      const place = signal.aborted ? undefined : await this.#place(keys);
      if (place !== undefined && 'settle' in place) return place;
      // If the moment is unknown (open requests have all places), checks again every tick.
      const { leftMs = TICK_MS, reason } = place ?? NOT_ASKED;
      if (leftMs > this.maxWaitMs && !signal.aborted) throw waitTooLong(leftMs);
      if (leftMs >= TICK_MS) observer({ type: 'waiting', reason, leftMs });
      await interruptible(signal, () => this.#clock.sleep(Math.min(leftMs, TICK_MS), signal));
    }
  }

  /**
   * After a 429: no request is sent in any of these buckets before `untilMs`. The service does not show which budget
   * was used up, so all budgets of the request are paused.
   */
  pause(keys: readonly BucketKey[], untilMs: number): void {
    for (const key of keys) this.#log(key).pauseUntil(untilMs);
    const pauseMs = untilMs - this.#clock.nowMs();
    // An absurd pause is not shared, because it would outlast its cause: each process detects it itself.
    if (pauseMs <= Math.min(LONGEST_SHARED_PAUSE_MS, this.maxWaitMs))
      this.#shared?.pause(keys.map(bucketName), pauseMs);
  }

  /**
   * A place in all buckets: first by this process's own count, then by the shared one. Its own places are taken before
   * it waits for the others, so that no second request of this process gets them meanwhile.
   */
  async #place(keys: readonly BucketKey[]): Promise<Lease | Wait> {
    const logs = keys.map((key) => this.#log(key));
    const nowMs = this.#clock.nowMs();
    const freeAtMs = Math.max(...keys.map((key) => this.#log(key).freeAtMs(nowMs, this.#limitOf(key))));
    if (freeAtMs > nowMs) {
      const reason = logs.some((log) => log.isPaused(nowMs)) ? 'too-many' : 'limit';
      return { leftMs: Number.isFinite(freeAtMs) ? freeAtMs - nowMs : undefined, reason };
    }
    for (const log of logs) log.start();
    const buckets = keys.map((key) => ({ name: bucketName(key), limit: this.#limitOf(key) }));
    const taken = await this.#shared?.take(buckets);
    if (taken === undefined || 'settle' in taken) return this.#lease(logs, taken);
    for (const log of logs) log.cancel();
    return taken;
  }

  #lease(logs: readonly SlidingLog[], taken: Lease | undefined): Lease {
    let settled = false;
    return {
      settle: () => {
        if (settled) return;
        settled = true;
        for (const log of logs) log.finish(this.#clock.nowMs());
        taken?.settle();
      },
    };
  }

  /** The longest wait that the configuration allows. */
  get maxWaitMs(): number {
    return this.#limits.maxWaitMs ?? HOUR_MS;
  }

  #limitOf({ kind }: BucketKey): number {
    const { perAddress, perEmployer, tokens } = this.#limits;
    return { address: perAddress, employer: perEmployer, token: tokens }[kind];
  }

  #log(key: BucketKey): SlidingLog {
    const name = bucketName(key);
    const known = this.#logs.get(name);
    if (known !== undefined) return known;
    const log = new SlidingLog(this.#limits.windowMs);
    this.#logs.set(name, log);
    return log;
  }
}

const NOT_ASKED: Wait = { leftMs: undefined, reason: 'limit' };

function bucketName(key: BucketKey): string {
  return JSON.stringify(Object.values(key));
}

/** The error for a wait that is longer than the configuration allows. */
export function waitTooLong(leftMs: number): PaytallyError {
  const seconds = Math.ceil(leftMs / 1000);
  return new PaytallyError('SERVICE_UNAVAILABLE', message('service.waitTooLong', { seconds }));
}

/** The requests of the last window in one budget. Times in milliseconds of any clock. */
class SlidingLog {
  readonly #windowMs: number;
  /** Times of answers, ascending. */
  #answeredMs: number[] = [];
  #underWay = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** The first moment from `nowMs` on at which one more request is within `limit`; Infinity while that is unknown. */
  freeAtMs(nowMs: number, limit: number): number {
    this.#forget(nowMs);
    const excess = this.#answeredMs.length + this.#underWay - limit;
    const roomAtMs =
      excess < 0 ? nowMs : (this.#answeredMs[excess] ?? Number.POSITIVE_INFINITY) + this.#windowMs;
    return Math.max(nowMs, roomAtMs, this.#pausedUntilMs);
  }

  isPaused(nowMs: number): boolean {
    return this.#pausedUntilMs > nowMs;
  }

  start(): void {
    this.#underWay += 1;
  }

  /** Nothing was sent. */
  cancel(): void {
    this.#underWay -= 1;
  }

  finish(nowMs: number): void {
    this.#underWay -= 1;
    this.#answeredMs.push(nowMs);
  }

  pauseUntil(untilMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
  }

  #forget(nowMs: number): void {
    const keep = this.#answeredMs.findIndex((answeredMs) => answeredMs + this.#windowMs > nowMs);
    if (keep === -1) this.#answeredMs = [];
    else if (keep > 0) this.#answeredMs.splice(0, keep);
  }
}
