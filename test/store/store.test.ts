import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { openStore } from '../../src/store/openStore.js';
import type { RunFilter, Store } from '../../src/store/store.js';
import { freshPath, header, NOW, openedForWriting, recordsOfRun, saveRun } from './sampleRun.js';

const EMPLOYER = header().employerId;
const opened: Store[] = [];
const fresh = (now?: () => Date): Store => {
  const store = openedForWriting(freshPath(), now);
  opened.push(store);
  return store;
};
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
});

describe('a run', () => {
  it('comes back as it was written, after closing', () => {
    const path = freshPath();
    const store = openedForWriting(path);
    saveRun(store, {}, ['2026-10-02', '2026-10-01']);
    store.close();

    const again = openStore(path, { mode: 'read', now: () => NOW });
    opened.push(again);
    const { readId, ...rest } = again.run('run-1') ?? expect.fail('no run');
    expect(rest).toEqual({ ...header(), completedAt: NOW, manifest: { note: 'sample' } });
    expect(again.read(readId ?? '')?.employerId).toBe(EMPLOYER);
    expect([...recordsOfRun(again, 'run-1', 'time-entries')]).toEqual([
      { day: '2026-10-01', json: '{"day":"2026-10-01"}' },
      { day: '2026-10-02', json: '{"day":"2026-10-02"}' },
    ]);
    expect([...recordsOfRun(again, 'run-1', 'shifts')]).toEqual([]);
  });

  it('with an id that exists is refused as a bug and leaves the first one whole', () => {
    const store = fresh();
    saveRun(store, {}, ['2026-10-01']);
    expect(() => saveRun(store, { employerKey: 'other' }, ['2026-10-02'])).toThrow(/UNIQUE/);
    expect(store.run('run-1')?.employerKey).toBe('bakery');
    expect([...recordsOfRun(store, 'run-1', 'time-entries')].map(({ day }) => day)).toEqual(['2026-10-01']);
  });

  it('of the drafts of a period the newest two keep their reads, and finals all of them', () => {
    const store = fresh();
    const at = (minute: number): Date => new Date(NOW.getTime() + minute * 60_000);
    saveRun(store, { runId: 'final', state: 'final' });
    for (const minute of [1, 2, 3, 4]) saveRun(store, { runId: `draft-${minute}`, startedAt: at(minute) });
    saveRun(store, {
      runId: 'other',
      startedAt: at(5),
      period: { ...header().period, to: toLocalDate('2026-10-30') },
    });
    const kept = store
      .runs()
      .map(({ runId }) => [runId, [...recordsOfRun(store, runId, 'time-entries')].length]);
    expect(Object.fromEntries(kept)).toEqual({
      other: 1,
      'draft-4': 1,
      'draft-3': 1,
      'draft-2': 0,
      'draft-1': 0,
      final: 1,
    });
  });
});

describe('runs are found by', () => {
  const september = { from: toLocalDate('2026-09-01'), to: toLocalDate('2026-09-30'), label: '2026-09' };
  const at = (hour: number): Date => new Date(NOW.getTime() + hour * 3_600_000);
  const store = openedForWriting(freshPath());
  afterAll(() => store.close());
  saveRun(store, { runId: 'a' });
  saveRun(store, { runId: 'c', startedAt: at(1), state: 'final' });
  saveRun(store, { runId: 'b', startedAt: at(1), period: september });
  saveRun(store, { runId: 'd', startedAt: at(-1), employerKey: 'hotel', employerId: 'h' });

  const rows: readonly (readonly [string, RunFilter, readonly string[]])[] = [
    ['nothing: all, newest first, of one millisecond the one stored last', {}, ['b', 'c', 'a', 'd']],
    ['employer key', { employerKey: 'hotel' }, ['d']],
    ['employer id', { employerId: EMPLOYER }, ['b', 'c', 'a']],
    ['state', { state: 'final' }, ['c']],
    ['period', { period: september }, ['b']],
    ['several at once', { employerKey: 'bakery', state: 'draft', period: header().period }, ['a']],
    ['what does not exist', { employerKey: "x' OR 1=1 --" }, []],
  ];
  it.each(rows)('%s', (_name, filter, ids) => {
    expect(store.runs(filter).map((run) => run.runId)).toEqual(ids);
  });
});

describe('memory', () => {
  it('keeps an archived employee under the latest name, per employer', () => {
    let now = NOW;
    const store = fresh(() => now);
    store.rememberEmployees(EMPLOYER, [
      { id: '1', firstName: 'Ann', lastName: 'Maes' },
      { id: '2', firstName: 'Bo', lastName: 'Li' },
    ]);
    now = new Date(NOW.getTime() + 1000);
    store.rememberEmployees(EMPLOYER, [{ id: '2', firstName: 'Bo', lastName: 'Li-Maes' }]);
    expect(store.employeesSeen(EMPLOYER)).toEqual([
      { id: '1', firstName: 'Ann', lastName: 'Maes', lastSeen: NOW },
      { id: '2', firstName: 'Bo', lastName: 'Li-Maes', lastSeen: now },
    ]);
    expect(store.employeesSeen('other')).toEqual([]);
  });

  it('keeps establishments with and without label and zone', () => {
    const store = fresh();
    const places = [
      { id: '1', label: 'Gent', zone: 'Europe/Brussels' },
      { id: '2', label: undefined, zone: undefined },
    ];
    store.rememberEstablishments(EMPLOYER, places);
    expect(store.establishmentsSeen(EMPLOYER)).toEqual(places.map((place) => ({ ...place, lastSeen: NOW })));
  });

  it('keeps the latest field evidence', () => {
    const store = fresh();
    expect(store.fieldEvidence(EMPLOYER)).toBeUndefined();
    store.saveFieldEvidence(EMPLOYER, { zone: 'a' });
    store.saveFieldEvidence(EMPLOYER, { zone: ['b'] });
    expect(store.fieldEvidence(EMPLOYER)).toEqual({ zone: ['b'] });
  });
});

describe('opened for reading', () => {
  it('creates nothing where there is no store, and is empty', () => {
    const path = freshPath();
    const store = openStore(path, { mode: 'read', now: () => NOW });
    expect([store.runs(), store.employeesSeen(EMPLOYER), store.run('x'), store.damage()]).toEqual([
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
    expect(() => store.rememberEmployees(EMPLOYER, [])).toThrow(/for reading/);
  });

  it('sees what a writer commits meanwhile', () => {
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
  it.runIf(UNIX)('lies in a folder 0700 and files 0600, whatever the umask', () => {
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
