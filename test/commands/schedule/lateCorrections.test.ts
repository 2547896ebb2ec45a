import { afterEach, expect, test } from 'vitest';
import { entryRow } from '../../support/employers/folderBench.js';
import { type MailedBench, openMailedBench } from '../../support/employers/mailedBench.js';

/* What a schedule sends of corrections: all that its deliveries have not had, whoever made them. */

const CONFIGURATION = `templates: [pay-lines]
employers:
  bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv }
schedule:
  monthly: { cron: "0 6 3 * *", period: last-month, final: true, deliver: [office] }
  late: { cron: "0 6 10 * *", period: last-month, corrections: final, deliver: [office, managers] }
deliveries:
  office: { to: folder, path: inbox }
  managers: { to: mail, recipients: { column: mgr }, attach: true }
`;

let bench: MailedBench;
afterEach(() => bench.close());

const mapping = (address: string) => `employeeId,employeeNumber,mgr\nann,101,${address}\n`;
const worked = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', end));
const due = (instant: string) => bench.run(instant, 'schedule', 'run', '--due', '--log', 'json');
const inbox = () =>
  bench
    .list('inbox')
    .filter((name) => name !== '.keep')
    .sort();

async function done(instant: string, ...argv: readonly string[]): Promise<void> {
  const { status, stderr } = await bench.run(instant, ...argv);
  expect(status, stderr).toBe(0);
}

async function open(): Promise<void> {
  bench = await openMailedBench(CONFIGURATION, { 'emp.csv': mapping('m1@example.com'), 'inbox/.keep': '' });
  worked('16:00');
  await due('2026-11-03T04:00:00Z');
}

const FILES = ['bakery_2026-10_pay-lines.csv', 'bakery_2026-10_pay-lines_corrections-1.csv'];

// It loads the program.
test('a final that was corrected by hand is sent with its correction', { timeout: 90_000 }, async () => {
  await open();
  await done('2026-11-03T04:10:00Z', 'export', '2026-10', '--final');
  worked('15:00');
  await done('2026-11-03T04:20:00Z', 'corrections', '2026-10', '--final');
  const { status, stderr } = await due('2026-11-03T05:10:00Z');
  expect(status, stderr).toBe(0);
  expect(stderr).toContain('"deliveries":2,"undelivered":0');
  expect(inbox()).toEqual(FILES);
});

test('a correction that was made by hand after the final was sent is sent with the next ones', {
  tags: 'slow',
}, async () => {
  await open();
  await due('2026-11-03T05:10:00Z');
  expect(inbox()).toEqual(FILES.slice(0, 1));
  worked('15:00');
  await done('2026-11-04T08:00:00Z', 'corrections', '2026-10', '--final');
  worked('14:30');
  const { status, stderr } = await due('2026-11-10T05:10:00Z');
  expect(status, stderr).toBe(0);
  expect(inbox()).toEqual([...FILES, 'bakery_2026-10_pay-lines_corrections-2.csv']);
  expect(bench.mailed().map(({ name, rows }) => [name, rows[0]?.split(',')[9]])).toEqual([
    ['bakery_2026-10_pay-lines_corrections-1.csv', '-60'],
    ['bakery_2026-10_pay-lines_corrections-2.csv', '-30'],
  ]);
});

test('a correction that cannot be delivered is not recorded; the retry has all of it', {
  tags: 'slow',
}, async () => {
  await open();
  await due('2026-11-03T05:10:00Z');
  worked('15:00');
  bench.put('emp.csv', mapping(''));
  expect(await due('2026-11-10T05:10:00Z')).toMatchObject({
    status: 5,
    json: { error: { code: 'RECIPIENT_INVALID' } },
  });
  expect(inbox()).toEqual(FILES.slice(0, 1));
  worked('14:45');
  bench.put('emp.csv', mapping('m1@example.com'));
  bench.mailed();
  const { status, stderr } = await due('2026-11-10T06:15:00Z');
  expect(status, stderr).toBe(0);
  expect(inbox()).toEqual(FILES);
  expect(bench.mailed().map(({ to, rows }) => [to, rows[0]?.split(',')[9]])).toEqual([
    ['m1@example.com', '-75'],
  ]);
});
