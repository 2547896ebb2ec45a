import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* The order in which payroll gets a final and the corrections that restate its days. */

let bench: FolderBench;
afterEach(() => bench.close());

function open(template: string): void {
  bench = openFolderBench(
    `templates: [${template}]
payCodes: { NORMAL: { external: "1" } }
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
${template === 'loket' ? 'variables: { loket: { wageTaxNumber: "5555" } }' : ''}
deliveries: { office: { to: folder, path: inbox } }
schedule: { yearly: { cron: "0 6 1 1 *", period: last-month } }
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
}

const hours = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', end));
const states = (json: { runs: { deliveries: { state: string }[] }[] }) =>
  json.runs[0]?.deliveries.map(({ state }) => state);

/** A final that could not be sent, and a correction after its folder is there again. */
async function finalThenCorrection(): Promise<readonly [final: string, correction: string]> {
  hours('16:00');
  const made = await bench.run('2026-11-03T06:00:00Z', 'export', '2026-10', '--final', '--deliver');
  expect([made.status, states(made.json)], made.stderr).toEqual([7, ['failed']]);
  bench.put('inbox/.keep', '');
  hours('15:00');
  const corrected = await bench.run('2026-11-04T06:00:00Z', 'corrections', '2026-10', '--final', '--deliver');
  expect([corrected.status, corrected.json.runs[0].deliveries[0].state]).toEqual([7, 'pending']);
  expect(JSON.stringify(corrected.json)).toContain('has not been sent yet');
  expect(bench.list('inbox')).toEqual(['.keep']);
  return [made.json.runs[0].runId, corrected.json.runs[0].runId];
}

test('a correction waits for its final, and a schedule sends both in their order', async () => {
  open('loket');
  await finalThenCorrection();
  const { status, stderr } = await bench.run('2026-11-04T06:20:00Z', 'schedule', 'run', '--due');
  expect(status, stderr).toBe(0);
  await bench.run('2026-11-04T06:40:00Z', 'schedule', 'run', '--due');
  expect(bench.list('inbox').filter((name) => name !== '.keep')).toHaveLength(2);
});

test('a correction that is asked for is sent; its final then sets nothing back', async () => {
  open('loket');
  const [final, correction] = await finalThenCorrection();
  await bench.done('2026-11-04T06:10:00Z', 'send', correction, '--again', 'office');
  const [name = ''] = bench.list('inbox').filter((each) => each.includes('correction'));
  rmSync(join(bench.cwd, 'inbox', name));
  const { stderr } = await bench.run('2026-11-04T06:20:00Z', 'send', final);
  expect(stderr).toContain('sends it again too');
  expect(bench.list('inbox')).toContain(name);
});

test('differences are not sent again with their final', async () => {
  open('generic-csv');
  const [final, correction] = await finalThenCorrection();
  await bench.done('2026-11-04T06:10:00Z', 'send', final);
  await bench.done('2026-11-04T06:11:00Z', 'send', correction);
  const [name = ''] = bench.list('inbox').filter((each) => each.includes('correction'));
  rmSync(join(bench.cwd, 'inbox', name));
  await bench.done('2026-11-04T06:20:00Z', 'send', final, '--again', 'office');
  expect(bench.list('inbox')).not.toContain(name);
});
