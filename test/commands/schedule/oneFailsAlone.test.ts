// @module-tag slow
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { type MailServer, startMailServer } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';

/* What is wrong with one employer must not stop the schedules of the others. */

let bench: FolderBench;
let server: MailServer;
afterEach(async () => {
  bench.close();
  await server.close();
});

async function open(beta: string): Promise<void> {
  server = await startMailServer();
  bench = openFolderBench(
    `mail: { from: a@example.com, owner: owner@example.com, smtp: { host: 127.0.0.1, port: ${server.port}, tls: none } }
templates: [pay-lines]
employers:
  beta: { name: Beta, employees: emp.csv, ${beta} }
  alpha: { name: Alpha, zone: Europe/Brussels, employees: emp.csv }
schedule: { monthly: { workday: 2, at: "06:00", final: true } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
  bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
}

const run = (instant: string) => bench.run(instant, 'schedule', 'run', '--due', '--log', 'json');
const subjects = () => server.mails.map(({ content }) => parseMail(content).subject);

test.each([
  ['a line of its holidays', 'zone: Europe/Brussels, holidays: beta.csv', 'HOLIDAYS_INVALID'],
  ['its zone', '', 'CONFIG_INVALID'],
])('an employer with a fault in %s fails alone, and its owner is told once', async (_name, beta, code) => {
  await open(beta);
  bench.put('beta.csv', 'date;name;part;where;action\nnot a day;Feast;;;\n');
  await run('2026-11-03T04:30:00Z');
  const { status, json, stderr } = await run('2026-11-03T05:05:00Z');
  expect([status, json.error?.code]).toEqual([2, code]);
  expect(json.runs).toMatchObject([{ employer: 'alpha', state: 'final' }]);
  expect(stderr).toContain(`"event":"look-failed","employer":"beta","code":"${code}"`);
  expect(subjects()).toEqual(['Beta: the schedules cannot be used']);
});

test('once the fault is corrected, what was due is made', async () => {
  await open('zone: Europe/Brussels, holidays: beta.csv');
  bench.put('beta.csv', 'date;name;part;where;action\n');
  await run('2026-11-03T04:30:00Z');
  bench.put('beta.csv', 'date;name;part;where;action\nnot a day;Feast;;;\n');
  expect((await run('2026-11-03T05:05:00Z')).status).toBe(2);
  bench.put('beta.csv', 'date;name;part;where;action\n');
  const { status, json } = await run('2026-11-03T05:20:00Z');
  expect(status).toBe(0);
  expect(json.runs).toMatchObject([{ employer: 'beta', state: 'final' }]);
  bench.put('beta.csv', 'date;name;part;where;action\nnot a day;Feast;;;\n');
  await run('2026-11-03T06:00:00Z');
  expect(subjects()).toHaveLength(2);
});

test('the list has the times of the others, and says what is wrong', async () => {
  await open('zone: Europe/Brussels, holidays: beta.csv');
  bench.put('beta.csv', 'date;name;part;where;action\nnot a day;Feast;;;\n');
  const { status, json, stderr } = await bench.run(
    '2026-11-01T09:00:00Z',
    'schedule',
    'list',
    '--count',
    '1',
  );
  expect([status, json.error?.code], stderr).toEqual([2, 'HOLIDAYS_INVALID']);
  expect(json.times).toMatchObject([{ employer: 'alpha', period: { from: '2026-10-01', to: '2026-10-31' } }]);
});

test.each([
  ['before its due time', '2026-11-03T04:50:00Z'],
  ['at its due time', '2026-11-03T05:05:00Z'],
])('a new employer whose first look failed %s is caught up', async (_, first) => {
  await open('');
  expect((await run(first)).status).toBe(2);
  bench.put(
    'paytally.yaml',
    bench.read('paytally.yaml').replace('name: Beta,', 'name: Beta, zone: Europe/Brussels,'),
  );
  const { status, json, stderr } = await run('2026-11-03T09:00:00Z');
  expect([status, json.error?.code], stderr).toEqual([0, undefined]);
  expect(json.runs.map(({ employer }: { employer: string }) => employer)).toContain('beta');
});
