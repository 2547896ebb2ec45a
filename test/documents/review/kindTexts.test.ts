import { describe, expect, test } from 'vitest';
import type { PayLineKind } from '../../../src/domain/pay/payLine.js';
import { catalogueTexts } from '../../../src/i18n/catalogue.js';

/** All of them, as the compiler checks. */
const KINDS: Readonly<Record<PayLineKind, true>> = {
  base: true,
  loading: true,
  topup: true,
  count: true,
  credit: true,
  'not-worked': true,
  absence: true,
  surplus: true,
};

describe.each(['en', 'nl', 'fr', 'de'] as const)('the review in %s', (language) => {
  test('has a text for each kind of pay line', () => {
    const texts = catalogueTexts(language, 'review');
    expect(Object.keys(KINDS).filter((kind) => (texts[`kind-${kind}`] ?? '') === '')).toEqual([]);
  });
});
