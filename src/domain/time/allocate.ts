import { asInteger } from './zone.js';

/**
 * Shares `total` whole minutes over parts in proportion to their weights (elapsed seconds): each part gets the floor of
 * its exact share, and the remaining minutes are added to the parts with the largest remainders, one each, ties to the
 * earliest part. The sum is always `total`. If all weights are 0, the first part gets the total.
 * @throws RangeError for negative or fractional numbers, and for a total without any part.
 */
export function allocate(total: number, weights: readonly number[]): number[] {
  const sum = checkedSum(total, weights);
  if (sum === 0) return weights.map((_, index) => (index === 0 ? total : 0));
  const shares = weights.map((weight) => quotientOf(weight, total, sum));
  const missing = shares.reduce((left, share) => left - share, total);
  if (missing === 0) return shares;
  const remainders = weights.map((weight) => remainderOf(weight, total, sum));
  if (missing === 1) addOne(shares, largestOf(remainders));
  else for (const index of largestFirst(remainders, missing)) addOne(shares, index);
  return shares;
}

function addOne(shares: number[], index: number): void {
  shares[index] = (shares[index] ?? 0) + 1;
}

function checkedSum(total: number, weights: readonly number[]): number {
  const sum = weights.reduce((before, weight) => {
    if (!Number.isSafeInteger(weight) || weight < 0) throw new RangeError(`not a weight: ${weight}`);
    return before + weight;
  }, 0);
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`not a total: ${total}`);
  if (!Number.isSafeInteger(sum)) throw new RangeError(`the weights add up to too much: ${sum}`);
  if (weights.length === 0 && total !== 0) throw new RangeError(`no part to give ${total} to`);
  return sum;
}

function remainderOf(weight: number, total: number, sum: number): number {
  const product = weight * total;
  if (product <= Number.MAX_SAFE_INTEGER) return product % sum;
  return Number((BigInt(weight) * BigInt(total)) % BigInt(sum));
}

function quotientOf(weight: number, total: number, sum: number): number {
  const product = weight * total;
  if (product <= Number.MAX_SAFE_INTEGER) return asInteger((product - (product % sum)) / sum);
  return Number((BigInt(weight) * BigInt(total)) / BigInt(sum));
}

/** The position of the largest value, the earliest of equal ones. With two parts, at most one minute remains. */
function largestOf(values: readonly number[]): number {
  let largest = 0;
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] ?? 0) > (values[largest] ?? 0)) largest = index;
  }
  return largest;
}

/** The positions of the `count` largest values; of equal ones the earlier first. */
function largestFirst(values: readonly number[], count: number): readonly number[] {
  const order = values.map((_, index) => index);
  order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  return order.slice(0, count);
}
