import { afterEach, beforeEach, expect, test } from 'vitest';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import type { NewMonthRead } from '../../src/store/monthReads.js';
import type { Store } from '../../src/store/store.js';
import { freshPath, openedForWriting } from '../support/employers/sampleRun.js';

const OCTOBER = { employerId: 'e1', from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-03T05:05:00Z');

let store: Store;
let nowMs = 0;
beforeEach(() => {
  nowMs = START;
  store = openedForWriting(freshPath(), () => new Date(nowMs));
});
afterEach(() => store.close());

function reading(
  owed: readonly { readonly recipient: string; readonly code: string; readonly count: number }[],
) {
  const marksOf = (code: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${code}${index}`);
  return {
    found: owed.map(({ code, count }) => ({
      code,
      severity: 'block-final' as const,
      isAccepted: false,
      marks: marksOf(code, count),
    })),
    owed: owed.map(({ recipient, code, count }) => {
      const who =
        recipient === '' ? { role: 'payroll', delivery: '' } : { role: 'planner', delivery: 'managers' };
      return { ...who, recipient, code, marks: marksOf(code, count) };
    }),
    accepted: {},
  } satisfies NewMonthRead;
}

const since = () => store.monthReads.find(OCTOBER)?.owed.map(({ sinceMs }) => (sinceMs - START) / HOUR_MS);

test('what a manager has to resolve keeps the time of the first read that found it', () => {
  store.monthReads.record(
    OCTOBER,
    reading([{ recipient: 'anna@example.com', code: 'OPEN_ENTRY', count: 2 }]),
  );
  nowMs += HOUR_MS;
  store.monthReads.record(
    OCTOBER,
    reading([
      { recipient: 'anna@example.com', code: 'OPEN_ENTRY', count: 1 },
      { recipient: 'anna@example.com', code: 'OVERLAP', count: 1 },
      { recipient: '', code: 'UNMAPPED_CODE', count: 3 },
    ]),
  );
  expect(since()).toEqual([0, 1, 1]);
});

test('an item that was resolved and occurs again counts from then', () => {
  const open = reading([{ recipient: 'anna@example.com', code: 'OPEN_ENTRY', count: 2 }]);
  store.monthReads.record(OCTOBER, open);
  store.monthReads.record(OCTOBER, reading([]));
  nowMs += HOUR_MS;
  store.monthReads.record(OCTOBER, open);
  expect(since()).toEqual([1]);
});

test('a result has the time since which reads have it, and a read is known if it found the same', () => {
  const open = reading([{ recipient: '', code: 'OPEN_ENTRY', count: 2 }]);
  store.monthReads.record(OCTOBER, open);
  nowMs += HOUR_MS;
  expect(store.monthReads.isKnown(OCTOBER, open)).toBe(true);
  const fewer = reading([{ recipient: '', code: 'OPEN_ENTRY', count: 1 }]);
  expect(store.monthReads.isKnown(OCTOBER, fewer)).toBe(false);
  store.monthReads.record(OCTOBER, fewer);
  expect(store.monthReads.find(OCTOBER)?.since).toEqual(new Date(START));
  store.monthReads.record(OCTOBER, reading([]));
  expect(store.monthReads.find(OCTOBER)?.since).toEqual(new Date(START + HOUR_MS));
});
