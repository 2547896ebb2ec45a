import { describe, expect, it } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import type { RunFilter, Store } from '../../../src/store/store.js';
import { header, recordsOfRun, saveRun } from '../../support/employers/sampleRun.js';
import { type NewCase, NOW, openedCases } from './storeCase.js';

const EMPLOYER = header().employerId;

/** Runs with their reads, and the stored details of employees and establishments. */
export function describeRuns(name: string, fresh: NewCase): void {
  const { open, close, openFresh } = openedCases(fresh);

  describe(`runs in ${name}`, () => {
    describe('a run', () => {
      it('is returned as it was written, after closing', async () => {
        const on = await fresh();
        const store = await open(on);
        saveRun(store, {}, ['2026-10-02', '2026-10-01']);
        await close(store);

        const again = await open(on, 'read');
        const { readId, ...rest } = again.run('run-1') ?? expect.fail('no run');
        expect(rest).toEqual({ ...header(), completedAt: NOW, manifest: { note: 'sample' } });
        expect(again.read(readId ?? '')?.employerId).toBe(EMPLOYER);
        expect([...recordsOfRun(again, 'run-1', 'time-entries')]).toEqual([
          { day: '2026-10-01', json: '{"day":"2026-10-01"}' },
          { day: '2026-10-02', json: '{"day":"2026-10-02"}' },
        ]);
        expect([...recordsOfRun(again, 'run-1', 'shifts')]).toEqual([]);
      });

      it('with an existing id is refused as an internal error, and the first one stays complete', async () => {
        const store = await openFresh();
        saveRun(store, {}, ['2026-10-01']);
        expect(() => saveRun(store, { employerKey: 'other' }, ['2026-10-02'])).toThrow(/unique/i);
        expect(store.run('run-1')?.employerKey).toBe('bakery');
        expect([...recordsOfRun(store, 'run-1', 'time-entries')].map(({ day }) => day)).toEqual([
          '2026-10-01',
        ]);
      });

      it('of the drafts of a period, the newest two keep their reads, and of the finals all of them', async () => {
        const store = await openFresh();
        const at = (minute: number): Date => new Date(NOW.getTime() + minute * 60_000);
        saveRun(store, { runId: 'final', state: 'final' });
        for (const minute of [1, 2, 3, 4])
          saveRun(store, { runId: `draft-${minute}`, startedAt: at(minute) });
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
      const filled = async (): Promise<Store> => {
        const store = await openFresh();
        saveRun(store, { runId: 'a' });
        saveRun(store, { runId: 'c', startedAt: at(1), state: 'final' });
        saveRun(store, { runId: 'b', startedAt: at(1), period: september });
        saveRun(store, { runId: 'd', startedAt: at(-1), employerKey: 'hotel', employerId: 'h' });
        return store;
      };

      const rows: readonly (readonly [string, RunFilter, readonly string[]])[] = [
        ['no filter: all, newest first, else by storage order', {}, ['b', 'c', 'a', 'd']],
        ['employer key', { employerKey: 'hotel' }, ['d']],
        ['employer id', { employerId: EMPLOYER }, ['b', 'c', 'a']],
        ['state', { state: 'final' }, ['c']],
        ['period', { period: september }, ['b']],
        ['several at once', { employerKey: 'bakery', state: 'draft', period: header().period }, ['a']],
        ['a value that does not exist', { employerKey: "x' OR 1=1 --" }, []],
      ];
      it.each(rows)('%s', async (_name, filter, ids) => {
        const store = await filled();
        expect(store.runs(filter).map((run) => run.runId)).toEqual(ids);
      });
    });

    describe('stored details', () => {
      it('keeps an archived employee under the latest name, per employer', async () => {
        let now = NOW;
        const store = await openFresh(() => now);
        store.known.rememberEmployees(EMPLOYER, [
          { id: '1', firstName: 'Ann', lastName: 'Maes' },
          { id: '2', firstName: 'Bo', lastName: 'Li' },
        ]);
        now = new Date(NOW.getTime() + 1000);
        store.known.rememberEmployees(EMPLOYER, [{ id: '2', firstName: 'Bo', lastName: 'Li-Maes' }]);
        expect(store.known.employees(EMPLOYER)).toEqual([
          { id: '1', firstName: 'Ann', lastName: 'Maes', lastSeen: NOW },
          { id: '2', firstName: 'Bo', lastName: 'Li-Maes', lastSeen: now },
        ]);
        expect(store.known.employees('other')).toEqual([]);
      });

      it('keeps establishments with and without label and zone', async () => {
        const store = await openFresh();
        const places = [
          { id: '1', label: 'Gent', zone: 'Europe/Brussels' },
          { id: '2', label: undefined, zone: undefined },
        ];
        store.known.rememberEstablishments(EMPLOYER, places);
        expect(store.known.establishments(EMPLOYER)).toEqual(
          places.map((place) => ({ ...place, lastSeen: NOW })),
        );
      });

      it('keeps the latest field evidence', async () => {
        const store = await openFresh();
        expect(store.known.fieldEvidence(EMPLOYER)).toBeUndefined();
        store.known.saveFieldEvidence(EMPLOYER, { zone: 'a' });
        store.known.saveFieldEvidence(EMPLOYER, { zone: ['b'] });
        expect(store.known.fieldEvidence(EMPLOYER)).toEqual({ zone: ['b'] });
      });
    });
  });
}
