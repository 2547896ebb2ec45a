/** One part's share by largest remainder, with its working. */
export interface WorkedShare {
  readonly wholeMinutes: number;
  readonly remainder: number;
  readonly divisor: number;
  readonly gotExtraMinute: boolean;
  readonly minutes: number;
}

/**
 * The working of `allocate`, written down again on its own way, so that an explanation that disagrees with the result
 * is noticed: floors first, then a minute each to the largest remainders, ties to the earliest.
 */
export function shareOut(total: number, weights: readonly number[]): WorkedShare[] {
  const divisor = weights.reduce((sum, weight) => sum + weight, 0);
  if (divisor === 0) return weights.map((_, index) => alone(index === 0 ? total : 0));
  const exact = weights.map((weight) => BigInt(weight) * BigInt(total));
  const whole = exact.map((product) => Number(product / BigInt(divisor)));
  const remainders = exact.map((product) => Number(product % BigInt(divisor)));
  const missing = total - whole.reduce((sum, minutes) => sum + minutes, 0);
  return weights.map((_, index) => {
    const own = remainders[index] ?? 0;
    const before = remainders.filter((other, at) => other > own || (other === own && at < index)).length;
    const gotExtraMinute = before < missing;
    const wholeMinutes = whole[index] ?? 0;
    const minutes = wholeMinutes + (gotExtraMinute ? 1 : 0);
    return { wholeMinutes, remainder: own, divisor, gotExtraMinute, minutes };
  });
}

function alone(minutes: number): WorkedShare {
  return { wholeMinutes: minutes, remainder: 0, divisor: 0, gotExtraMinute: false, minutes };
}
