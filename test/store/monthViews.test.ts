import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseSync } from '#sqlite';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import type { Store } from '../../src/store/store.js';
import { freshPath, openedForWriting } from '../support/employers/sampleRun.js';

const OCTOBER = { employerId: 'e1', from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
const DRAFT = { ...OCTOBER, runId: 'r1', language: 'en' };
const BLOCKED = { ...OCTOBER, runId: undefined, language: 'en' };

let path: string;
let store: Store;
let nowMs = 0;
beforeEach(() => {
  path = freshPath();
  store = openedForWriting(path, () => new Date(nowMs));
});
afterEach(() => store.close());

test('a view is found with its key and its inputs only', () => {
  store.monthViews.keep(DRAFT, 'inputs', 'content');
  expect(store.monthViews.find(DRAFT, 'inputs')).toBe('content');
  expect(store.monthViews.find(DRAFT, 'other inputs')).toBeUndefined();
  for (const other of [
    BLOCKED,
    { ...DRAFT, language: 'nl' },
    { ...DRAFT, runId: 'r2' },
    { ...DRAFT, to: toLocalDate('2026-10-30') },
    { ...DRAFT, employerId: 'e2' },
  ])
    expect(store.monthViews.find(other, 'inputs')).toBeUndefined();
  store.monthViews.keep(DRAFT, 'other inputs', 'other content');
  expect(store.monthViews.find(DRAFT, 'inputs')).toBeUndefined();
});

test('a damaged view is not found', () => {
  store.monthViews.keep(DRAFT, 'inputs', 'content');
  const file = new DatabaseSync(path);
  file.exec(`UPDATE monthView SET gzip = x'0102'`);
  file.close();
  expect(store.monthViews.find(DRAFT, 'inputs')).toBeUndefined();
});

test('the oldest views of an employer are deleted', () => {
  const keyOf = (index: number) => ({ ...DRAFT, runId: `r${index}` });
  store.monthViews.keep({ ...DRAFT, employerId: 'e2' }, 'inputs', 'of another');
  for (let index = 0; index < 8; index += 1) {
    nowMs += 1;
    store.monthViews.keep(keyOf(index), 'inputs', String(index));
  }
  const kept = Array.from({ length: 8 }, (_, index) => store.monthViews.find(keyOf(index), 'inputs'));
  expect(kept.filter((content) => content !== undefined)).toEqual(['2', '3', '4', '5', '6', '7']);
  expect(store.monthViews.find({ ...DRAFT, employerId: 'e2' }, 'inputs')).toBe('of another');
});

test('blocked reads, or all views of an employer, are forgotten', () => {
  for (const key of [DRAFT, BLOCKED]) store.monthViews.keep(key, 'inputs', 'content');
  store.monthViews.forgetBlocked(OCTOBER);
  expect(store.monthViews.find(BLOCKED, 'inputs')).toBeUndefined();
  expect(store.monthViews.find(DRAFT, 'inputs')).toBe('content');
  store.monthViews.forgetAll('e1');
  expect(store.monthViews.find(DRAFT, 'inputs')).toBeUndefined();
});
