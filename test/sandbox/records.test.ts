import { describe, expect, it } from 'vitest';
import { dateOfDayNumber, dayNumberOf, isDate } from '../../src/sandbox/records.js';

describe('isDate', () => {
  it.each<[string, boolean]>([
    ['2026-10-25', true],
    ['2000-02-29', true],
    ['2100-02-29', false],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-04-31', false],
    ['2026-12-31', true],
    ['2026-00-10', false],
    ['2026-13-10', false],
    ['2026-10-00', false],
    ['2026-10-25 ', false],
    ['26-10-25', false],
    ['', false],
  ])('"%s": %s', (text, expected) => {
    expect(isDate(text)).toBe(expected);
  });
  it('every day of the years that the API knows', () => {
    const wrong = [];
    for (let day = dayNumberOf('2000-01-01'); day <= dayNumberOf('2100-12-31'); day += 1) {
      if (!isDate(dateOfDayNumber(day))) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });
});
