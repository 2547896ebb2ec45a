import type { LimitSettings } from './settings.js';

/**
 * The three rate limits of docs/service.md, "Limits". Each method returns the seconds to wait (for `Retry-After`), or 0
 * if the request is allowed.
 */
export class RateLimits {
  private readonly tokens = new RequestBudget();
  private readonly data = new RequestBudget();
  private readonly addresses = new RequestBudget();

  constructor(
    public settings: LimitSettings,
    private readonly now: () => number,
  ) {}

  takeAddress(ip: string): number {
    return this.take(this.addresses, ip, 'ipRequests');
  }

  /** `clientId` is null for credentials in the body: all clients of an address share one limit. */
  takeToken(ip: string, clientId: string | null): number {
    return this.take(this.tokens, JSON.stringify([ip, clientId]), 'tokenRequests');
  }

  takeData(employerId: string): number {
    return this.take(this.data, employerId, 'dataRequests');
  }

  /** Forgets all requests counted so far. */
  clear(): void {
    for (const budget of [this.tokens, this.data, this.addresses]) budget.clear();
  }

  private take(
    budget: RequestBudget,
    key: string,
    limit: 'ipRequests' | 'tokenRequests' | 'dataRequests',
  ): number {
    if (!this.settings.enabled) return 0;
    const waitMs = budget.take(key, this.now(), this.settings[limit], this.settings.window);
    return Math.ceil(waitMs / 1000);
  }
}

interface Budget {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** Counts requests per key, over a sliding log or in fixed windows. Refused requests do not count. */
class RequestBudget {
  private readonly times = new Map<string, number[]>();

  /** Counts a request at `nowMs`. Returns 0 if it is allowed, otherwise the milliseconds until a request would be. */
  take(key: string, nowMs: number, budget: Budget, window: LimitSettings['window']): number {
    const windowMs = budget.windowSeconds * 1000;
    const opensAt = window === 'fixed' ? Math.floor(nowMs / windowMs) * windowMs : nowMs - windowMs;
    const times = this.times.get(key) ?? [];
    this.times.set(key, times);
    // A sliding window allows another request as soon as the oldest is a whole window old.
    const isOver = (time: number) => (window === 'fixed' ? time < opensAt : time <= opensAt);
    const kept = times.findIndex((time) => !isOver(time));
    times.splice(0, kept === -1 ? times.length : kept);
    const blocking = times[times.length - budget.requests];
    if (blocking === undefined) {
      times.push(nowMs);
      return 0;
    }
    return window === 'fixed' ? opensAt + windowMs - nowMs : blocking + windowMs - nowMs;
  }

  clear(): void {
    this.times.clear();
  }
}
