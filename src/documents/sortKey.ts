/** Letters that Unicode does not decompose into a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  þ: 'th',
};

/** Sorts after all letters. */
const NOTHING = '\uffff';

const cachedKeys = new Map<string, string>();
const MOST_KNOWN = 100_000;

/**
 * The sort key of a text in reports and workbooks: without case, marks and punctuation, so that Çelik is among the Cs
 * and 't Kint among the Ts; a last name before longer ones ("De, Zoë", then "De Smet, An"); last if nothing is left.
 * Keys are compared with `<`. Implemented here, because the system's own order differs between versions of its data.
 */
export function nameSortKey(text: string): string {
  const found = cachedKeys.get(text);
  if (found !== undefined) return found;
  const key = buildSortKey(text);
  if (cachedKeys.size >= MOST_KNOWN) cachedKeys.clear();
  cachedKeys.set(text, key);
  return key;
}

function buildSortKey(text: string): string {
  return text.split(',').map(keyOfPart).join('\u0000');
}

function keyOfPart(part: string): string {
  const plain = part.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const letters = plain
    .replace(/[øđðłħıœæßþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[^\p{L}\p{N} ]/gu, '');
  return letters.trim() || NOTHING;
}
