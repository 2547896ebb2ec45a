import { isAbsolute } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { message } from '../i18n/message.js';
import type { Connection } from './connection.js';
import type { KeptPaths } from './keptPaths.js';
import {
  type DeliveryOutcome,
  type DeliveryReceipt,
  type DeliveryState,
  forgetStaged,
  recordStaged,
  type StagedDelivery,
  type StagedFile,
  settle,
  settleInterrupted,
  stagedDeliveries,
} from './stagedFiles.js';
import { damagedStore } from './storeFailure.js';

/** A file to deliver: one of the run's files on disk, or one made only for this recipient, kept in the store. */
export type DeliveryFile = {
  /** Without folder. */
  readonly name: string;
  readonly template: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
} & ({ readonly path: string } | { readonly bytes: Uint8Array });

/** One requested message to a recipient, or one upload, of a run. */
export interface NewDelivery {
  readonly runId: string;
  readonly employerKey: string;
  /** Its name in the configuration. */
  readonly name: string;
  /** A mail address, `user@host:/folder`, or a folder. */
  readonly recipient: string;
  /** Identical for the same run, delivery and recipient, whenever it is sent. */
  readonly messageId: string;
  readonly files: readonly DeliveryFile[];
  /** The message's data of the run: see delivery/outgoing. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface DeliveryItem extends Omit<NewDelivery, 'files'> {
  readonly id: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Why the last attempt failed, or is unknown. */
  readonly problem: string | undefined;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** When a running schedule tries again, or requests the receipt again; undefined if it does neither. */
  readonly nextTryAt: Date | undefined;
  /** Receipt of a payroll system's API; undefined if there is none. */
  readonly receipt: DeliveryReceipt | undefined;
}

/**
 * The deliveries of runs: pending → sending → sent | failed | unknown. Only one process delivers from a store at a time
 * (`Coordination.lock`), so an item in state `sending` at its start was left by a dead process.
 */
export interface Outbox {
  /** Adds all of them, or none. */
  add(items: readonly NewDelivery[]): void;
  /** In the order in which they were added. */
  findByRun(runId: string): readonly DeliveryItem[];
  findByEmployer(employerKey: string): readonly DeliveryItem[];
  /** Keys of the employers whose runs were or will be sent to a recipient. */
  findEmployers(recipient: string): readonly string[];
  /** Pending and failed ones. */
  waiting(): readonly DeliveryItem[];
  /** Sent to an API that has not accepted or rejected them yet. */
  awaitingReceipt(): readonly DeliveryItem[];
  readFiles(id: number): readonly DeliveryFile[];
  /**
   * Moves it to `sending` and records the files that the attempt stages, before the first is made; false if it is in
   * none of the states `from`.
   */
  claim(id: number, from: readonly DeliveryState[], staged: readonly StagedFile[]): boolean;
  settle(id: number, outcome: DeliveryOutcome): void;
  /** For sent items; the time of sending is not changed. */
  recordReceipt(id: number, receipt: DeliveryReceipt, nextTryAt: Date | undefined): void;
  /** Attempts with temporary files that may be left on servers. */
  stagedOnServers(): readonly StagedDelivery[];
  /** Its temporary files were removed. */
  forgetStaged(staged: StagedDelivery): void;
  /** For the owner of the lock: settles interrupted mails and files in folders; removes temporary files. */
  settleInterrupted(): void;
  /** The number of failed connections per server, by `host:port`. */
  silences(): ReadonlyMap<string, number>;
  recordSilence(server: string): void;
  /** Items in state `sending`. */
  orphans(): readonly DeliveryItem[];
  unknown(): readonly DeliveryItem[];
  /** Forgets a run's deliveries and their files. */
  drop(runId: string): void;
}

