// @module-tag slow
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { networkShareOf } from '../../src/store/networkShare.js';
import { openStore } from '../../src/store/openStore.js';
import type { Store } from '../../src/store/store.js';
import {
  freshFolder,
  freshPath,
  NOW,
  openedForWriting,
  recordsOfRun,
  saveRun,
} from '../support/employers/sampleRun.js';
import { type CompiledStore, compileStore } from './compiledStore.js';

const CHILD = join(import.meta.dirname, 'child', 'writeRuns.mjs');
const UNIX = process.platform !== 'win32';
let compiled: CompiledStore;
beforeAll(() => {
  compiled = compileStore();
});
afterAll(() => compiled.remove());

interface Writer {
  readonly child: ChildProcess;
  /** Its output so far. */
  readonly lines: () => readonly string[];
  readonly ended: Promise<number | null>;
}

function startWriter(path: string, name: string, runs: number, recordsPerDay: number, shell = ''): Writer {
  const args = [CHILD, compiled.module, path, name, String(runs), String(recordsPerDay)];
  const child =
    shell === ''
      ? spawn(process.execPath, args)
      : spawn('sh', ['-c', `${shell}; exec "$@"`, 'sh', process.execPath, ...args]);
  let said = '';
  child.stdout.on('data', (data: Buffer) => {
    said += data.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, lines: () => said.split('\n').filter((line) => line !== ''), ended };
}

const committedBy = (writer: Writer): readonly string[] =>
  writer
    .lines()
    .filter((line) => line.startsWith('committed '))
    .map((line) => line.slice('committed '.length));

/** Every run in the store has all its records, each with the digest it was written with. */
function expectOnlyWholeRuns(store: Store): void {
  expect(store.damage()).toEqual([]);
  for (const run of store.runs()) {
    const records = (['shifts', 'time-entries'] as const).flatMap((list) => [
      ...recordsOfRun(store, run.runId, list),
    ]);
    expect(records.length).toBe(run.manifest.records);
    expect(records.every((record) => record.json.includes(`"runId":"${run.runId}"`))).toBe(true);
  }
}

describe('a process killed while it writes', () => {
  it('leaves complete runs only, and every run that it reported as committed', { tags: 'slow' }, async () => {
    const path = freshPath();
    const committed = new Set<string>();
    const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    for (let round = 0; round < 12; round += 1) {
      const writer = startWriter(path, `w${round}`, 100_000, 150);
      // The first processes end while the file is created, the later ones somewhere in the loop.
      if (round >= 4) while (writer.lines().length < 2 && writer.child.exitCode === null) await pause(2);
      await pause(round < 4 ? 40 + round * 25 : Math.random() * 60);
      writer.child.kill('SIGKILL');
      await writer.ended;
      for (const runId of committedBy(writer)) committed.add(runId);
      const store = openedForWriting(path);
      expectOnlyWholeRuns(store);
      const kept = new Set(store.runs().map((run) => run.runId));
      expect([...committed].filter((runId) => !kept.has(runId))).toEqual([]);
      store.close();
    }
    expect(committed.size).toBeGreaterThanOrEqual(8);
  });
});

describe('two concurrent processes', () => {
  it('both create the store and write all their runs', { tags: 'slow' }, async () => {
    const path = freshPath();
    const writers = ['a', 'b', 'c'].map((name) => startWriter(path, name, 15, 40));
    expect(await Promise.all(writers.map((writer) => writer.ended))).toEqual([0, 0, 0]);
    const store = openedForWriting(path);
    expect(store.runs()).toHaveLength(45);
    expectOnlyWholeRuns(store);
    store.close();
  });

  it('a writer that never ends makes the other one stop with STORE_BUSY, and no run is incomplete', () => {
    const path = freshPath();
    openedForWriting(path).close();
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const store = openStore(path, { mode: 'write', now: () => NOW, busyTimeoutMs: 20 });
    expect(() => saveRun(store)).toThrow(expect.objectContaining({ code: 'STORE_BUSY', exitStatus: 6 }));
    other.exec('COMMIT');
    other.close();
    expect(store.runs()).toEqual([]);
    saveRun(store);
    expect(store.runs()).toHaveLength(1);
    store.close();
  });
});

/** A file system of 1 MB, if this user can mount one. */
function smallDisk(): { readonly folder: string; readonly unmount: () => void } | undefined {
  const folder = freshFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { folder, unmount: () => execFileSync('umount', ['--lazy', folder]) };
}

describe('no space left', () => {
  it('on the disk: a clear error, and earlier runs are complete', async ({ skip }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip('mounting a small file system is not allowed here');
    try {
      const path = join(disk.folder, '.paytally', 'store.sqlite');
      const writer = startWriter(path, 'w', 1000, 400);
      expect(await writer.ended).toBe(6);
      expect(writer.lines().at(-1)).toMatch(/^failed STORE_UNUSABLE: .*the disk is full.*\| Free some space/);
      const store = openStore(path, { mode: 'read', now: () => NOW });
      expect(store.runs()).toHaveLength(committedBy(writer).length);
      expect(store.runs().length).toBeGreaterThan(0);
      expectOnlyWholeRuns(store);
      store.close();
    } finally {
      disk.unmount();
    }
  });

  it.runIf(UNIX)('within a limit on the size of files: the same', async () => {
    const path = freshPath();
    const writer = startWriter(path, 'w', 1000, 100, 'ulimit -f 1000');
    expect(await writer.ended).toBe(6);
    expect(writer.lines().at(-1)).toMatch(/^failed STORE_UNUSABLE: .*\| .*(space|quota)/);
    const store = openedForWriting(path);
    expect(store.runs()).toHaveLength(committedBy(writer).length);
    expect(store.runs().length).toBeGreaterThan(0);
    expectOnlyWholeRuns(store);
    store.close();
  });
});

/** Denies writing to folders and the files in them, also to root if the file system supports the attribute. */
function denyWriting(folder: string): (() => void) | undefined {
  const [deny, allow] = process.getuid?.() === 0 ? ['chattr +i', 'chattr -i'] : ['chmod a-w', 'chmod u+w'];
  const all = (command: string): void => {
    execFileSync('sh', ['-c', `find "$1" -depth -exec ${command} {} +`, 'sh', folder], { stdio: 'ignore' });
  };
  try {
    all(deny);
    return () => all(allow);
  } catch {
    return undefined;
  }
}

describe('a read-only folder', () => {
  it('writing names the missing permission; reading an existing store works', ({ skip }) => {
    const path = freshPath();
    const store = openedForWriting(path);
    saveRun(store);
    store.close();
    const empty = join(dirname(path), 'empty');
    mkdirSync(empty);
    const allow = denyWriting(dirname(path));
    if (allow === undefined) return skip('this user cannot be denied writing here');
    try {
      const write = (file: string) => () => openStore(file, { mode: 'write', now: () => NOW }).close();
      const denied = expect.objectContaining({
        code: 'STORE_UNUSABLE',
        remedy: expect.stringMatching(/permission to write|may read and write/),
      });
      expect(write(join(empty, 'store.sqlite'))).toThrow(denied);
      expect(write(join(empty, 'deeper', 'store.sqlite'))).toThrow(denied);
      expect(write(path)).toThrow(denied);
      const reader = openStore(path, { mode: 'read', now: () => NOW });
      expect(reader.runs()).toHaveLength(1);
      reader.close();
    } finally {
      allow();
    }
  });

  it('a file that has the name of the folder is named', () => {
    const path = freshPath();
    openedForWriting(path).close();
    expect(() => openedForWriting(join(path, 'store.sqlite'))).toThrow(
      expect.objectContaining({ code: 'STORE_UNUSABLE', record: join(path, 'store.sqlite') }),
    );
  });
});

describe('a network share', () => {
  const NFS = 0x6969;
  const shares: readonly (readonly [number, string | undefined])[] = [
    [NFS, 'NFS'],
    [0xff534d42, 'CIFS'],
    [0xff534d42 - 2 ** 32, 'CIFS'],
    [0xfe534d42, 'SMB2'],
    [0x65735546, 'FUSE'],
    [0xef53, undefined],
    [0x01021994, undefined],
  ];
  it.each(shares)('file system type %d is %s', (type, share) => {
    const path = freshPath();
    const store = openStore(path, { mode: 'write', now: () => NOW, fileSystemType: () => type });
    saveRun(store);
    expect(networkShareOf(dirname(path), () => type)).toBe(share);
    expect(existsSync(`${path}-wal`)).toBe(share === undefined);
    store.close();
  });

  it.each(['write', 'read'] as const)(
    'a store that was moved there loses its write-ahead log when opened to %s',
    async (mode) => {
      const path = freshPath();
      expect(await startWriter(path, 'w', 1, 1).ended).toBe(0);
      const store = openStore(path, { mode, now: () => NOW, fileSystemType: () => NFS });
      expect(store.runs()).toHaveLength(1);
      expect(existsSync(`${path}-wal`)).toBe(false);
      store.close();
      const db = new DatabaseSync(path);
      expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
      db.close();
    },
  );

  it.runIf(UNIX)('a file that others can read is made private', () => {
    const path = freshPath();
    openedForWriting(path).close();
    chmodSync(path, 0o644);
    openedForWriting(path).close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
