import { join, posix } from 'node:path';
import { message } from '../../i18n/message.js';
import type { Secret } from '../../runtime/secrets/secret.js';
import { DeliveryFailure } from '../deliveryFailure.js';
import type { StagedContent, StagedPaths } from '../outgoingFile.js';

/** A destination on an SFTP server, for either kind of login. */
export interface SftpPlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Folder on the server in which the files are to appear. */
  readonly path: string;
  /** Folder on the same disk of the server for incomplete files; undefined for `path` itself, with temporary names. */
  readonly stage: string | undefined;
  /** Uploads under the final names at once, and asks the server for nothing else: for a drop box. */
  readonly direct: boolean;
  readonly timeoutMs: number;
  /** Aborts the current step. */
  readonly signal?: AbortSignal | undefined;
}

/** An account with a key, reached by the system's `sftp`. */
export interface KeyTarget extends SftpPlace {
  /** Path of the private key, absolute. */
  readonly key: string;
  /** Path of the file of known hosts, absolute; undefined for that of this user. */
  readonly knownHosts: string | undefined;
  /** Folder of this machine for copies that `sftp` reads and writes, under the names of `localCopies`. */
  readonly localFolder: string;
}

/** An account on a server that accepts only passwords. */
export interface PasswordTarget extends SftpPlace {
  readonly password: Secret;
  /** `SHA256:…` of the server's key; undefined if not known yet, so that nothing is sent. */
  readonly fingerprint: string | undefined;
}

export type SftpTarget = KeyTarget | PasswordTarget;

/** The steps of an upload, each over a separate connection. */
export interface SftpSteps {
  /** Uploads every file under its temporary name. @returns the failure, and the sizes that the server reports */
  readonly put: (files: readonly StagedContent[]) => Promise<StepEnd>;
  /**
   * Uploads every file under its own name. @returns a failure that is `failed` only if the last file, which is the one
   * that counts, was certainly not begun
   */
  readonly putDirect: (files: readonly StagedContent[]) => Promise<StepEnd>;
  /** Gives every file its name, replacing existing files. */
  readonly rename: (files: readonly StagedPaths[]) => Promise<StepEnd>;
  /** Sizes of the files on the server, by path; undefined if they cannot be listed. */
  readonly look: (paths: readonly string[]) => Promise<ReadonlyMap<string, number> | undefined>;
  /** SHA-256 of the files under their own names, by path; without unreadable ones. */
  readonly digests: (files: readonly StagedPaths[]) => Promise<ReadonlyMap<string, string>>;
  /** Logs in, and checks that the folders exist; for a drop box only the former. */
  readonly reach: () => Promise<StepEnd>;
  /** Removes all files; stops at the first that cannot be removed. */
  readonly remove: (paths: readonly string[]) => Promise<StepEnd>;
}

export interface StepEnd {
  readonly failure: DeliveryFailure | undefined;
  /** Bytes by path on the server. */
  readonly sizes: ReadonlyMap<string, number>;
}

export function remotePath(folder: string, name: string): string {
  return `${folder.replace(/\/+$/, '')}/${name}`;
}

/** The folders that a delivery needs on the server, and can ask for. */
export function foldersOf({ path, stage, direct }: SftpPlace): readonly string[] {
  if (direct) return [];
  return stage === undefined ? [path] : [path, stage];
}

/** The local folder with copies of files to upload; fetched files are stored there too. */
export function localCopies(folder: string, files: readonly Pick<StagedPaths, 'temporary'>[]): string[] {
  return files.map(({ temporary }) => join(folder, posix.basename(temporary)));
}

/** A file that was begun and not confirmed, with the server's own words. */
export function uncertainUpload({ path }: StagedPaths, failure: DeliveryFailure): DeliveryFailure {
  return new DeliveryFailure('unknown', message('delivery.sftp.uncertain', { path, answer: failure.text }), {
    cause: failure,
  });
}
