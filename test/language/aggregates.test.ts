import { expect, test } from 'vitest';
import { AGGREGATES } from '../../src/language/aggregates.js';
import type { Scalar } from '../../src/language/languageValues.js';

const ROWS: readonly [total: string, values: readonly Scalar[], inputs: readonly string[], result: Scalar][] =
  [
    ['join', ['WORK', 'NIGHT', null, 'WORK'], [], 'NIGHT, WORK'],
    ['join', ['NIGHT', 'WORK', 'NIGHT'], ['; '], 'NIGHT; WORK'],
    ['join', [10, 9, 10, 100], [], '9, 10, 100'],
    ['join', [null], [], null],
    ['list', ['WORK', 'NIGHT', null, 'WORK'], [], 'WORK, NIGHT, WORK'],
    ['distinct', ['WORK', 'NIGHT', null, 'WORK'], [], 2],
  ];

test.each(ROWS)('%s of %j with %j is %j', (total, values, inputs, result) => {
  expect(AGGREGATES[total]?.reduce(values, inputs)).toBe(result);
});
