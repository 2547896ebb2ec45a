import { afterEach, describe, expect, test } from 'vitest';
import { toLocalDate } from '../../src/domain/time/localDate.js';
import type { NewDelivery } from '../../src/store/deliveryItems.js';
import { lockWork } from '../../src/store/deliveryLock.js';
import type { Store } from '../../src/store/store.js';
import { freshFolder, freshPath, NOW, openedForWriting } from './sampleRun.js';

const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function store(path = freshPath()): Store {
  const one = openedForWriting(path);
  opened.push(one);
  return one;
}

function delivery(change: Partial<NewDelivery> = {}): NewDelivery {
  const recipient = change.recipient ?? 'clerk@example.com';
  return {
    runId: 'run-1',
    employerKey: 'bakery',
    name: 'managers',
    recipient,
    messageId: `<${change.runId ?? 'run-1'}.${recipient}>`,
    files: [{ name: 'own.csv', template: 'employee-days', sha256: 'ab', bytes: Buffer.from('Zoë,480\n') }],
    details: { period: '2026-10' },
    ...change,
  };
}

describe('the outbox', () => {
  test('keeps what is to be sent with its files, each message once', () => {
    const { outbox } = store();
    const items = [
      delivery(),
      delivery({
        recipient: 'b@example.com',
        files: [{ name: 'a.csv', template: 't', sha256: 'cd', path: '/out/a.csv' }],
      }),
    ];
    outbox.add(items);
    outbox.add(items);
    const found = outbox.ofRun('run-1');
    expect(found.map(({ recipient, state, attempts }) => [recipient, state, attempts])).toEqual([
      ['clerk@example.com', 'pending', 0],
      ['b@example.com', 'pending', 0],
    ]);
    expect(found[0]).toMatchObject({ createdAt: NOW, details: { period: '2026-10' } });
    expect(found.map(({ id }) => outbox.filesOf(id).map((file) => ({ ...file })))).toEqual([
      [{ name: 'own.csv', template: 'employee-days', sha256: 'ab', bytes: Buffer.from('Zoë,480\n') }],
      [{ name: 'a.csv', template: 't', sha256: 'cd', path: '/out/a.csv' }],
    ]);
  });

  test('only one of two gets an item', () => {
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

  test('what is sent or unknown is not waiting', () => {
    const { outbox } = store();
    outbox.add(['a', 'b', 'c', 'd'].map((name) => delivery({ recipient: `${name}@example.com` })));
    const ids = outbox.ofRun('run-1').map(({ id }) => id);
    outbox.settle(ids[0] ?? 0, { state: 'sent' });
    outbox.settle(ids[1] ?? 0, { state: 'unknown', problem: 'lost' });
    outbox.settle(ids[2] ?? 0, { state: 'failed', problem: '550', nextTryAt: NOW });
    expect(
      outbox.waiting().map(({ recipient, problem, nextTryAt }) => [recipient, problem, nextTryAt]),
    ).toEqual([
      ['c@example.com', '550', NOW],
      ['d@example.com', undefined, undefined],
    ]);
  });

  test('forgets a run with its files', () => {
    const { outbox } = store();
    outbox.add([delivery(), delivery({ runId: 'run-2' })]);
    const [item] = outbox.ofRun('run-1');
    outbox.drop('run-1');
    expect(outbox.ofEmployer('bakery').map(({ runId }) => runId)).toEqual(['run-2']);
    expect(outbox.filesOf(item?.id ?? 0)).toEqual([]);
  });
});

describe('the agenda', () => {
  const mark = {
    employerKey: 'bakery',
    name: 'monthly',
    due: 1_793_000_000,
    runId: undefined,
    problem: undefined,
    nextTryAt: undefined,
  };

  test('remembers what became of a due time', () => {
    const { agenda } = store();
    agenda.mark({ ...mark, state: 'running' });
    agenda.mark({ ...mark, state: 'done', runId: 'run-1' });
    agenda.mark({ ...mark, due: 5, state: 'waiting', problem: 'blocked', nextTryAt: NOW });
    expect(agenda.marks('bakery', 'monthly')).toEqual([
      { ...mark, due: 5, state: 'waiting', problem: 'blocked', nextTryAt: NOW },
      { ...mark, state: 'done', runId: 'run-1' },
    ]);
    expect(agenda.marks('bakery', 'weekly')).toEqual([]);
  });

  test('the newest outcome of a period replaces the one before', () => {
    const { agenda } = store();
    const outcome = { employerId: 'e1', from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
    agenda.recordOutcome({ ...outcome, state: 'blocked', exceptions: { OPEN_ENTRY: 2 } });
    agenda.recordOutcome({ ...outcome, state: 'ready', exceptions: {} });
    expect(agenda.outcomeOf('e1', outcome.from, outcome.to)).toEqual({
      ...outcome,
      state: 'ready',
      exceptions: {},
    });
    expect(agenda.outcomeOf('e2', outcome.from, outcome.to)).toBeUndefined();
  });

  test('knows the years whose holidays were read', () => {
    const { agenda } = store();
    agenda.rememberHolidays('e1', 2026, ['2026-11-02', '2026-12-25'].map(toLocalDate));
    agenda.rememberHolidays('e1', 2027, []);
    expect([2026, 2027, 2028].map((year) => agenda.holidaysOf('e1', year))).toEqual([
      ['2026-11-02', '2026-12-25'],
      [],
      undefined,
    ]);
  });

  test('a notice begins once and ends once', () => {
    const { agenda } = store();
    expect([
      agenda.beginNotice('smtp'),
      agenda.beginNotice('smtp'),
      agenda.endNotice('smtp'),
      agenda.endNotice('smtp'),
      agenda.beginNotice('smtp'),
    ]).toEqual([true, false, true, false, true]);
  });
});

describe('a lock for a kind of work', () => {
  test('is held by one until it is released', () => {
    const folder = freshFolder();
    const first = lockWork(folder, 'deliver', 0);
    expect(() => lockWork(folder, 'deliver', 0)).toThrow(expect.objectContaining({ code: 'STORE_BUSY' }));
    lockWork(folder, 'schedule', 0).release();
    first.release();
    lockWork(folder, 'deliver', 0).release();
  });
});
