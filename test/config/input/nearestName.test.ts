import { describe, expect, test } from 'vitest';
import { didYouMean, nearestNames } from '../../../src/config/input/nearestName.js';

const KNOWN = ['monthly-hours', 'hours', 'datev-lodas', 'datev-lug', 'loket', 'entries'];

describe('names that may be meant', () => {
  const rows: readonly (readonly [written: string, near: readonly string[]])[] = [
    ['datev-lodsa', ['datev-lodas']],
    ['DATEV', ['datev-lodas', 'datev-lug']],
    ['hour', ['hours', 'monthly-hours']],
    ['nope', []],
    ['', []],
  ];
  test.each(rows)('%s', (written, near) => {
    expect(nearestNames(written, KNOWN)).toEqual(near);
  });

  test('in a sentence', () => {
    expect(didYouMean('datev', KNOWN)).toBe(' Did you mean "datev-lodas" or "datev-lug"?');
    expect(didYouMean('zzzzzz', KNOWN)).toBe('');
  });
});
