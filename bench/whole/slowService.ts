import type { Clock, Http } from '../../src/sources/transport/effects.js';

/** Idle turns of the event loop, after which the simulated time advances. */
const QUIET_TURNS = 40;

/**
 * Simulated time that stops while the program works and jumps ahead while it waits: for its own delays, and for answers
 * that take as long as those of a remote service. Measuring minutes of rate limits then takes seconds, and the work
 * itself takes no time.
 */
export class WaitingTime implements Clock {
  #nowMs = Date.parse('2026-11-03T06:00:00Z');
  #busy = 0;
  #quiet = 0;
  #order = 0;
  #hasEnded = false;
  readonly #sleepers = new Set<{
    readonly atMs: number;
    readonly order: number;
    readonly wake: () => void;
  }>();

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(durationMs: number): Promise<void> {
    this.#quiet = 0;
    return new Promise((wake) => {
      this.#sleepers.add({ atMs: this.#nowMs + Math.max(0, durationMs), order: this.#order++, wake });
    });
  }

  /** A connection to a service that takes `latencyMs` for each answer. */
  slow(http: Http, latencyMs: number): Http {
    return {
      close: () => http.close(),
      request: async (request) => {
        await this.sleep(latencyMs);
        const response = await this.#real(() => http.request(request));
        return { ...response, body: () => this.#real(() => response.body()) };
      },
    };
  }

  /** Advances time until the work has ended. @returns how long it took in simulated time */
  async passed(work: Promise<unknown>): Promise<number> {
    const startedMs = this.#nowMs;
    const ended = work.finally(() => {
      this.#hasEnded = true;
    });
    while (!this.#hasEnded) {
      await new Promise((turn) => setImmediate(turn));
      this.#quiet = this.#busy > 0 ? 0 : this.#quiet + 1;
      if (this.#quiet > QUIET_TURNS) this.#goOn();
    }
    await ended;
    return this.#nowMs - startedMs;
  }

  async #real<T>(work: () => Promise<T>): Promise<T> {
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#quiet = 0;
    }
  }

  #goOn(): void {
    const [next] = [...this.#sleepers].sort((a, b) => a.atMs - b.atMs || a.order - b.order);
    // Files are being read or written, which no timer shows: wait for them.
    if (next === undefined) return;
    this.#sleepers.delete(next);
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    this.#quiet = 0;
    next.wake();
  }
}
