import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commandLine, orderWords } from '../../../src/app/session/commandLine.js';

const order = {
  employer: 'bakery',
  period: '2026-10',
  deliver: true,
  supersede: 'wrong "rules"',
  accept: { OPEN_ENTRY: "the manager's word", 'OVERLAP@e1': 'paid $5 too much' },
};

test('an order as a command: its options come before the employer', () => {
  const words = orderWords(['export', '--final'], order);
  expect(words.slice(0, 3)).toEqual(['export', '2026-10', '--final']);
  expect(words.slice(-3)).toEqual(['--deliver', '--employer', 'bakery']);
  expect(commandLine(orderWords(['corrections'], { employer: 'bakery', period: '2026-10' }))).toBe(
    'paytally corrections 2026-10 --employer bakery',
  );
});

test('a shell reads the words as they are', () => {
  const words = orderWords(['export', '--final'], { ...order, settle: { l1: 'settled `by` hand!' } });
  const command = commandLine(words).replace('paytally', "printf '%s\\n'");
  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trimEnd().split('\n')).toEqual(words);
});
