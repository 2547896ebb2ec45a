/** The requests of the last window in one budget. Times in milliseconds of any one clock. */
export class SlidingLog {
  readonly #limit: number;
  readonly #windowMs: number;
  /** When requests were answered, in order of time. */
  #answeredMs: number[] = [];
  #underWay = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** The first moment from `nowMs` on at which one more request may be sent; Infinity while that is unknown. */
  freeAtMs(nowMs: number): number {
    this.#forget(nowMs);
    const excess = this.#answeredMs.length + this.#underWay - this.#limit;
    const roomAtMs =
      excess < 0 ? nowMs : (this.#answeredMs[excess] ?? Number.POSITIVE_INFINITY) + this.#windowMs;
    return Math.max(nowMs, roomAtMs, this.#pausedUntilMs);
  }

  isPaused(nowMs: number): boolean {
    return this.#pausedUntilMs > nowMs;
  }

  enter(): void {
    this.#underWay += 1;
  }

  leave(nowMs: number): void {
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
