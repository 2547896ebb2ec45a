import { describe, expect, test } from 'vitest';
import { createCharset, FileBytes } from '../../../src/documents/text/resolvedFile.js';

const windows1252 = createCharset({ charset: 'windows-1252', bom: false, accents: 'refuse' });

/** Unicode's CP1252.TXT: bytes 80 to 9F; the rest is Latin-1. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const CP1252 = new Map(
  Array.from({ length: 256 }, (_, byte): [number, string] => [
    byte,
    byte >= 0x80 && byte < 0xa0 ? (HIGH[byte - 0x80] ?? '') : String.fromCharCode(byte),
  ]).filter(([byte, character]) => byte < 0x80 || character !== ' '),
);

describe('encodings', () => {
  test('windows-1252: every character that it has, byte for byte', () => {
    expect(CP1252.size).toBe(251);
    const bytes = [...CP1252.keys()];
    const text = [...CP1252.values()].join('');
    expect(windows1252.firstUnencodable(text)).toBeUndefined();
    expect([...windows1252.encode(text)]).toEqual(bytes);
  });

  test('windows-1252: none that it lacks', () => {
    const has = new Set(CP1252.values());
    for (let code = 0; code < 0x3000; code++) {
      const character = String.fromCodePoint(code);
      const isThere = has.has(character);
      expect(windows1252.firstUnencodable(character) === undefined, `U+${code.toString(16)}`).toBe(isThere);
    }
  });

  test('decomposed letters are composed if the encoding needs it', () => {
    expect([...windows1252.encode(windows1252.prepare('Zoe\u0308'))]).toEqual([0x5a, 0x6f, 0xeb]);
  });

  test.each([
    ['Zoë Lefèvre', 'Zoe Lefevre'],
    ['Łukasz Szczęsny', 'Lukasz Szczesny'],
    ['Straße, Ægir, Øre', 'Strasse, AEgir, Ore'],
    ['Nguyễn Thị', 'Nguyen Thi'],
    ['O’Brien – “x”', 'O\'Brien - "x"'],
    ['plain', 'plain'],
  ])('ASCII without accents: %s', (text, expected) => {
    const ascii = createCharset({ charset: 'ascii', bom: false, accents: 'strip' });
    expect(ascii.prepare(text)).toBe(expected);
    expect(ascii.firstUnencodable(ascii.prepare(text))).toBeUndefined();
  });

  test('windows-1252 keeps the accents that it has', () => {
    const strip = createCharset({ charset: 'windows-1252', bom: false, accents: 'strip' });
    expect(strip.prepare('Łukasz Müller, Zoe\u0308, x\u0302')).toBe('Lukasz Müller, Zoë, x');
  });

  test.each(['€12', '12 £', '5 °', '½', '…', '«x»', '§', '×'])(
    'a symbol is not an accent: %s stays and is refused',
    (text) => {
      const ascii = createCharset({ charset: 'ascii', bom: false, accents: 'strip' });
      expect(ascii.prepare(text)).toBe(text);
      expect(ascii.firstUnencodable(text)).toBeDefined();
    },
  );

  test('letters of other scripts are not removed', () => {
    const ascii = createCharset({ charset: 'ascii', bom: false, accents: 'strip' });
    expect(ascii.firstUnencodable(ascii.prepare('Иван'))).toBe('И');
    expect(ascii.firstUnencodable(ascii.prepare('محمد'))).toBe('م');
  });
});

describe('FileBytes', () => {
  test('joins many chunks, writes the mark once, omits the last line end', () => {
    const bytes = new FileBytes(createCharset({ charset: 'utf-8', bom: true, accents: 'refuse' }));
    for (let line = 0; line < 2500; line++) bytes.add(`é${line}\r\n`);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.finish('\r\n'));
    expect(text).toBe(`\ufeff${Array.from({ length: 2500 }, (_, line) => `é${line}`).join('\r\n')}`);
  });

  test('can be empty', () => {
    expect(new FileBytes(windows1252).finish('\n')).toHaveLength(0);
  });
});
