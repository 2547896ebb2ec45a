import { expect, test } from 'vitest';
import { type FoundOfCode, type MonthFacts, monthStatus } from '../../../src/domain/month/monthStatus.js';
import { verdictOf } from '../../../src/domain/month/verdict.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { message } from '../../../src/i18n/message.js';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 3, hour));
const days = (from: string, to: string) => ({ from: toLocalDate(from), to: toLocalDate(to) });
const OCTOBER = days('2026-10-01', '2026-10-31');
const FINAL = { ...OCTOBER, startedAt: at(5) };

const blocking = (...marks: string[]): FoundOfCode => ({
  code: 'OPEN_ENTRY',
  severity: 'block-final',
  isAccepted: false,
  marks,
});
const warning = (...marks: string[]): FoundOfCode => ({
  ...blocking(...marks),
  code: 'LONG_ENTRY',
  severity: 'warn',
});
const reading = (...found: FoundOfCode[]): MonthFacts['read'] => ({
  found,
  owed: [],
  accepted: {},
  since: at(1),
});
const accepting = (...marks: string[]) => ({ marks: new Set(marks), at: at(2) });
const sent = { state: 'sent', changedAt: at(7) };
const text = message('ui.cancelled');
const FAILED: MonthFacts['read'] = {
  found: [],
  owed: [],
  accepted: {},
  since: at(3),
  problem: { code: 'SERVICE_UNREACHABLE', text, remedy: text },
};

const NOTHING: MonthFacts = {
  period: OCTOBER,
  read: undefined,
  accepted: undefined,
  finals: [],
  corrections: [],
  changedSince: undefined,
  deliveries: [],
  unrequested: 0,
  lacking: 0,
};

test.each<
  [name: string, facts: Partial<MonthFacts>, state: string, since: Date | undefined, counts: number[]]
>([
  ['nothing is known', {}, 'unread', undefined, [0, 0, 0]],
  ['the newest read failed', { read: FAILED }, 'unread', at(3), [0, 0, 0]],
  ['an item blocks', { read: reading(blocking('a', 'b'), warning('c')) }, 'blocked', at(1), [2, 1, 0]],
  [
    'one of two items is accepted in the window',
    { read: reading(blocking('a', 'b')), accepted: accepting('a') },
    'blocked',
    at(1),
    [1, 0, 1],
  ],
  [
    'all items are accepted in the window',
    { read: reading(blocking('a', 'b'), warning('c')), accepted: accepting('a', 'b') },
    'ready',
    at(2),
    [0, 1, 2],
  ],
  [
    'the newest run accepts the item',
    { read: reading({ ...blocking('a'), isAccepted: true }) },
    'ready',
    at(1),
    [0, 0, 1],
  ],
  [
    'an accepted item has changed since',
    { read: reading(blocking('a2')), accepted: accepting('a') },
    'blocked',
    at(1),
    [1, 0, 0],
  ],
  ['only warnings', { read: reading(warning('c')) }, 'ready', at(1), [0, 1, 0]],
  ['final', { read: reading(blocking('a')), finals: [FINAL] }, 'final', at(5), [1, 0, 0]],
  ['final, and a later read failed', { read: FAILED, finals: [FINAL] }, 'final', at(5), [0, 0, 0]],
  [
    'sent without a payroll template',
    { finals: [FINAL], deliveries: [sent, sent], lacking: 1 },
    'final',
    at(5),
    [0, 0, 0],
  ],
  ['sent', { finals: [FINAL], deliveries: [sent, sent] }, 'sent', at(7), [0, 0, 0]],
  [
    'sent, but for a delivery that was never requested',
    { finals: [FINAL], deliveries: [sent], unrequested: 1 },
    'final',
    at(5),
    [0, 0, 0],
  ],
  [
    'one delivery is pending',
    { finals: [FINAL], deliveries: [sent, { ...sent, state: 'pending' }] },
    'final',
    at(5),
    [0, 0, 0],
  ],
  [
    'corrected and sent',
    { finals: [FINAL], corrections: [{ startedAt: at(8) }], deliveries: [sent] },
    'corrected',
    at(8),
    [0, 0, 0],
  ],
  [
    'changed since',
    { finals: [FINAL], changedSince: at(9), deliveries: [sent] },
    'changed',
    at(9),
    [0, 0, 0],
  ],
  [
    'finals of both halves',
    {
      finals: [
        { ...FINAL, ...days('2026-10-16', '2026-11-15') },
        { ...FINAL, ...days('2026-09-16', '2026-10-15') },
      ],
    },
    'final',
    at(5),
    [0, 0, 0],
  ],
  [
    'a final of the first half only',
    { read: reading(blocking('a')), finals: [{ ...FINAL, ...days('2026-10-01', '2026-10-15') }] },
    'blocked',
    at(1),
    [1, 0, 0],
  ],
])('%s', (_, facts, state, since, [blocked, warnings, accepted]) => {
  const standing = monthStatus({ ...NOTHING, ...facts });
  expect(standing).toMatchObject({ state, counts: { blocking: blocked, warnings, accepted } });
  expect(standing.since).toEqual(since);
  expect(standing.problem !== undefined).toBe(state === 'unread' && facts.read !== undefined);
});

test('a blocked period waits for those whose items are not accepted, the longest first', () => {
  const anna = { role: 'planner', delivery: 'managers', recipient: 'anna@example.com' };
  const payroll = { role: 'payroll', delivery: '', recipient: '' };
  const owed = [
    { ...payroll, code: 'UNMAPPED_CODE', sinceMs: at(2).getTime(), marks: ['u'] },
    { ...anna, code: 'OPEN_ENTRY', sinceMs: at(1).getTime(), marks: ['a', 'b'] },
    { ...anna, code: 'OVERLAP', sinceMs: at(3).getTime(), marks: ['o'] },
  ];
  const read = {
    ...reading(blocking('a', 'b', 'o', 'u')),
    owed,
    accepted: {},
    found: [blocking('a', 'b', 'o', 'u')],
    since: at(1),
  };
  const waiting = (...accepted: string[]) =>
    monthStatus({ ...NOTHING, read, accepted: accepting(...accepted) }).waitingFor;
  expect(waiting('b', 'u')).toEqual([
    { ...anna, since: at(1).toISOString(), items: 2, exceptions: { OPEN_ENTRY: 1, OVERLAP: 1 } },
  ]);
  expect(waiting().map(({ role, recipient }) => recipient ?? role)).toEqual(['anna@example.com', 'payroll']);
  expect(waiting('a', 'b', 'o', 'u')).toEqual([]);
});

test.each([
  [{ read: reading(blocking('a', 'b'), warning('c')) }, 'bad', 'Not ready to pay: 2 items to resolve first'],
  [{ read: reading(warning('c')) }, 'look', 'Ready to pay: 1 warning to review'],
  [{ read: reading() }, 'good', 'Ready to pay: nothing to review'],
  [{ finals: [FINAL] }, 'good', 'This period is final. Nothing has changed since the final.'],
  [
    { finals: [FINAL], corrections: [{ startedAt: at(8) }] },
    'good',
    'This period is final. Nothing has changed since the final and its corrections.',
  ],
  [
    { finals: [FINAL], changedSince: at(9) },
    'look',
    'This period is final, but paid hours or amounts have changed since the final and its corrections.',
  ],
])('the verdict of %j', (facts: Partial<MonthFacts>, kind, said) => {
  expect(verdictOf('en', { ...monthStatus({ ...NOTHING, ...facts }), about: 'a read' })).toEqual({
    kind,
    text: said,
  });
});
