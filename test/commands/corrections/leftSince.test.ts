import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* A person who is no longer listed as active was employed on the days of earlier finals. */

let bench: FolderBench;
afterEach(() => bench.close());

const NOW = '2026-12-03T09:00:00Z';

const listed = (bob: string) =>
  bench.put('hours/employees.csv', `id,firstName,lastName,active\nann,Ann,A,true\nbob,Bob,B,${bob}\n`);

async function open(settings: string): Promise<void> {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, holidays: holidays.csv } }
${settings}
`,
    {
      'emp.csv':
        'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,contractFrom\nann,101,480,12345,2020-01-01\nbob,102,480,12345,2020-01-01\n',
      'holidays.csv': 'date,name\n2026-10-20,Fair\n',
    },
  );
  bench.entries(entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00'));
  listed('true');
  await bench.done(NOW, 'export', '2026-10', '--final');
  listed('false');
}

test('who leaves later keeps the holidays that were paid', async () => {
  await open('payRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: contract }] }');
  expect(bench.read('out/bakery_2026-10_pay-lines.csv')).toContain('bob');
  const { runs } = await bench.done(NOW, 'corrections', '2026-10');
  expect(runs[0].lines).toEqual([]);
});

test('who leaves later owes the hours of an account as before', async () => {
  await open('account: { target: contract, from: 2026-10-01, period: month }');
  const { runs } = await bench.done(NOW, 'corrections', '2026-10');
  expect([runs[0].lines, runs[0].balances ?? []]).toEqual([[], []]);
  expect((await bench.done(NOW, 'check', '2026-10')).runs[0].month.state).toBe('final');
});
