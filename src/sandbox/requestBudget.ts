import type { LimitSettings } from './limitSettings.js';

interface Budget {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** Counts requests per key, over a sliding log or in fixed windows. Refused requests do not count. */
export class RequestBudget {
  private readonly times = new Map<string, number[]>();

  /** Counts a request at `nowMs`. 0 where it is allowed, else the milliseconds until one would be. */
  take(key: string, nowMs: number, budget: Budget, window: LimitSettings['window']): number {
    const windowMs = budget.windowSeconds * 1000;
    const opensAt = window === 'fixed' ? Math.floor(nowMs / windowMs) * windowMs : nowMs - windowMs;
    const times = this.times.get(key) ?? [];
    this.times.set(key, times);
    // A sliding window frees a place exactly when the oldest request is a whole window old.
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
