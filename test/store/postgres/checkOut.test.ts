// @module-tag slow
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import type { CopyDepth } from '../../../src/store/postgres/checkOut.js';
import { ownersOf, takeLeases } from '../../../src/store/postgres/leases.js';
import { useServer } from '../../../src/store/postgres/serverUse.js';
import { withSharedStore } from '../../../src/store/postgres/withSharedStore.js';
import { usePostgres } from '../../support/servers/postgresCase.js';
import { withoutPostgres } from '../../support/servers/postgresServer.js';

const EMPLOYERS = ['a', 'b', 'c'].map((employerId) => ({
  employerId,
  employerKey: employerId,
  client: undefined,
}));
const MONTHS = ['2026-08', '2026-09', '2026-10'];
const daysOf = (month: string) => ({ from: toLocalDate(`${month}-01`), to: toLocalDate(`${month}-28`) });

describe.skipIf(withoutPostgres)('an excerpt for lists', () => {
  const postgres = usePostgres();

  test('an employer that is checked out again uses no further number', async () => {
    const url = postgres().database();
    await useServer(url, async ({ server, entry }) => {
      await entry.start();
      const ordinalOf = async (employerId: string) => {
        const leases = await takeLeases({ server, entry }, [
          { employerId, employerKey: employerId, client: 'red' },
        ]);
        await entry.release(leases.map(({ token }) => token));
        return leases.map(({ ordinal, fence }) => [ordinal, fence]);
      };
      expect(await ordinalOf('a')).toEqual([[1, 1]]);
      expect(await ordinalOf('a')).toEqual([[1, 2]]);
      expect(await ordinalOf('a')).toEqual([[1, 3]]);
      expect(await ordinalOf('b')).toEqual([[2, 1]]);
    });
  });

  test('has the rows that are listed, and refuses a query for any other', async () => {
    const url = postgres().database();
    const base = mkdtempSync(join(tmpdir(), 'paytally-excerpt-'));
    const place = {
      url,
      base,
      folder: join(base, '.paytally'),
      files: { path: join(base, 'files') },
      now: () => new Date('2026-11-03T12:00:00Z'),
      employers: EMPLOYERS,
    };
    const digests: string[] = [];
    for (const employer of EMPLOYERS)
      await withSharedStore({ ...place, employers: [employer], mode: 'write' }, async (store) => {
        for (const month of MONTHS)
          store.recordRun({
            runId: `${employer.employerId}-${month}`,
            ...employer,
            state: 'final',
            period: { ...daysOf(month), label: month },
            startedAt: new Date(`${month}-28T12:00:00Z`),
            readId: null,
            manifest: { control: { exportedMinutes: 480 } },
            link: { kind: 'final', people: [], facts: {} },
          });
        digests.push(...store.ledger.links().map(({ digest }) => digest));
      });
    const read = (depth: CopyDepth) =>
      withSharedStore({ ...place, mode: 'read', depth }, async (store) => ({
        runs: store.runRefs().map(({ runId }) => runId),
        knows: digests.filter((digest) => store.ledger.knows(digest)).length,
        purges: store.ledger.purges().length,
        people: tried(() => store.ledger.people('a-2026-10')),
        manifest: tried(() => store.run('a-2026-10')),
        hours: store.exportedMinutes('a', daysOf('2026-10')),
      }));
    const october = await read({ days: daysOf('2026-10'), digests: [] });
    expect(october.runs).toEqual(['c-2026-10', 'b-2026-10', 'a-2026-10']);
    expect(october).toMatchObject({
      knows: 3,
      purges: 0,
      people: 'ERR_SQLITE_ERROR',
      manifest: 'STORE_UNUSABLE',
      hours: 480,
    });
    const known = await read({ days: daysOf('2026-10'), digests: digests.slice(0, 1) });
    expect(known).toMatchObject({ knows: 4, purges: 0 });
    expect((await read({ days: undefined, digests: [] })).runs).toHaveLength(9);
    await expect(read('places')).rejects.toThrow();
    const newest = (limit: number | undefined, employerKeys?: readonly string[]) =>
      useServer(url, ({ server }) => ownersOf(server, { limit, employerKeys }));
    expect(await newest(2)).toHaveLength(2);
    expect(await newest(undefined, ['b'])).toEqual(['b']);
  });
});

function tried(work: () => unknown): unknown {
  try {
    return work();
  } catch (failure) {
    return failure instanceof Error && 'code' in failure ? failure.code : failure;
  }
}
