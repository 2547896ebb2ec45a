import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.js';
import type { Store } from '../../src/store/store.js';
import { freshPath, header, NOW, openedForWriting, saveRun } from '../support/employers/sampleRun.js';
import { describeStore } from './contract/storeContract.js';
import { sqliteCase } from './sqliteCase.js';

describeStore('SQLite', sqliteCase);

const EMPLOYER = header().employerId;
const opened: Store[] = [];
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

describe('opened for reading', () => {
  it('creates no files if there is no store, and is empty', () => {
    const path = freshPath();
    const store = openStore(path, { mode: 'read', now: () => NOW });
    expect([store.runs(), store.known.employees(EMPLOYER), store.run('x'), store.damage()]).toEqual([
      [],
      [],
      undefined,
      [],
    ]);
    store.close();
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('writes nothing', () => {
    const path = freshPath();
    openedForWriting(path).close();
    const store = openStore(path, { mode: 'read', now: () => NOW });
    opened.push(store);
    expect(() => store.recordRun({ ...header(), readId: null, manifest: {} })).toThrow(/for reading/);
    expect(() => store.known.rememberEmployees(EMPLOYER, [])).toThrow(/for reading/);
  });

  it('sees what another process commits in the meantime', () => {
    const path = freshPath();
    const writer = openedForWriting(path);
    const reader = openStore(path, { mode: 'read', now: () => NOW });
    opened.push(writer, reader);
    saveRun(writer);
    expect(reader.runs()).toHaveLength(1);
  });
});

describe('personal data', () => {
  const UNIX = process.platform !== 'win32';
  it.runIf(UNIX)('is in a folder with mode 0700 and files with mode 0600, whatever the umask', () => {
    const umask = process.umask(0);
    try {
      const path = freshPath();
      const store = openedForWriting(path);
      opened.push(store);
      saveRun(store);
      const folder = dirname(path);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      const files = readdirSync(folder);
      expect(files.sort()).toEqual(['store.sqlite', 'store.sqlite-shm', 'store.sqlite-wal']);
      for (const file of files)
        expect([file, statSync(join(folder, file)).mode & 0o777]).toEqual([file, 0o600]);
    } finally {
      process.umask(umask);
    }
  });
});
