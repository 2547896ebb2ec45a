import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Days, intersectDays, subtractDays } from '../../../src/domain/period/repeatingPeriod.js';
import { addDays, type LocalDate, toLocalDate } from '../../../src/domain/time/localDate.js';

/** Counted day by day, independently of the calculation with bounds. */
function each({ from, to }: Days): LocalDate[] {
  const found: LocalDate[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) found.push(date);
  return found;
}

const FIRST = toLocalDate('2026-02-20');
const stretch = fc
  .tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 12 }))
  .map(([begin, length]) => ({ from: addDays(FIRST, begin), to: addDays(FIRST, begin + length) }));

describe('days of a period', () => {
  test('that two periods have in common', () => {
    fc.assert(
      fc.property(stretch, stretch, (a, b) => {
        const common = each(a).filter((date) => each(b).includes(date));
        const found = intersectDays(a, b);
        expect(found === undefined ? [] : each(found)).toEqual(common);
      }),
    );
    expect(intersectDays(undefined, { from: FIRST, to: FIRST })).toBeUndefined();
  });

  test('that remain without others, in whole ranges', () => {
    fc.assert(
      fc.property(stretch, fc.array(stretch, { maxLength: 4 }), (days, taken) => {
        const gone = new Set(taken.flatMap(each));
        const left = subtractDays(days, taken);
        expect(left.flatMap(each)).toEqual(each(days).filter((date) => !gone.has(date)));
        expect(left.every(({ from, to }) => from <= to)).toBe(true);
        for (const [index, { from }] of left.slice(1).entries())
          expect(from > addDays(left[index]?.to ?? from, 1)).toBe(true);
      }),
    );
  });
});
