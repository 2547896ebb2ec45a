import { expect, test } from 'vitest';
import { fittedText } from '../../src/runtime/wrapText.js';

test.each<[what: string, text: string, width: number | undefined, fitted: string]>([
  ['what fits stays', 'Periods\n\n  2026-10    a month', 40, 'Periods\n\n  2026-10    a month'],
  ['without a terminal nothing is broken', 'one two three', undefined, 'one two three'],
  ['a sentence goes on at its beginning', 'one two three', 9, 'one two\nthree'],
  ['an indented one below itself', '    one two three', 11, '    one two\n    three'],
  [
    'a second column below itself',
    '  wrote  out/a.csv (7 rows)',
    20,
    '  wrote  out/a.csv\n         (7 rows)',
  ],
  [
    'a column that leaves no room is one with its text',
    'a long name  and text',
    14,
    'a long name \nand text',
  ],
  ['no line begins with a sign that French sets apart', 'un deux ; trois', 8, 'un\ndeux ;\ntrois'],
  ['words longer than the line stay whole', 'in abcdefghijkl now', 8, 'in\nabcdefghijkl\nnow'],
])('%s', (_what, text, width, fitted) => {
  expect(fittedText(text, width)).toBe(fitted);
});
