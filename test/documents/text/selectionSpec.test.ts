import { describe, expect, it } from 'vitest';
import { compileWholeText, regexText } from '../../../src/documents/text/selectionSpec.js';

describe('template patterns take time in proportion to their text', () => {
  it.each([
    ['nested plus', '(a+)+', `${'a'.repeat(5_000)}!`],
    ['nested star', '(a*)*b', 'a'.repeat(5_000)],
    ['equal alternatives', '(a|aa)+', `${'a'.repeat(5_000)}!`],
    ['overlapping alternatives', '(x+x+)+y', 'x'.repeat(5_000)],
    ['mail addresses', '([a-z0-9]+\\.?)+@example', 'a1'.repeat(2_500)],
  ])('%s', (_name, pattern, text) => {
    expect(compileWholeText(pattern).test(text)).toBe(false);
  });

  it.each([
    ['digits', '[0-9]{1,7}', '1234567', true],
    ['the whole text', '[0-9]{1,7}', '12345678', false],
    ['alternatives over the whole text', 'a|bc', 'abc', false],
    ['letters of all languages', '\\p{L}+', 'Žóé', true],
    ['one character outside the basic plane', '.', '😀', true],
    ['no line end', '.', '\n', false],
    ['an escape of four digits', '\\u00e9', 'é', true],
    ['an escape in braces', '\\u{1f600}', '😀', true],
    ['a backslash before u', '\\\\u00e9', '\\u00e9', true],
    ['nothing', '', '', true],
  ])('%s', (_name, pattern, text, matches) => {
    expect(compileWholeText(pattern).test(text)).toBe(matches);
  });

  it.each([
    ['lookahead', 'a(?=b)'],
    ['a back-reference', '(a)\\1'],
    ['nested repetitions', '((a{1000}){1000}){1000}'],
    ['invalid text', '('],
    ['very long patterns', 'a'.repeat(1_001)],
  ])('%s are refused', (_name, pattern) => {
    expect(regexText.safeParse(pattern).success).toBe(false);
  });
});
