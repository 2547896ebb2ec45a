import { tmpdir } from 'node:os';
import { env } from 'node:process';
import { type ErrorCode, PaytallyError } from '../errors.js';
import { type Message, message, type Text } from '../i18n/message.js';

interface Failure {
  readonly code: ErrorCode;
  /** The reason; its remedy is that of the failure. */
  readonly reason: Message;
  readonly remedy: Message;
}

const unusable = (reason: Message, remedy: Message): Failure => ({ code: 'STORE_UNUSABLE', reason, remedy });

const FULL = unusable(message('store.full'), message('store.full.remedy'));
const DENIED = unusable(message('store.denied'), message('store.denied.remedy'));
const DAMAGED = unusable(message('store.damaged'), message('store.damaged.remedy'));
const NOT_A_STORE = unusable(message('store.otherFile'), message('store.otherFile.remedy'));
const CANNOT_OPEN = unusable(message('store.notOpened'), message('store.notOpened.remedy'));
/** release/sqlite.cjs found none. */
const NO_DRIVER = unusable(message('store.noDriver'), message('store.noDriver.remedy'));
const IO = unusable(message('store.ioFailed'), message('store.ioFailed.remedy'));
const BUSY: Failure = {
  ...unusable(message('store.busy'), message('store.busy.remedy')),
  code: 'STORE_BUSY',
};

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

/** The driver omits the code in some errors; the texts are SQLite's own (sqlite3_errstr). */
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
  ['ENOSQLITE', NO_DRIVER],
]);

/**
 * A temporary database for rows before they are written to a file: not the store, although the driver's message names
 * it.
 */
export const TEMPORARY_FILE = '(temporary file)';

/** Converts errors of SQLite or the file system to failures with a remedy; other errors remain unchanged. */
export function storeFailure(path: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof PaytallyError) return thrown;
  const failure = failureOf(thrown);
  if (path === TEMPORARY_FILE && failure !== NO_DRIVER) return temporaryFailure(thrown);
  if (failure === undefined) return thrown;
  const { code, reason, remedy } = failure;
  const text = message('store.unusable', { reason, detail: thrown.message });
  return new PaytallyError(code, text, { record: path, cause: thrown, remedy });
}

/** SQLite uses the first writable one of these folders (sqlite.org/tempfiles.html). */
function temporaryFailure(thrown: Error): unknown {
  const failure = failureOf(thrown);
  if (failure === undefined) return thrown;
  const reason = failure === FULL || failure === IO ? failure.reason : message('store.temporaryDenied');
  const text = message('store.temporary', { reason, detail: thrown.message });
  return new PaytallyError('OUTPUT_NOT_WRITTEN', text, {
    record: env.SQLITE_TMPDIR ?? env.TMPDIR ?? tmpdir(),
    cause: thrown,
  });
}

/** Runs work whose failure does not matter, such as the removal of a file in a read-only folder. */
export function succeeds(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** The content of the file is at fault, and not its place. */
export function isDamageFailure(failure: unknown): boolean {
  return (
    failure instanceof PaytallyError &&
    [DAMAGED.remedy, NOT_A_STORE.remedy].some((remedy) => remedy === failure.remedyText)
  );
}

/** Another process is using the store. */
export function isBusyFailure(failure: unknown): boolean {
  return failure instanceof PaytallyError && failure.code === 'STORE_BUSY';
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

function codeOfText(said: string): number | undefined {
  return SQLITE_TEXTS.find(([text]) => said.includes(text))?.[1];
}

/** The problem with a part of the store. */
type Damage = 'missing' | 'checksum' | 'packed' | 'shape';

/** For damaged content of the store. @param part names it */
export function damagedStore(path: string, part: Text, damage: Damage, cause?: unknown): PaytallyError {
  const { remedy } = DAMAGED;
  return new PaytallyError('STORE_UNUSABLE', message('store.partDamaged', { part, damage }), {
    record: path,
    remedy,
    cause,
  });
}

/** Runs `work` and converts its errors with {@link storeFailure}. */
export function withStoreFailures<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw storeFailure(path, thrown);
  }
}
