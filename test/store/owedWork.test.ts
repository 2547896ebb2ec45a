import { afterEach, beforeEach, expect, test } from 'vitest';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import { waitingFor } from '../../src/schedule/waitingFor.js';

import type { Store } from '../../src/store/store.js';
import { freshPath, openedForWriting } from './sampleRun.js';

const OCTOBER = { employerId: 'e1', from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
const anna = { role: 'planner', delivery: 'managers', recipient: 'anna@example.com' };
const payroll = { role: 'payroll', delivery: '', recipient: '' };

let store: Store;
let nowMs = 0;
beforeEach(() => {
  nowMs = Date.parse('2026-11-03T05:05:00Z');
  store = openedForWriting(freshPath(), () => new Date(nowMs));
});
afterEach(() => store.close());

test('the managers who still block a period keep the time of the first export that found it', () => {
  store.owedWork.record(OCTOBER, [{ ...anna, code: 'OPEN_ENTRY', count: 2 }]);
  nowMs += 3_600_000;
  store.owedWork.record(OCTOBER, [
    { ...anna, code: 'OPEN_ENTRY', count: 1 },
    { ...anna, code: 'OVERLAP', count: 1 },
    { ...payroll, code: 'UNMAPPED_CODE', count: 3 },
  ]);
  expect(waitingFor(store, 'e1', OCTOBER)).toEqual([
    {
      ...anna,
      since: '2026-11-03T05:05:00.000Z',
      items: 2,
      exceptions: { OPEN_ENTRY: 1, OVERLAP: 1 },
    },
    {
      ...{ role: 'payroll', delivery: null, recipient: null },
      since: '2026-11-03T06:05:00.000Z',
      items: 3,
      exceptions: { UNMAPPED_CODE: 3 },
    },
  ]);
});

test('an item that was resolved and occurs again counts from then, and none remain once it is done', () => {
  store.owedWork.record(OCTOBER, [{ ...anna, code: 'OPEN_ENTRY', count: 2 }]);
  store.owedWork.record(OCTOBER, []);
  expect(waitingFor(store, 'e1', OCTOBER)).toEqual([]);
  nowMs += 3_600_000;
  store.owedWork.record(OCTOBER, [{ ...anna, code: 'OPEN_ENTRY', count: 1 }]);
  expect(waitingFor(store, 'e1', OCTOBER)[0]?.since).toBe('2026-11-03T06:05:00.000Z');
  expect(waitingFor(store, 'e2', OCTOBER)).toEqual([]);
});
