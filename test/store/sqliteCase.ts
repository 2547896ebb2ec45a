import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync, type DatabaseSyncInstance } from '#sqlite';
import { openStore } from '../../src/store/openStore.js';
import { freshPath } from '../support/employers/sampleRun.js';
import type { StoreCase } from './contract/storeCase.js';

/** A SQLite file in a separate folder. */
export async function sqliteCase(): Promise<StoreCase> {
  const path = freshPath();
  const withFile = <Result>(use: (file: DatabaseSyncInstance) => Result): Result => {
    const file = new DatabaseSync(path);
    try {
      return use(file);
    } finally {
      file.close();
    }
  };
  return {
    open: async (mode, now) => openStore(path, { mode, now }),
    close: async (store) => store.close(),
    execute: async (sql) => withFile((file) => file.exec(sql)),
    setSchemaVersion: async (change) =>
      withFile((file) => {
        const row = file.prepare('PRAGMA user_version').get() as { user_version: number };
        file.exec(`PRAGMA user_version = ${change(row.user_version)}`);
      }),
    fingerprint: async () => createHash('sha256').update(readFileSync(path)).digest('hex'),
  };
}
