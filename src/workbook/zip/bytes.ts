/** What the packing functions take as content: everything at once, or piece by piece. */
export type Bytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Cuts and joins pieces so that all but the last have exactly `size` bytes: packing must not depend on timing. */
export async function* evenChunks(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const piece of pieces) {
    let rest = piece;
    while (heldBytes + rest.byteLength >= size) {
      const part = rest.subarray(0, size - heldBytes);
      yield held.length === 0 ? part : Buffer.concat([...held, part]);
      rest = rest.subarray(part.byteLength);
      held = [];
      heldBytes = 0;
    }
    if (rest.byteLength > 0) {
      held.push(rest);
      heldBytes += rest.byteLength;
    }
  }
  if (heldBytes > 0) yield held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
}
