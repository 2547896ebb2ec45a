import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate } from '../../../src/domain/time/allocate.js';

const rows: [row: string, total: number, weights: number[], shares: number[]][] = [
  ['one part', 435, [480], [435]],
  ['equal remainders go to the earliest parts', 2, [1, 1, 1], [1, 1, 0]],
  ['the larger remainder wins over the earlier part', 1, [1, 2], [0, 1]],
  ['nothing to share', 0, [120, 360], [0, 0]],
  ['a part without time gets no minutes', 100, [0, 50], [0, 100]],
  ['zero time: the first part', 5, [0, 0], [5, 0]],
  ['more minutes than time: still the total', 600, [120, 360], [150, 450]],
  ['no parts, nothing to share', 0, [], []],
  [
    'large numbers are exact',
    9_007_199_254_740_991,
    [1, 1, 1],
    [3_002_399_751_580_331, 3_002_399_751_580_330, 3_002_399_751_580_330],
  ],
];

test.each(rows)('%s', (_row, total, weights, shares) => {
  expect(allocate(total, weights)).toEqual(shares);
});

const badRows: [row: string, total: number, weights: number[]][] = [
  ['minutes without parts', 5, []],
  ['half a minute', 0.5, [1]],
  ['negative minutes', -1, [1]],
  ['negative weight', 1, [-1, 2]],
  ['half a weight', 1, [0.5]],
  ['not a number', Number.NaN, [1]],
  ['weights above whole numbers', 1, [Number.MAX_SAFE_INTEGER, 1]],
];

test.each(badRows)('refused: %s', (_row, total, weights) => {
  expect(() => allocate(total, weights)).toThrow(RangeError);
});

describe('properties', () => {
  const totals = fc.oneof(fc.nat(3000), fc.maxSafeNat());
  const weights = fc.array(fc.oneof(fc.nat(100_000), fc.nat(2 ** 48)), { minLength: 1, maxLength: 8 });

  test('the sum is the total, and each share is less than a minute from the exact one', () => {
    fc.assert(
      fc.property(totals, weights, (total, parts) => {
        const shares = allocate(total, parts);
        expect(shares.reduce((sum, share) => sum + BigInt(share), 0n)).toBe(BigInt(total));
        const sum = parts.reduce((all, weight) => all + BigInt(weight), 0n);
        if (sum === 0n) return;
        shares.forEach((share, index) => {
          const difference = BigInt(share) * sum - BigInt(parts[index] ?? 0) * BigInt(total);
          expect(difference > -sum && difference < sum).toBe(true);
        });
      }),
    );
  });

  test('largest remainder, stated differently: no losing part had a larger remainder than a winning one', () => {
    fc.assert(
      fc.property(totals, weights, (total, parts) => {
        const sum = parts.reduce((all, weight) => all + BigInt(weight), 0n);
        if (sum === 0n) return;
        const exact = parts.map((weight) => BigInt(weight) * BigInt(total));
        const won = allocate(total, parts).map((share, index) => BigInt(share) > (exact[index] ?? 0n) / sum);
        for (let winner = 0; winner < parts.length; winner += 1) {
          for (let loser = 0; loser < parts.length; loser += 1) {
            if (won[winner] !== true || won[loser] !== false) continue;
            const [best, rest] = [(exact[winner] ?? 0n) % sum, (exact[loser] ?? 0n) % sum];
            expect(best > rest || (best === rest && winner < loser)).toBe(true);
          }
        }
      }),
    );
  });
});
