import { describe, expect, it } from 'vitest';
import { textWidth, widestPossible, wrappedLines } from '../../../src/workbook/cells/textWidth.js';

describe('textWidth', () => {
  it.each([
    ['digits are the unit', '12345', 5],
    ['narrow letters', 'illi', 2.4],
    ['wide letters', 'MW', 3.2],
    ['capitals', 'AB', 2.4],
    ['a Chinese character has width two', '欧阳小明', 8],
    ['a Korean character has width two', '한국', 4],
    ['combining marks have no width', 'e\u0301', 1],
    ['Arabic', 'محمد', 4],
    ['outside the basic plane', '𠀀', 2],
    ['empty text', '', 0],
  ])('%s', (_, text, width) => expect(textWidth(text)).toBeCloseTo(width, 9));

  it.each(['MWMW', '欧阳', '𠀀𠀀', 'ABCabc…—'])('%s is not wider than the assumed maximum', (text) => {
    expect(textWidth(text)).toBeLessThanOrEqual(widestPossible(text));
  });
});

describe('wrappedLines', () => {
  it.each([
    ['fits', 'abc', 3, 1],
    ['breaks at a space', 'abc abc', 4, 2],
    ['the space at the end of a line needs no width', 'abc abc', 3, 2],
    ['breaks at a hyphen', '00000000-0000-4000-8000-000000000010', 25, 2],
    ['a word longer than the line is broken', 'aaaaaaaaaa', 4, 3],
    ['a long word after others', 'bb aaaaaaaaaa', 4, 4],
    ['words that would fit in total but not on one line', 'aaa bbb ccc', 5, 3],
  ])('%s', (_, text, room, lines) => expect(wrappedLines(text, room)).toBe(lines));
});
