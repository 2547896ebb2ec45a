import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { PaytallyError } from '../../src/errors.js';
import { APPLICATION_ID, SCHEMA_VERSION } from '../../src/store/migrations.js';
import { openStore } from '../../src/store/openStore.js';
import { freshPath, NOW, openedForWriting, saveRun } from './sampleRun.js';

const VERSION_1 = join(import.meta.dirname, 'fixtures', 'version1.sqlite');

function copyOfVersion1(): string {
  const path = freshPath();
  mkdirSync(dirname(path));
  copyFileSync(VERSION_1, path);
  return path;
}

function schemaOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return [
      db.prepare('PRAGMA user_version').get(),
      db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all(),
    ];
  } finally {
    db.close();
  }
}

describe('a store of version 1', () => {
  it.each(['write', 'read'] as const)(
    'opened to %s is brought to the current schema with its runs',
    (mode) => {
      const path = copyOfVersion1();
      const store = openStore(path, { mode, now: () => NOW });
      expect(store.run('old-run')?.manifest).toEqual({ tzdata: '2026e' });
      expect([...store.rawRecords('old-run', 'time-entries')].map((record) => record.json)).toEqual([
        '{"id":"a"}',
        '{"id":"b"}',
      ]);
      expect(store.employeesSeen('e1')).toEqual([]);
      store.close();

      const fresh = freshPath();
      openedForWriting(fresh).close();
      expect(schemaOf(path)).toEqual(schemaOf(fresh));
    },
  );

  it('can be opened by two at once', () => {
    const path = copyOfVersion1();
    const first = openedForWriting(path);
    const second = openedForWriting(path);
    saveRun(first);
    expect(second.runs()).toHaveLength(2);
    first.close();
    second.close();
  });
});

/** Makes the file at `path` one that cannot be used. */
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
    'no SQLite file',
    (path) => writeFileSync(path, 'employeeId;number\n'.repeat(200)),
    'STORE_UNUSABLE',
    /Move this file away/,
  ],
  ['a file cut short', (path) => truncateSync(path, 5000), 'STORE_UNUSABLE', /backup/],
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

describe('cannot be used and says why', () => {
  it.each(unusable)('%s', (_name, make, code, remedy) => {
    const path = freshPath();
    const store = openedForWriting(path);
    saveRun(store);
    store.close();
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

  const altered: readonly (readonly [name: string, sql: string, message: RegExp])[] = [
    ['a blob with another digest', "UPDATE readPart SET sha256 = '0'", /differs from its digest/],
    ['a blob that is none', "UPDATE readPart SET gzip = x'00'", /cannot be unpacked/],
    ['a blob longer than it was', 'UPDATE readPart SET bytes = 3', /cannot be unpacked/],
    ['a manifest that is no JSON', "UPDATE run SET manifest = '{'", /not a JSON object/],
  ];
  it.each(altered)('%s', (_name, sql, message) => {
    const path = freshPath();
    const store = openedForWriting(path);
    saveRun(store, {}, ['2026-10-01', '2026-10-02']);
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    const failure = failureOf(() => [store.run('run-1'), ...store.rawRecords('run-1', 'time-entries')]);
    expect([failure.code, failure.message]).toEqual(['STORE_UNUSABLE', expect.stringMatching(message)]);
    store.close();
  });
});

it('an empty file, left by a process that died while creating it, is a new store', () => {
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

it('the fixture is of version 1', () => {
  const db = new DatabaseSync(VERSION_1, { readOnly: true });
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  expect(db.prepare('PRAGMA application_id').get()).toEqual({ application_id: APPLICATION_ID });
  db.close();
});

function failureOf(work: () => unknown): PaytallyError {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof PaytallyError) return thrown;
    throw thrown;
  }
  return expect.fail('it did not fail');
}
