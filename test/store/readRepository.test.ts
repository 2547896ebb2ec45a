import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/openStore.js';
import type { Store } from '../../src/store/store.js';
import {
  freshPath,
  header,
  NOW,
  openedForWriting,
  readHeader,
  saveRead,
  staged,
} from '../support/employers/sampleRun.js';
import { describeStoredReads } from './contract/readContract.js';

const opened: Store[] = [];
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});
const open = (mode: 'read' | 'write', path = freshPath(), now: () => Date = () => NOW): Store => {
  const store = openStore(path, { mode, now });
  opened.push(store);
  return store;
};

describeStoredReads('a store opened for reading', async (now) => open('read', freshPath(), now));

describe('files left next to the store', () => {
  const left = (path: string): string[] => (existsSync(dirname(path)) ? readdirSync(dirname(path)) : []);

  it('include none of a read that was incomplete when the store was closed', () => {
    const path = freshPath();
    const store = openedForWriting(path);
    const readId = store.beginRead(readHeader());
    store.staging(readId).stage('teams', [staged(0)]);
    expect(left(path).some((name) => name.endsWith('.work'))).toBe(true);
    store.close();
    expect(left(path).filter((name) => name.endsWith('.work'))).toEqual([]);
    expect(open('write', path).read(readId)).toBeUndefined();
  });

  it('of ended processes are deleted at the next start, and those of live ones stay', () => {
    const path = freshPath();
    const alive = open('write', path);
    const readId = alive.beginRead(readHeader());
    alive.staging(readId).stage('teams', [staged(0)]);
    writeFileSync(`${path}.0123456789abcdef.work`, '');
    writeFileSync(`${path}.fedcba9876543210.work`, 'cut short');
    open('write', path);
    expect(left(path).filter((name) => name.endsWith('.work'))).toEqual([`store.sqlite.${readId}.work`]);
    alive.completeRead(readId, {});
    open('write', path);
    alive.recordRun({ ...header(), readId, manifest: {} });
    expect([...alive.recordsOf(readId, null)]).toHaveLength(1);
  });

  it('are deleted at the next start of a read-only command if no other process began work', () => {
    const path = freshPath();
    openedForWriting(path).close();
    writeFileSync(`${path}.0123456789abcdef.work`, '');
    open('read', path);
    expect(left(path).filter((name) => name.endsWith('.work'))).toEqual([]);
  });

  it('stay if a read-only command starts while their process is live', () => {
    const path = freshPath();
    const readId = openedForWriting(path).beginRead(readHeader());
    open('read', path);
    expect(left(path).filter((name) => name.endsWith('.work'))).toEqual([`store.sqlite.${readId}.work`]);
  });

  it('are not created if the store was opened for reading', () => {
    const path = freshPath();
    const store = open('read', path);
    saveRead(store, [staged(0)]);
    expect(left(path)).toEqual([]);
  });

  it('reads of runs stay when a complete one without a run is deleted', () => {
    const path = freshPath();
    const store = openedForWriting(path);
    const unused = saveRead(store, [staged(0)]);
    const used = saveRead(store, [staged(0)]);
    store.recordRun({ ...header(), readId: used, manifest: {} });
    store.close();
    const again = open('write', path);
    expect([again.read(unused), again.read(used)?.readId]).toEqual([undefined, used]);
  });
});
