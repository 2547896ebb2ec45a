import { OutputBytes } from '../../cells/outputBytes.js';

/** What {@link OutputBytes} takes in one go without being asked for a chunk. */
const MOST_AT_ONCE = 64 * 1024;

/** The bytes of a sheet's part, handed on in chunks that are ready for packing. */
export class PartBytes {
  readonly out = new OutputBytes();
  #full: Uint8Array[] = [];

  /** Bytes of any length. */
  raw(segment: Buffer): void {
    if (segment.byteLength <= MOST_AT_ONCE) this.out.raw(segment);
    else this.#long(segment);
  }

  #long(segment: Buffer): void {
    for (let at = 0; at < segment.byteLength; at += MOST_AT_ONCE) {
      this.out.raw(segment.subarray(at, at + MOST_AT_ONCE));
      this.settle();
    }
  }

  /** To be called after every cell: keeps room for the next. */
  settle(): void {
    const chunk = this.out.takeChunk();
    if (chunk !== undefined) this.#full.push(chunk);
  }

  get hasChunks(): boolean {
    return this.#full.length > 0;
  }

  takeChunks(): Uint8Array[] {
    const chunks = this.#full;
    this.#full = [];
    return chunks;
  }

  rest(): Uint8Array {
    return this.out.takeRest();
  }
}
