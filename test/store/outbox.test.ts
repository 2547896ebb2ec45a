import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { freshPath, openedForWriting } from '../support/employers/sampleRun.js';
import { delivery } from './contract/outboxContract.js';

const opened: Store[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function store(path = freshPath()): Store {
  const one = openedForWriting(path);
  opened.push(one);
  return one;
}

test('only one of two processes gets an item', () => {
  const path = freshPath();
  const [one, other] = [store(path), store(path)];
  one.outbox.add([delivery()]);
  const [item] = other.outbox.waiting();
  expect([one, other].map(({ outbox }) => outbox.claim(item?.id ?? 0, ['pending', 'failed'], []))).toEqual([
    true,
    false,
  ]);
  expect(other.outbox.orphans().map(({ attempts }) => attempts)).toEqual([1]);
});
