const FIRST_MS = 250;
const LONGEST_MS = 20_000;

/** Full jitter: anything from nothing up to a bound that doubles with every attempt (the first is 1). */
export function backoffMs(attempt: number, random: () => number): number {
  return Math.floor(random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)));
}
