import { setMaxListeners } from 'node:events';
import type { Scrubber } from '../../runtime/secrets/scrubber.js';
import { type Clock, type Http, interruption, type Observer } from './effects.js';
import type { RateLimiter } from './rateLimiter.js';

/** What one run has asked of the service. */
export interface Counts {
  dataRequests: number;
  tokenRequests: number;
  /** 429 answers. */
  tooMany: number;
  retries: number;
}

export function emptyCounts(): Counts {
  return { dataRequests: 0, tokenRequests: 0, tooMany: 0, retries: 0 };
}

/** What reaches outside. `limiter` and `http` are shared by all reads of the process. */
export interface ReadEffects {
  readonly http: Http;
  readonly clock: Clock;
  /** 0 up to, not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly observer: Observer;
  readonly limiter: RateLimiter;
  readonly scrubber: Scrubber;
}

/** One run's conversation with the service. */
export interface Session extends ReadEffects {
  readonly budget: RetryBudget;
  readonly counts: Counts;
}

/**
 * A conversation with the service that is over when `use` is; `stop` ends whatever of it is still under way.
 * @throws PaytallyError INTERRUPTED once the signal has aborted; else what `use` throws, without any secret in it.
 */
export async function withSession<Result>(
  effects: ReadEffects,
  use: (session: Session, stop: () => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const signal = AbortSignal.any([effects.signal, stop.signal]);
  // Every stream that waits listens to it; Node would warn of a leak from the eleventh on.
  setMaxListeners(0, signal);
  const session: Session = { ...effects, signal, budget: new RetryBudget(), counts: emptyCounts() };
  try {
    return await use(session, () => stop.abort());
  } catch (error) {
    if (effects.signal.aborted) throw interruption();
    throw effects.scrubber.cleanError(error);
  }
}

const INITIAL_RETRIES = 60;
/** At a failure rate p a success comes with p/(1-p) retries: half a place each pays for rates up to a third. */
const EARNED_BY_SUCCESS = 0.5;

/** How many retries a run may still make: a fixed number, refilled a little by every success. */
export class RetryBudget {
  #left = INITIAL_RETRIES;
  #succeeded = false;

  /** Whether any request of the run was answered properly. */
  get succeeded(): boolean {
    return this.#succeeded;
  }

  addSuccess(): void {
    this.#succeeded = true;
    this.#left = Math.min(INITIAL_RETRIES, this.#left + EARNED_BY_SUCCESS);
  }

  /** @returns false where no retry is left */
  takeRetry(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
