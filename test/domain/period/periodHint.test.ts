import { describe, expect, test } from 'vitest';
import { resolvePeriod, suggestPeriod } from '../../../src/domain/period/period.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';

const today = toLocalDate('2026-11-05');
const calendars = { 'four-weekly': { anchor: toLocalDate('2026-01-05'), days: 28 } };

describe('a period that is written in another way', () => {
  const rows: readonly (readonly [text: string, said: string])[] = [
    ['10-2026', 'Did you mean 2026-10?'],
    ['10/2026', 'Did you mean 2026-10?'],
    ['202610', 'Did you mean 2026-10?'],
    ['2026-9', 'Did you mean 2026-09?'],
    ['2026q4', 'Did you mean 2026-Q4?'],
    ['Q4 2026', 'Did you mean 2026-Q4?'],
    ['2026-W5', 'Did you mean 2026-W05?'],
    ['2026-10-15', 'Did you mean 2026-10-15..2026-10-15?'],
    ['2026-10-01 - 2026-10-31', 'Did you mean 2026-10-01..2026-10-31?'],
    ['last-moth', 'Did you mean last-month?'],
    ['LastMonth', 'Did you mean last-month?'],
    ['four-weakly', 'Did you mean four-weekly?'],
    ['2026-13', 'Pay calendars in the configuration: four-weekly.'],
    ['13-2026', 'Pay calendars in the configuration: four-weekly.'],
    ['okt', 'Pay calendars in the configuration: four-weekly.'],
  ];
  test.each(rows)('%s', (text, said) => {
    expect(() => resolvePeriod(text, today, calendars)).toThrow(
      expect.objectContaining({ code: 'PERIOD_INVALID', message: expect.stringContaining(said) }),
    );
  });
});

test('without a similar name there is no hint', () => {
  expect(suggestPeriod('last-moth', [], () => false)).toBeUndefined();
});
