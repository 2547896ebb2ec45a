import { expect, test } from 'vitest';
import { takesRange } from '../../../src/workbook/formula/compileFormula.js';
import { AREA_FUNCTIONS } from '../../../src/workbook/formula/functions/areaFunctions.js';

/** They accept single cells. */
const CELL_BY_CELL = ['CONCATENATE'];

test('a function of areas extends over repeated rows', () => {
  const names = Object.keys(AREA_FUNCTIONS);
  expect(names.length).toBeGreaterThan(20);
  const stretches = (name: string) => [0, 1, 2].some((position) => takesRange({ name, position }));
  expect(names.filter((name) => !stretches(name))).toEqual(CELL_BY_CELL);
});

test.each([
  ['HLOOKUP', 1, 'the table'],
  ['NETWORKDAYS', 2, 'the holidays'],
  ['WORKDAY', 2, 'the holidays'],
  ['NETWORKDAYS.INTL', 3, 'the holidays'],
  ['WORKDAY.INTL', 3, 'the holidays'],
])('%s accepts several cells only at position %i: %s', (name, place) => {
  const taken = [0, 1, 2, 3].filter((position) => takesRange({ name, position }));
  expect(taken).toEqual([place]);
});
