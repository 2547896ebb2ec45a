import { expect, test } from 'vitest';
import { AREA_FUNCTIONS } from '../../../../src/workbook/fill/formula/functions/areaFunctions.js';
import { takesManyCells } from '../../../../src/workbook/fill/formula/manyCells.js';

/** They take cells one by one, or a table that is drawn as one. */
const CELL_BY_CELL = ['HLOOKUP', 'CONCATENATE', 'NETWORKDAYS'];

test('a function of areas stretches over repeated rows', () => {
  const names = Object.keys(AREA_FUNCTIONS);
  expect(names.length).toBeGreaterThan(20);
  const stretches = (name: string) => [0, 1, 2].some((position) => takesManyCells({ name, position }));
  expect(names.filter((name) => !stretches(name))).toEqual(CELL_BY_CELL);
});
