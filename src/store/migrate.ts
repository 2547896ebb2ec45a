import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { PaytallyError } from '../errors.js';
import type { Connection } from './connection.js';
import { APPLICATION_ID, FIRST_SCHEMA_VERSION, MIGRATIONS, SCHEMA_VERSION } from './migrations.js';
import { guarded } from './storeFailure.js';

const HEADER_BYTES = 100;
const HEADER_TEXT = 'SQLite format 3\0';

/**
 * Looks at a file before SQLite opens it, which would leave a log beside it. Offsets: sqlite.org/fileformat.html#the_database_header
 * @throws PaytallyError as {@link versionOf}; a file that is missing, empty or no SQLite file is left to SQLite
 */
export function refuseOtherSchema(path: string): void {
  const header = guarded(path, () => headerOf(path));
  if (header.toString('latin1', 0, HEADER_TEXT.length) !== HEADER_TEXT) return;
  checkSchema(path, {
    isEmpty: header.readUInt32BE(40) === 0,
    version: header.readUInt32BE(60),
    applicationId: header.readUInt32BE(68),
  });
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
 * The schema version of the file; 0 for an empty one.
 * @throws PaytallyError STORE_UNUSABLE for the file of another program or an older schema, STORE_NEWER
 */
export function versionOf(connection: Connection): number {
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

function checkSchema(path: string, { applicationId, version, isEmpty }: FoundSchema): void {
  if (isEmpty && version === 0) return;
  if (applicationId !== APPLICATION_ID) throw notAStore(path);
  if (version > SCHEMA_VERSION) throw tooNew(path, version);
  if (version < FIRST_SCHEMA_VERSION) throw tooOld(path, version);
}

/** Brings the file to the current version in one transaction; two processes may do so at once. */
export function migrate(connection: Connection): void {
  if (versionOf(connection) === SCHEMA_VERSION) return;
  connection.transaction(() => {
    // Read again under the lock: another process may have been first.
    const done = Math.max(0, versionOf(connection) - FIRST_SCHEMA_VERSION + 1);
    for (const step of MIGRATIONS.slice(done)) connection.exec(step);
    connection.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION};`);
  });
}

function notAStore(path: string): PaytallyError {
  return new PaytallyError(
    'STORE_UNUSABLE',
    'The store cannot be used: the file is the SQLite file of another program.',
    {
      record: path,
      remedy: 'Move this file away, or choose another path for the store.',
    },
  );
}

function tooNew(path: string, version: number): PaytallyError {
  const message = `The store has schema version ${version}; this paytally knows versions up to ${SCHEMA_VERSION}.`;
  return new PaytallyError('STORE_NEWER', message, { record: path });
}

function tooOld(path: string, version: number): PaytallyError {
  const message = `The store has schema version ${version}, of an earlier paytally; this one knows versions from ${FIRST_SCHEMA_VERSION} on.`;
  const remedy = 'Move this file away, or choose another path for the store.';
  return new PaytallyError('STORE_UNUSABLE', message, { record: path, remedy });
}
