import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import {
  AFTER,
  type SampleService,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';
import { fingerprint } from '../../support/programs/fingerprint.js';

const ARCHIVE = `
deliveries: { archive: { to: folder, path: inbox, templates: [pay-lines] } }
templates: [pay-lines]`;

let service: SampleService;
let store = '';
let saved = '';
beforeEach(async () => {
  service = await startSampleService({ employers: await sampleOfDays('2026-10-05', '2026-10-08') }, ARCHIVE);
  store = join(service.cwd, '.paytally', 'store.sqlite');
  saved = join(service.cwd, 'saved', 'monday.sqlite');
});
afterEach(() => service.stop());

const digests = async (): Promise<string[]> =>
  (await service.json(['history'])).runs.map(({ digest }: { digest: string }) => digest);
const ACCEPTED = ['--accept', 'STORE_OLDER=the disk failed'];
const filesOf = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' });

test('a backup is a verified copy that only its owner can read, and a restore returns the earlier state', {
  tags: 'slow',
}, async () => {
  await service.final('2026-10-05..2026-10-05');
  const before = await digests();
  const made = await service.json(['backup', saved, '--check']);
  expect(made).toEqual({
    status: 0,
    stderr: '',
    backup: {
      path: saved,
      bytes: statSync(saved).size,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      runs: 1,
      restoreChecked: true,
    },
  });
  expect(statSync(saved).mode & 0o777).toBe(0o600);
  expect(filesOf(dirname(saved))).toEqual(['monday.sqlite']);
  expect((await service.json(['backup', saved])).status).toBe(0);
  rmSync(join(service.cwd, '.paytally'), { recursive: true });
  expect(await service.json(['restore', saved])).toMatchObject({
    status: 0,
    restored: { path: store, runs: 1 },
    lost: [],
  });
  expect(statSync(store).mode & 0o777).toBe(0o600);
  expect(await digests()).toEqual(before);
  expect((await service.json(['verify'])).status).toBe(0);
  expect((await service.final('2026-10-06..2026-10-06')).status).toBe(0);
});

test('a restore over newer runs lists them and needs a reason; later finals need one too', async () => {
  await service.final('2026-10-05..2026-10-05');
  await service.json(['backup', saved]);
  const { runs } = await service.final('2026-10-06..2026-10-06');
  const [newest = ''] = await digests();
  const refused = await service.json(['restore', saved]);
  expect(refused).toMatchObject({
    status: 5,
    error: { code: 'STORE_OLDER', record: saved, message: expect.stringContaining(runs[0].runId) },
    lost: [{ runId: runs[0].runId, employer: 'bakery', state: 'final', digest: newest, path: null }],
    runs: [],
  });
  expect(await digests()).toHaveLength(2);
  expect((await service.json(['restore', saved, '--accept', 'STORE_OLDER'])).status).toBe(2);
  expect(await service.json(['restore', saved, ...ACCEPTED])).toMatchObject({
    status: 0,
    lost: [{ digest: newest }],
  });
  expect(await digests()).toHaveLength(1);
  const listed = ['corrections', '2026-10-05..2026-10-05'];
  expect(await service.json([...listed])).toMatchObject({ status: 5, error: { code: 'STORE_OLDER' } });
  expect(await service.json([...listed, ...ACCEPTED])).toMatchObject({ status: 0, runs: [{ lines: [] }] });
  expect(await service.final('2026-10-07..2026-10-07', '--out', 'elsewhere')).toMatchObject({
    status: 5,
    error: { code: 'STORE_OLDER' },
  });
  expect((await service.final('2026-10-07..2026-10-07', ...ACCEPTED)).status).toBe(0);
  const file = new DatabaseSync(store, { readOnly: true });
  const rows = file.prepare('SELECT body FROM ledgerLink ORDER BY position DESC').all();
  file.close();
  expect(JSON.parse(String(rows[0]?.body)).lost).toEqual({ digests: [newest], reason: 'the disk failed' });
  expect((await service.json(['verify'])).status).toBe(0);
});

test('if the store is gone, files outside it show that runs would be lost', {
  tags: 'slow',
}, async () => {
  await service.final('2026-10-05..2026-10-05');
  await service.json(['backup', saved]);
  await service.final('2026-10-06..2026-10-06');
  const [newest = ''] = await digests();
  rmSync(join(service.cwd, '.paytally'), { recursive: true });
  expect(await service.json(['restore', saved])).toMatchObject({
    status: 5,
    lost: [
      { runId: null, employer: 'bakery', digest: newest, path: join(service.cwd, 'out', 'bakery.chain') },
    ],
  });
  expect(existsSync(store)).toBe(false);
  expect((await service.json(['restore', saved, ...ACCEPTED])).status).toBe(0);
});

test('a delivery that may have been sent after the backup is not sent again', { tags: 'slow' }, async () => {
  const { runs } = await service.final('2026-10-05..2026-10-05', '--deliver');
  const { runId } = runs[0];
  expect((await service.json(['send', runId])).status).toBe(7);
  await service.json(['backup', saved]);
  mkdirSync(join(service.cwd, 'inbox'));
  const sent = await service.json(['send', runId]);
  expect(sent.runs[0].deliveries).toMatchObject([{ state: 'sent' }]);
  const inbox = filesOf(join(service.cwd, 'inbox'));
  expect((await service.json(['restore', saved])).status).toBe(0);
  expect((await service.json(['send', runId])).runs[0].deliveries).toMatchObject([{ state: 'sent' }]);
  rmSync(store);
  expect((await service.json(['restore', saved])).status).toBe(0);
  const again = await service.json(['send', runId]);
  expect([again.status, again.runs[0].deliveries[0].state]).toEqual([7, 'unknown']);
  expect(filesOf(join(service.cwd, 'inbox'))).toEqual(inbox);
});

const damage: readonly (readonly [string, (path: string) => void, number, string])[] = [
  ['of a newer schema', (path) => execute(path, 'PRAGMA user_version = 999'), 6, 'STORE_NEWER'],
  ['of an older schema', (path) => execute(path, 'PRAGMA user_version = 1'), 6, 'STORE_UNUSABLE'],
  ['of another program', (path) => execute(path, 'PRAGMA application_id = 7'), 2, 'BACKUP_INVALID'],
  ['that is no database', (path) => writeFileSync(path, 'x'.repeat(5000)), 2, 'BACKUP_INVALID'],
  ['that was cut short', (path) => truncateSync(path, 40_000), 2, 'BACKUP_INVALID'],
  ['that was changed', (path) => execute(path, `UPDATE run SET manifest = '{}'`), 5, 'VERIFY_FAILED'],
  ['that is missing', (path) => rmSync(path), 2, 'USAGE'],
];

function execute(path: string, sql: string): void {
  const file = new DatabaseSync(path);
  file.exec(sql);
  file.close();
}

test('an unusable backup leaves the store unchanged', { tags: 'slow' }, async () => {
  await service.final('2026-10-05..2026-10-05');
  const before = await digests();
  for (const [name, spoil, status, code] of damage) {
    await service.json(['backup', saved]);
    spoil(saved);
    const { status: ended, error } = await service.json(['restore', saved, ...ACCEPTED]);
    expect([name, ended, error?.code]).toEqual([name, status, code]);
    expect([name, await digests()]).toEqual([name, before]);
    expect([name, filesOf(service.cwd).filter((each) => /part/.test(each))]).toEqual([name, []]);
    rmSync(saved, { force: true });
  }
});

test('a damaged store is replaced, but not a store of another program', { tags: 'slow' }, async () => {
  await service.final('2026-10-05..2026-10-05');
  const before = await digests();
  await service.json(['backup', saved]);
  truncateSync(store, 5000);
  expect((await service.json(['restore', saved])).status).toBe(0);
  expect(await digests()).toEqual(before);
  writeFileSync(store, 'x'.repeat(5000));
  expect((await service.json(['restore', saved])).status).toBe(0);
  expect(await digests()).toEqual(before);
  const file = openSync(store, 'r+');
  // The header's application id (sqlite.org/fileformat.html).
  writeSync(file, Buffer.from([0, 0, 0, 7]), 0, 4, 68);
  closeSync(file);
  expect(await service.json(['restore', saved])).toMatchObject({
    status: 6,
    error: { code: 'STORE_UNUSABLE' },
  });
});

test('a disk snapshot with its write-ahead log is also a backup', { tags: 'slow' }, async () => {
  await service.final('2026-10-05..2026-10-05');
  const before = await digests();
  const open = new DatabaseSync(store);
  open.exec('PRAGMA journal_mode = wal; BEGIN; SELECT count(*) FROM run');
  await service.json(['export', '2026-10-06..2026-10-06']);
  mkdirSync(dirname(saved));
  for (const suffix of ['', '-wal']) writeFileSync(`${saved}${suffix}`, readFileSync(`${store}${suffix}`));
  open.close();
  const files = filesOf(dirname(saved));
  rmSync(join(service.cwd, '.paytally'), { recursive: true });
  expect((await service.json(['restore', saved])).status).toBe(0);
  const { runs } = await service.json(['history']);
  expect(runs.map(({ state }: { state: string }) => state)).toEqual(['final', 'draft']);
  expect(runs[0].digest).toBe(before[0]);
  expect(filesOf(dirname(saved))).toEqual(files);
});

test('a backup replaces only another backup', { tags: 'slow' }, async () => {
  expect(await service.json(['backup', saved])).toMatchObject({ status: 2, error: { code: 'USAGE' } });
  await service.final('2026-10-05..2026-10-05');
  mkdirSync(dirname(saved));
  writeFileSync(saved, 'a letter');
  for (const path of [saved, store, service.cwd])
    expect(await service.json(['backup', path])).toMatchObject({
      status: 6,
      error: { code: 'OUTPUT_EXISTS', record: path },
    });
  expect(readFileSync(saved, 'utf8')).toBe('a letter');
});

/** What a person may name by mistake instead of a backup; `from` is a sound one. */
const NO_BACKUPS: Readonly<Record<string, (path: string, from: string) => void>> = {
  'an empty file': (path) => writeFileSync(path, ''),
  'a text': (path) => writeFileSync(path, 'employeeId;hours\n1;2\n'),
  'random bytes': (path) =>
    writeFileSync(path, Buffer.from(Array.from({ length: 9000 }, (_, at) => (at * 197 + 7) % 251))),
  'a header alone': (path, from) => writeFileSync(path, readFileSync(from).subarray(0, 100)),
  'less than a header': (path, from) => writeFileSync(path, readFileSync(from).subarray(0, 60)),
  'a page and a half': (path, from) => writeFileSync(path, readFileSync(from).subarray(0, 6000)),
  'all but the last page': (path, from) => writeFileSync(path, readFileSync(from).subarray(0, -4096)),
  'all but a byte': (path, from) => writeFileSync(path, readFileSync(from).subarray(0, -1)),
  'a database without tables': (path) => {
    const database = new DatabaseSync(path);
    database.exec('VACUUM');
    database.close();
  },
  'the database of another program': (path) => {
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE run (id); INSERT INTO run VALUES (1)');
    database.close();
  },
  'another program with our version number': (path) => {
    const database = new DatabaseSync(path);
    database.exec('CREATE TABLE run (id); INSERT INTO run VALUES (1); PRAGMA user_version = 3');
    database.close();
  },
  'a header with zeros after it': (path, from) => {
    const content = readFileSync(from);
    writeFileSync(path, content.fill(0, 100));
  },
  'a log without a database': (path, from) => {
    writeFileSync(path, '');
    writeFileSync(`${path}-wal`, readFileSync(from));
  },
};

test('what is no backup is refused by name, and nothing is touched', { timeout: 120_000 }, async () => {
  await service.final('2026-10-05..2026-10-05');
  await service.json(['backup', saved]);
  const outcomes: Record<string, unknown> = {};
  for (const [name, write] of Object.entries(NO_BACKUPS)) {
    const path = join(service.cwd, 'wrong.sqlite');
    write(path, saved);
    for (const isNew of [false, true]) {
      const kept = join(service.cwd, 'kept');
      if (isNew) renameSync(join(service.cwd, '.paytally'), kept);
      const before = fingerprint(service.cwd).join();
      const { status, stdout, stderr } = await service.run(['restore', path, '--json'], { nowMs: AFTER });
      const { code, record, remedy } = JSON.parse(stdout || '{}').error ?? {};
      outcomes[`${name}${isNew ? ', without a store' : ''}`] = {
        status,
        code,
        record: record === path,
        remedy: remedy !== undefined,
        isBug: stderr.includes('BUG'),
        untouched: fingerprint(service.cwd).filter((line) => !before.includes(line)),
      };
      if (isNew) {
        rmSync(join(service.cwd, '.paytally'), { recursive: true, force: true });
        renameSync(kept, join(service.cwd, '.paytally'));
      }
    }
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  }
  const refused = {
    status: 2,
    code: 'BACKUP_INVALID',
    record: true,
    remedy: true,
    isBug: false,
    untouched: [],
  };
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((name) => [name, refused])));
});
