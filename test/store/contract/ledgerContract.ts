import { describe, expect, test } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { digestOf } from '../../../src/store/ledgerChain.js';
import type { NewRun } from '../../../src/store/store.js';
import { type NewCase, openedCases } from './storeCase.js';

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

/** Finals, corrections and purges. */
export function describeLedger(name: string, fresh: NewCase): void {
  describe(`the chain in ${name}`, () => {
    const { open, close, openFresh } = openedCases(fresh);

    test('each digest covers the one before, separately for each employer', async () => {
      const store = await openFresh();
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

    test('a draft adds no link', async () => {
      const store = await openFresh();
      const { link: _, ...draft } = run('1', 'E', { state: 'draft' });
      store.recordRun(draft);
      expect(store.ledger.links()).toEqual([]);
    });

    test('equal content of two employees or two runs has separate digests', async () => {
      const store = await openFresh();
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
      ['changing a link', `UPDATE "ledgerLink" SET "body" = 'x'`],
      ['deleting a link', 'DELETE FROM "ledgerLink"'],
      ['a link out of order', `INSERT INTO "ledgerLink" VALUES ('E', 7, 'x', NULL, 'd', '{}')`],
      ['a second first link', `INSERT INTO "ledgerLink" VALUES ('E', 1, 'x', NULL, 'd', '{}')`],
      ['changing an employee’s data', `UPDATE "ledgerPerson" SET "salt" = 'x'`],
      ['changing a digest', `UPDATE "ledgerPerson" SET "digest" = 'x', "salt" = NULL, "gzip" = NULL`],
      ['deleting an employee’s data', 'DELETE FROM "ledgerPerson"'],
    ])('the database refuses %s', async (_name, sql) => {
      const on = await fresh();
      const store = await open(on);
      store.recordRun(run('1'));
      await close(store);
      await expect(on.execute(sql)).rejects.toThrow(/ledger|follows/);
      expect((await open(on)).ledger.links()).toHaveLength(1);
    });

    test('one employee is read without the others', async () => {
      const store = await openFresh();
      store.recordRun(run('1'));
      const [ann, bob] = store.ledger.people('1');
      expect(store.ledger.person('1', 'ann')).toEqual(ann);
      expect(store.ledger.person('1', 'bob')).toEqual(bob);
      expect(store.ledger.person('1', 'cid')).toBeUndefined();
      expect(store.ledger.person('2', 'ann')).toBeUndefined();
    });

    test('a purge deletes salt and content, and keeps the digests', async () => {
      const store = await openFresh();
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
}
