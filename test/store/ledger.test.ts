import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { activeFinals } from '../../src/ledger/finals.js';
import { digestOf } from '../../src/store/ledgerChain.js';
import { openStore } from '../../src/store/openStore.js';
import type { NewRun, Store } from '../../src/store/store.js';

let path = '';
let store: Store;
const open = (): Store => openStore(path, { mode: 'write', now: () => new Date(0) });
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'paytally-ledger-')), 'store.sqlite');
  store = open();
});
afterEach(() => store.close());

const run = (runId: string, employerId = 'E', more: Partial<NewRun> = {}): NewRun => ({
  runId,
  employerKey: 'bakery',
  employerId,
  period: { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31'), label: '2026-10' },
  state: 'final',
  startedAt: new Date(Date.UTC(2026, 10, 3)),
  readId: null,
  manifest: {},
  link: {
    kind: 'final',
    facts: { templates: ['hours'] },
    people: [
      { person: 'ann', content: { minutes: 480 } },
      { person: 'bob', content: { minutes: 480 } },
    ],
  },
  ...more,
});

describe('the chain', () => {
  test('each digest covers the one before, for each employer by itself', () => {
    for (const [id, employer] of [
      ['1', 'E'],
      ['2', 'F'],
      ['3', 'E'],
    ] as const)
      store.recordRun(run(id, employer));
    const [first, second] = store.ledger.links('E');
    expect([first?.previousDigest, second?.previousDigest]).toEqual([null, first?.digest]);
    expect(second?.body).toContain(first?.digest);
    for (const { body, digest } of store.ledger.links()) expect(digestOf(body)).toBe(digest);
    expect(store.ledger.links('F').map(({ previousDigest }) => previousDigest)).toEqual([null]);
  });

  test('a draft adds nothing', () => {
    const { link: _, ...draft } = run('1', 'E', { state: 'draft' });
    store.recordRun(draft);
    expect(store.ledger.links()).toEqual([]);
  });

  test('equal content of two people, or of two runs, has digests of its own', () => {
    store.recordRun(run('1'));
    store.recordRun(run('2'));
    const digests = ['1', '2'].flatMap((id) => store.ledger.people(id).map(({ digest }) => digest));
    expect(new Set(digests).size).toBe(4);
    expect(
      store.ledger
        .links('E')
        .flatMap(({ people }) => people)
        .sort(),
    ).toEqual(digests.sort());
  });

  test.each([
    ['changing a link', `UPDATE ledgerLink SET body = 'x'`],
    ['deleting a link', 'DELETE FROM ledgerLink'],
    ['a link out of its place', `INSERT INTO ledgerLink VALUES ('E', 7, 'x', NULL, 'd', '{}')`],
    ['a second first link', `INSERT INTO ledgerLink VALUES ('E', 1, 'x', NULL, 'd', '{}')`],
    ['changing what a person has', `UPDATE ledgerPerson SET gzip = x'00'`],
    ['changing a digest', `UPDATE ledgerPerson SET digest = 'x', salt = NULL, gzip = NULL`],
    ['deleting what a person has', 'DELETE FROM ledgerPerson'],
  ])('SQLite refuses %s', (_name, sql) => {
    store.recordRun(run('1'));
    store.close();
    const raw = new DatabaseSync(path);
    expect(() => raw.exec(sql)).toThrow(/ledger|follows/);
    raw.close();
    store = open();
    expect(store.ledger.links()).toHaveLength(1);
  });

  test('one person is read without the others', () => {
    store.recordRun(run('1'));
    const [ann, bob] = store.ledger.people('1');
    expect(store.ledger.person('1', 'ann')).toEqual(ann);
    expect(store.ledger.person('1', 'bob')).toEqual(bob);
    expect(store.ledger.person('1', 'cid')).toBeUndefined();
    expect(store.ledger.person('2', 'ann')).toBeUndefined();
  });

  test('a purge takes salt and content, and the digests stay', () => {
    store.recordRun(run('1'));
    const before = store.ledger.people('1').map(({ digest }) => digest);
    const header = run('2');
    store.ledger.purge(
      header,
      { kind: 'purge', facts: {}, people: [] },
      {
        runs: [{ runId: '1', people: ['bob'] }],
        forgotten: [],
      },
    );
    expect(store.ledger.people('1')).toEqual([
      { person: 'ann', digest: before[0], content: { minutes: 480 }, isSound: true },
      { person: 'bob', digest: before[1], content: undefined, isSound: true },
    ]);
    expect(store.ledger.links('E').map(({ kind }) => kind)).toEqual(['final', 'purge']);
  });
});

test('finals of version 0.1 become the first links; of several the newest counts', () => {
  store.close();
  const raw = new DatabaseSync(path);
  const insert = (runId: string, startedAt: number, templates: readonly string[], to = '2026-10-31') =>
    raw
      .prepare(
        `INSERT INTO run (runId, employerKey, employerId, periodFrom, periodTo, periodLabel, state, startedAt, completedAt, manifest)
         VALUES (?, 'bakery', 'E', '2026-10-01', ?, '2026-10', 'final', ?, 0, ?)`,
      )
      .run(
        runId,
        to,
        startedAt,
        JSON.stringify({ files: templates.map((template) => ({ template, path: '/x' })) }),
      );
  insert('b', 2, ['hours', 'days']);
  insert('a', 1, ['hours']);
  insert('c', 3, ['other']);
  insert('d', 4, ['days', 'other']);
  insert('e', 5, ['days'], '2026-10-15');
  raw.close();
  store = open();
  const facts = () =>
    store.ledger
      .links('E')
      .map((link) => [link.runId, link.facts.templates, link.facts.supersedes, link.facts.replaces]);
  const adopted = [
    ['a', ['hours'], [], undefined],
    ['b', ['hours', 'days'], ['a'], undefined],
    ['c', ['other'], [], undefined],
    ['d', ['days', 'other'], ['c'], { b: ['days'] }],
    ['e', ['days'], [], undefined],
  ];
  expect(activeFinals(store.ledger.links('E')).map(({ link, templates }) => [link.runId, templates])).toEqual(
    [
      ['b', ['hours']],
      ['d', ['days', 'other']],
      ['e', ['days']],
    ],
  );
  expect(facts()).toEqual(adopted);
  store.close();
  store = open();
  expect(facts()).toEqual(adopted);
});
