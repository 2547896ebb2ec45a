import { setMaxListeners } from 'node:events';
import type { Scrubber } from '../../runtime/secrets/scrubber.js';
import { type Clock, type Http, interruption, type Observer } from './effects.js';
import type { RateLimiter } from './rateLimiter.js';

/** The requests of one run. */
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

/** The external effects. `limiter` and `http` are shared by all reads of the process. */
export interface ReadEffects {
  readonly http: Http;
  readonly clock: Clock;
  /** At least 0 and below 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly observer: Observer;
  readonly limiter: RateLimiter;
  readonly scrubber: Scrubber;
}

/** One run's session with the service. */
export interface Session extends ReadEffects {
  readonly budget: RetryBudget;
  readonly counts: Counts;
}

/**
 * A session with the service that ends when `use` returns; `stop` ends its running requests.
 * @throws PaytallyError INTERRUPTED once the signal has aborted; otherwise errors of `use`, without secrets.
 */
export async function withSession<Result>(
  effects: ReadEffects,
  use: (session: Session, stop: () => void) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const signal = AbortSignal.any([effects.signal, stop.signal]);
  // Every waiting stream listens to it, and Node would warn of a leak from the eleventh listener on.
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
/** At a failure rate p, a success needs p/(1-p) retries: half a retry per success covers rates up to a third. */
const EARNED_BY_SUCCESS = 0.5;

/** The remaining retries of a run: a fixed number, increased slightly by every success. */
export class RetryBudget {
  #left = INITIAL_RETRIES;
  #succeeded = false;

  /** Whether any request of the run had a valid answer. */
  get succeeded(): boolean {
    return this.#succeeded;
  }

  addSuccess(): void {
    this.#succeeded = true;
    this.#left = Math.min(INITIAL_RETRIES, this.#left + EARNED_BY_SUCCESS);
  }

  /** @returns false if no retry is left */
  takeRetry(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
