import { createHash } from 'node:crypto';
import type { OutputFile } from './outputFile.js';

export interface FileDigest {
  readonly name: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Digests of a final's files as their bytes pass by, so that a cover, which is written after them, can name them. A
 * cover never names itself.
 */
export class FileDigests {
  readonly #digests = new Map<string, string>();

  /** The same file, whose digest is known once it was read to its end. */
  watched(file: OutputFile): OutputFile {
    const { name, content } = file;
    if (content instanceof Uint8Array) {
      this.#digests.set(name, createHash('sha256').update(content).digest('hex'));
      return file;
    }
    const digests = this.#digests;
    const chunks: AsyncIterable<Uint8Array> = content;
    async function* passing(): AsyncGenerator<Uint8Array> {
      const digest = createHash('sha256');
      for await (const chunk of chunks) {
        digest.update(chunk);
        yield chunk;
      }
      digests.set(name, digest.digest('hex'));
    }
    return { ...file, content: { [Symbol.asyncIterator]: passing } };
  }

  /** Of the files that are written, by name. */
  list(): readonly FileDigest[] {
    return [...this.#digests]
      .map(([name, sha256]) => ({ name, sha256 }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}
