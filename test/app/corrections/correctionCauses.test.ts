import { describe, expect, test } from 'vitest';
import { collectTraces, findMovedEntries } from '../../../src/app/corrections/correctionCauses.js';
import type { TimeEntry } from '../../../src/domain/records/records.js';
import { entry } from '../../support/records/periodFixture.js';

const DAY = { start: '10-06 08:00', end: '10-06 16:00' };

/** Records of employees; each entry has only its id. */
function recordsOf(entries: Readonly<Record<string, readonly string[]>>) {
  const of = (personId: string | null) => ({
    personId,
    shifts: [],
    relatedShifts: [],
    relatedEntries: [],
    entries: (entries[personId ?? ''] ?? []).map(
      (id): TimeEntry => entry({ id, ...DAY, employeeId: personId }),
    ),
  });
  const personIds = Object.keys(entries)
    .filter((id) => id !== '')
    .sort();
  return { personIds, of };
}

const ALONE = [new Set(['ann']), new Set(['bob'])];
const TOGETHER = [new Set(['ann', 'bob'])];
const NOTHING = { earlier: new Map(), now: new Map() };

describe('entries that were reassigned to another employee', () => {
  const earlier = recordsOf({ ann: ['a', 'moved', 'gone', 'lent'], bob: ['b'], cid: ['c'], '': [] });
  const now = recordsOf({ ann: ['a'], bob: ['b', 'moved', 'new'], cid: ['c', 'lent'], '': [] });

  test('are found for their new employee, even in another batch or without other differences', () => {
    const moved = findMovedEntries({ earlier, now }, ALONE);
    expect([...moved.now.keys()].sort()).toEqual(['lent', 'moved']);
    expect([...moved.earlier.keys()]).toEqual(['moved']);
    expect(moved.now.get('moved')).toMatchObject({ employeeId: 'bob' });
    expect(moved.earlier.get('moved')).toMatchObject({ employeeId: 'ann' });
  });

  test.each([
    ['separately', ALONE],
    ['together', TOGETHER],
  ])('so each entry has an outcome, %s', (_name, batches) => {
    const moved = findMovedEntries({ earlier, now }, batches);
    for (const people of batches) {
      const after = collectTraces(now, people, moved.now);
      for (const id of people)
        for (const each of earlier.of(id).entries) expect(after.has(each.id)).toBe(each.id !== 'gone');
    }
  });

  test('work without an employee needs no search', () => {
    const nobody = recordsOf({ ann: [], '': ['a'] });
    expect(findMovedEntries({ earlier: recordsOf({ ann: ['a'] }), now: nobody }, [new Set(['ann'])])).toEqual(
      NOTHING,
    );
    expect(collectTraces(nobody, new Set(['ann']), new Map()).get('a')).toMatchObject({ employeeId: null });
  });
});
