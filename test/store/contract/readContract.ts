import { describe, expect, it } from 'vitest';
import type { ListName } from '../../../src/domain/records/records.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import type { StagedRecord } from '../../../src/store/recordParts.js';
import type { ReadHeader, Store } from '../../../src/store/store.js';
import { NOW, readHeader, staged } from '../../support/employers/sampleRun.js';

/** What every implementation of stored reads does. */
export function describeStoredReads(name: string, open: (now: () => Date) => Promise<Store>): void {
  const day = toLocalDate('2026-10-01');
  const openReads = () => open(() => NOW);
  const complete = (on: Store, pages: readonly (readonly [ListName, readonly StagedRecord[]])[]): string => {
    const readId = on.beginRead(readHeader());
    for (const [list, records] of pages) on.staging(readId).stage(list, records);
    return on.completeRead(readId, {}).readId;
  };
  const idsOf = (on: Store, readId: string, person: string | null): string[] =>
    [...on.recordsOf(readId, person)].map(({ list, relation, id }) => `${list} ${relation} ${id}`);

  describe(`a read in ${name}`, () => {
    it('is returned as it was staged, with the field evidence', async () => {
      const on = await openReads();
      const readId = on.beginRead(readHeader());
      const record = staged(0, { person: 'p', day, json: '{"id":"id-0","name":"Zoë\\t"}' });
      on.staging(readId).stage('time-entries', [record]);
      expect(on.read(readId)).toBeUndefined();
      const facts = { fields: ['a'], nothing: null };
      expect(on.completeRead(readId, facts)).toEqual({ ...readHeader(), readId, completedAt: NOW, facts });
      expect(on.read(readId)?.facts).toEqual(facts);
      const { id, digest, json } = record;
      expect([...on.recordsOf(readId, 'p')]).toEqual([
        { list: 'time-entries', relation: 'own', id, day, digest, json },
      ]);
    });

    it('is in the order of employees, lists, days and ids, whatever the order of the pages', async () => {
      const on = await openReads();
      const [first, second] = [toLocalDate('2026-10-01'), toLocalDate('2026-10-02')];
      const readId = complete(on, [
        ['time-entries', [staged(0, { id: 'b', person: 'q', day: first })]],
        [
          'time-entries',
          [staged(1, { id: 'z', person: 'p', day: first }), staged(2, { id: 'a', person: 'p', day: second })],
        ],
        ['shifts', [staged(0, { id: 's', person: 'p', day: second })]],
        ['employees', [staged(0, { id: 'p' }), staged(1, { id: 'q' })]],
        ['time-entries', [staged(3, { id: 'nobody', day: first })]],
      ]);
      expect(on.peopleOf(readId)).toEqual(['p', 'q']);
      expect(idsOf(on, readId, 'p')).toEqual(['shifts own s', 'time-entries own z', 'time-entries own a']);
      expect(idsOf(on, readId, 'q')).toEqual(['time-entries own b']);
      expect(idsOf(on, readId, null)).toEqual([
        'employees own p',
        'employees own q',
        'time-entries own nobody',
      ]);
      expect(idsOf(on, readId, 'stranger')).toEqual([]);
    });

    it('can be iterated several times and concurrently', async () => {
      const on = await openReads();
      const readId = complete(on, [['teams', [staged(0), staged(1)]]]);
      const records = on.recordsOf(readId, null);
      const [one, other] = [records[Symbol.iterator](), records[Symbol.iterator]()];
      expect(one.next().value?.id).toBe('id-0');
      expect(one.next().value?.id).toBe('id-1');
      expect(other.next().value?.id).toBe('id-0');
      expect([...records]).toHaveLength(2);
    });

    it('a later version replaces an earlier one, and deleted records are removed', async () => {
      const on = await openReads();
      const readId = on.beginRead(readHeader());
      on.staging(readId).stage('shifts', [staged(0, { json: '{"v":1}' }), staged(1), staged(2)]);
      on.staging(readId).stage('teams', [staged(1, { id: 'team' })]);
      on.staging(readId).stage('shifts', [staged(0, { json: '{"v":2}' })]);
      on.staging(readId).unstage('shifts', [1]);
      on.completeRead(readId, {});
      expect(idsOf(on, readId, null)).toEqual(['teams own team', 'shifts own id-0', 'shifts own id-2']);
      expect([...on.recordsOf(readId, null)][1]?.json).toBe('{"v":2}');
    });

    it('links employees who worked on each other’s shifts', async () => {
      const on = await openReads();
      const readId = complete(on, [
        ['shifts', [staged(0, { id: 'planned for p', person: 'p' }), staged(1, { id: 'own', person: 'q' })]],
        [
          'time-entries',
          [
            staged(0, { id: 'worked by q', person: 'q', shiftId: 'planned for p' }),
            staged(1, { id: 'again', person: 'q', shiftId: 'planned for p' }),
            staged(2, { id: 'on the own', person: 'q', shiftId: 'own' }),
            staged(3, { id: 'by an agency', shiftId: 'planned for p' }),
            staged(4, { id: 'of no shift', person: 'q', shiftId: 'unknown' }),
          ],
        ],
      ]);
      expect(idsOf(on, readId, 'p')).toEqual([
        'shifts own planned for p',
        'time-entries related again',
        'time-entries related by an agency',
        'time-entries related worked by q',
      ]);
      expect(idsOf(on, readId, 'q').at(-1)).toBe('shifts related planned for p');
      expect(idsOf(on, readId, null)).toEqual([
        'time-entries own by an agency',
        'shifts related planned for p',
      ]);
    });

    it('has thousands of records of one employee and of none', async () => {
      const on = await openReads();
      const many = (person: string | null, first: number) =>
        Array.from({ length: 4_501 }, (_, n) =>
          staged(first + n, { person, id: `${person}-${String(n).padStart(5, '0')}` }),
        );
      const readId = complete(on, [['time-entries', [...many('p', 0), ...many(null, 10_000)]]]);
      for (const person of ['p', null]) {
        const ids = [...on.recordsOf(readId, person)].map(({ id }) => id);
        expect([ids.length, new Set(ids).size, ids[0], ids.at(-1)]).toEqual([
          4501,
          4501,
          `${person}-00000`,
          `${person}-04500`,
        ]);
      }
      expect(on.peopleOf(readId)).toEqual(['p']);
    });

    it('several are open at once, and one that is discarded leaves nothing behind', async () => {
      const on = await openReads();
      const [first, second] = [on.beginRead(readHeader()), on.beginRead(readHeader())];
      on.staging(first).stage('teams', [staged(0, { id: 'of the first' })]);
      on.staging(second).stage('teams', [staged(0, { id: 'of the second' })]);
      on.dropRead(first);
      on.completeRead(second, {});
      expect(idsOf(on, second, null)).toEqual(['teams own of the second']);
      expect(on.read(first)).toBeUndefined();
      expect(() => on.staging(first).stage('teams', [])).toThrow(/not open/);
      on.dropRead(second);
      expect([on.read(second), on.peopleOf(second), [...on.recordsOf(second, null)]]).toEqual([
        undefined,
        [],
        [],
      ]);
    });

    it.each(['a\tb', 'a\nb'])('refuses an id with a tab or a line end: %j', async (id) => {
      const on = await openReads();
      expect(() => complete(on, [['teams', [staged(0, { id })]]])).toThrow(RangeError);
    });
  });
}

/** The latest read of the same days; only a store that keeps its reads has one. */
export function describeLatestRead(name: string, open: (now: () => Date) => Promise<Store>): void {
  const HOUR = 3_600_000;
  const rows: readonly (readonly [string, number, Partial<ReadHeader>, boolean])[] = [
    ['at once', 0, {}, true],
    ['after 24 hours', 24 * HOUR, {}, true],
    ['a millisecond later', 24 * HOUR + 1, {}, false],
    ['from a clock that is ahead', -1, {}, false],
    ['of another window', 0, { to: toLocalDate('2026-11-02') }, false],
    ['of another employer', 0, { employerId: 'x' }, false],
  ];
  describe(`the latest read in ${name}`, () => {
    it.each(rows)('%s', async (_name, ageMs, change, isFound) => {
      let now = NOW;
      const on = await open(() => now);
      const earlier = on.beginRead(readHeader());
      on.completeRead(earlier, {});
      const torn = on.beginRead(readHeader());
      on.staging(torn).stage('teams', [staged(0)]);
      now = new Date(NOW.getTime() + ageMs);
      const { employerId, from, to } = readHeader(change);
      expect(on.latestRead({ employerId, from, to })?.readId).toBe(isFound ? earlier : undefined);
    });
  });
}