export const DELIVERY_TABLES = `
   CREATE TABLE delivery (
     id          INTEGER PRIMARY KEY,
     runId       TEXT NOT NULL,
     employerKey TEXT NOT NULL,
     name        TEXT NOT NULL,
     recipient   TEXT NOT NULL,
     messageId   TEXT NOT NULL UNIQUE,
     state       TEXT NOT NULL CHECK (state IN ('pending', 'sending', 'sent', 'failed', 'unknown')),
     attempts    INTEGER NOT NULL,
     problem     TEXT,
     createdAt   INTEGER NOT NULL,
     changedAt   INTEGER NOT NULL,
     nextTryAt   INTEGER,
     details     TEXT NOT NULL
   ) STRICT;
   CREATE INDEX deliveryByRun ON delivery (runId);
   CREATE INDEX deliveryByState ON delivery (state);
   CREATE TABLE deliveryFile (
     deliveryId INTEGER NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
     name       TEXT NOT NULL,
     template   TEXT NOT NULL,
     sha256     TEXT NOT NULL,
     path       TEXT,
     gzip       BLOB
   ) STRICT;
   CREATE INDEX deliveryFileOf ON deliveryFile (deliveryId);`;

/** The sixth step of the schema. */
export const RECEIPTS = 'ALTER TABLE delivery ADD COLUMN receipt TEXT;';

const itemRow = z.object({
  id: z.number(),
  runId: z.string(),
  employerKey: z.string(),
  name: z.string(),
  recipient: z.string(),
  messageId: z.string(),
  state: z.enum(['pending', 'sending', 'sent', 'failed', 'unknown']),
  attempts: z.number(),
  problem: z.string().nullable(),
  createdAt: z.number(),
  changedAt: z.number(),
  nextTryAt: z.number().nullable(),
  details: z.string(),
  receipt: z.string().nullable(),
});

const fileRow = z.object({
  name: z.string(),
  template: z.string(),
  sha256: z.string(),
  path: z.string().nullable(),
  gzip: z.instanceof(Uint8Array).nullable(),
});

const silenceRow = z.object({ server: z.string(), times: z.number() });

const COLUMNS =
  'id, runId, employerKey, name, recipient, messageId, state, attempts, problem, createdAt, changedAt, nextTryAt, details, receipt';

/** Deliveries and their states: see `Outbox`. */
export function openOutbox(
  paths: KeptPaths,
  connection: () => Connection,
  writable: () => Connection,
  now: () => Date,
): Outbox {
  const select = (where: string, ...values: readonly (string | number)[]) =>
    connection()
      .rows(itemRow, `SELECT ${COLUMNS} FROM delivery WHERE ${where} ORDER BY id`, ...values)
      .map((row) => itemOf(row, paths));
  return {
    add: (items) => add(writable(), items, now(), paths),
    findByRun: (runId) => select('runId = ?', runId),
    findByEmployer: (employerKey) => select('employerKey = ?', employerKey),
    findEmployers: (recipient) =>
      connection()
        .rows(
          z.object({ employerKey: z.string() }),
          'SELECT DISTINCT employerKey FROM delivery WHERE lower(recipient) = lower(?) ORDER BY employerKey',
          keptRecipient(recipient, paths),
        )
        .map(({ employerKey }) => employerKey),
    waiting: () => select(`state IN ('pending', 'failed')`),
    awaitingReceipt: () => select(`state = 'sent' AND receipt IS NOT NULL AND nextTryAt IS NOT NULL`),
    readFiles: (id) => filesOf(connection(), id, paths),
    claim: (id, from, staged) => claim(writable(), id, from, staged, now(), paths),
    settle: (id, outcome) => settle(writable(), id, outcome, now()),
    recordReceipt: (id, receipt, nextTryAt) =>
      writable().run(
        'UPDATE delivery SET receipt = ?1, nextTryAt = ?2, changedAt = iif(receipt = ?1, changedAt, ?3) WHERE id = ?4',
        JSON.stringify(receipt),
        nextTryAt?.getTime() ?? null,
        now().getTime(),
        id,
      ),
    stagedOnServers: () => stagedDeliveries(connection(), 'server', paths),
    forgetStaged: (staged) => forgetStaged(writable(), staged),
    settleInterrupted: () => settleInterrupted(writable(), paths, now()),
    silences: () => {
      const rows = connection().rows(silenceRow, 'SELECT server, times FROM silentServer');
      return new Map(rows.map(({ server, times }) => [server, times]));
    },
    recordSilence: (server) =>
      writable().run(
        'INSERT INTO silentServer VALUES (?, 1) ON CONFLICT (server) DO UPDATE SET times = times + 1',
        server,
      ),
    orphans: () => select(`state = 'sending'`),
    unknown: () => select(`state = 'unknown'`),
    drop: (runId) => drop(writable(), runId),
  };
}

