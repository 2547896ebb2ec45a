import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A payroll ID that is that of different people at two employers. */

const NOW = '2026-11-30T09:00:00Z';

let bench: FolderBench;
beforeEach(async () => {
  bench = openFolderBench(`templates: [pay-lines]
employers:
  alpha: { name: Alpha, zone: Europe/Brussels, source: { csv: hours }, employees: a.csv }
  beta: { name: Beta, zone: Europe/Brussels, source: { csv: others }, employees: b.csv }
`);
  bench.put('a.csv', 'employeeId,employeeNumber,firstName,lastName\nann,007,Ann,Peeters\n');
  bench.put('b.csv', 'employeeId,employeeNumber,firstName,lastName\nbob,007,Bob,Maes\nzoe,008,Zoe,Claes\n');
  bench.entries(entryRow('e1', 'ann', '2026-10-07', '08:00', '16:00'));
  const rows = bench.read('hours/entries.csv').replaceAll('ann', 'bob');
  bench.put('others/entries.csv', `${rows}${entryRow('e2', 'zoe', '2026-10-08', '08:00', '16:00')}\n`);
  await bench.done(NOW, 'export', '2026-10', '--final');
});
afterEach(() => bench.close());

test.each([
  ['purge', '--person', '007', '--reason', 'left'],
  ['person', '007'],
  ['inspection', '2026-10', '--employee', '007'],
])('%s refuses to choose one of them', async (...argv) => {
  const { status, json, stderr } = await bench.run(NOW, ...argv);
  expect([status, json.error?.code], stderr).toEqual([2, 'EMPLOYEE_AMBIGUOUS']);
  expect(json.error.message).toMatch(/alpha: .*007[\s\S]*beta: .*007/);
  expect(json.error.remedy).toContain('--employer');
  expect(bench.list('.').filter((name) => /person|inspection/.test(name))).toEqual([]);
  const { people } = await bench.done(NOW, 'person', '007', '--employer', 'beta');
  expect(people[0].runs).toHaveLength(1);
});

test('with an employer, the person is deleted and named; a person of one employer needs none', async () => {
  const of = await bench.done(NOW, 'purge', '--person', '007', '--employer', 'beta', '--reason', 'left');
  expect(of.runs).toMatchObject([{ employer: 'beta', person: { employeeId: 'bob' } }]);
  const one = await bench.done(NOW, 'purge', '--person', '008', '--reason', 'left');
  expect(one.runs).toMatchObject([{ employer: 'beta', person: { employeeId: 'zoe' } }]);
  expect(existsSync(join(bench.cwd, 'out', 'alpha_2026-10_pay-lines.csv'))).toBe(true);
});
