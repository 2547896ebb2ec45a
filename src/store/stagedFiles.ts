import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { remedyOf, storedMessage } from '../i18n/formatMessage.js';
import { joined, type Message, message } from '../i18n/message.js';
import { type Connection, columns } from './connection.js';
import type { KeptPaths } from './keptPaths.js';
import { isBusyFailure, succeeds } from './storeFailure.js';
import { acquireWorkLock, type WorkLock } from './workLock.js';

/** `unknown`: it may have arrived; it is sent again only if a user requests it. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export const DELIVERY_STATES = ['pending', 'sending', 'sent', 'failed', 'unknown'] as const;

/** A file that is being delivered to a folder or server: first complete under its temporary name, then renamed. */
export interface StagedFile {
  /** Its path during the upload. */
  readonly temporary: string;
  /** Its path for the receiver. */
  readonly path: string;
  readonly bytes: number;
  /** The digest of the delivered bytes; lower-case hexadecimal. */
  readonly sha256: string;
  readonly isManifest: boolean;
  /** Identity of the folder on this machine; undefined on a server. */
  readonly inode: number | undefined;
}

/** The trace of a file: under its temporary name, under its own name with the same content, or neither. */
export type Trace = 'staged' | 'named' | 'missing';

/** The files of one attempt, as long as some may be left under their temporary names. */
export interface StagedDelivery {
  readonly messageId: string;
  readonly attempt: number;
  readonly employerKey: string;
  /** The name of the delivery in the configuration. */
  readonly name: string;
  /** The item whose newest attempt this is; undefined if there is none. */
  readonly id: number | undefined;
  readonly state: DeliveryState | undefined;
  readonly files: readonly StagedFile[];
}

/** A payroll API's receipt for a file. */
export interface DeliveryReceipt {
  /** The vendor's reference. */
  readonly id: string;
  /** An instant, as the vendor wrote it. */
  readonly time: string;
  readonly state: 'received' | 'accepted' | 'rejected';
  /** The vendor's message, or its code. */
  readonly reason?: string | undefined;
  /** Whether the payroll system has data of a file that it rejected. */
  readonly isPartlyTaken?: boolean | undefined;
}

export interface DeliveryOutcome {
  readonly state: DeliveryState;
  readonly receipt?: DeliveryReceipt | undefined;
  readonly problem?: string | undefined;
  readonly nextTryAt?: Date | undefined;
}

export const STAGED_TABLES = `
  CREATE TABLE stagedFile (
    messageId   TEXT NOT NULL,
    attempt     INTEGER NOT NULL,
    employerKey TEXT NOT NULL,
    name        TEXT NOT NULL,
    temporary   TEXT NOT NULL,
    path        TEXT NOT NULL,
    bytes       INTEGER NOT NULL,
    sha256      TEXT NOT NULL,
    isManifest  INTEGER NOT NULL,
    inode       INTEGER,
    PRIMARY KEY (messageId, attempt, temporary)
  ) STRICT;
  CREATE TABLE silentServer (
    server TEXT PRIMARY KEY,
    times  INTEGER NOT NULL
  ) STRICT;`;

/** The file of an interrupted delivery that is missing. */
export const MAYBE_FETCHED = message('delivery.interrupted.maybeFetched');

/** The stored form of a delivery's problem: what happened, and what to do. */
export function storedProblem(text: Message): string {
  const remedy = remedyOf(text);
  return storedMessage(remedy === undefined ? text : joined([text, remedy], ' '));
}

const stagedRow = z.object({
  messageId: z.string(),
  attempt: z.number(),
  employerKey: z.string(),
  name: z.string(),
  temporary: z.string(),
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  isManifest: columns.flag,
  inode: columns.optional(z.number()),
  id: columns.optional(z.number()),
  state: columns.optional(z.enum(DELIVERY_STATES)),
});

