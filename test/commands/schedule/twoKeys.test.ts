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

/* Each key corrects, compares, watches and sends its own finals. */

const LATER = '2026-11-05T09:00:00Z';
const apart = () => [
  employer('blue', 'B1'),
  employer('white', 'W1').replace(/ }$/, `, templates: [generic-csv] }`),
];
const forgotten = entryRow('e2', 'ann', '2026-10-08', '08:00', '10:00');
const worked = entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00');
const finals = async () => {
  for (const key of ['blue', 'white'])
    await bench.done('2026-11-03T09:00:00Z', 'export', '2026-10', '--final', '--employer', key);
};
const stateOf = async () =>
  (await bench.done(LATER, 'status', '--period', '2026-10')).employers.map(
    ({ employer: key, state }: { employer: string; state: string }) => `${key} ${state}`,
  );
const linesOf = async (key: string, ...more: readonly string[]) =>
  (await bench.done(LATER, 'corrections', '2026-10', '--employer', key, ...more)).runs[0];

test('codes and templates of the other key are no corrections', async () => {
  open(...apart());
  await finals();
  for (const key of ['blue', 'white']) expect((await linesOf(key)).lines).toEqual([]);
});

test('overtime of the other key is none of a key without it', async () => {
  const rules = 'payRules: { base: [{ code: OT, over: { day: 240 } }, { code: NORMAL }] }';
  const codes = 'payCodes: { NORMAL: { external: "W1" }, OT: { external: "W2" } }';
  open(
    ...apart().map((text) => text.replace('payCodes: { NORMAL: { external: "W1" } }', `${rules}, ${codes}`)),
  );
  await finals();
  for (const key of ['blue', 'white']) {
    expect((await linesOf(key)).lines).toEqual([]);
    expect((await bench.done(LATER, 'check', '2026-10', '--employer', key)).runs[0].changedLines).toBe(0);
  }
  const { employers } = await bench.done(LATER, 'monitor', '--once', '--all');
  expect(employers.map(({ changes }: { changes: unknown[] }) => changes)).toEqual([[], []]);
  expect(await stateOf()).toEqual(['blue final', 'white final']);
});

test('a change is corrected by each key, and neither takes the mark of the other', async () => {
  open(...apart());
  await finals();
  bench.entries(worked, forgotten);
  await bench.done(LATER, 'monitor', '--once');
  expect(await stateOf()).toEqual(['blue changed', 'white changed']);
  const { lines } = await linesOf('blue', '--final');
  expect(new Set(lines.map(({ template }: { template: string }) => template))).toEqual(
    new Set(['pay-lines']),
  );
  expect(await stateOf()).toEqual(['blue corrected', 'white changed']);
  await bench.done(LATER, 'check', '2026-10', '--employer', 'blue');
  await bench.done(LATER, 'monitor', '--once', '--employer', 'blue');
  expect(await stateOf()).toEqual(['blue corrected', 'white changed']);
  expect((await linesOf('white', '--final')).lines).not.toEqual([]);
  expect(await stateOf()).toEqual(['blue corrected', 'white corrected']);
  await bench.done(LATER, 'verify');
});
