import { expect, it } from 'vitest';
import { DigestSum, recordHash } from '../../../src/sources/records/recordDigest.js';
import { seeded } from '../../support/service/seeded.js';

const random = seeded(7);
const DIGESTS = Array.from({ length: 500 }, (_, at) => recordHash({ at, value: random() }));
const sumOf = (digests: readonly string[]): string => {
  const sum = new DigestSum();
  for (const digest of digests) sum.add(digest);
  return sum.text();
};

it('the digest of a list does not depend on the order of its records', () => {
  expect(sumOf([...DIGESTS].reverse())).toBe(sumOf(DIGESTS));
});

it('the digest of a list has no trace of removed records', () => {
  const sum = new DigestSum();
  for (const digest of DIGESTS) sum.add(digest);
  for (const digest of DIGESTS.slice(100)) sum.remove(digest);
  expect(sum.text()).toBe(sumOf(DIGESTS.slice(0, 100)));
});

it('every digit of a digest counts', () => {
  const digits = [...'0123456789abcdef'];
  const zero = '0'.repeat(32);
  const differing = Array.from(zero, (_, at) => at).flatMap((at) =>
    digits.map((digit) => `${zero.slice(0, at)}${digit}${zero.slice(at + 1)}`),
  );
  expect(new Set(differing.map((digest) => sumOf([digest]))).size).toBe(32 * 15 + 1);
});

/** As released stores have it: sums of four words as unsigned numbers. */
it('the digest of two records is the sum of their words', () => {
  const digest = sumOf(['ffffffff000000010000000200000003', 'ffffffff000000010000000200000003']);
  expect(digest).toBe('0001fffffffe000000000002000000000004000000000006');
});
