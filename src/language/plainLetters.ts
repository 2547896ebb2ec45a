/**
 * Letters that do not decompose, and the typographic forms of apostrophe, quote, hyphen and space, in ASCII. A symbol
 * with its own meaning, such as a currency, is not an accent: it is refused.
 */
const ASCII_FORMS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
};

/** Latin letters without their accents: `Zoë Łukasiewicz` becomes `Zoe Lukasiewicz`. Other scripts remain unchanged. */
export function stripAccents(text: string): string {
  const base = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC');
  return base.replace(/[^\u0020-\u007e]/gu, (character) => ASCII_FORMS[character] ?? character);
}
