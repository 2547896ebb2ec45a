import { expect, test } from 'vitest';
import { tableWithin } from '../../src/cli/terminalText.js';

const ROWS = [
  ['name', 'number', 'id'],
  ['Peeters, Jan', '00104', 'b9f56a58'],
  ['Kint', '', ''],
];

test.each<[what: string, width: number | undefined, table: string[]]>([
  ['without a terminal', undefined, ['name          number  id', 'Peeters, Jan  00104   b9f56a58', 'Kint']],
  ['that fits exactly', 30, ['name          number  id', 'Peeters, Jan  00104   b9f56a58', 'Kint']],
  [
    'with a column that is too wide: it is printed below',
    29,
    ['name          number', '    id', 'Peeters, Jan  00104', '    b9f56a58', 'Kint'],
  ],
  [
    'with two columns that are too wide: both are printed below',
    19,
    ['name', '    number  id', 'Peeters, Jan', '    00104  b9f56a58', 'Kint'],
  ],
])('a table %s', (_what, width, table) => {
  expect(tableWithin(ROWS, width)).toBe(table.join('\n'));
});
