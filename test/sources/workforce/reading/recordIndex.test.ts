import { describe, expect, it } from 'vitest';
import { RecordIndex } from '../../../../src/sources/workforce/reading/recordIndex.js';
import { seeded } from '../../../support/service/seeded.js';

const DIGITS = '0123456789abcdef';
const DIGEST = '00112233445566778899aabbccddeeff';
const hyphened = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Every id that differs from one in a single digit, and the id itself. */
const NEIGHBOURS = [
  ...new Set(
    Array.from({ length: 32 }, (_, at) => at).flatMap((at) =>
      [...DIGITS].map((digit) => `${DIGEST.slice(0, at)}${digit}${DIGEST.slice(at + 1)}`),
    ),
  ),
];

describe('keys', () => {
  it('that differ in any one digit are separate records', () => {
    const index = new RecordIndex();
    const places = NEIGHBOURS.map((key) => index.put(hyphened(key), DIGEST, 1, false));
    expect(new Set(places).size).toBe(32 * 15 + 1);
    expect(NEIGHBOURS.map((key) => index.find(hyphened(key)))).toEqual(places);
  });

  it('are the same in capitals and without hyphens', () => {
    const index = new RecordIndex();
    const places = NEIGHBOURS.map((key) => index.put(hyphened(key), DIGEST, 1, false));
    expect(NEIGHBOURS.map((key) => index.find(hyphened(key.toUpperCase())))).toEqual(places);
    expect(NEIGHBOURS.map((key) => index.find(key))).toEqual(places);
  });
});

it('digests that differ in any one digit are different versions', () => {
  const index = new RecordIndex();
  const place = index.put(hyphened(DIGEST), DIGEST, 1, false);
  const same = NEIGHBOURS.filter((digest) => index.hasDigest(place, digest));
  expect(same).toEqual([DIGEST]);
});

it('matches a map for many records, whatever the order of additions and removals', () => {
  const random = seeded(7);
  const hex = () => Array.from({ length: 32 }, () => DIGITS[Math.floor(random() * 16)]).join('');
  const keys = Array.from({ length: 3000 }, () => hyphened(hex()));
  const index = new RecordIndex();
  const known = new Map<string, string>();
  for (let step = 0; step < 12_000; step += 1) {
    const key = keys[Math.floor(random() * keys.length)] ?? '';
    const place = index.find(key);
    expect(place === undefined).toBe(!known.has(key));
    if (place !== undefined && random() < 0.3) {
      index.remove(place);
      known.delete(key);
      continue;
    }
    const digest = hex();
    index.put(key, digest, 1, false);
    known.set(key, digest);
  }
  expect(index.size).toBe(known.size);
  const differing = [...known].filter(([key, digest]) => !index.hasDigest(index.find(key) ?? -1, digest));
  expect(differing).toEqual([]);
  expect([...index.present()]).toHaveLength(known.size);
});
