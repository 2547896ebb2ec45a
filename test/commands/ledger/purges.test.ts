// @module-tag slow
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

const done = (...argv: readonly string[]) => bench.done(NOW, ...argv);

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

test('entries that a person approved stay with those who worked, without the ID', async () => {
  const [ann, bob] = ['0e6f1c5e-4f0a-4a6e-9d57-0d6b2c1f1a01', '0e6f1c5e-4f0a-4a6e-9d57-0d6b2c1f1a02'];
  const reference = 'reference: { months: 2, from: 2026-09-01, absences: ignored }';
  const base = 'base: [{ code: OT, over: { reference: 960 } }, { code: NORMAL }]';
  start(`payRules: { ${reference}, ${base} }\n`, 'employeeId,employeeNumber', `${ann},101`, `${bob},102`);
  const entry = (id: string, who: string, date: string) =>
    `${id},${who},${date}T08:00,${date}T16:00,0,yes,${ann}\n`;
  bench.put(
    'hours/entries.csv',
    `id,employee,start,end,break,reviewed,approvedBy\n${entry('a', ann, '2026-09-07')}${entry('b', bob, '2026-09-07')}${entry('c', bob, '2026-09-08')}${entry('d', bob, '2026-10-05')}`,
  );
  await done('export', '2026-09', '--final');
  const before = await draftLines('2026-10');
  expect(before).toEqual(['102 2026-10-05 OT 480']);
  await done('purge', '--person', '101', '--reason', 'left');
  expect(await draftLines('2026-10')).toEqual(before);
  const { people } = await done('person', '102');
  const final = people[0].runs.find(({ state }: { state: string }) => state === 'final');
  expect(final.records.filter(({ list }: { list: string }) => list === 'time-entries')).toHaveLength(2);
  expect(JSON.stringify(final)).not.toContain(ann);
});

const PEOPLE = [
  'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays',
  'ann,101,60,1',
  'bob,102,60,1',
];
const REFERENCE = (limit: number, from: string) =>
  `payRules:
  reference: { months: 2, from: ${from}, absences: ignored }
  base: [{ code: OT, over: { reference: ${limit} } }, { code: NORMAL }]
`;

describe('a correction that also changed a later month', () => {
  const worked = (end: string) =>
    bench.entries(
      entryRow('a', 'ann', '2026-08-03', '08:00', end),
      entryRow('b', 'ann', '2026-09-07', '08:00', '16:00'),
    );
  const finals = async (settings = '') => {
    start(`${REFERENCE(960, '2026-08-01')}${settings}`, ...PEOPLE);
    worked('16:00');
    for (const month of ['2026-08', '2026-09']) await done('export', month, '--final');
    worked('17:00');
    await done('corrections', '2026-08', '--final');
  };

  test('is kept with that month', async () => {
    await finals();
    await done('purge', '--before', '2026-09-01');
    const { runs } = await done('corrections', '2026-09');
    expect(runs[0].lines).toEqual([]);
    await done('purge', '--before', '2026-10-01');
    const { status, stderr } = await bench.run(NOW, 'corrections', '2026-09');
    expect([status, stderr]).toEqual([5, expect.stringContaining('RUN_PURGED')]);
  });

  test('must be kept as long as that month', async () => {
    await finals('retention: nl\n');
    const later = '2027-09-10T09:00:00Z';
    const { status, stderr } = await bench.run(later, 'purge', '--before', '2026-10-01');
    expect([status, stderr]).toEqual([5, expect.stringContaining('RETENTION_LASTS')]);
    const purged = await bench.run(later, 'purge');
    expect(purged.json.runs[0].purged).toHaveLength(1);
  });
});

describe('a run after the days that were deleted', () => {
  const finals = async (settings: string) => {
    start(settings, ...PEOPLE.slice(0, 2));
    bench.entries(
      entryRow('a', 'ann', '2026-09-07', '08:00', '20:00'),
      entryRow('b', 'ann', '2026-10-05', '08:00', '15:00'),
    );
    await done('export', '2026-09', '--final');
    const { runs } = await done('export', '2026-10', '--final');
    return { runId: runs[0].runId, file: readFileSync(runs[0].files[0].path, 'utf8') };
  };

  test('begins its hours accounts as it did', async () => {
    const account = 'account: { target: contract, from: 2026-09-01, cap: { max: 300, surplus: OT } }\n';
    const { runId, file } = await finals(account);
    expect(file).toContain('2026-10-31,OT');
    const explain = () => done('explain', '2026-10', '--employee', '101', '--run', runId, '--account');
    const explained = await explain();
    await done('purge', '--before', '2026-10-01');
    const { runs } = await done('rerun', runId, '--out', 'again');
    expect(readFileSync(runs[0].files[0].path, 'utf8')).toBe(file);
    expect(await explain()).toEqual(explained);
  });

  test('is not computed without the lines that it needs of them', async () => {
    const { runId, file } = await finals(REFERENCE(900, '2026-09-01'));
    expect(file).toContain('OT');
    await done('purge', '--before', '2026-10-01');
    for (const argv of [
      ['rerun', runId, '--out', 'again'],
      ['explain', '2026-10', '--employee', '101', '--run', runId],
    ]) {
      const { status, stderr } = await bench.run(NOW, ...argv);
      expect([status, stderr]).toEqual([5, expect.stringContaining('RUN_PURGED')]);
    }
    expect(bench.list('again')).toEqual([]);
  });
});

test('a month in which others changed is still changed after a purge of one person', async () => {
  start('', ...PEOPLE);
  const worked = (end: string) =>
    bench.entries(
      entryRow('a', 'ann', '2026-10-05', '08:00', end),
      entryRow('b', 'bob', '2026-10-05', '08:00', '16:00'),
    );
  const stateOf = async () => (await done('status', '--period', '2026-10')).employers[0].state;
  worked('16:00');
  await done('export', '2026-10', '--final');
  worked('17:00');
  await done('check', '2026-10');
  expect(await stateOf()).toBe('changed');
  await done('purge', '--person', '102', '--reason', 'asked');
  expect(await stateOf()).toBe('changed');
  await done('corrections', '2026-10', '--final');
  expect(await stateOf()).toBe('corrected');
});
