import { createHash, hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { damagedStore } from './storeFailure.js';

/** Text waiting to be compressed: small enough that a list of 93 days stays at a few megabytes. */
const CHUNK_CHARACTERS = 128 * 1024;
/** Half the time of the usual level 6, and a sixteenth more bytes, measured on records of 500 characters. */
const COMPRESSION = { level: 2 };

export interface NdjsonBlob {
  readonly records: number;
  /** Of the text, uncompressed. */
  readonly bytes: number;
  /** Of the text, uncompressed, so that it does not depend on the compressor's version. */
  readonly sha256: string;
  /** One or more gzip members one after the other, which is a gzip file again (RFC 1952, 2.2). */
  readonly gzip: Uint8Array;
}

/** Packs lines as they come, with no more than a chunk of them uncompressed at any time. */
export class NdjsonPacker {
  readonly #hash = createHash('sha256');
  readonly #members: Uint8Array[] = [];
  #pending: string[] = [];
  #pendingCharacters = 0;
  #records = 0;
  #bytes = 0;

  add(line: string): void {
    if (line.includes('\n')) throw new RangeError('a line of NDJSON contains a line end');
    this.#pending.push(line, '\n');
    this.#pendingCharacters += line.length + 1;
    this.#records += 1;
    if (this.#pendingCharacters >= CHUNK_CHARACTERS) this.#compress();
  }

  finish(): NdjsonBlob {
    if (this.#pendingCharacters > 0) this.#compress();
    return {
      records: this.#records,
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      gzip: Buffer.concat(this.#members),
    };
  }

  #compress(): void {
    const text = Buffer.from(this.#pending.join(''), 'utf8');
    this.#hash.update(text);
    this.#bytes += text.length;
    this.#members.push(gzipSync(text, COMPRESSION));
    this.#pending = [];
    this.#pendingCharacters = 0;
  }
}

/** The lines of a blob. `what` names it in the error that a blob which is not what was written raises. */
export function linesOf(blob: NdjsonBlob, path: string, what: string): readonly string[] {
  const text = unpack(blob, path, what);
  if (hash('sha256', text, 'hex') !== blob.sha256) {
    throw damagedStore(path, `${what} differs from its digest`);
  }
  const lines = text.toString('utf8').split('\n');
  lines.pop();
  return lines;
}

/** What zlib takes at least. */
const SMALLEST_PIECE = 64;

function unpack(blob: NdjsonBlob, path: string, what: string): Buffer {
  if (blob.records === 0) return Buffer.alloc(0);
  try {
    // One byte more than expected is already a sign of damage: no need to unpack without end.
    const most = blob.bytes + 1;
    // In one piece: gathering small ones takes longer than the unpacking.
    return gunzipSync(blob.gzip, { maxOutputLength: most, chunkSize: Math.max(SMALLEST_PIECE, most) });
  } catch (cause) {
    throw damagedStore(
      path,
      `${what} cannot be unpacked (${cause instanceof Error ? cause.message : 'unknown'})`,
    );
  }
}
