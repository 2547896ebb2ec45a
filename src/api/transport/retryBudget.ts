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