/** A folder of the project is stored as `./folder`. */
const WITHIN = './';

function keptRecipient(recipient: string, { kept }: KeptPaths): string {
  if (!isAbsolute(recipient)) return recipient;
  const path = kept(recipient);
  return isAbsolute(path) ? path : `${WITHIN}${path}`;
}

function itemOf(row: z.infer<typeof itemRow>, { placed }: KeptPaths): DeliveryItem {
  const { createdAt, changedAt, nextTryAt, problem, details, receipt, ...rest } = row;
  return {
    ...rest,
    recipient: rest.recipient.startsWith(WITHIN) ? placed(rest.recipient) : rest.recipient,
    problem: problem ?? undefined,
    createdAt: new Date(createdAt),
    changedAt: new Date(changedAt),
    nextTryAt: nextTryAt === null ? undefined : new Date(nextTryAt),
    details: JSON.parse(details),
    receipt: receipt === null ? undefined : JSON.parse(receipt),
  };
}

/** Adds all messages of a run, or none; existing ones remain unchanged. */
function add(connection: Connection, items: readonly NewDelivery[], now: Date, paths: KeptPaths): void {
  connection.transaction(() => {
    for (const item of items) {
      const isThere = connection.rows(
        z.object({ id: z.number() }),
        'SELECT id FROM delivery WHERE messageId = ?',
        item.messageId,
      );
      if (isThere.length > 0) continue;
      connection.run(
        `INSERT INTO delivery (runId, employerKey, name, recipient, messageId, state, attempts, problem, createdAt, changedAt, nextTryAt, details)
         VALUES (?, ?, ?, ?, ?, 'pending', 0, NULL, ?, ?, NULL, ?)`,
        item.runId,
        item.employerKey,
        item.name,
        keptRecipient(item.recipient, paths),
        item.messageId,
        now.getTime(),
        now.getTime(),
        JSON.stringify(item.details),
      );
      for (const file of item.files) addFile(connection, item.messageId, file, paths);
    }
  });
}

function addFile(connection: Connection, messageId: string, file: DeliveryFile, { kept }: KeptPaths): void {
  connection.run(
    `INSERT INTO deliveryFile (deliveryId, name, template, sha256, path, gzip)
     SELECT id, ?, ?, ?, ?, ? FROM delivery WHERE messageId = ?`,
    file.name,
    file.template,
    file.sha256,
    'path' in file ? kept(file.path) : null,
    'bytes' in file ? gzipSync(file.bytes) : null,
    messageId,
  );
}

function filesOf(connection: Connection, id: number, { placed }: KeptPaths): readonly DeliveryFile[] {
  const sql =
    'SELECT name, template, sha256, path, gzip FROM deliveryFile WHERE deliveryId = ? ORDER BY rowid';
  return connection.rows(fileRow, sql, id).map(({ path, gzip, ...file }) => {
    if (gzip !== null) return { ...file, bytes: gunzipSync(gzip) };
    if (path !== null) return { ...file, path: placed(path) };
    throw damagedStore(connection.path, message('store.part.deliveryFile', { name: file.name }), 'missing');
  });
}

/** The lock is taken before the state is read: of two processes only one gets the item. */
function claim(
  connection: Connection,
  id: number,
  from: readonly DeliveryState[],
  staged: readonly StagedFile[],
  now: Date,
  paths: KeptPaths,
): boolean {
  return connection.transaction(() => {
    const [row] = connection.rows(itemRow, `SELECT ${COLUMNS} FROM delivery WHERE id = ?`, id);
    if (row === undefined || !from.includes(row.state)) return false;
    connection.run(
      `UPDATE delivery SET state = 'sending', attempts = attempts + 1, changedAt = ?, nextTryAt = NULL, receipt = NULL WHERE id = ?`,
      now.getTime(),
      id,
    );
    recordStaged(connection, row, row.attempts + 1, staged, paths);
    return true;
  });
}

function drop(connection: Connection, runId: string): void {
  connection.transaction(() => connection.run('DELETE FROM delivery WHERE runId = ?', runId));
}
