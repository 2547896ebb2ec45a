import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { PaytallyError } from '../../src/errors.js';
import { openStore } from '../../src/store/openStore.js';
import { SCHEMA_VERSION } from '../../src/store/schema.js';
import { freshPath, NOW, openedForWriting, recordsOfRun, saveRun } from '../support/employers/sampleRun.js';

/** Makes the file at `path` unusable. */
const unusable: readonly (readonly [
  name: string,
  make: (path: string) => void,
  code: string,
  remedy: RegExp,
])[] = [
  [
    'a newer version',
    (path) => {
      const db = new DatabaseSync(path);
      db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`);
      db.close();
    },
    'STORE_NEWER',
    /Update paytally/,
  ],
  [
    'a version from before the first release',
    (path) => {
      const db = new DatabaseSync(path);
      db.exec('PRAGMA user_version = 1');
      db.close();
    },
    'STORE_UNUSABLE',
    /Move this file away/,
  ],
  [
    'the file of another program',
    (path) => {
      const db = new DatabaseSync(path);
      db.exec('PRAGMA application_id = 7');
      db.close();
    },
    'STORE_UNUSABLE',
    /Move this file away/,
  ],
  [
    'a file that is not SQLite',
    (path) => writeFileSync(path, 'employeeId;number\n'.repeat(200)),
    'STORE_UNUSABLE',
    /Move this file away/,
  ],
  ['a truncated file', (path) => truncateSync(path, 5000), 'STORE_UNUSABLE', /backup/],
  [
    'a file with a page overwritten',
    (path) => {
      const bytes = readFileSync(path);
      bytes.fill(0xa5, 100, 4096);
      writeFileSync(path, bytes);
    },
    'STORE_UNUSABLE',
    /backup/,
  ],
];

describe('is refused with a reason', () => {
  it.each(unusable)('%s', (_name, make, code, remedy) => {
    const path = copyOfStore();
    make(path);
    const before = readFileSync(path);
    for (const mode of ['write', 'read'] as const) {
      const failure = failureOf(() => {
        const reopened = openStore(path, { mode, now: () => NOW });
        try {
          reopened.runs();
        } finally {
          reopened.close();
        }
      });
      expect([failure.code, failure.record]).toEqual([code, path]);
      expect(failure.remedy).toMatch(remedy);
    }
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each(unusable.slice(0, 3))('%s: SQLite does not open the file', (_name, make) => {
    const path = copyOfStore();
    make(path);
    const before = statSync(path);
    for (const mode of ['write', 'read'] as const) failureOf(() => openStore(path, { mode, now: () => NOW }));
    const { mtimeMs, mode } = statSync(path);
    expect({ mtimeMs, mode }).toEqual({ mtimeMs: before.mtimeMs, mode: before.mode });
    expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  });

  const altered: readonly (readonly [name: string, sql: string, message: RegExp])[] = [
    ['a blob with another digest', "UPDATE readPart SET sha256 = '0'", /does not match its checksum/],
    ['an invalid blob', "UPDATE readPart SET gzip = x'00'", /cannot be unpacked/],
    ['a blob that has become longer', 'UPDATE readPart SET bytes = 3', /cannot be unpacked/],
    ['a manifest that is not JSON', "UPDATE run SET manifest = '{'", /is not valid/],
  ];
  it.each(altered)('%s', (_name, sql, message) => {
    const path = freshPath();
    const store = openedForWriting(path);
    saveRun(store, {}, ['2026-10-01', '2026-10-02']);
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    const failure = failureOf(() => [store.run('run-1'), ...recordsOfRun(store, 'run-1', 'time-entries')]);
    expect([failure.code, failure.message]).toEqual(['STORE_UNUSABLE', expect.stringMatching(message)]);
    store.close();
  });
});

it('an empty file, left by a process that ended during creation, is a new store', () => {
  const path = freshPath();
  mkdirSync(dirname(path));
  writeFileSync(path, '');
  const reader = openStore(path, { mode: 'read', now: () => NOW });
  expect(reader.runs()).toEqual([]);
  reader.close();
  const store = openedForWriting(path);
  saveRun(store);
  expect(store.runs()).toHaveLength(1);
  store.close();
});

/** A separate file: for one that this process has opened, the driver keeps the log. */
function copyOfStore(): string {
  const original = freshPath();
  const store = openedForWriting(original);
  saveRun(store);
  store.close();
  const path = freshPath();
  mkdirSync(dirname(path));
  copyFileSync(original, path);
  return path;
}

function failureOf(work: () => unknown): PaytallyError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof PaytallyError) return thrown;
    throw thrown;
  }
  return expect.fail('it did not fail');
}
