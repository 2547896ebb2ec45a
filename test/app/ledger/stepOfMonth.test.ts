import { expect, test } from 'vitest';
import {
  compareUrgency,
  type NextStepFacts,
  nextAfterEdit,
  nextStepCommand,
  nextStepOf,
  nextStepText,
} from '../../../src/app/ledger/stepOfMonth.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { message } from '../../../src/i18n/message.js';

const waiting = (role: string, exceptions: Record<string, number>, recipient: string | null = null) => ({
  recipient,
  delivery: recipient === null ? null : 'planners',
  role,
  since: '2026-11-02T08:00:00Z',
  items: Object.values(exceptions).reduce((sum, count) => sum + count, 0),
  exceptions,
});
const NOTHING: NextStepFacts = {
  state: 'unread',
  counts: { blocking: 0, warnings: 0, accepted: 0 },
  waitingFor: [],
  problem: undefined,
  deliveries: [],
  unrequested: [],
  lacking: [],
  later: [],
  hasDeliveries: false,
  links: [{ runId: 'r-0' }, { runId: 'r-1' }],
};
const NOVEMBER = { from: toLocalDate('2026-11-01'), to: toLocalDate('2026-11-30') };
const text = message('ui.cancelled');
const planner = waiting('planner', { OPEN_ENTRY: 2, OVERLAP: 1 }, 'antwerpen@example.org');
const blocked = (...waitingFor: NextStepFacts['waitingFor']): Partial<NextStepFacts> => {
  const blocking = waitingFor.reduce((sum, { items }) => sum + items, 0);
  return { state: 'blocked', counts: { ...NOTHING.counts, blocking }, waitingFor };
};
const sent = (runId: string) => ({ state: 'sent', runId });
const ready = (warnings: number) => ({ state: 'ready', counts: { ...NOTHING.counts, warnings } }) as const;

test.each<[name: string, facts: Partial<NextStepFacts>, sentence: string, command: string]>([
  ['an unread period', {}, 'This period has not been read yet.', 'check 2026-10'],
  [
    'a read that failed',
    { problem: { code: 'SERVICE_UNREACHABLE', text, remedy: text } },
    'This period could not be read.',
    'doctor',
  ],
  [
    'people without a payroll ID come before all other items',
    blocked(planner, waiting('payroll', { UNMAPPED_CODE: 1, UNMAPPED_EMPLOYEE: 2 })),
    '2 people have no payroll ID.',
    'employees sync',
  ],
  [
    'pay codes',
    blocked(planner, waiting('payroll', { UNMAPPED_CODE: 1 })),
    '1 pay code has no code of the payroll system.',
    'check 2026-10',
  ],
  [
    'what the reader can resolve comes before what others must resolve',
    blocked(planner, waiting('payroll', { NO_ENTRIES: 1 })),
    '4 items block the final.',
    'check 2026-10',
  ],
  ['a planner', blocked(planner), '3 items wait for antwerpen@example.org.', 'check 2026-10'],
  ['a period without items', ready(0), 'Nothing blocks the final.', 'export 2026-10 --final'],
  ['warnings', ready(1), 'Nothing blocks the final. 1 warning is open.', 'export 2026-10 --final'],
  ['a final that nobody receives', { state: 'final' }, 'This period is complete.', 'corrections 2026-10'],
  [
    'a final that was not sent',
    { state: 'final', hasDeliveries: true },
    'The final has not been sent yet.',
    'send r-1',
  ],
  [
    'a delivery that failed',
    { state: 'corrected', deliveries: [sent('r-0'), { ...sent('r-1'), state: 'failed' }] },
    '1 delivery has not been sent.',
    'send r-1',
  ],
  [
    'a final that was never requested beside one that was sent',
    { state: 'final', deliveries: [sent('r-1')], unrequested: [{ runId: 'r-0' }] },
    '1 delivery has not been sent.',
    'send r-0',
  ],
  [
    'a payroll file that was not made',
    { state: 'final', deliveries: [sent('r-1')], lacking: ['datev-lodas', './own payroll'] },
    'No final of this period has the templates datev-lodas and ./own payroll yet.',
    'export 2026-10 --final --template datev-lodas --template ./own payroll',
  ],
  [
    'late changes',
    { state: 'changed', deliveries: [{ ...sent('r-1'), state: 'failed' }] },
    'Hours or balances have changed since the final.',
    'corrections 2026-10',
  ],
  [
    'a later final whose pay has changed',
    { state: 'sent', later: [NOVEMBER] },
    'This period is complete. 2026-11 is final too, and its pay has changed since.',
    'corrections 2026-11',
  ],
  [
    'a later final, and a delivery before it',
    { state: 'final', hasDeliveries: true, later: [NOVEMBER] },
    'The final has not been sent yet.',
    'send r-1',
  ],
  ['a final that was sent', { state: 'sent' }, 'This period is complete.', 'corrections 2026-10'],
])('the next step: %s', (_, facts, sentence, command) => {
  const step = nextStepOf({ ...NOTHING, ...facts });
  const who = step.kind === 'ask' ? (step.waiting.recipient ?? '') : '';
  expect(englishText(nextStepText(step, who))).toBe(sentence);
  expect(nextStepCommand(step, '2026-10', 'r-1').join(' ')).toBe(command);
});

test('after a change of the settings, what is not final is read again', () => {
  const kindOf = (facts: Partial<NextStepFacts>) => nextAfterEdit(nextStepOf({ ...NOTHING, ...facts })).kind;
  expect(kindOf(blocked(planner))).toBe('again');
  expect(kindOf(ready(0))).toBe('again');
  expect(kindOf({})).toBe('read');
  expect(kindOf({ state: 'final', hasDeliveries: true })).toBe('send');
  expect(kindOf({ state: 'changed' })).toBe('correct');
});

test('what blocks comes first, then what has the most items, and what is complete last', () => {
  const line = (name: string, facts: Partial<NextStepFacts>) => {
    const whole = { ...NOTHING, ...facts };
    return { name, ...whole, step: nextStepOf(whole) };
  };
  const lines = [
    line('sent', { state: 'sent' }),
    line('final, complete', { state: 'final' }),
    line('final, to be sent', { state: 'final', hasDeliveries: true }),
    line('ready', ready(2)),
    line('unread', {}),
    line('changed', { state: 'changed' }),
    line('blocked by 1', blocked(waiting('planner', { OVERLAP: 1 }))),
    line('blocked by 3', blocked(planner)),
  ];
  expect(lines.sort(compareUrgency).map(({ name }) => name)).toEqual([
    'blocked by 3',
    'blocked by 1',
    'changed',
    'unread',
    'ready',
    'final, to be sent',
    'final, complete',
    'sent',
  ]);
});
