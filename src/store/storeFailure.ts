import { tmpdir } from 'node:os';
import { env } from 'node:process';
import { type ErrorCode, PaytallyError } from '../errors.js';

interface Failure {
  readonly code: ErrorCode;
  readonly what: string;
  readonly remedy?: string;
}

const unusable = (what: string, remedy: string): Failure => ({ code: 'STORE_UNUSABLE', what, remedy });

const FULL = unusable(
  'the disk is full',
  'Free some space on the disk of the store, then run the command again.',
);
const DENIED = unusable(
  'the file or its folder may not be written',
  'Give your user the right to write to the folder of the store and to the file in it.',
);
const DAMAGED = unusable(
  'the file is damaged',
  'Restore the file from a backup, or move it away: the next run then starts a new store (earlier runs are lost).',
);
const NOT_A_STORE = unusable(
  'the file is not a paytally store',
  'Move this file away, or choose another path for the store.',
);
const CANNOT_OPEN = unusable(
  'the file cannot be opened',
  'Check that the folder of the store exists and that your user may read and write it.',
);
const IO = unusable(
  'reading or writing the file failed',
  'Check the disk of the store: free space, quota, and whether a network share supports file locks.',
);
const BUSY: Failure = { code: 'STORE_BUSY', what: 'another program is writing to it' };

/** By the primary result codes of SQLite (sqlite.org/rescode.html). */
const BY_SQLITE_CODE: ReadonlyMap<number, Failure> = new Map([
  [3, DENIED],
  [5, BUSY],
  [6, BUSY],
  [8, DENIED],
  [10, IO],
  [11, DAMAGED],
  [13, FULL],
  [14, CANNOT_OPEN],
  [23, DENIED],
  [26, NOT_A_STORE],
]);

/** The driver leaves the code out of some errors; the texts are SQLite's own (sqlite3_errstr). */
const SQLITE_TEXTS: readonly (readonly [text: string, code: number])[] = [
  ['database is locked', 5],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
];

const BY_SYSTEM_CODE: ReadonlyMap<string, Failure> = new Map([
  ['EACCES', DENIED],
  ['EPERM', DENIED],
  ['EROFS', DENIED],
  ['ENOSPC', FULL],
  ['EDQUOT', FULL],
  ['EFBIG', FULL],
  ['ENOTDIR', CANNOT_OPEN],
  ['EEXIST', CANNOT_OPEN],
  ['EISDIR', CANNOT_OPEN],
  ['ENOENT', CANNOT_OPEN],
  ['ELOOP', CANNOT_OPEN],
  ['EIO', IO],
]);

/** What rows lie in on their way to a file: not the store, whatever the driver says. */
export const TEMPORARY_FILE = '(temporary file)';

/** Turns what SQLite or the file system threw into a failure with a remedy; anything else stays as it is. */
export function storeFailure(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof PaytallyError) return thrown;
  if (path === TEMPORARY_FILE) return temporaryFailure(thrown);
  const failure = failureOf(thrown);
  if (failure === undefined) return thrown;
  return new PaytallyError(failure.code, `The store cannot be used: ${failure.what} (${thrown.message}).`, {
    record: path,
    cause: thrown,
    ...(failure.remedy === undefined ? {} : { remedy: failure.remedy }),
  });
}

/** SQLite takes the first of these folders that it can write to (sqlite.org/tempfiles.html). */
function temporaryFailure(thrown: Error): unknown {
  const failure = failureOf(thrown);
  if (failure === undefined) return thrown;
  const what = failure === FULL ? FULL.what : failure === IO ? IO.what : 'it cannot be written';
  return new PaytallyError(
    'OUTPUT_NOT_WRITTEN',
    `The folder for temporary files cannot be used: ${what} (${thrown.message}).`,
    {
      record: env.SQLITE_TMPDIR ?? env.TMPDIR ?? tmpdir(),
      cause: thrown,
      remedy: 'Free some space there, or set TMPDIR to a folder on another disk, then run the command again.',
    },
  );
}

function failureOf(thrown: Error): Failure | undefined {
  if (!('code' in thrown) || typeof thrown.code !== 'string') return undefined;
  if (thrown.code !== 'ERR_SQLITE_ERROR') return BY_SYSTEM_CODE.get(thrown.code);
  const code =
    'errcode' in thrown && typeof thrown.errcode === 'number'
      ? thrown.errcode & 0xff
      : codeOfText(thrown.message);
  return code === undefined ? undefined : BY_SQLITE_CODE.get(code);
}

function codeOfText(message: string): number | undefined {
  return SQLITE_TEXTS.find(([text]) => message.includes(text))?.[1];
}

export function damagedStore(path: string, what: string): PaytallyError {
  return new PaytallyError('STORE_UNUSABLE', `The store cannot be used: ${what}.`, {
    record: path,
    ...(DAMAGED.remedy === undefined ? {} : { remedy: DAMAGED.remedy }),
  });
}

/** Runs `work` and throws what {@link storeFailure} makes of its failure. */
export function withStoreFailures<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw storeFailure(path, thrown);
  }
}
