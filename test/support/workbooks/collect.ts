/** All chunks as one buffer. */
export async function collect(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<Buffer> {
  if (content instanceof Uint8Array) return Buffer.from(content);
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
