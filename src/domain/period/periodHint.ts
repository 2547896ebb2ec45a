import { distance } from 'fastest-levenshtein';

/** More slips than these make another word. */
const MOST_EDITS = 2;

/** Other ways in which people write a period, and how it is written here. */
const MEANT: readonly (readonly [pattern: RegExp, meant: (parts: readonly string[]) => string])[] = [
  [/^(\d{1,2})[-/.](\d{4})$/, ([, month = '', year = '']) => `${year}-${month.padStart(2, '0')}`],
  [/^(\d{4})[-/.]?(\d{1,2})$/, ([, year = '', month = '']) => `${year}-${month.padStart(2, '0')}`],
  [/^(\d{4})[-/. ]?q([1-4])$/i, ([, year = '', quarter = '']) => `${year}-Q${quarter}`],
  [/^q([1-4])[-/. ]?(\d{4})$/i, ([, quarter = '', year = '']) => `${year}-Q${quarter}`],
  [/^(\d{4})[-/. ]?w(\d{1,2})$/i, ([, year = '', week = '']) => `${year}-W${week.padStart(2, '0')}`],
  [/^(\d{4}-\d{2}-\d{2})$/, ([, day = '']) => `${day}..${day}`],
  [/^(\d{4}-\d{2}-\d{2})[^\d]+(\d{4}-\d{2}-\d{2})$/, ([, from = '', to = '']) => `${from}..${to}`],
];

/**
 * What may be meant by a text that is no period: the same written otherwise, or the nearest of the names.
 * @param isPeriod whether a text can be used
 */
export function periodHint(
  text: string,
  names: readonly string[],
  isPeriod: (text: string) => boolean,
): string | undefined {
  for (const [pattern, meant] of MEANT) {
    const parts = pattern.exec(text.trim());
    const written = parts === null ? text : meant(parts);
    if (written !== text && isPeriod(written)) return written;
  }
  const plain = text.toLowerCase();
  const near = names
    .map((name) => ({ name, edits: distance(plain, name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)[0];
  return near !== undefined && near.edits <= MOST_EDITS ? near.name : undefined;
}
