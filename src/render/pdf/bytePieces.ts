const PIECE_BYTES = 2 ** 16;

/**
 * Bytes that come in parts of any size and go in pieces of one: a document of some thousand pages ends with a million
 * parts of 20 bytes, which take ten times that where each is held by itself.
 */
export class BytePieces {
  #full: Uint8Array[] = [];
  #open = new Uint8Array(PIECE_BYTES);
  #used = 0;

  add(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + PIECE_BYTES - this.#used);
      this.#open.set(part, this.#used);
      this.#used += part.length;
      from += part.length;
      if (this.#used === PIECE_BYTES) this.#begin();
    }
  }

  /** The full pieces; they are here no more. */
  *taken(): Generator<Uint8Array> {
    for (let piece = this.#full.shift(); piece !== undefined; piece = this.#full.shift()) yield piece;
  }

  /** All that is left. */
  *rest(): Generator<Uint8Array> {
    if (this.#used > 0) this.#begin();
    yield* this.taken();
  }

  #begin(): void {
    this.#full.push(this.#open.subarray(0, this.#used));
    this.#open = new Uint8Array(PIECE_BYTES);
    this.#used = 0;
  }
}
