/** The longest name that a tab can have. */
const LONGEST = 31;

/** A name that a tab can have and no other has, whatever the case. Takes it. */
export function uniqueSheetName(wanted: string, taken: Set<string>): string {
  const cleaned = wanted
    .replace(/[[\]:*?/\\]/g, '-')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: names of people may hold anything.
    .replace(/[\u0000-\u001f]/g, ' ')
    .trim();
  const base = trimmed(cleaned === '' ? '-' : cleaned, LONGEST);
  let name = /^history$/i.test(base) ? `${base}-` : base;
  for (let number = 2; taken.has(name.toLowerCase()); number++) {
    const mark = ` (${number})`;
    name = trimmed(base, LONGEST - mark.length) + mark;
  }
  taken.add(name.toLowerCase());
  return name;
}

/** Excel counts UTF-16 units; a character is never cut in two, and no apostrophe stands at an end. */
function trimmed(text: string, length: number): string {
  let cut = text.slice(0, length);
  if (/[\ud800-\udbff]$/.test(cut)) cut = cut.slice(0, -1);
  return cut.replace(/^'+|'+$/g, '’').trimEnd();
}
