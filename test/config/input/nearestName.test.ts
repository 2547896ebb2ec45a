import { describe, expect, test } from 'vitest';
import { nearestNames, suggestion } from '../../../src/config/input/nearestName.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { message } from '../../../src/i18n/message.js';

const KNOWN = ['monthly-hours', 'hours', 'datev-lodas', 'datev-lug', 'loket', 'entries'];

describe('similar names', () => {
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
    const text = (employer: string) =>
      englishText(message('config.employerUnknown', { employer, known: '', ...suggestion(employer, KNOWN) }));
    expect(text('datev')).toMatch(/"datev"\. Did you mean "datev-lodas" or "datev-lug"\?$/);
    expect(text('zzzzzz')).toMatch(/"zzzzzz"\.$/);
  });
});
