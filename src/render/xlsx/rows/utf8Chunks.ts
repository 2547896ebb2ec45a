/** Characters gathered before they become bytes: large enough that packing works on full chunks. */
const CHARACTERS = 512 * 1024;

/** Texts as UTF-8 in large pieces. Holds one piece; bytes depend on the texts only. */
export function* utf8Chunks(texts: Iterable<string>): Generator<Uint8Array> {
  let gathered = '';
  for (const text of texts) {
    gathered += text;
    if (gathered.length < CHARACTERS) continue;
    yield Buffer.from(gathered, 'utf8');
    gathered = '';
  }
  if (gathered.length > 0) yield Buffer.from(gathered, 'utf8');
}
