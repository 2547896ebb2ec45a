/** Longer texts, and more of them than this, are encoded each time. */
const MOST_CHARACTERS = 500;
const MOST_KNOWN = 20_000;

const known = new Map<string, Buffer>();

/** The bytes of markup: the same few hundred pieces make up all sheets of a workbook. They must not be changed. */
export function encoded(markup: string): Buffer {
  const seen = known.get(markup);
  if (seen !== undefined) return seen;
  const bytes = Buffer.from(markup);
  if (markup.length <= MOST_CHARACTERS && known.size < MOST_KNOWN) known.set(markup, bytes);
  return bytes;
}
