import type { Clock } from '../../../src/sources/transport/effects.js';

/** A clock that advances only by waiting, and then at once. For tests over real sockets. */
export class InstantClock implements Clock {
  /** Every requested wait, in milliseconds. */
  readonly waitsMs: number[] = [];
  #nowMs: number;

  constructor(startMs = Date.UTC(2026, 10, 2)) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  async sleep(durationMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.waitsMs.push(durationMs);
    const untilMs = this.#nowMs + durationMs;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }
}
