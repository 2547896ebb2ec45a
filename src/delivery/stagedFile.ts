import { createHash, randomBytes } from 'node:crypto';
import { safeName } from './safeName.js';
import type { SealedFile } from './seal/encryption.js';

/** A file by its paths and its content's facts: what is known of it still after the process was killed. */
export interface PlacedFile {
  /** Where it is until it is whole: a name of letters, digits, dots and hyphens in its folder. */
  readonly temporary: string;
  /** Where the receiver finds it. */
  readonly path: string;
  readonly bytes: number;
  /** Of the content; lower-case hexadecimal. */
  readonly sha256: string;
}

/** A file on its way into a folder or onto a server: whole under its temporary name first, then renamed. */
export interface FilledFile extends PlacedFile {
  readonly isManifest: boolean;
  readonly content: Uint8Array;
}

/** How paths of a place are made of folders and names. */
export interface StagingPlace {
  readonly stagedAt: (name: string) => string;
  readonly namedAt: (name: string) => string;
}

/** A file to deliver, and what a manifest says of it; undefined: it gets none. */
export interface ListedFile {
  readonly file: SealedFile;
  readonly manifest?: FileManifest | undefined;
}

/** By run and digest a receiver knows a file that it has had before. */
export interface FileManifest {
  readonly runId: string;
  /** Of the file as the run made it, before any encryption, so that it is the same however often it is sent. */
  readonly sha256: string;
}

/** Each file under a fresh temporary name; its manifest goes before it. */
export function filledFiles(files: readonly ListedFile[], place: StagingPlace): FilledFile[] {
  return files.flatMap(({ file, manifest }) => {
    const name = safeName(file.name);
    const own = filled(name, file.content, false, place);
    return manifest === undefined ? [own] : [manifestOf(name, manifest, place), own];
  });
}

/** Nothing in it changes from one attempt to the next. */
function manifestOf(file: string, { runId, sha256 }: FileManifest, place: StagingPlace): FilledFile {
  const text = `${JSON.stringify({ runId, file, sha256 }, undefined, 2)}\n`;
  return filled(`${file}.manifest.json`, Buffer.from(text), true, place);
}

function filled(
  name: string,
  content: Uint8Array,
  isManifest: boolean,
  { stagedAt, namedAt }: StagingPlace,
): FilledFile {
  return {
    temporary: stagedAt(`.paytally-${randomBytes(6).toString('hex')}.part`),
    path: namedAt(name),
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    isManifest,
    content,
  };
}
