import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* An employer under two keys, and under a new key. */

const ID = '0e6f1c5e-0001-4000-8000-000000000001';
const configuration = (employers: string) => `templates: [pay-lines]
employers:
${employers}
deliveries: { office: { to: folder, path: inbox } }
schedule: { monthly: { cron: "0 6 3 * *", final: true, deliver: [office] } }
`;
const employer = (key: string, code: string) =>
  `  ${key}: { name: ${key}, employerId: ${ID}, zone: Europe/Brussels, employees: emp.csv, payCodes: { NORMAL: { external: "${code}" } } }`;

let bench: FolderBench;
afterEach(() => bench.close());

function open(...employers: readonly string[]): void {
  bench = openFolderBench(configuration(employers.join('\n')), {
    'emp.csv': 'employeeId,employeeNumber\nann,101\n',
    'inbox/.keep': '',
  });
  bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
}

const run = (instant: string) => bench.run(instant, 'schedule', 'run', '--due', '--log', 'json');
const sent = () => bench.list('inbox').filter((name) => name !== '.keep');

test('a final of one key is not that of the other, whose owner learns it', async () => {
  open(employer('blue', 'B1'), employer('white', 'W1'));
  await run('2026-11-03T04:30:00Z');
  const { status, json, stderr } = await run('2026-11-03T05:05:00Z');
  expect([status, json.error?.code], stderr).toEqual([5, 'ALREADY_FINAL']);
  expect(json.runs).toHaveLength(1);
  expect(stderr).not.toContain('"event":"already-final"');
  expect(sent()).toHaveLength(1);
});

test('status shows a final of one key, or of a key that is no longer configured, not that of another key', async () => {
  const reports = ', templates: [employee-days]';
  open(employer('blue', 'B1'), employer('white', 'W1').replace(/ }$/, `${reports} }`));
  const now = '2026-11-03T09:00:00Z';
  const states = async () => {
    const { employers } = await bench.done(now, 'status', '--period', '2026-10');
    return employers.map(
      ({ employer: key, state }: { employer: string; state: string }) => `${key} ${state}`,
    );
  };
  await bench.done(now, 'export', '2026-10', '--final', '--employer', 'blue');
  expect(await states()).toEqual(['blue final', 'white ready']);
  const { runs } = await bench.done(now, 'check', '2026-10', '--employer', 'white');
  expect(runs[0].month.state).toBe('ready');
  await bench.done(now, 'export', '2026-10', '--final', '--employer', 'white');
  expect(await states()).toEqual(['blue final', 'white final']);
  bench.put('paytally.yaml', bench.read('paytally.yaml').replaceAll('white', 'navy'));
  expect(await states()).toEqual(['blue final', 'navy final']);
});

test('a final of a key that is no longer configured counts', async () => {
  open(employer('blue', 'B1'));
  await bench.done('2026-11-03T04:00:00Z', 'export', '2026-10', '--final');
  bench.put('paytally.yaml', bench.read('paytally.yaml').replaceAll('blue', 'navy'));
  await run('2026-11-03T04:30:00Z');
  const { status, stderr } = await run('2026-11-03T05:05:00Z');
  expect(status, stderr).toBe(0);
  expect(stderr).toContain('"event":"already-final"');
  expect(sent()).toHaveLength(1);
});

test('a delivery that failed is tried again under the new key', async () => {
  open(employer('blue', 'B1'));
  rmSync(join(bench.cwd, 'inbox'), { recursive: true });
  bench.put('inbox', 'a file');
  await run('2026-11-03T04:30:00Z');
  expect((await run('2026-11-03T05:05:00Z')).status).toBe(7);
  rmSync(join(bench.cwd, 'inbox'));
  bench.put('inbox/.keep', '');
  bench.put('paytally.yaml', bench.read('paytally.yaml').replaceAll('blue', 'navy'));
  const { status, stderr } = await run('2026-11-03T12:05:00Z');
  expect(status, stderr).toBe(0);
  expect(sent()).toHaveLength(1);
  expect(await bench.done('2026-11-03T13:00:00Z', 'send', 'last')).toMatchObject({
    runs: [{ employer: 'navy', deliveries: [{ state: 'sent' }] }],
  });
});
