import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  excerpt,
  hasSteering,
  oneLine,
  shown,
  spelledOut,
  spelledOutLines,
} from '../../src/runtime/outsideText.js';

const STEERING: readonly [name: string, character: string, spelled: string][] = [
  ['a line end', '\n', '\\u000a'],
  ['a carriage return', '\r', '\\u000d'],
  ['a tab', '\t', '\\u0009'],
  ['an escape', '\u001b', '\\u001b'],
  ['a null character', '\u0000', '\\u0000'],
  ['a second-block control', '\u009b', '\\u009b'],
  ['next line', '\u0085', '\\u0085'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a paragraph separator', '\u2029', '\\u2029'],
  ['right-to-left override', '\u202e', '\\u202e'],
  ['right-to-left isolate', '\u2067', '\\u2067'],
  ['left-to-right mark', '\u200e', '\\u200e'],
  ['Arabic letter mark', '\u061c', '\\u061c'],
  ['a zero-width space', '\u200b', '\\u200b'],
  ['a zero-width joiner', '\u200d', '\\u200d'],
  ['a byte order mark', '\ufeff', '\\ufeff'],
  ['a soft hyphen', '\u00ad', '\\u00ad'],
  ['a word joiner', '\u2060', '\\u2060'],
  ['a Hangul filler', '\u3164', '\\u3164'],
  ['half a character', '\ud800', '\\ud800'],
  ['a tag character of the last plane', '\u{e0041}', '\\udb40\\udc41'],
];

describe('control characters', () => {
  it.each(STEERING)('%s is detected, spelled out, and no part of a line', (_name, character, spelled) => {
    expect(hasSteering(`a${character}b`)).toBe(true);
    expect(spelledOut(`a${character}b`)).toBe(`a${spelled}b`);
    expect(oneLine(`a${character}b`)).toBe('a b');
    expect(shown(`a${character}b`)).not.toContain(character);
  });

  it.each(['Żółć é 李', 'Ærøskøbing', 'אבג 123', 'ام', 'नमस्ते', '🙂', '👍🏽', 'a-b_c (d)'])(
    '%s is unchanged',
    (text) => {
      expect(hasSteering(text)).toBe(false);
      expect(spelledOut(text)).toBe(text);
      expect(oneLine(text)).toBe(text);
    },
  );

  it('line breaks and tabs of our own text are unchanged', () => {
    expect(spelledOutLines('a\n\tb\r\u202e')).toBe('a\n\tb\\u000d\\u202e');
  });

  it('JSON keeps its meaning', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(spelledOutLines(text))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('no text keeps any of them', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hasSteering(spelledOut(text))).toBe(false);
        expect(hasSteering(oneLine(text))).toBe(false);
        expect(hasSteering(excerpt(text, 10))).toBe(false);
        expect(hasSteering(shown(text, 10))).toBe(false);
      }),
    );
  });
});
