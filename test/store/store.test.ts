import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { localDateOf } from '../../src/domain/time/localDate.js';
import { openStore } from '../../src/store/openStore.js';
import type { ReadKey, RunFilter, Store } from '../../src/store/store.js';
import { freshPath, header, NOW, openedForWriting, saveRun } from './sampleRun.js';

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
    const run = store.writeRun(header());
    run.add('time-entries', localDateOf('2026-10-02'), '{"id":"b"}');
    run.add('time-entries', localDateOf('2026-10-01'), '{"id":"a"}');
    run.add('time-entries', localDateOf('2026-10-02'), '{"id":"Zoë"}');
    run.add('employees', null, '{"id":"e"}');
    run.commit({ tzdata: '2026f', requests: 3 });
    store.close();

    const again = openStore(path, { mode: 'read', now: () => NOW });
    opened.push(again);
    const { parts, ...rest } = again.run('run-1') ?? expect.fail('no run');
    expect(rest).toEqual({ ...header(), completedAt: NOW, manifest: { tzdata: '2026f', requests: 3 } });
    expect([...again.rawRecords('run-1', 'time-entries')]).toEqual([
      { day: '2026-10-01', json: '{"id":"a"}' },
      { day: '2026-10-02', json: '{"id":"b"}' },
      { day: '2026-10-02', json: '{"id":"Zoë"}' },
    ]);
    expect([...again.rawRecords('run-1', 'employees')]).toEqual([{ day: null, json: '{"id":"e"}' }]);
    expect([...again.rawRecords('run-1', 'shifts')]).toEqual([]);
    const text = '{"id":"b"}\n{"id":"Zoë"}\n';
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(parts[2]).toEqual({
      list: 'time-entries',
      day: '2026-10-02',
      records: 2,
      bytes: Buffer.byteLength(text),
      sha256,
    });
  });

  it('keeps records of many chunks in order', () => {
    const store = fresh();
    const run = store.writeRun(header());
    const lines = Array.from({ length: 12_000 }, (_, n) => JSON.stringify({ n, text: 'é'.repeat(n % 50) }));
    for (const line of lines) run.add('shifts', localDateOf('2026-10-01'), line);
    run.commit({});
    expect([...store.rawRecords('run-1', 'shifts')].map((record) => record.json)).toEqual(lines);
  });

  it('is not there before it is committed, and never if it is not', () => {
    const store = fresh();
    store.writeRun(header()).add('shifts', null, '{}');
    expect(store.runs()).toEqual([]);
  });

  it('forgets a list that is read again', () => {
    const store = fresh();
    const run = store.writeRun(header());
    run.add('shifts', null, '{"pass":1}');
    run.add('teams', null, '{}');
    run.restart('shifts');
    run.add('shifts', null, '{"pass":2}');
    run.commit({});
    expect([...store.rawRecords('run-1', 'shifts')]).toEqual([{ day: null, json: '{"pass":2}' }]);
    expect([...store.rawRecords('run-1', 'teams')]).toHaveLength(1);
  });

  it('with an id that exists is refused as a bug and leaves the first one whole', () => {
    const store = fresh();
    saveRun(store, {}, ['2026-10-01']);
    expect(() => saveRun(store, { employerKey: 'other' }, ['2026-10-02'])).toThrow(/UNIQUE/);
    expect(store.run('run-1')?.employerKey).toBe('bakery');
    expect(store.run('run-1')?.parts.map((part) => part.day)).toEqual(['2026-10-01']);
  });

  it('is committed once and takes nothing afterwards; a record is one line', () => {
    const run = fresh().writeRun(header());
    expect(() => run.add('shifts', null, '{\n}')).toThrow(RangeError);
    run.commit({});
    expect(() => run.commit({})).toThrow(/once/);
    expect(() => run.add('shifts', null, '{}')).toThrow(/no more/);
  });
});

describe('runs are found by', () => {
  const september = { from: localDateOf('2026-09-01'), to: localDateOf('2026-09-30'), label: '2026-09' };
  const at = (hour: number): Date => new Date(NOW.getTime() + hour * 3_600_000);
  const store = openedForWriting(freshPath());
  afterAll(() => store.close());
  saveRun(store, { runId: 'a' });
  saveRun(store, { runId: 'c', startedAt: at(1), state: 'final' });
  saveRun(store, { runId: 'b', startedAt: at(1), period: september });
  saveRun(store, { runId: 'd', startedAt: at(-1), employerKey: 'hotel', employerId: 'h' });

  const rows: readonly (readonly [string, RunFilter, readonly string[]])[] = [
    ['nothing: all, newest first', {}, ['c', 'b', 'a', 'd']],
    ['employer key', { employerKey: 'hotel' }, ['d']],
    ['employer id', { employerId: EMPLOYER }, ['c', 'b', 'a']],
    ['state', { state: 'final' }, ['c']],
    ['period', { period: september }, ['b']],
    ['several at once', { employerKey: 'bakery', state: 'draft', period: header().period }, ['a']],
    ['what does not exist', { employerKey: "x' OR 1=1 --" }, []],
  ];
  it.each(rows)('%s', (_name, filter, ids) => {
    expect(store.runs(filter).map((run) => run.runId)).toEqual(ids);
  });
});

describe('the last read', () => {
  const key: ReadKey = {
    employerId: EMPLOYER,
    list: 'time-entries',
    from: localDateOf('2026-09-30'),
    to: localDateOf('2026-11-01'),
  };
  const HOUR = 3_600_000;
  const rows: readonly (readonly [string, number, Partial<ReadKey>, boolean])[] = [
    ['at once', 0, {}, true],
    ['after 24 hours', 24 * HOUR, {}, true],
    ['a millisecond later', 24 * HOUR + 1, {}, false],
    ['from a clock that is ahead', -1, {}, false],
    ['of another window', 0, { to: localDateOf('2026-11-02') }, false],
    ['of another list', 0, { list: 'shifts' }, false],
    ['of another employer', 0, { employerId: 'x' }, false],
  ];
  it.each(rows)('%s', (_name, ageMs, change, isFound) => {
    let now = NOW;
    const store = fresh(() => now);
    store.saveRead(key, [
      ['id-1', 'h1'],
      ['id\t2', 'h2'],
    ]);
    now = new Date(NOW.getTime() + ageMs);
    const read = store.latestRead({ ...key, ...change });
    expect(read !== undefined).toBe(isFound);
    if (read)
      expect([...read.digests]).toEqual([
        ['id-1', 'h1'],
        ['id\t2', 'h2'],
      ]);
  });

  it('replaces the one before; an empty one is a read too', () => {
    const store = fresh();
    store.saveRead(key, [['a', '1']]);
    store.saveRead(key, []);
    expect(store.latestRead(key)?.digests.size).toBe(0);
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
    expect(() => store.writeRun(header())).toThrow(/for reading/);
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
