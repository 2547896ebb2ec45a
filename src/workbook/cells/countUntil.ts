/**
 * The number of positions among the first `count` that pass a test, if all positions up to one pass and all later ones
 * fail.
 */
export function countUntil(count: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
