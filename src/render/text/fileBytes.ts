import type { Charset } from './charset.js';

const BATCH = 1000;

/** Collects a file's text as bytes, batch by batch: a million lines never stand in memory as text. */
export class FileBytes {
  readonly #done: Uint8Array[] = [];
  #waiting: string[] = [];
  #isBegun = false;

  constructor(readonly charset: Charset) {}

  add(text: string): void {
    if (text === '') return;
    this.#waiting.push(text);
    if (this.#waiting.length >= BATCH) this.#encode();
  }

  /** What has become bytes since the last call; the mark comes first. */
  *taken(): Generator<Uint8Array> {
    if (!this.#isBegun) {
      this.#isBegun = true;
      if (this.charset.mark.length > 0) yield this.charset.mark;
    }
    // The last piece stays: what stands at the end of the file may have to go.
    yield* this.#done.splice(0, this.#done.length - 1);
  }

  /** What is left of a file that was taken piece by piece; `without` is left out at the end if it is there. */
  rest(without = ''): Uint8Array {
    this.#encode();
    const bytes = trimmed(Buffer.concat(this.#done.splice(0)), this.charset.encode(without));
    return bytes;
  }

  /** The whole file with its mark; `without` is left out at the end if it is there. */
  finish(without = ''): Uint8Array {
    this.#encode();
    return trimmed(Buffer.concat([this.charset.mark, ...this.#done]), this.charset.encode(without));
  }

  #encode(): void {
    if (this.#waiting.length > 0) this.#done.push(this.charset.encode(this.#waiting.join('')));
    this.#waiting = [];
  }
}

function trimmed(bytes: Buffer, end: Uint8Array): Uint8Array {
  const isThere = bytes.subarray(bytes.length - end.length).equals(end);
  return isThere ? bytes.subarray(0, bytes.length - end.length) : bytes;
}
