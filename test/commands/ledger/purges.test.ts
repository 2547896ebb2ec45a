import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* What a purge leaves of others, of later days and of runs, and what these runs can still do. */

const NOW = '2026-11-30T09:00:00Z';
const EMPLOYER = 'employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: people.csv } }\n';

let bench: FolderBench;
afterEach(() => bench.close());

/** @param people rows of the mapping; the first is its heading */
function start(settings: string, ...people: readonly string[]): void {
  bench = openFolderBench(`${EMPLOYER}templates: [pay-lines]\n${settings}`);
  bench.put('people.csv', `${people.join('\n')}\n`);
}

const done = async (...argv: readonly string[]) => {
  const { status, json, stderr } = await bench.run(NOW, ...argv);
  expect(status, stderr).toBe(0);
  return json;
};

/** The pay lines of a period's draft: `102 2026-10-05 OT 480`. */
async function draftLines(period: string): Promise<readonly string[]> {
  const { runs } = await done('export', period);
  const [heading = '', ...rows] = readFileSync(runs[0].files[0].path, 'utf8').trimEnd().split('\n');
  const names = heading.split(',');
  const shown = ['employeeNumber', 'date', 'payCode', 'minutes'].map((name) => names.indexOf(name));
  return rows.map((row) => shown.map((index) => row.split(',')[index]).join(' ')).sort();
}

describe('a person whose ID is also that of', () => {
  test.each<[string, { id?: string; task?: string; establishment: string }]>([
    ['a place', { establishment: '1' }],
    ['a task', { task: '1', establishment: '2' }],
    ['an entry', { id: '1', establishment: '2' }],
  ])('%s: the records of others remain', async (_, { id = 'e', ...refers }) => {
    const reference = 'reference: { months: 2, from: 2026-09-01, absences: ignored }';
    const base = 'base: [{ code: OT, over: { reference: 960 } }, { code: NORMAL }]';
    start(`payRules: { ${reference}, ${base} }\n`, 'employeeId,employeeNumber', '1,101', '2,102');
    bench.put(
      'hours/establishments.csv',
      'id,name,zone\n1,Main shop,Europe/Brussels\n2,Other,Europe/Brussels\n',
    );
    bench.entries(
      entryRow('a', '1', '2026-09-07', '08:00', '16:00', { establishment: '2' }),
      entryRow(id, '2', '2026-09-07', '08:00', '16:00', refers),
      entryRow('f', '2', '2026-09-08', '08:00', '16:00', refers),
      entryRow('g', '2', '2026-10-05', '08:00', '16:00', refers),
    );
    await done('export', '2026-09', '--final');
    const before = await draftLines('2026-10');
    expect(before).toEqual(['102 2026-10-05 OT 480']);
    await done('purge', '--person', '101', '--reason', 'left');
    expect(await draftLines('2026-10')).toEqual(before);
    const { people } = await done('person', '102');
    const records = people[0].runs.find(({ state }: { state: string }) => state === 'final').records;
    expect(records.filter(({ list }: { list: string }) => list === 'time-entries')).toHaveLength(2);
  });
});
