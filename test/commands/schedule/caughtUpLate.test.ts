// @module-tag slow
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { type MailServer, type Misbehaviour, startMailServer } from '../../support/servers/mailServer.js';
import { parseMail } from '../../support/servers/parseMail.js';

/* A final whose time passed while the computer was off has the same patience as one on time. */

let bench: FolderBench;
let server: MailServer;
let mood: Misbehaviour;
afterEach(async () => {
  bench.close();
  await server.close();
});

async function open(monthly: string): Promise<void> {
  mood = 'takes';
  server = await startMailServer(() => mood);
  bench = openFolderBench(
    `mail: { from: a@example.com, owner: owner@example.com, smtp: { host: 127.0.0.1, port: ${server.port}, tls: none } }
templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
schedule: { monthly: { cron: "0 6 3 * *", final: true, ${monthly} } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'hours/.keep': '' },
  );
}

const work = () => bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
const run = (instant: string) => bench.run(instant, 'schedule', 'run', '--due', '--log', 'json');
const subjects = () => server.mails.map(({ content }) => parseMail(content).subject);

test('a first try that comes days late is followed by others', async () => {
  await open('retry: { everyMinutes: 60, forHours: 72 }');
  await run('2026-11-02T05:00:00Z');
  mood = 'greylists';
  const first = await run('2026-11-07T08:00:00Z');
  expect(first.status).not.toBe(0);
  expect(first.stderr).toContain('"event":"waiting"');
  expect(first.stderr).not.toContain('"event":"failed"');
  work();
  mood = 'takes';
  const second = await run('2026-11-07T09:01:00Z');
  expect(second.status, second.stderr).toBe(0);
  expect(second.json.runs).toMatchObject([{ period: { from: '2026-10-01' }, state: 'final' }]);
});

test('the patience begins with the first try and then ends', async () => {
  await open('retry: { everyMinutes: 60, forHours: 2 }');
  await run('2026-11-02T05:00:00Z');
  for (const instant of ['2026-11-07T08:00:00Z', '2026-11-07T09:00:00Z'])
    expect((await run(instant)).stderr).toContain('"event":"waiting"');
  expect((await run('2026-11-07T10:01:00Z')).stderr).toContain('"event":"failed"');
  expect((await run('2026-11-07T11:05:00Z')).json.runs).toEqual([]);
  expect(subjects()).toHaveLength(2);
});

test('a final is given up only once the owner has been told', async () => {
  await open('retry: { everyMinutes: 60, forHours: 0 }');
  await run('2026-11-02T05:00:00Z');
  mood = 'greylists';
  expect((await run('2026-11-03T05:05:00Z')).stderr).toContain('"event":"waiting"');
  expect((await run('2026-11-03T06:06:00Z')).stderr).toContain('"event":"waiting"');
  mood = 'takes';
  expect((await run('2026-11-03T07:07:00Z')).stderr).toContain('"event":"failed"');
  expect(subjects()).toEqual(['Bakery 2026-10: the run failed']);
  expect((await run('2026-11-03T09:07:00Z')).json.runs).toEqual([]);
  expect(subjects()).toHaveLength(1);
});

test.each([
  ['2026-10-26T06:00:00Z', '2026-10-27'],
  ['2026-10-29T06:00:00Z', '2026-10-30'],
  ['2026-11-02T06:00:00Z', undefined],
])('a final before the end of the month that is made at %s estimates from %s', async (instant, from) => {
  await open('period: this-month, estimateDays: 5, accept: { PERIOD_NOT_OVER: planned }');
  bench.put('paytally.yaml', bench.read('paytally.yaml').replace('0 6 3', '0 6 26'));
  work();
  bench.put('hours/shifts.csv', 'id,employee,start,end\ns1,ann,2026-10-30T08:00,2026-10-30T16:00\n');
  await run('2026-10-25T05:00:00Z');
  work();
  const { status, json, stderr } = await run(instant);
  expect(status, stderr).toBe(0);
  expect(json.runs[0].estimateFrom).toBe(from);
});
