import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ControlSlip, FileAccount, LeftAmount } from './controlSlip.js';
import type { UnprintedText } from './pdf/unprintedText.js';

/** A rendered file that is not written yet. */
export interface OutputFile {
  /** File name without folder. */
  readonly name: string;
  /** The folder within the output folder, for a name that other periods have too. @default the output folder itself */
  readonly folder?: string | undefined;
  /** Set for a file without rows that describes the template's file. */
  readonly isCompanion?: true;
  /** Data rows in it, without headings and totals. */
  readonly rows: number;
  readonly content: Uint8Array | AsyncIterable<Uint8Array>;
  /** A cover is written after the files that it names: files without a rank first, then by rank. */
  readonly coverRank?: number;
  /** The totals of a payroll file, as written. */
  readonly controlSlip?: ControlSlip;
  /** Of a payroll file: the amounts of the run that it has, and those that it leaves out. */
  readonly account?: FileAccount;
  /** Texts of a PDF with characters that no font on this machine has. */
  readonly unprinted?: readonly UnprintedText[];
}

/** A file of a run in the output folder. */
export interface OutcomeFile {
  readonly path: string;
  readonly template: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Set for a file without rows that describes the template's file, such as an INI. */
  readonly isCompanion?: true;
  /** Set by a dry run if an export would replace a different file. */
  readonly replaces?: true;
  /** The written totals of a payroll file, by code, by employee and overall. */
  readonly controlSlip?: ControlSlip;
  /** Of a payroll file: what of the run it leaves out, and why. */
  readonly left?: readonly LeftAmount[];
}

/** The path of a file within the output folder. */
export function pathWithin({ folder = '', name }: Pick<OutputFile, 'folder' | 'name'>): string {
  return join(folder, name);
}

/** All bytes of a file: a workbook is generated while it is read. @throws PaytallyError RENDER_REFUSED */
export async function outputBytes({ content }: Pick<OutputFile, 'content'>): Promise<Uint8Array> {
  return content instanceof Uint8Array ? content : buffer(Readable.from(content));
}

export interface FileDigest {
  readonly name: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Computes digests of a final's files during writing, so that a cover, which is written after them, can list them. A
 * cover never lists itself.
 */
export class FileDigests {
  readonly #digests = new Map<string, string>();

  /** The same file, whose digest is known after it was read to its end. */
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

  /** The digests of the written files, by name. */
  list(): readonly FileDigest[] {
    return [...this.#digests]
      .map(([name, sha256]) => ({ name, sha256 }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** A file with its template. */
export interface TemplateOutput {
  readonly template: string;
  readonly file: OutputFile;
}
