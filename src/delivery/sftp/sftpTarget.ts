/** An account on an SFTP server. */
export interface SftpTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Path of the private key, absolute. */
  readonly key: string;
  /** Path of the file of known hosts, absolute; undefined: that of this user. */
  readonly knownHosts: string | undefined;
  /** Folder on the server in which the files are to appear. */
  readonly path: string;
  /** Folder on the same disk of the server for files under way; undefined: `path` itself, under temporary names. */
  readonly stage: string | undefined;
  readonly timeoutMs: number;
  /** Ends whatever is under way. */
  readonly signal?: AbortSignal | undefined;
}

/** A file to upload. */
export interface Upload {
  /** On this machine; a name without characters that `sftp` would expand. */
  readonly local: string;
  /** Name under way, of letters, digits, dots and hyphens. */
  readonly temporary: string;
  readonly name: string;
  readonly bytes: number;
}

export function remotePath(folder: string, name: string): string {
  return `${folder.replace(/\/+$/, '')}/${name}`;
}

/** Where a file is while it is uploaded. */
export function stagedPath({ path, stage }: SftpTarget, { temporary }: Upload): string {
  return remotePath(stage ?? path, temporary);
}
