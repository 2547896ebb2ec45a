import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder, header, saveRun } from '../../support/employers/sampleRun.js';
import { describeLedger } from './ledgerContract.js';
import { describeOutbox, describeScheduleState } from './outboxContract.js';
import { describeLatestRead, describeStoredReads } from './readContract.js';
import { describeRuns } from './runsContract.js';
import { type NewCase, NOW, openedCases } from './storeCase.js';

/**
 * What every store does: reads, runs, the chain, deliveries, the state of schedules, unfinished work and migrations.
 * @param fresh makes a store that is empty
 */
export function describeStore(name: string, fresh: NewCase): void {
  describe(name, () => {
    const { openFresh } = openedCases(fresh);
    describeStoredReads(name, openFresh);
    describeLatestRead(name, openFresh);
  });
  describeRuns(name, fresh);
  describeLedger(name, fresh);
  describeOutbox(name, fresh);
  describeScheduleState(name, fresh);
  describeJournal(name, fresh);
  describeMigrations(name, fresh);
}

function describeJournal(name: string, fresh: NewCase): void {
  describe(`unfinished work in ${name}`, () => {
    const { openFresh } = openedCases(fresh);
    const move = () => {
      const path = join(freshFolder(), 'hours.csv');
      return { path, temporary: `${path}.0123456789ab.part`, backup: undefined, sha256: 'ab' };
    };

    test('ends when its run is recorded, and a run begins once', async () => {
      const store = await openFresh();
      store.journal.begin('run-1', [move()]);
      expect(() => store.journal.begin('run-1', [move()])).toThrow(/unique/i);
      saveRun(store);
      store.journal.begin('run-1', [move()]);
      store.journal.abandon('run-1');
      store.journal.begin('run-1', [move()]);
      expect(store.run('run-1')?.runId).toBe('run-1');
    });

    test('files of a live process are not leftovers', async () => {
      const store = await openFresh();
      const path = join(freshFolder(), '.hours.csv.0123456789ab.part');
      writeFileSync(path, '');
      store.journal.track([path]);
      expect(store.journal.leftovers()).toEqual([]);
      store.journal.untrack([path]);
    });
  });
}

function describeMigrations(name: string, fresh: NewCase): void {
  describe(`the schema of ${name}`, () => {
    const { open, close } = openedCases(fresh);
    test.each([
      ['newer', (version: number) => version + 1, 'STORE_NEWER'],
      ['older than any that can be migrated', () => 1, 'STORE_UNUSABLE'],
    ])('%s is refused by name, and the store is unchanged', async (_name, change, code) => {
      const on = await fresh();
      const store = await open(on);
      saveRun(store);
      await close(store);
      await on.setSchemaVersion(change);
      const before = await on.fingerprint();
      for (const mode of ['write', 'read'] as const)
        await expect(on.open(mode, () => NOW)).rejects.toMatchObject({ code, record: expect.any(String) });
      expect(await on.fingerprint()).toBe(before);
    });

    test('is current when the store is opened again, with all its data', async () => {
      const on = await fresh();
      const store = await open(on);
      saveRun(store, { state: 'final' });
      await close(store);
      await on.setSchemaVersion((version) => version);
      const again = await open(on);
      expect(again.runs().map(({ runId, employerKey }) => [runId, employerKey])).toEqual([
        ['run-1', header().employerKey],
      ]);
      expect(again.damage()).toEqual([]);
    });
  });
}
