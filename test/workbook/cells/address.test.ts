import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotedSheet, SheetNames } from '../../../src/workbook/cells/address.js';

function sheetNames(wanted: readonly string[], fixed: readonly string[] = []): string[] {
  const names = new SheetNames(fixed);
  return wanted.map((name) => names.add(name));
}

describe('SheetNames', () => {
  it.each([
    ['unchanged', ['Summary', 'Days'], ['Summary', 'Days']],
    ['forbidden characters', ['a/b\\c?d*e[f]g:h'], ['a-b-c-d-e-f-g-h']],
    ['quotes at the edges', ["'O'Neill'", "'t Kint"], ["’O'Neill’", '’t Kint']],
    ['a quote and a space at the cut', [`${'x'.repeat(29)}' y`], [`${'x'.repeat(29)}’`]],
    ['control characters and half a character', ['a\u0085b\ud83dc'], ['a b c']],
    ['too long', ['x'.repeat(40)], ['x'.repeat(31)]],
    [
      'the same name in different case',
      ['Peeters An', 'PEETERS AN', 'peeters an'],
      ['Peeters An', 'PEETERS AN (2)', 'peeters an (3)'],
    ],
    ['equal after cutting', ['y'.repeat(35), 'y'.repeat(36)], ['y'.repeat(31), `${'y'.repeat(27)} (2)`]],
    ['a numbered name that exists', ['A', 'A (2)', 'A'], ['A', 'A (2)', 'A (3)']],
    ['empty', ['', ' '], ['_', '_ (2)']],
    ['Excel’s own name', ['History'], ['History_']],
    ['a character of two units at the cut', [`${'z'.repeat(30)}😀`], ['z'.repeat(30)]],
    ['line ends', ['a\n b'], ['a b']],
  ])('%s', (_, wanted, names) => expect(sheetNames(wanted)).toEqual(names));

  it.each([
    ['short', 'Twin Sam', '00101', 'Twin Sam (00101)'],
    ['a long name is cut, the payroll ID is not', 'x'.repeat(40), '0000101', `${'x'.repeat(21)} (0000101)`],
    ['forbidden characters', 'a/b', '7/8:[9]', 'a-b (7-8--9-)'],
    ['a long establishment', 'y'.repeat(31), 'z'.repeat(40), `${'y'.repeat(8)} (${'z'.repeat(20)})`],
    ['an apostrophe at the start', "'t Kint", '12', '’t Kint (12)'],
  ])('with what tells it apart: %s', (_, wanted, telling, name) => {
    expect(name.length).toBeLessThanOrEqual(31);
    expect(new SheetNames().add(wanted, telling)).toBe(name);
  });

  it('numbers sheets that are equal with what tells them apart', () => {
    const names = new SheetNames();
    const telling = '0e6f1c5e-0000-4000-8000-000000000001';
    expect([names.add('Twin', telling), names.add('Twin', telling)]).toEqual([
      'Twin (0e6f1c5e-0000-4000-8)',
      'Twin (0e6f1c5e-0000-4000-8) (2)',
    ]);
  });

  it('avoids fixed names', () =>
    expect(sheetNames(['hours', 'Hours'], ['Hours'])).toEqual(['hours (2)', 'Hours (3)']));

  it('gives only names that Excel allows, without duplicates', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('a', 'A', "'", 'a (2)')),
        ),
        (wanted) => {
          const names = sheetNames(wanted);
          expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(wanted.length);
          for (const name of names) {
            expect(name.length).toBeGreaterThan(0);
            expect(name.length).toBeLessThanOrEqual(31);
            expect(name).not.toMatch(/[\\/?*[\]:]|^'|'$|\p{Cc}|\p{Cs}/u);
          }
        },
      ),
    );
  });
});

describe('quotedSheet', () => {
  it.each([
    ['Summary', "'Summary'"],
    ["O'Neill", "'O''Neill'"],
  ])('%s', (name, quoted) => expect(quotedSheet(name)).toBe(quoted));
});
