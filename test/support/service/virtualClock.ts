import type { Clock } from '../../../src/sources/transport/effects.js';

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly ring: () => void;
}

/** A clock that jumps to the next timer once all other work is done. For simulations without sockets. */
export class VirtualClock implements Clock {
  #nowMs = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  nowMs(): number {
    return this.#nowMs;
  }

  sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        this.#timers.delete(timer);
        reject(signal?.reason);
      };
      const ring = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const timer = { atMs: this.#nowMs + Math.max(0, durationMs), order: this.#order++, ring };
      this.#timers.add(timer);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Advances time until the task has ended. */
  async run<T>(task: Promise<T>): Promise<T> {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    task.then(end, end);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (hasEnded) return task;
      const next = this.#next();
      if (next === undefined) throw new Error('nothing will ever happen again');
      this.#timers.delete(next);
      this.#nowMs = next.atMs;
      next.ring();
    }
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (
        next === undefined ||
        timer.atMs < next.atMs ||
        (timer.atMs === next.atMs && timer.order < next.order)
      ) {
        next = timer;
      }
    }
    return next;
  }
}