/** Records the files of an attempt before the first of them is created. Inside a transaction. */
export function recordStaged(
  connection: Connection,
  { messageId, employerKey, name }: Pick<StagedDelivery, 'messageId' | 'employerKey' | 'name'>,
  attempt: number,
  files: readonly StagedFile[],
  { kept }: KeptPaths,
): void {
  // On a server, paths are those of the server.
  const asKept = (path: string, inode: number | undefined) => (inode === undefined ? path : kept(path));
  for (const { temporary, path, bytes, sha256, isManifest, inode } of files)
    connection.insert('stagedFile', {
      messageId,
      attempt,
      employerKey,
      name,
      bytes,
      sha256,
      isManifest,
      inode,
      temporary: asKept(temporary, inode),
      path: asKept(path, inode),
    });
}

/** Attempts with files that may be left under their temporary names, in folders or on servers. */
export function stagedDeliveries(
  connection: Connection,
  place: 'folder' | 'server',
  { placed }: KeptPaths,
): StagedDelivery[] {
  const asPlaced = (path: string) => (place === 'folder' ? placed(path) : path);
  const rows = connection.rows(
    stagedRow,
    `SELECT staged.*, delivery.id, delivery.state FROM stagedFile AS staged
     LEFT JOIN delivery ON delivery.messageId = staged.messageId AND delivery.attempts = staged.attempt
     WHERE inode IS ${place === 'folder' ? 'NOT NULL' : 'NULL'} ORDER BY staged.rowid`,
  );
  const byAttempt = new Map<string, StagedDelivery & { readonly files: StagedFile[] }>();
  for (const { temporary, path, bytes, sha256, isManifest, inode, ...attempt } of rows) {
    const key = `${attempt.messageId} ${attempt.attempt}`;
    const one = byAttempt.get(key) ?? { ...attempt, files: [] };
    byAttempt.set(key, one);
    const placedAt = { temporary: asPlaced(temporary), path: asPlaced(path) };
    one.files.push({ ...placedAt, bytes, sha256, isManifest, inode });
  }
  return [...byAttempt.values()];
}

export function forgetStaged(connection: Connection, { messageId, attempt }: StagedDelivery): void {
  connection.run('DELETE FROM stagedFile WHERE messageId = ? AND attempt = ?', messageId, attempt);
}

/**
 * The outcome of an interrupted attempt, from the files found. A temporary file proves that its file did not arrive.
 * A file that is found under neither name may have been fetched.
 * @param traces undefined if the files cannot be inspected
 * @returns undefined if the state is known already
 */
export function resolveInterrupted(
  { state, files }: StagedDelivery,
  traces: readonly Trace[] | undefined,
  now: Date,
): DeliveryOutcome | undefined {
  if (state !== 'sending' && state !== 'unknown') return undefined;
  if (traces === undefined)
    return state === 'sending'
      ? { state: 'unknown', problem: storedProblem(message('delivery.interrupted.notChecked')) }
      : undefined;
  const found = stateByTraces(files, traces);
  if (found === 'sent') return { state: 'sent' };
  if (found === 'unknown') return { state: 'unknown', problem: storedProblem(MAYBE_FETCHED) };
  return {
    state: 'failed',
    problem: storedProblem(message('delivery.interrupted.beforeArrival')),
    nextTryAt: now,
  };
}

/** A manifest describes its file and is the same at each attempt, so it proves nothing by itself. */
export function stateByTraces(
  files: readonly Pick<StagedFile, 'isManifest'>[],
  traces: readonly Trace[],
): 'sent' | 'failed' | 'unknown' {
  if (traces.every((trace) => trace === 'named')) return 'sent';
  const isProof = (trace: Trace, index: number) => trace === 'staged' || files[index]?.isManifest === true;
  return traces.every(isProof) ? 'failed' : 'unknown';
}

/**
 * The traces of files in a folder of this machine; undefined if the folder is missing or a different one, for example
 * if a share is not mounted.
 */
