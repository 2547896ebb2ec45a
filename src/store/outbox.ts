import { isAbsolute } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { message } from '../i18n/message.js';
import { type Connection, columns } from './connection.js';
import type { KeptPaths } from './keptPaths.js';
import {
  DELIVERY_STATES,
  type DeliveryOutcome,
  type DeliveryReceipt,
  type DeliveryState,
  forgetStaged,
  PARTLY_TAKEN,
  recordStaged,
  type StagedDelivery,
  type StagedFile,
  settle,
  settleInterrupted,
  stagedDeliveries,
} from './stagedFiles.js';
import { damagedStore } from './storeFailure.js';
import type { StorePart } from './storePart.js';

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
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  /** Why the last attempt failed, or is unknown. */
  problem: columns.optional(z.string()),
  createdAt: columns.instant,
  changedAt: columns.instant,
  /** When a running schedule tries again, or requests the receipt again; undefined if it does neither. */
  nextTryAt: columns.optional(columns.instant),
  details: columns.json.transform((details): NewDelivery['details'] => details),
  /** Receipt of a payroll system's API; undefined if there is none. */
  receipt: columns.optional(columns.json.transform((receipt): DeliveryReceipt => receipt)),
});
export type DeliveryItem = Readonly<z.infer<typeof itemRow>>;

const fileRow = z.object({
  name: z.string(),
  template: z.string(),
  sha256: z.string(),
  path: z.string().nullable(),
  gzip: columns.bytes.nullable(),
});

const arrivedRow = z.object({
  id: z.number(),
  runId: z.string(),
  employerKey: z.string(),
  recipient: z.string(),
  sha256: z.string(),
  /** Undefined for a file that was made only for its recipient. */
  path: columns.optional(z.string()),
  changedAt: columns.instant,
});
/** A file that arrived, or may have arrived. */
export type ArrivedFile = Readonly<z.infer<typeof arrivedRow>>;

/** Files of this name, or of this recipient, in capitals or not. */
export type ArrivedQuestion = { readonly fileName: string } | { readonly recipient: string };

/** SQL that asks for them, by a text in lower case. */
export function arrivedCondition(asked: ArrivedQuestion, paths: KeptPaths): readonly [string, string] {
  const [column, text] =
    'fileName' in asked
      ? ['file.name', asked.fileName]
      : ['delivery.recipient', keptRecipient(asked.recipient, paths)];
  return [`lower(${column})`, text.toLowerCase()];
}

/** With absolute paths. */
export function arrivedFile(row: unknown, paths: KeptPaths): ArrivedFile {
  const { path, ...file } = arrivedRow.parse(row);
  return {
    ...file,
    recipient: placedRecipient(file.recipient, paths),
    path: path === undefined ? undefined : paths.placed(path),
  };
}

const employerRow = z.object({ employerKey: z.string() });
const silenceRow = z.object({ server: z.string(), times: z.number() });

export type Outbox = ReturnType<typeof openOutbox>;

/**
 * The deliveries of runs: pending → sending → sent | failed | unknown. Only one process delivers from a store at a time
 * (`acquireWorkLock`), so an item in state `sending` at its start was left by a dead process.
 */
