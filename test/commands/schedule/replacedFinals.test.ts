import { afterEach, expect, test } from 'vitest';
import {
  ACCEPTED,
  RUN,
  type ScheduleBench,
  startScheduleBench,
} from '../../support/employers/scheduleBench.js';

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const FINAL = [
  'export',
  '2026-10',
  '--final',
  '--deliver',
  '--json',
  ...ACCEPTED.flatMap((code) => ['--accept', `${code}=r`]),
];

async function bench(): Promise<ScheduleBench> {
  const started = await startScheduleBench('{ yearly: { cron: "0 6 1 1 *" } }');
  opened.push(started.close);
  return started;
}

const toClerk = ({ server }: ScheduleBench) =>
  server.mails.filter(({ recipients }) => recipients[0] === 'clerk@example.com').length;

test('a final that was undone before its mail was sent is never sent', { tags: 'slow' }, async () => {
  const started = await bench();
  const { at, behave } = started;
  behave('greylists');
  expect((await at('2026-11-03T05:00:00Z', ...FINAL)).status).toBe(7);
  behave('takes');
  const again = await at('2026-11-03T05:01:00Z', ...FINAL, '--supersede', 'wrong rules');
  expect(again.status).toBe(0);
  expect(toClerk(started)).toBe(1);
  for (const hour of ['06', '12', '20'])
    expect((await at(`2026-11-03T${hour}:00:00Z`, ...RUN)).status).toBe(0);
  expect(toClerk(started)).toBe(1);
});

test('a valid final is sent later', async () => {
  const started = await bench();
  started.behave('greylists');
  await started.at('2026-11-03T05:00:00Z', ...FINAL);
  started.behave('takes');
  await started.at('2026-11-03T06:00:00Z', ...RUN);
  expect(toClerk(started)).toBe(1);
});
