import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A schedule over finals that were made by hand: done is what has been made whole, and sent. */

const CONFIGURATION = `templates: [pay-lines, generic-csv]
employers:
  bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv }
payCodes: { NORMAL: { external: "1000" } }
schedule:
  monthly: { cron: "0 6 3 * *", period: last-month, final: true, deliver: [office] }
deliveries:
  office: { to: folder, path: inbox, templates: [generic-csv] }
`;

let bench: FolderBench;
afterEach(() => bench.close());

async function finalByHand(...more: readonly string[]): Promise<void> {
  bench = openFolderBench(CONFIGURATION, { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' });
  bench.put('inbox/.keep', '');
  bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
  await bench.run('2026-11-03T04:00:00Z', 'schedule', 'run', '--due');
  const { status, stderr } = await bench.run('2026-11-03T04:30:00Z', 'export', '2026-10', '--final', ...more);
  expect(status, stderr).toBe(0);
}

const due = (instant: string) => bench.run(instant, 'schedule', 'run', '--due', '--log', 'json');
const sent = () => bench.list('inbox').filter((name) => name !== '.keep');

test('a period of which only some templates are final is not done, and the owner is told', async () => {
  await finalByHand('--template', 'pay-lines');
  const { status, json, stderr } = await due('2026-11-03T05:10:00Z');
  expect([status, json.error?.code]).toEqual([5, 'ALREADY_FINAL']);
  expect(stderr).toContain('"event":"waiting"');
  expect(stderr).not.toContain('"event":"already-final"');
  expect(sent()).toEqual([]);
});

test('finals that together have all templates are sent, once', async () => {
  await finalByHand('--template', 'pay-lines');
  const rest = ['export', '2026-10', '--final', '--template', 'generic-csv'];
  expect(await bench.run('2026-11-03T04:40:00Z', ...rest)).toMatchObject({ status: 0 });
  const { status, stderr } = await due('2026-11-03T05:10:00Z');
  expect(status, stderr).toBe(0);
  expect(stderr).toContain('"event":"already-final"');
  expect(sent()).toEqual([expect.stringContaining('generic-csv')]);
});

test('a final that was made without a delivery is sent; one that was sent is not sent again', async () => {
  await finalByHand();
  expect(sent()).toEqual([]);
  const first = await due('2026-11-03T05:10:00Z');
  expect(first.status, first.stderr).toBe(0);
  expect(first.stderr).toContain('"deliveries":1,"undelivered":0');
  expect(sent()).toHaveLength(1);
  bench.close();
  await finalByHand('--deliver');
  const [name = ''] = sent();
  bench.put(`inbox/${name}`, 'taken by payroll');
  expect(await due('2026-11-03T05:10:00Z')).toMatchObject({ status: 0 });
  expect(sent()).toEqual([name]);
});

test('a period whose final has other templates is made and sent', async () => {
  await finalByHand('--template', 'monthly-hours');
  expect(await due('2026-11-03T05:10:00Z')).toMatchObject({
    status: 0,
    json: { runs: [{ state: 'final' }] },
  });
  expect(sent()).toHaveLength(1);
});

test('a delivery that fails shows in the status of the command', async () => {
  bench = openFolderBench(CONFIGURATION.replace('path: inbox', 'path: gone'), {
    'emp.csv': 'employeeId,employeeNumber\nann,101\n',
  });
  bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
  await bench.run('2026-11-03T04:00:00Z', 'schedule', 'run', '--due');
  await bench.run('2026-11-03T04:30:00Z', 'export', '2026-10', '--final');
  bench.put('gone', 'a file');
  expect((await due('2026-11-03T05:10:00Z')).status).toBe(7);
});
