import { createHash } from 'node:crypto';
import type { ControlSlip } from './controlSlip.js';

/** A rendered file that is not written yet. */
export interface OutputFile {
  /** File name without folder. */
  readonly name: string;
  /** Data rows in it, without headings and totals. */
  readonly rows: number;
  /** Of a file whose rows are counted while it is read: how many there were, once it was read to its end. */
  readonly countedRows?: () => number;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** A cover is written after the files that it names: those without a rank, then by rank. */
  readonly coverRank?: number;
  /** Of a payroll file: what it adds up to, as it is written. */
  readonly controlSlip?: ControlSlip;
}

/** Data rows in a file that was read to its end. */
export function rowsIn({ rows, countedRows }: OutputFile): number {
  return countedRows?.() ?? rows;
}

/** Reads a file to its end, for what is found wrong on the way. @throws PaytallyError RENDER_REFUSED */
export async function readThrough({ content }: OutputFile): Promise<void> {
  if (content instanceof Uint8Array) return;
  for await (const _ of content);
}

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

/** A file together with the template that it came from. */
export interface TemplateOutput {
  readonly template: string;
  readonly file: OutputFile;
}
