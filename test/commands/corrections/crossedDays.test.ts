import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Corrections of some days, and what they have to do with the other days of a person, a file or an account. */

const NOW = '2026-12-03T09:00:00Z';
const EMPLOYER = 'employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }\n';

let bench: FolderBench;
afterEach(() => bench.close());

const done = (...argv: readonly string[]) => bench.done(NOW, ...argv);

interface Line {
  readonly employeeId: string;
  readonly date: string;
  readonly payCode: string;
  readonly differenceMinutes: number;
  readonly cause: string;
}
const shortly = (lines: readonly Line[]) =>
  lines.map(({ date, payCode, differenceMinutes }) => `${date} ${payCode} ${differenceMinutes}`).sort();

test('a payroll ID settles the lines of its own days only', async () => {
  bench = openFolderBench(
    `${EMPLOYER}templates: [datev-lodas]
payCodes: { NORMAL: { external: "100" } }
variables: { datev-lodas: { consultant: "278041", client: "25016" } }
`,
    { 'emp.csv': 'employeeId,employeeNumber,from,to\nann,101,,2026-10-15\nann,202,2026-10-16,\n' },
  );
  const worked = (end: string) =>
    bench.entries(
      entryRow('e1', 'ann', '2026-10-05', '08:00', end),
      entryRow('e2', 'ann', '2026-10-20', '08:00', end),
    );
  worked('16:00');
  await done('export', '2026-10', '--final');
  worked('15:00');
  const settle = (name: string) => done('corrections', '2026-10', '--final', '--settle', `${name}=typed`);
  await settle('202:NORMAL');
  const { runs } = await done('corrections', '2026-10');
  expect(shortly(runs[0].lines)).toEqual(['2026-10-05 NORMAL -60']);
  await settle('101:NORMAL');
  expect((await done('corrections', '2026-10')).runs[0].lines).toEqual([]);
});

const stateOf = async (period: string) => (await done('status', '--period', period)).employers[0].state;

test('a correction of some days leaves a known difference of other days known', async () => {
  bench = openFolderBench(`${EMPLOYER}templates: [pay-lines]\n`, {
    'emp.csv': 'employeeId,employeeNumber\nann,101\n',
  });
  const worked = (first: string, second: string) =>
    bench.entries(
      entryRow('e1', 'ann', '2026-10-05', '08:00', first),
      entryRow('e2', 'ann', '2026-10-20', '08:00', second),
    );
  worked('16:00', '16:00');
  await done('export', '2026-10', '--final');
  worked('15:00', '17:00');
  await done('corrections', '2026-10');
  expect(await stateOf('2026-10')).toBe('changed');
  await done('corrections', '2026-10-01..2026-10-10', '--final');
  expect(await stateOf('2026-10')).toBe('changed');
  expect(await stateOf('2026-10-01..2026-10-10')).toBe('corrected');
  worked('14:00', '16:00');
  await done('corrections', '2026-10-01..2026-10-10', '--final');
  expect(await stateOf('2026-10'), 'the other day is as it was').toBe('corrected');
});

test('a changed day of the weeks that a holiday averages is the cause of its pay', async () => {
  bench = openFolderBench(
    `${EMPLOYER.replace('emp.csv', 'emp.csv, holidays: hol.csv')}templates: [pay-lines]
payRules:
  base: [{ code: NORMAL }]
  notWorked: [{ code: FEAST, by: average, weeks: 3 }]
`,
    {
      'emp.csv': 'employeeId,employeeNumber,contractFrom\nann,101,2020-01-01\n',
      'hol.csv': 'date;name;part;where;action\n2026-10-14;Feast;;;add\n',
    },
  );
  const worked = (end: string) =>
    bench.entries(
      entryRow('e1', 'ann', '2026-09-23', '08:00', end),
      entryRow('e2', 'ann', '2026-09-30', '08:00', '16:00'),
      entryRow('e3', 'ann', '2026-10-07', '08:00', '16:00'),
    );
  worked('16:00');
  await done('export', '2026-09', '--final');
  await done('export', '2026-10', '--final');
  worked('19:00');
  const [{ lines }] = (await done('corrections', '2026-09', '--final')).runs;
  expect(lines).toMatchObject([
    { date: '2026-09-23', payCode: 'NORMAL', cause: 'changed' },
    { date: '2026-10-14', payCode: 'FEAST', cause: 'balance' },
  ]);
  expect((await done('corrections', '2026-10')).runs[0].lines).toEqual([]);
});

test('a deleted day takes the overtime of its week with it, also in the next final', async () => {
  bench = openFolderBench(
    `${EMPLOYER}templates: [pay-lines]
payRules:
  base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }]
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
  const week = [26, 27, 28, 29, 30].map((day) =>
    entryRow(`e${day}`, 'ann', `2026-10-${day}`, '08:00', '16:00'),
  );
  const sunday = entryRow('n1', 'ann', '2026-11-01', '08:00', '12:00');
  bench.entries(...week, sunday);
  await done('export', '2026-10', '--final');
  await done('export', '2026-11', '--final');
  bench.entries(...week.filter((row) => !row.startsWith('e29')), sunday);
  const [{ lines }] = (await done('corrections', '2026-10', '--final')).runs;
  expect(shortly(lines)).toEqual(['2026-10-29 NORMAL -480', '2026-11-01 NORMAL 240', '2026-11-01 OT -240']);
  expect((await done('corrections', '2026-11')).runs[0].lines).toEqual([]);
});
