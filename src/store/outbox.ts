import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Connection } from './connection.js';
import type {
  DeliveryFile,
  DeliveryItem,
  DeliveryOutcome,
  DeliveryState,
  NewDelivery,
  Outbox,
} from './deliveryItems.js';
import type { KeptPaths } from './keptPaths.js';
import type { DeliveryAttempt } from './runJournal.js';
import { damagedStore } from './storeFailure.js';

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
});

const fileRow = z.object({
  name: z.string(),
  template: z.string(),
  sha256: z.string(),
  path: z.string().nullable(),
  gzip: z.instanceof(Uint8Array).nullable(),
});

const COLUMNS =
  'id, runId, employerKey, name, recipient, messageId, state, attempts, problem, createdAt, changedAt, nextTryAt, details';

/** What is to be sent, and how far it has come: see `Outbox`. */
export function openOutbox(
  paths: KeptPaths,
  connection: () => Connection,
  writable: () => Connection,
  now: () => Date,
): Outbox {
  const select = (where: string, ...values: readonly (string | number)[]) =>
    connection()
      .rows(itemRow, `SELECT ${COLUMNS} FROM delivery WHERE ${where} ORDER BY id`, ...values)
      .map(itemOf);
  return {
    add: (items) => add(writable(), items, now(), paths),
    ofRun: (runId) => select('runId = ?', runId),
    ofEmployer: (employerKey) => select('employerKey = ?', employerKey),
    employersOf: (recipient) =>
      connection()
        .rows(
          z.object({ employerKey: z.string() }),
          'SELECT DISTINCT employerKey FROM delivery WHERE lower(recipient) = lower(?) ORDER BY employerKey',
          recipient,
        )
        .map(({ employerKey }) => employerKey),
    waiting: () => select(`state IN ('pending', 'failed')`),
    filesOf: (id) => filesOf(connection(), id, paths),
    claim: (id, from) => claim(writable(), id, from, now()),
    settle: (id, outcome) => settle(writable(), id, outcome, now()),
    orphans: () => select(`state = 'sending'`),
    unknown: () => select(`state = 'unknown'`),
    drop: (runId) => drop(writable(), runId),
  };
}

function itemOf(row: z.infer<typeof itemRow>): DeliveryItem {
  const { createdAt, changedAt, nextTryAt, problem, details, ...rest } = row;
  return {
    ...rest,
    problem: problem ?? undefined,
    createdAt: new Date(createdAt),
    changedAt: new Date(changedAt),
    nextTryAt: nextTryAt === null ? undefined : new Date(nextTryAt),
    details: JSON.parse(details),
  };
}

/** Every message of a run is put there at once, or none; one that is there already stays as it is. */
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
        item.recipient,
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
    throw damagedStore(connection.path, `the file ${file.name} of a delivery is missing`);
  });
}

/** The lock is taken before the state is read: of two processes only one gets the item. */
function claim(connection: Connection, id: number, from: readonly DeliveryState[], now: Date): boolean {
  return connection.transaction(() => {
    const [row] = connection.rows(itemRow, `SELECT ${COLUMNS} FROM delivery WHERE id = ?`, id);
    if (row === undefined || !from.includes(row.state)) return false;
    connection.run(
      `UPDATE delivery SET state = 'sending', attempts = attempts + 1, changedAt = ?, nextTryAt = NULL WHERE id = ?`,
      now.getTime(),
      id,
    );
    return true;
  });
}

function settle(connection: Connection, id: number, outcome: DeliveryOutcome, now: Date): void {
  connection.run(
    'UPDATE delivery SET state = ?, problem = ?, nextTryAt = ?, changedAt = ? WHERE id = ?',
    outcome.state,
    outcome.problem ?? null,
    outcome.nextTryAt?.getTime() ?? null,
    now.getTime(),
    id,
  );
}

/**
 * Of a process that died: its files had not left their temporary names. A later attempt is another matter. To be called
 * in a transaction.
 */
export function failUnarrived(
  connection: Connection,
  { deliveryId, attempt }: DeliveryAttempt,
  now: Date,
): void {
  connection.run(
    `UPDATE delivery SET state = 'failed', problem = 'It was interrupted before it arrived.', changedAt = ?
     WHERE id = ? AND attempts = ? AND state = 'sending'`,
    now.getTime(),
    deliveryId,
    attempt,
  );
}

function drop(connection: Connection, runId: string): void {
  connection.transaction(() => connection.run('DELETE FROM delivery WHERE runId = ?', runId));
}
