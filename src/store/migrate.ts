import { PaytallyError } from '../errors.js';
import type { Connection } from './connection.js';
import { APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION } from './migrations.js';

/** The schema version of the file; 0 for an empty one. Throws where the file is not a store or too new. */
export function versionOf(connection: Connection): number {
  const { applicationId, version, isEmpty } = connection.snapshot(() => ({
    applicationId: connection.value('PRAGMA application_id'),
    version: Number(connection.value('PRAGMA user_version')),
    isEmpty: connection.value('SELECT count(*) FROM sqlite_schema') === 0,
  }));
  if (isEmpty && version === 0) return 0;
  if (applicationId !== APPLICATION_ID) throw notAStore(connection.path);
  if (version > SCHEMA_VERSION) throw tooNew(connection.path, version);
  return version;
}

/** Brings the file to the current version in one transaction; two processes may do so at once. */
export function migrate(connection: Connection): void {
  if (versionOf(connection) === SCHEMA_VERSION) return;
  connection.transaction(() => {
    // Read again under the lock: another process may have been first.
    for (const step of MIGRATIONS.slice(versionOf(connection))) connection.exec(step);
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
