import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A delivery that has another name since it sent, and the same place: payroll gets nothing twice. */

let bench: FolderBench;
afterEach(() => bench.close());

const WEEKLY =
  'schedule: { weekly: { cron: "0 6 * * 1", period: last-month, corrections: final, deliver: [office] } }\n';

function open(more = '', archive = ''): void {
  bench = openFolderBench(
    `templates: [generic-csv]
payCodes: { NORMAL: { external: "1" } }
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
deliveries: { office: { to: folder, path: inbox }${archive} }
${more}`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n', 'inbox/.keep': '', 'archive/.keep': '' },
  );
  hours('16:00');
}

const hours = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', end));
const inbox = () => bench.list('inbox').filter((name) => name !== '.keep');
const rename = () => bench.put('paytally.yaml', bench.read('paytally.yaml').replaceAll('office', 'payroll'));
/** Payroll takes what is there. */
function fetchInbox(): readonly string[] {
  const names = inbox();
  for (const name of names) rmSync(join(bench.cwd, 'inbox', name));
  return names;
}
async function finalAndCorrection(): Promise<readonly [final: string, correction: string]> {
  const final = await bench.run('2026-11-03T06:00:00Z', 'export', '2026-10', '--final', '--deliver');
  hours('15:00');
  const corrected = await bench.run('2026-11-10T06:00:00Z', 'corrections', '2026-10', '--final', '--deliver');
  return [final.json.runs[0].runId, corrected.json.runs[0].runId];
}
async function stateOfMonth(): Promise<string> {
  return (await bench.done('2026-11-17T06:00:00Z', 'status', '--period', '2026-10')).employers[0].state;
}

// It loads the program.
test('what was sent is not sent again under a new name, unless it is asked for', {
  timeout: 90_000,
}, async () => {
  open();
  const [final, correction] = await finalAndCorrection();
  expect(fetchInbox()).toHaveLength(2);
  rename();
  for (const run of [final, correction]) {
    const { status, stderr, json } = await bench.run('2026-11-15T06:00:00Z', 'send', run);
    expect(status, stderr).toBe(0);
    expect(json.runs[0].deliveries).toHaveLength(1);
    expect(stderr).toContain(`paytally send ${run} --again payroll`);
  }
  expect(inbox()).toEqual([]);
  await bench.done('2026-11-15T06:10:00Z', 'send', correction, '--again', 'payroll');
  expect(inbox()).toHaveLength(1);
});

test('a schedule does not send a correction again under a new name', async () => {
  open(WEEKLY);
  await bench.run('2026-11-03T05:00:00Z', 'schedule', 'run', '--due');
  await finalAndCorrection();
  fetchInbox();
  rename();
  const { status, stderr } = await bench.run('2026-11-16T05:10:00Z', 'schedule', 'run', '--due');
  expect(status, stderr).toBe(0);
  expect(inbox()).toEqual([]);
});

test('a correction waits for its final that waits under the former name; both arrive once', async () => {
  open();
  rmSync(join(bench.cwd, 'inbox'), { recursive: true });
  const [final, correction] = await finalAndCorrection();
  bench.put('inbox/.keep', '');
  rename();
  const early = await bench.run('2026-11-11T06:00:00Z', 'send', correction, '--to', 'payroll');
  expect(early.status).toBe(7);
  expect(JSON.stringify(early.json)).toContain('has not been sent yet');
  expect(inbox()).toEqual([]);
  await bench.done('2026-11-11T06:10:00Z', 'send', final);
  await bench.done('2026-11-11T06:20:00Z', 'send', correction);
  expect(fetchInbox()).toHaveLength(2);
  bench.put('paytally.yaml', bench.read('paytally.yaml').replaceAll('payroll', 'office'));
  await bench.done('2026-11-12T06:00:00Z', 'send', final);
  expect(inbox()).toEqual([]);
});

test('a delivery that had sent nothing when it got another name is missed until that one sends', async () => {
  open('', ', archive: { to: folder, path: archive }');
  const made = await bench.done('2026-11-03T06:00:00Z', 'export', '2026-10', '--final');
  const { runId } = made.runs[0];
  await bench.done('2026-11-03T06:10:00Z', 'send', runId, '--to', 'archive');
  rename();
  expect(await stateOfMonth()).toBe('final');
  await bench.done('2026-11-17T07:00:00Z', 'send', runId);
  expect(inbox()).toHaveLength(1);
  expect(await stateOfMonth()).toBe('sent');
});

test('two deliveries to one folder: what one has sent, the other does not send too', async () => {
  open('', ', second: { to: folder, path: inbox, fileName: "second-{{ period }}.csv" }');
  const made = await bench.done('2026-11-03T06:00:00Z', 'export', '2026-10', '--final');
  const { runId } = made.runs[0];
  await bench.done('2026-11-03T06:10:00Z', 'send', runId, '--to', 'office');
  const { stderr } = await bench.run('2026-11-03T06:20:00Z', 'send', runId);
  expect(stderr).toContain('--again second');
  expect(inbox()).toHaveLength(1);
});
