import { describe, expect, test } from 'vitest';
import { verdictOf } from '../../../src/domain/month/verdict.js';

const NOTHING_OPEN = { blocking: 0, warnings: 0, accepted: 0 };

describe('the verdict about a read of final days', () => {
  test.each([
    [{}, 'This period is final. Nothing has changed since the final and its corrections.'],
    [
      { BALANCE_NOT_COMPARED: 2 },
      'This period is final. Nothing has changed since the final and its corrections. The balances of 2 people could not be compared.',
    ],
  ])('says what was not compared: %o', (exceptions, text) => {
    const judged = { state: 'corrected', counts: NOTHING_OPEN, exceptions, about: 'a read' } as const;
    expect(verdictOf('en', judged).text).toBe(text);
  });
});