export function openOutbox({ connection, writable, now, paths }: StorePart) {
  const select = (where: string, ...values: readonly (string | number)[]): readonly DeliveryItem[] =>
    connection
      .rows(itemRow, `SELECT * FROM delivery WHERE ${where} ORDER BY id`, ...values)
      .map((row) => ({ ...row, recipient: placedRecipient(row.recipient, paths) }));
  return {
    /**
     * Adds all of them, or none; existing ones remain unchanged. @param former items that have not been sent, in whose
     * place they go
     */
    add: (items: readonly NewDelivery[], former: readonly DeliveryItem[] = []): void =>
      writable().transaction(() => {
        for (const { id } of former)
          writable().run(`DELETE FROM delivery WHERE id = ? AND state IN ('pending', 'failed')`, id);
        addDeliveries(writable(), items, now(), paths);
      }),
    /** In the order in which they were added. */
    findByRun: (runId: string) => select('runId = ?', runId),
    findByEmployer: (employerKey: string) => select('employerKey = ?', employerKey),
    /** Keys of the employers whose runs were or will be sent to a recipient. */
    findEmployers: (recipient: string): readonly string[] => {
      const sql =
        'SELECT DISTINCT employerKey FROM delivery WHERE lower(recipient) = lower(?) ORDER BY employerKey';
      return connection
        .rows(employerRow, sql, keptRecipient(recipient, paths))
        .map(({ employerKey }) => employerKey);
    },
    /** Pending and failed ones. */
    waiting: () => select(`state IN ('pending', 'failed')`),
    /** Sent to an API that has not accepted or rejected them yet. */
    awaitingReceipt: () => select(`state = 'sent' AND receipt IS NOT NULL AND nextTryAt IS NOT NULL`),
    readFiles: (id: number) => filesOf(connection, id, paths),
    /** Files that arrived, or may have; the last one that was sent comes last. See `Store.arrivedFiles`. */
    findArrived: (asked: ArrivedQuestion): readonly ArrivedFile[] => {
      const [column, text] = arrivedCondition(asked, paths);
      return connection
        .rows(
          z.unknown(),
          `SELECT delivery.id, runId, employerKey, recipient, sha256, path, changedAt
           FROM deliveryFile AS file JOIN delivery ON delivery.id = deliveryId
           WHERE ${column} = ? AND state IN ('sent', 'unknown') ORDER BY changedAt, delivery.id`,
          text,
        )
        .map((row) => arrivedFile(row, paths));
    },
    /**
     * Moves it to `sending` and records the files that the attempt stages, before the first is made; false if it is in
     * none of the states `from`. The lock is taken before the state is read: of two processes only one gets the item.
     * @param restated items that have to follow it, although they were sent: they are pending again
     */
    claim: (
      id: number,
      from: readonly DeliveryState[],
      staged: readonly StagedFile[],
      restated: readonly DeliveryItem[] = [],
    ): boolean =>
      writable().transaction(() => {
        const [item] = select('id = ?', id);
        if (item === undefined || !from.includes(item.state)) return false;
        writable().run(
          `UPDATE delivery SET state = 'sending', attempts = attempts + 1, changedAt = ?, nextTryAt = NULL, receipt = ${PARTLY_TAKEN} WHERE id = ?`,
          ...[now(), id],
        );
        recordStaged(writable(), item, item.attempts + 1, staged, paths);
        for (const later of restated) settle(writable(), later.id, { state: 'pending' }, now());
        return true;
      }),
    settle: (id: number, outcome: DeliveryOutcome): void => settle(writable(), id, outcome, now()),
    /** For sent items; the time of sending is not changed. */
    recordReceipt: (id: number, receipt: DeliveryReceipt, nextTryAt: Date | undefined): void =>
      writable().run(
        'UPDATE delivery SET receipt = ?1, nextTryAt = ?2, changedAt = iif(receipt = ?1, changedAt, ?3) WHERE id = ?4',
        ...[JSON.stringify(receipt), nextTryAt, now(), id],
      ),
    /** Attempts with temporary files that may be left on servers. */
    stagedOnServers: (): readonly StagedDelivery[] => stagedDeliveries(connection, 'server', paths),
    /** Its temporary files were removed. */
    forgetStaged: (staged: StagedDelivery): void => forgetStaged(writable(), staged),
    /** For the owner of the lock: settles interrupted mails and files in folders; removes temporary files. */
    settleInterrupted: (): void => settleInterrupted(writable(), paths, now()),
    /** The number of failed connections per server, by `host:port`. */
    silences: (): ReadonlyMap<string, number> => {
      const rows = connection.rows(silenceRow, 'SELECT server, times FROM silentServer');
      return new Map(rows.map(({ server, times }) => [server, times]));
    },
    recordSilence: (server: string): void =>
      writable().run(
        'INSERT INTO silentServer VALUES (?, 1) ON CONFLICT (server) DO UPDATE SET times = times + 1',
        server,
      ),
    /** Items in state `sending`. */
    orphans: () => select(`state = 'sending'`),
    unknown: () => select(`state = 'unknown'`),
    /** Everything that was not sent, of runs that were not replaced. */
    open: () =>
      select(`state <> 'sent' AND NOT EXISTS (SELECT 1 FROM ledgerLink, json_each(body, '$.facts.supersedes')
        WHERE value = delivery.runId)`),
    /** Forgets a run's deliveries and their files. */
    drop: (runId: string): void => writable().run('DELETE FROM delivery WHERE runId = ?', runId),
  };
}

/** Whether the recipient has an item, may have it, or has taken a part of one that failed. */
export function mayHaveArrived({ state, receipt }: Pick<DeliveryItem, 'state' | 'receipt'>): boolean {
  return state === 'sent' || state === 'unknown' || state === 'sending' || receipt?.isPartlyTaken === true;
}

/** A folder of the project is stored as `./folder`. */
const WITHIN = './';

function keptRecipient(recipient: string, { kept }: KeptPaths): string {
  if (!isAbsolute(recipient)) return recipient;
  const path = kept(recipient);
  return isAbsolute(path) ? path : `${WITHIN}${path}`;
}

function placedRecipient(recipient: string, { placed }: KeptPaths): string {
  return recipient.startsWith(WITHIN) ? placed(recipient) : recipient;
}

/** Adds deliveries to the outbox, within a transaction; existing ones remain unchanged. */
export function addDeliveries(
  connection: Connection,
  items: readonly NewDelivery[],
  now: Date,
  paths: KeptPaths,
): void {
  const isKnown = ({ messageId }: NewDelivery) =>
    connection.value('SELECT count(*) FROM delivery WHERE messageId = ?', messageId) !== 0;
  for (const item of items) if (!isKnown(item)) add(connection, item, now, paths);
}

function add(connection: Connection, item: NewDelivery, now: Date, paths: KeptPaths): void {
  const { runId, employerKey, name, messageId, details, files } = item;
  connection.insert('delivery', {
    runId,
    employerKey,
    name,
    messageId,
    state: 'pending',
    attempts: 0,
    createdAt: now,
    changedAt: now,
    recipient: keptRecipient(item.recipient, paths),
    details: JSON.stringify(details),
  });
  for (const file of files) addFile(connection, messageId, file, paths);
}

function addFile(connection: Connection, messageId: string, file: DeliveryFile, { kept }: KeptPaths): void {
  connection.run(
    `INSERT INTO deliveryFile (deliveryId, name, template, sha256, path, gzip)
     SELECT id, ?, ?, ?, ?, ? FROM delivery WHERE messageId = ?`,
    ...[file.name, file.template, file.sha256],
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
