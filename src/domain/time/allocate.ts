/**
 * Shares `total` whole minutes over parts in proportion to their weights (elapsed seconds): each part gets the
 * floor of its exact share, and what is still missing goes to the largest remainders, one each, ties to the
 * earliest part. The sum is always `total`. Where all weights are 0, the first part gets everything.
 * @throws RangeError for anything but whole numbers from 0 on, and for a total without any part.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const sum = checkedSum(total, weights);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? total : 0));
  const shares: number[] = [];
  const remainders: number[] = [];
  let missing = total;
  for (const weight of weights) {
    const share = quotientOf(weight, total, sum);
    shares.push(share.quotient);
    remainders.push(share.remainder);
    missing -= share.quotient;
  }
  for (const index of largestFirst(remainders, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function checkedSum(total: number, weights: readonly number[]): number {
  let sum = 0;
  for (const weight of weights) {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new RangeError(`not a weight: ${weight}`);
    sum += weight;
  }
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`not a total: ${total}`);
  if (!Number.isSafeInteger(sum)) throw new RangeError(`the weights add up to too much: ${sum}`);
  if (weights.length === 0 && total !== 0) throw new RangeError(`no part to give ${total} to`);
  return sum;
}

function quotientOf(weight: number, total: number, sum: number): { quotient: number; remainder: number } {
  const product = weight * total;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const remainder = product % sum;
    return { quotient: (product - remainder) / sum, remainder };
  }
  const exact = BigInt(weight) * BigInt(total);
  return { quotient: Number(exact / BigInt(sum)), remainder: Number(exact % BigInt(sum)) };
}

/** The positions of the `count` largest values; of equal ones the earlier first. */
function largestFirst(values: readonly number[], count: number): readonly number[] {
  if (count === 0) return [];
  const order = values.map((_, index) => index);
  order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  return order.slice(0, count);
}