export function findTraces(files: readonly StagedFile[]): readonly Trace[] | undefined {
  const traces = files.map(({ temporary, path, sha256 }): Trace => {
    if (existsSync(temporary)) return 'staged';
    return isContent(path, sha256) ? 'named' : 'missing';
  });
  return traces.includes('missing') && !files.every(isInSameFolder) ? undefined : traces;
}

/** Also returns false if the path cannot be read, or is a folder. */
function isContent(path: string, sha256: string): boolean {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex') === sha256;
  } catch {
    return false;
  }
}

function isInSameFolder({ temporary, inode }: StagedFile): boolean {
  return statSync(dirname(temporary), { throwIfNoEntry: false })?.ino === inode;
}

const idRow = z.object({ id: z.number() });
const LEFT = `SELECT id FROM delivery WHERE state = 'sending'
  UNION ALL SELECT rowid FROM stagedFile WHERE inode IS NOT NULL LIMIT 1`;
const MAILS = `SELECT id FROM delivery WHERE state = 'sending' AND messageId NOT IN (SELECT messageId FROM stagedFile)`;

/** Whether a dead process left unfinished deliveries. */
export function hasInterruptedDeliveries(connection: Connection): boolean {
  const lock = connection.rows(idRow, LEFT).length > 0 ? lockIfFree(connection) : undefined;
  lock?.release();
  return lock !== undefined;
}

/** Settles the unfinished deliveries of a dead process, unless another process is sending. */
export function recoverDeliveries(connection: Connection, paths: KeptPaths, now: Date): void {
  if (!hasInterruptedDeliveries(connection)) return;
  const lock = lockIfFree(connection);
  if (lock === undefined) return;
  try {
    settleInterrupted(connection, paths, now);
  } finally {
    lock.release();
  }
}

function lockIfFree(connection: Connection): WorkLock | undefined {
  try {
    return acquireWorkLock(dirname(connection.path), 'deliver');
  } catch (failure) {
    if (isBusyFailure(failure)) return undefined;
    throw failure;
  }
}

/**
 * The same for the owner of the lock. Files in folders are inspected: the state is recorded before a temporary file,
 * which is its proof, is removed. The outcome of a mail is unknown, and the next `send` inspects servers.
 */
export function settleInterrupted(connection: Connection, paths: KeptPaths, now: Date): void {
  const mailProblem = storedProblem(message('delivery.interrupted.mail'));
  for (const { id } of connection.rows(idRow, MAILS))
    settle(connection, id, { state: 'unknown', problem: mailProblem }, now);
  const settled = (staged: StagedDelivery, traces: readonly Trace[] | undefined) => {
    const outcome = resolveInterrupted(staged, traces, now);
    if (staged.id !== undefined && outcome !== undefined) settle(connection, staged.id, outcome, now);
  };
  for (const staged of stagedDeliveries(connection, 'server', paths)) settled(staged, undefined);
  for (const staged of stagedDeliveries(connection, 'folder', paths)) {
    const traces = findTraces(staged.files);
    settled(staged, traces);
    // A folder that is no longer writable must not prevent commands from starting.
    const areRemoved = staged.files.every(({ temporary }) =>
      succeeds(() => rmSync(temporary, { force: true })),
    );
    if (areRemoved && traces !== undefined) forgetStaged(connection, staged);
  }
}

/** SQL for the receipt of what a payroll system has taken of a file that it rejected; it outlives later attempts. */
export const PARTLY_TAKEN = `iif(json_extract(receipt, '$.isPartlyTaken'), receipt, NULL)`;

export function settle(
  connection: Connection,
  id: number,
  { state, problem, receipt, nextTryAt }: DeliveryOutcome,
  now: Date,
): void {
  connection.run(
    `UPDATE delivery SET state = ?1, problem = ?2, nextTryAt = ?4, changedAt = ?5,
     receipt = coalesce(?3, iif(?1 <> 'sent', ${PARTLY_TAKEN}, NULL)) WHERE id = ?6`,
    ...[state, problem, receipt && JSON.stringify(receipt), nextTryAt, now, id],
  );
}
