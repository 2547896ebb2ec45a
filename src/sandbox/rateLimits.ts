import type { LimitSettings } from './limitSettings.js';
import { RequestBudget } from './requestBudget.js';

/** The three rate limits of docs/service.md, "Limits". Each method: seconds to wait (for `Retry-After`), or 0 where allowed. */
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

  /** `clientId` is null for credentials in the body: all of an address share one budget. */
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
