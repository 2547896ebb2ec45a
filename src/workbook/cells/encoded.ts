/** Longer texts, and more of them than this, are encoded each time. */
const MOST_CHARACTERS = 500;
const MOST_KNOWN = 20_000;

/** Bytes that are written often, filled up to whole words: copying words takes a third of the time of copying bytes. */
export class Markup {
  readonly words: Int32Array;
  /** The same without the filling. */
  readonly bytes: Buffer;

  constructor(text: string) {
    const length = Buffer.byteLength(text);
    this.words = new Int32Array(Math.ceil(length / Int32Array.BYTES_PER_ELEMENT));
    this.bytes = Buffer.from(this.words.buffer, 0, length);
    this.bytes.write(text);
  }
}

const known = new Map<string, Markup>();

/** The bytes of markup: the same few hundred pieces make up all sheets of a workbook. They must not be changed. */
export function encoded(text: string): Markup {
  const seen = known.get(text);
  if (seen !== undefined) return seen;
  const markup = new Markup(text);
  if (text.length <= MOST_CHARACTERS && known.size < MOST_KNOWN) known.set(text, markup);
  return markup;
}
