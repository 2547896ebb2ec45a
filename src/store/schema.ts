import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { PaytallyError } from '../errors.js';
import { message } from '../i18n/message.js';
import { CHAIN_FILE_TABLE } from './chainFiles.js';
import type { Connection } from './connection.js';
import { JOURNAL_TABLE } from './journal.js';
import { KNOWN_ENTITY_TABLES } from './knownEntities.js';
import { LEDGER_INDEX, LEDGER_TABLES } from './ledgerChain.js';
import { MIRROR_TABLES } from './mirror.js';
import { MONTH_READ_TABLE, OWED_WORK_TABLE } from './monthReads.js';
import { MONTH_VIEW_TABLE } from './monthViews.js';
import { DELIVERY_TABLES, RECEIPTS } from './outbox.js';
import { DRAFT_INPUT_TABLE } from './personContents.js';
import { READ_TABLES } from './readRepository.js';
import { RUN_BY_EMPLOYER, RUN_BY_READ, RUN_INDEXES, RUN_TABLE } from './runs.js';
import { CHANGED_OF_KEY, CHANGED_SINCE, FIRST_TRIED, SCHEDULE_TABLES } from './scheduleState.js';
import { DRAFT_SEAL_TABLE } from './seals.js';
import { STAGED_TABLES } from './stagedFiles.js';
import { withStoreFailures } from './storeFailure.js';
import { ACCEPTANCE_TABLE } from './windowAcceptances.js';

/** 'pays' in ASCII: marks the file as paytally's, so that no other SQLite file is mistaken for it. */
const APPLICATION_ID = 0x70617973;

/** The `user_version` of a store after the first step. Lower ones are of stores from before the first release. */
export const FIRST_SCHEMA_VERSION = 12;

/**
 * The schema, step by step: each further step raises the store's `user_version` by one. A step that was released is
 * never edited; the next change is the next step.
 */
const MIGRATIONS: readonly string[] = [
  [
    RUN_TABLE,
    DRAFT_INPUT_TABLE,
    DRAFT_SEAL_TABLE,
    READ_TABLES,
    KNOWN_ENTITY_TABLES,
    LEDGER_TABLES,
    CHAIN_FILE_TABLE,
    JOURNAL_TABLE,
    DELIVERY_TABLES,
    STAGED_TABLES,
    SCHEDULE_TABLES,
  ].join('\n'),
  OWED_WORK_TABLE,
  `${RUN_INDEXES} ${LEDGER_INDEX}`,
  MIRROR_TABLES,
  CHANGED_SINCE,
  RECEIPTS,
  RUN_BY_READ,
  MONTH_READ_TABLE,
  RUN_BY_EMPLOYER,
  ACCEPTANCE_TABLE,
  MONTH_VIEW_TABLE,
  FIRST_TRIED,
  CHANGED_OF_KEY,
];

export const SCHEMA_VERSION = FIRST_SCHEMA_VERSION + MIGRATIONS.length - 1;

const HEADER_BYTES = 100;
const HEADER_TEXT = 'SQLite format 3\0';

/**
 * Checks a file before SQLite opens it, which would leave a log next to it. Offsets:
 * sqlite.org/fileformat.html#the_database_header
 * @throws PaytallyError as {@link schemaVersion}; a file that is missing, empty or no SQLite file is left to SQLite
 */
export function refuseOtherSchema(path: string): void {
  const header = withStoreFailures(path, () => headerOf(path));
  if (header.toString('latin1', 0, HEADER_TEXT.length) !== HEADER_TEXT) return;
  checkSchema(path, {
    isEmpty: header.readUInt32BE(40) === 0,
    version: header.readUInt32BE(60),
    applicationId: header.readUInt32BE(68),
  });
}

/**
 * Why a file can't be a copy of a store, from its header and length; undefined if it may be one. A file with a
 * write-ahead log next to it may be shorter than its content.
 */
export function whyNoCopy(path: string): 'empty' | 'foreign' | 'short' | undefined {
  const bytes = withStoreFailures(path, () => statSync(path).size);
  if (bytes === 0) return 'empty';
  const header = withStoreFailures(path, () => headerOf(path));
  const isStart = HEADER_TEXT.startsWith(header.toString('latin1', 0, Math.min(bytes, HEADER_TEXT.length)));
  if (bytes < HEADER_BYTES) return isStart ? 'short' : 'foreign';
  if (!isStart || header.readUInt32BE(68) !== APPLICATION_ID) return 'foreign';
  const isShort = bytes < pageBytesOf(header) * header.readUInt32BE(28);
  return isShort && !existsSync(`${path}-wal`) ? 'short' : undefined;
}

/** 65536 does not fit into its two bytes, so 1 stands for it. */
function pageBytesOf(header: Buffer): number {
  const bytes = header.readUInt16BE(16);
  return bytes === 1 ? 65_536 : bytes;
}

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  if (!existsSync(path)) return header;
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return header;
}

/**
 * The schema versions to which the next command that opens the store will migrate it, in order; empty for a store that
 * is missing, current or not paytally's. Nothing is changed.
 */
export function pendingMigrations(path: string): readonly number[] {
  const header = withStoreFailures(path, () => headerOf(path));
  if (header.readUInt32BE(68) !== APPLICATION_ID) return [];
  const version = header.readUInt32BE(60);
  return version < FIRST_SCHEMA_VERSION ? [] : migrationsAfter(version);
}

/** The schema versions after this one, in order. */
export function migrationsAfter(version: number): readonly number[] {
  return Array.from({ length: Math.max(0, SCHEMA_VERSION - version) }, (_, step) => version + step + 1);
}

/**
 * The schema version of the file; 0 for an empty one.
 * @throws PaytallyError STORE_UNUSABLE for the file of another program or an older schema, STORE_NEWER
 */
export function schemaVersion(connection: Connection): number {
  const found = connection.snapshot(() => ({
    applicationId: connection.value('PRAGMA application_id'),
    version: Number(connection.value('PRAGMA user_version')),
    isEmpty: connection.value('SELECT count(*) FROM sqlite_schema') === 0,
  }));
  checkSchema(connection.path, found);
  return found.version;
}

interface FoundSchema {
  readonly applicationId: string | number;
  readonly version: number;
  readonly isEmpty: boolean;
}

function checkSchema(record: string, { applicationId, version, isEmpty }: FoundSchema): void {
  if (isEmpty && version === 0) return;
  const remedy = message('store.otherFile.remedy');
  if (applicationId !== APPLICATION_ID)
    throw new PaytallyError('STORE_UNUSABLE', message('store.otherProgram'), { record, remedy });
  if (version > SCHEMA_VERSION) {
    const text = message('store.tooNew', { version, newest: SCHEMA_VERSION });
    throw new PaytallyError('STORE_NEWER', text, { record });
  }
  if (version < FIRST_SCHEMA_VERSION) {
    const text = message('store.tooOld', { version, oldest: FIRST_SCHEMA_VERSION });
    throw new PaytallyError('STORE_UNUSABLE', text, { record, remedy });
  }
}

/** Migrates the file to the current version in one transaction; two processes may do so at once. */
export function migrate(connection: Connection): void {
  if (schemaVersion(connection) === SCHEMA_VERSION) return;
  connection.transaction(() => {
    // Read again under the lock: another process may have been first.
    const done = Math.max(0, schemaVersion(connection) - FIRST_SCHEMA_VERSION + 1);
    for (const step of MIGRATIONS.slice(done)) connection.exec(step);
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
  });
}
