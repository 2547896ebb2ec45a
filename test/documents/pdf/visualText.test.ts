import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visualRuns } from '../../../src/documents/pdf/pdfDocument.js';

const makeBidi: () => Bidi = createRequire(import.meta.url)('bidi-js');

/** The text on the page from left to right, after the font has reversed its runs. */
function onThePage(text: string): string {
  return visualRuns(text)
    .map((run) => (run.isRightToLeft ? [...run.text].reverse().join('') : run.text))
    .join('');
}

test.each([
  ['Latin', 'Kint, Pieter-Jan', 'Kint, Pieter-Jan'],
  ['Hebrew', 'אבג דהו', 'והד גבא'],
  ['Hebrew with digits', 'אבג 123', '123 גבא'],
  ['two Hebrew words and a comma', 'כהן, דוד', 'דוד ,ןהכ'.normalize()],
  ['Latin in Hebrew', 'דוד Smith 12', 'Smith 12 דוד'.replace('דוד', 'דוד'.split('').reverse().join(''))],
  ['brackets are mirrored', 'אב (גד)', '(דג) בא'],
])('%s', (_, text, expected) => {
  expect(onThePage(text)).toBe(expected);
});

test('any mixture of letters, digits and marks follows the bidirectional algorithm', () => {
  const letters = fc.constantFrom(
    'a',
    'B',
    'é',
    'א',
    'ב',
    'ם',
    '1',
    '2',
    ' ',
    ',',
    '-',
    '(',
    ')',
    '.',
    'ж',
    'ω',
  );
  const bidi = makeBidi();
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 24 }), (characters) => {
      const text = characters.join('').trim();
      const levels = bidi.getEmbeddingLevels(text, 'auto');
      expect(onThePage(text)).toBe(bidi.getReorderedString(text, levels));
    }),
  );
});
