import { expect, test } from 'vitest';
import { fittedText } from '../../src/runtime/wrapText.js';

test.each<[what: string, text: string, width: number | undefined, fitted: string]>([
  ['text that fits is unchanged', 'Periods\n\n  2026-10    a month', 40, 'Periods\n\n  2026-10    a month'],
  ['without a terminal, no line is wrapped', 'one two three', undefined, 'one two three'],
  ['a sentence continues at its indent', 'one two three', 9, 'one two\nthree'],
  ['an indented line continues below itself', '    one two three', 11, '    one two\n    three'],
  [
    'a second column continues below itself',
    '  wrote  out/a.csv (7 rows)',
    20,
    '  wrote  out/a.csv\n         (7 rows)',
  ],
  [
    'a column without enough width becomes one with its text',
    'a long name  and text',
    14,
    'a long name \nand text',
  ],
  ['no line begins with a mark that French separates by a space', 'un deux ; trois', 8, 'un\ndeux ;\ntrois'],
  ['words longer than the line stay whole', 'in abcdefghijkl now', 8, 'in\nabcdefghijkl\nnow'],
])('%s', (_what, text, width, fitted) => {
  expect(fittedText(text, width)).toBe(fitted);
});
