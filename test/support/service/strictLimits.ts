/** Counts requests as the service does (docs/service.md, "Limits"), by a sliding or a fixed window of 60 seconds. */
export class StrictLimit {
  refused = 0;
  readonly #limit: number;
  readonly #window: 'sliding' | 'fixed';
  #counted: number[] = [];

  constructor(limit: number, window: 'sliding' | 'fixed') {
    this.#limit = limit;
    this.#window = window;
  }

  /** Whether a request at this moment is within the limit. */
  admits(nowMs: number): boolean {
    const start = this.#window === 'fixed' ? Math.floor(nowMs / 60_000) * 60_000 : nowMs - 60_000;
    this.#counted = this.#counted.filter((atMs) => atMs >= start);
    if (this.#counted.length >= this.#limit) {
      this.refused += 1;
      return false;
    }
    this.#counted.push(nowMs);
    return true;
  }
}
