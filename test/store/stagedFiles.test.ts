import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openStore } from '../../src/store/openStore.js';
import type { DeliveryItem } from '../../src/store/outbox.js';
import type { StagedFile } from '../../src/store/stagedFiles.js';
import { acquireWorkLock } from '../../src/store/workLock.js';
import { freshFolder, NOW, openedForWriting } from '../support/employers/sampleRun.js';

let project = '';
let folder = '';
let path = '';
beforeEach(() => {
  project = freshFolder();
  folder = join(project, 'inbox');
  path = join(project, '.paytally', 'store.sqlite');
  mkdirSync(folder);
});

const CONTENT = 'Zoë;480\r\n';

function staged(name: string, isManifest = false): StagedFile {
  return {
    temporary: join(folder, `.paytally-${name}.part`),
    path: join(folder, name),
    bytes: Buffer.byteLength(CONTENT),
    sha256: createHash('sha256').update(CONTENT).digest('hex'),
    isManifest,
    inode: statSync(folder).ino,
  };
}

/** A process begins to send, does something, and ends: its lock no longer exists. */
function interrupted(files: readonly StagedFile[], work: () => void): void {
  const store = openedForWriting(path);
  const item = { runId: 'run-1', employerKey: 'bakery', name: 'archive', recipient: folder, details: {} };
  store.outbox.add([{ ...item, messageId: '<1@example.com>', files: [] }]);
  store.outbox.claim(store.outbox.waiting()[0]?.id ?? 0, ['pending'], files);
  work();
  store.close();
}

/** The next start of a read-only command. */
function afterNextStart(): Pick<DeliveryItem, 'state' | 'problem' | 'nextTryAt'> | undefined {
  const store = openStore(path, { mode: 'read', now: () => NOW });
  try {
    return store.outbox.findByRun('run-1')[0];
  } finally {
    store.close();
  }
}

const make = (at: string, content = CONTENT) => writeFileSync(at, content);
const put = ({ temporary }: StagedFile) => make(temporary);
const deliver = (file: StagedFile) => {
  put(file);
  renameSync(file.temporary, file.path);
};
const [FILE, OTHER] = ['hours.csv', 'days.csv'] as const;

describe('a delivery into a folder whose process was killed', () => {
  test.each<[string, (file: StagedFile) => void, string]>([
    ['before its temporary file was created', () => undefined, 'unknown'],
    ['in the middle of its temporary file', ({ temporary }) => make(temporary, 'Z'), 'failed'],
    ['once its temporary file was complete', put, 'failed'],
    ['once the file had its name', deliver, 'sent'],
    [
      'once the file had its name, and a recipient has fetched it',
      (file) => {
        deliver(file);
        rmSync(file.path);
      },
      'unknown',
    ],
    ['if another file has that name', ({ path: at }) => make(at, 'Zoë;960\r\n'), 'unknown'],
    ['if a folder has that name', ({ path: at }) => mkdirSync(at), 'unknown'],
    [
      'while an older copy has that name',
      (file) => {
        make(file.path);
        put(file);
      },
      'failed',
    ],
    [
      'and whose receiver also removes temporary files',
      (file) => {
        put(file);
        rmSync(file.temporary);
      },
      'unknown',
    ],
  ])('%s', (_, work, state) => {
    const file = staged(FILE);
    interrupted([file], () => work(file));
    const found = afterNextStart();
    expect(found?.state).toBe(state);
    expect(found?.problem === undefined).toBe(state === 'sent');
    // A running schedule automatically retries what did not arrive, and nothing else.
    expect(found?.nextTryAt).toEqual(state === 'failed' ? NOW : undefined);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(afterNextStart()?.state).toBe(state);
  });

  test.each<[string, (one: StagedFile, other: StagedFile) => void, string]>([
    [
      'one of two files has its name',
      (one, other) => {
        deliver(one);
        put(other);
      },
      'unknown',
    ],
    [
      'one of two was fetched',
      (one, other) => {
        deliver(one);
        rmSync(one.path);
        put(other);
      },
      'unknown',
    ],
    [
      'both have their names',
      (one, other) => {
        deliver(one);
        deliver(other);
      },
      'sent',
    ],
    [
      'neither has its name',
      (one, other) => {
        put(one);
        put(other);
      },
      'failed',
    ],
  ])('%s', (_, work, state) => {
    const [one, other] = [staged(FILE), staged(OTHER)];
    interrupted([one, other], () => work(one, other));
    expect(afterNextStart()?.state).toBe(state);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('a manifest alone proves nothing: its file did not arrive', () => {
    const [manifest, file] = [staged(`${FILE}.manifest.json`, true), staged(FILE)];
    interrupted([manifest, file], () => {
      deliver(manifest);
      put(file);
    });
    expect(afterNextStart()?.state).toBe('failed');
  });

  test.each([
    ['is missing', () => undefined],
    // The folder that remains if a share is not mounted.
    ['is another folder, and empty', () => mkdirSync(folder)],
  ])('a folder that %s gives no information until it is back', (_, leave) => {
    const file = staged(FILE);
    interrupted([file], () => put(file));
    renameSync(folder, `${folder}-away`);
    leave();
    const found = afterNextStart();
    expect(found?.state).toBe('unknown');
    expect(found?.problem).toContain('delivery.interrupted.notChecked.remedy');
    rmSync(folder, { recursive: true, force: true });
    renameSync(`${folder}-away`, folder);
    expect(afterNextStart()?.state).toBe('failed');
    expect(existsSync(file.temporary)).toBe(false);
  });

  test('is left alone while another process sends', () => {
    const file = staged(FILE);
    interrupted([file], () => put(file));
    const lock = acquireWorkLock(join(project, '.paytally'), 'deliver');
    expect(afterNextStart()?.state).toBe('sending');
    expect(existsSync(file.temporary)).toBe(true);
    lock.release();
    expect(afterNextStart()?.state).toBe('failed');
  });

  test('its state is recorded before the temporary file is removed', () => {
    const file = staged(FILE);
    // A folder with its name cannot be removed like a file: a process that ends there.
    interrupted([file], () => mkdirSync(join(file.temporary, 'in'), { recursive: true }));
    expect(afterNextStart()?.state).toBe('failed');
    rmSync(file.temporary, { recursive: true });
    expect(afterNextStart()?.state).toBe('failed');
  });
});

test('the arrival of a mail is unknown, and so is that of a file on a server before the next send has checked', () => {
  const file = { ...staged(FILE), inode: undefined };
  interrupted([file], () => undefined);
  expect(afterNextStart()).toMatchObject({
    state: 'unknown',
    problem: expect.stringContaining('delivery.interrupted.notChecked.remedy'),
  });
  rmSync(join(project, '.paytally'), { recursive: true });
  interrupted([], () => undefined);
  expect(afterNextStart()).toMatchObject({
    state: 'unknown',
    problem: expect.stringContaining('delivery.interrupted.mail'),
  });
});
