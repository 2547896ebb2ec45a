// @module-tag slow
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A correction that one payroll system has, and another has not entered yet; then the change is undone. */

const CONFIGURATION = `templates: [pay-lines, datev-lodas]
payCodes: { NORMAL: { external: "100" } }
variables: { datev-lodas: { consultant: "278041", client: "25016" } }
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
`;
const NOVEMBER = '2026-11-03T09:00:00Z';

let bench: FolderBench;
afterEach(() => bench.close());

const worked = (end: string) => bench.entries(entryRow('e1', 'ann', '2026-10-14', '08:00', end));
const state = async () => {
  const { json } = await bench.run(NOVEMBER, 'check', '2026-10');
  return [json.runs[0].month.state, json.runs[0].changedLines];
};

test('what a file has and payroll does not need any more is open until it is corrected', {
  timeout: 120_000,
}, async () => {
  bench = openFolderBench(CONFIGURATION, { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' });
  worked('16:00');
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final');
  worked('17:00');
  await bench.done(NOVEMBER, 'corrections', '2026-10', '--final');
  expect(await state()).toEqual(['changed', 1]);
  worked('16:00');
  expect(await state(), 'check').toEqual(['changed', 1]);
  await bench.run(NOVEMBER, 'monitor', '--once');
  expect(await state(), 'monitor').toEqual(['changed', 1]);
  const { runs } = await bench.done(NOVEMBER, 'corrections', '2026-10');
  expect(runs[0].lines.map(({ difference }: { difference: number }) => difference)).toEqual([-60]);
  const status = await bench.done(NOVEMBER, 'status');
  expect(JSON.stringify(status), 'corrections').toContain('"changed"');
  await bench.done(NOVEMBER, 'corrections', '2026-10', '--final');
  expect(await state()).toEqual(['corrected', 0]);
});
