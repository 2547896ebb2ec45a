const FIRST_MS = 250;
const LONGEST_MS = 20_000;

/** Full jitter: anything from nothing up to a bound that doubles with every attempt (the first is 1). */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.floor(random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)));
}

/** `Retry-After` as seconds or as an HTTP date, in milliseconds from now; undefined where it says neither. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const dateMs = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

const START = 60;
/** At a failure rate p a success comes with p/(1-p) retries: half a place each pays for rates up to a third. */
const EARNED_BY_SUCCESS = 0.5;

/** How many retries a run may still make: a fixed store, refilled a little by every success. */
export class RetryBudget {
  #left = START;
  #succeeded = false;

  /** Whether any request of the run was answered properly. */
  get succeeded(): boolean {
    return this.#succeeded;
  }

  success(): void {
    this.#succeeded = true;
    this.#left = Math.min(START, this.#left + EARNED_BY_SUCCESS);
  }

  /** Takes a retry; false where none is left. */
  spend(): boolean {
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
