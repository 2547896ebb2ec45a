import { describe, expect, test } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { message } from '../../../src/i18n/message.js';
import type { NewDelivery } from '../../../src/store/outbox.js';
import { type NewCase, NOW, openedCases } from './storeCase.js';

/** A mail with its own file. */
export function delivery(change: Partial<NewDelivery> = {}): NewDelivery {
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

/** The messages to send. */
export function describeOutbox(name: string, fresh: NewCase): void {
  describe(`the outbox in ${name}`, () => {
    const { openFresh } = openedCases(fresh);
    test('stores the messages to send with their files, each message once', async () => {
      const { outbox } = await openFresh();
      const items = [
        delivery(),
        delivery({
          recipient: 'b@example.com',
          files: [{ name: 'a.csv', template: 't', sha256: 'cd', path: '/out/a.csv' }],
        }),
      ];
      outbox.add(items);
      outbox.add(items);
      const found = outbox.findByRun('run-1');
      expect(found.map(({ recipient, state, attempts }) => [recipient, state, attempts])).toEqual([
        ['clerk@example.com', 'pending', 0],
        ['b@example.com', 'pending', 0],
      ]);
      expect(found[0]).toMatchObject({ createdAt: NOW, details: { period: '2026-10' } });
      expect(found.map(({ id }) => outbox.readFiles(id).map((file) => ({ ...file })))).toEqual([
        [{ name: 'own.csv', template: 'employee-days', sha256: 'ab', bytes: Buffer.from('Zoë,480\n') }],
        [{ name: 'a.csv', template: 't', sha256: 'cd', path: '/out/a.csv' }],
      ]);
    });

    test('sent and unknown messages are not pending', async () => {
      const { outbox } = await openFresh();
      outbox.add(['a', 'b', 'c', 'd'].map((name) => delivery({ recipient: `${name}@example.com` })));
      const ids = outbox.findByRun('run-1').map(({ id }) => id);
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

    test('deletes a run with its files', async () => {
      const { outbox } = await openFresh();
      outbox.add([delivery(), delivery({ runId: 'run-2' })]);
      const [item] = outbox.findByRun('run-1');
      outbox.drop('run-1');
      expect(outbox.findByEmployer('bakery').map(({ runId }) => runId)).toEqual(['run-2']);
      expect(outbox.readFiles(item?.id ?? 0)).toEqual([]);
    });
  });
}

/** What a running schedule and the board store. */
export function describeScheduleState(name: string, fresh: NewCase): void {
  describe(`the schedule state in ${name}`, () => {
    const { openFresh } = openedCases(fresh);
    const mark = {
      employerKey: 'bakery',
      name: 'monthly',
      due: 1_793_000_000,
      runId: undefined,
      problem: undefined,
      nextTryAt: undefined,
    };

    test('stores the outcome of a due time', async () => {
      const { scheduleState } = await openFresh();
      scheduleState.mark({ ...mark, state: 'running' });
      scheduleState.mark({ ...mark, state: 'done', runId: 'run-1' });
      scheduleState.mark({ ...mark, due: 5, state: 'waiting', problem: 'blocked', nextTryAt: NOW });
      expect(scheduleState.marks('bakery', 'monthly')).toEqual([
        { ...mark, due: 5, state: 'waiting', problem: 'blocked', nextTryAt: NOW },
        { ...mark, state: 'done', runId: 'run-1' },
      ]);
      expect(scheduleState.marks('bakery', 'weekly')).toEqual([]);
    });

    test('the newest read of a period replaces the one before', async () => {
      const { monthReads } = await openFresh();
      const days = { employerId: 'e1', from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
      const found = {
        code: 'OPEN_ENTRY',
        severity: 'block-final',
        isAccepted: false,
        marks: ['a', 'b'],
      } as const;
      const who = { role: 'planner', delivery: '', recipient: '', code: 'OPEN_ENTRY', marks: ['a', 'b'] };
      monthReads.record(days, { found: [found], owed: [who], accepted: {} });
      expect(monthReads.find(days)).toEqual({
        found: [found],
        owed: [{ ...who, sinceMs: NOW.getTime() }],
        accepted: {},
        since: NOW,
      });
      const text = message('ui.cancelled');
      const problem = { code: 'SERVICE_UNREACHABLE', text, remedy: text };
      monthReads.record(days, { found: [], owed: [], accepted: {}, problem });
      expect(monthReads.find(days)).toMatchObject({ found: [], owed: [], problem });
      expect(monthReads.find({ ...days, employerId: 'e2' })).toBeUndefined();
    });

    test('knows the years whose holidays were read', async () => {
      const { scheduleState } = await openFresh();
      scheduleState.recordHolidays('e1', 2026, ['2026-11-02', '2026-12-25'].map(toLocalDate));
      scheduleState.recordHolidays('e1', 2027, []);
      expect([2026, 2027, 2028].map((year) => scheduleState.findHolidays('e1', year))).toEqual([
        ['2026-11-02', '2026-12-25'],
        [],
        undefined,
      ]);
    });

    test('a notice begins once and ends once', async () => {
      const { scheduleState } = await openFresh();
      expect([
        scheduleState.beginNotice('smtp'),
        scheduleState.beginNotice('smtp'),
        scheduleState.endNotice('smtp'),
        scheduleState.endNotice('smtp'),
        scheduleState.beginNotice('smtp'),
      ]).toEqual([true, false, true, false, true]);
    });
  });
}
