import type { Secret } from '../../secrets/secret.js';
import type { DeliveryFailure } from '../deliveryFailure.js';

/** Where files go on an SFTP server, however one logs in there. */
export interface SftpPlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Folder on the server in which the files are to appear. */
  readonly path: string;
  /** Folder on the same disk of the server for files under way; undefined: `path` itself, under temporary names. */
  readonly stage: string | undefined;
  readonly timeoutMs: number;
  /** Ends whatever is under way. */
  readonly signal?: AbortSignal | undefined;
}

/** An account with a key, reached by the system's `sftp`. */
export interface KeyTarget extends SftpPlace {
  /** Path of the private key, absolute. */
  readonly key: string;
  /** Path of the file of known hosts, absolute; undefined: that of this user. */
  readonly knownHosts: string | undefined;
}

/** An account on a server that takes passwords only. */
export interface PasswordTarget extends SftpPlace {
  readonly password: Secret;
  /** `SHA256:…` of the server's key; undefined: not known yet, so that nothing is sent. */
  readonly fingerprint: string | undefined;
}

export type SftpTarget = KeyTarget | PasswordTarget;

/** A file to upload. */
export interface Upload {
  /** On this machine; a name without characters that `sftp` would expand. */
  readonly local: string;
  /** Name under way, of letters, digits, dots and hyphens. */
  readonly temporary: string;
  readonly name: string;
  readonly bytes: number;
}

/** The steps of an upload, each over a connection of its own. */
export interface SftpSteps {
  /** Puts every file under its temporary name. @returns what went wrong, and the sizes as the server tells them */
  readonly put: (uploads: readonly Upload[]) => Promise<StepEnd>;
  /** Gives every file its name, over what was there. */
  readonly rename: (uploads: readonly Upload[]) => Promise<StepEnd>;
  /** Sizes of what is there under temporary or final names; undefined where nobody can look. */
  readonly look: (uploads: readonly Upload[]) => Promise<ReadonlyMap<string, number> | undefined>;
  /** Logs in, and sees that the folders are there. */
  readonly reach: () => Promise<StepEnd>;
  /** Takes away what stands under temporary names, where that can be done. */
  readonly remove: (uploads: readonly Upload[]) => Promise<void>;
}

export interface StepEnd {
  readonly failure: DeliveryFailure | undefined;
  /** Bytes by path on the server. */
  readonly sizes: ReadonlyMap<string, number>;
}

export function remotePath(folder: string, name: string): string {
  return `${folder.replace(/\/+$/, '')}/${name}`;
}

/** Where a file is while it is uploaded. */
export function stagedPath({ path, stage }: SftpPlace, { temporary }: Upload): string {
  return remotePath(stage ?? path, temporary);
}

/** The folders that a delivery needs on the server. */
export function foldersOf({ path, stage }: SftpPlace): readonly string[] {
  return stage === undefined ? [path] : [path, stage];
}
