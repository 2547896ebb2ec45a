import { expect, test } from 'vitest';
import { sharedTables } from '../../../src/store/postgres/sharedTables.js';

test('every table of the embedded store has an employer in each row, and a key', () => {
  const tables = sharedTables();
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['run', 'ledgerLink', 'delivery', 'placement']),
  );
  expect(tables.filter(({ key }) => key.length === 0).map(({ name }) => name)).toEqual([]);
  expect(tables.some(({ name }) => name === 'journal')).toBe(false);
});
