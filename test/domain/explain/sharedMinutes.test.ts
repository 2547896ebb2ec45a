import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainAllocation } from '../../../src/domain/explain/explainEntry.js';
import { allocate } from '../../../src/domain/time/allocate.js';

const ROWS: readonly (readonly [string, number, readonly number[], readonly string[]])[] = [
  ['120 and 360, net 435', 435, [120, 360], ['108 rest 360 of 480 +1: 109', '326 rest 120 of 480: 326']],
  [
    '100, 100 and 100, net 290: ties to the earliest',
    290,
    [100, 100, 100],
    ['96 rest 200 of 300 +1: 97', '96 rest 200 of 300 +1: 97', '96 rest 200 of 300: 96'],
  ],
  ['one part', 435, [480], ['435 rest 0 of 480: 435']],
  ['zero minutes', 3, [0, 0], ['3 rest 0 of 0: 3', '0 rest 0 of 0: 0']],
];

test.each(ROWS)('%s', (_name, total, weights, expected) => {
  const shown = explainAllocation(total, weights).map(
    ({ wholeMinutes, remainder, divisor, gotExtraMinute, minutes }) => {
      return `${wholeMinutes} rest ${remainder} of ${divisor}${gotExtraMinute ? ' +1' : ''}: ${minutes}`;
    },
  );
  expect(shown).toEqual(expected);
});

test('the shown calculation always ends with the minutes of the days', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.array(fc.nat(200_000), { minLength: 1, maxLength: 8 }),
      (total, weights) => {
        expect(explainAllocation(total, weights).map(({ minutes }) => minutes)).toEqual(
          allocate(total, weights),
        );
      },
    ),
    { numRuns: 500 },
  );
});
