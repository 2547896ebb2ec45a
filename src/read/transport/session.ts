import type { Scrubber } from '../../config/secrets/scrubber.js';
import type { Clock, Http, Observer } from './effects.js';
import type { RateLimiter } from './rateLimiter.js';
import type { RetryBudget } from './retry.js';

/** What one run has asked of the service. */
export interface Counts {
  dataRequests: number;
  tokenRequests: number;
  /** 429 answers. */
  tooMany: number;
  retries: number;
}

export function noCounts(): Counts {
  return { dataRequests: 0, tokenRequests: 0, tooMany: 0, retries: 0 };
}

/** Every effect of one run's conversation with the service. The limiter and the wire outlive it. */
export interface Session {
  readonly http: Http;
  readonly clock: Clock;
  /** 0 up to, not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly observer: Observer;
  readonly limiter: RateLimiter;
  readonly scrubber: Scrubber;
  readonly budget: RetryBudget;
  readonly counts: Counts;
}
