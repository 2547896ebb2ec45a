import type { Charset } from './charset.js';

const BATCH = 1000;

/** Collects a file's text as bytes, batch by batch: a million lines never stand in memory as text. */
export class FileBytes {
  readonly #done: Uint8Array[] = [];
  #waiting: string[] = [];

  constructor(readonly charset: Charset) {}

  add(text: string): void {
    if (text === '') return;
    this.#waiting.push(text);
    if (this.#waiting.length >= BATCH) this.#encode();
  }

  /** The whole file with its mark; `without` is left out at the end if it is there. */
  finish(without = ''): Uint8Array {
    this.#encode();
    const bytes = Buffer.concat([this.charset.mark, ...this.#done]);
    const end = this.charset.encode(without);
    return bytes.subarray(bytes.length - end.length).equals(end)
      ? bytes.subarray(0, bytes.length - end.length)
      : bytes;
  }

  #encode(): void {
    if (this.#waiting.length > 0) this.#done.push(this.charset.encode(this.#waiting.join('')));
    this.#waiting = [];
  }
}
