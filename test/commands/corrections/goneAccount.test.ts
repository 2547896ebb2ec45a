import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/*
 * An hours account adds up what was paid (docs/pay.md#hours-accounts): hours of an establishment that was removed, and
 * that the clerk leaves paid, do not leave the account unasked.
 */

let bench: FolderBench;
afterEach(() => bench.close());

const NOW = '2026-12-03T09:00:00Z';
const ABSENCES = 'employee,from,to,code,minutes,reason\n';

/** Ann worked eight hours in each of two places; afterwards, one of them and its entry are gone. */
async function southIsGone(): Promise<string> {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, absences: absences.csv } }
account: { target: contract, from: 2026-10-01, period: month }
`,
    {
      'emp.csv': 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays\nann,101,0,12345\n',
      'absences.csv': ABSENCES,
      'hours/establishments.csv': 'id,zone\nnorth,Europe/Brussels\nsouth,Europe/Brussels\n',
    },
  );
  const north = entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00', { establishment: 'north' });
  bench.entries(north, entryRow('e2', 'ann', '2026-10-06', '08:00', '16:00', { establishment: 'south' }));
  await bench.done(NOW, 'export', '2026-10', '--final');
  bench.put('hours/establishments.csv', 'id,zone\nnorth,Europe/Brussels\n');
  bench.entries(north);
  const { runs } = await bench.done(NOW, 'corrections', '2026-10');
  expect(runs[0].lines).toMatchObject([{ cause: 'establishment-gone', beforeMinutes: 480, afterMinutes: 0 }]);
  return `${runs[0].lines[0].line}=worked, and stays paid`;
}

const correct = (...more: readonly string[]) => bench.run(NOW, 'corrections', '2026-10', '--final', ...more);

test('hours that stay paid do not leave the account unasked', async () => {
  const settle = await southIsGone();
  const { status, json } = await correct('--settle', settle);
  expect([status, json.error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
  expect(json.error.message).toContain('8:00');
  expect(json.error.remedy).toContain('ACCOUNT');
});

test('a row that gives the account its hours back settles the question', async () => {
  const settle = await southIsGone();
  bench.put('absences.csv', `${ABSENCES}ann,2026-10-06,2026-10-06,ACCOUNT,480,stays paid\n`);
  const { status, json } = await correct('--settle', settle);
  expect([status, json.error]).toEqual([0, undefined]);
  const { runs } = await bench.done(NOW, 'corrections', '2026-10');
  expect([runs[0].lines, runs[0].balances ?? []]).toEqual([[], []]);
});

test('the account loses the hours if that was accepted', async () => {
  const settle = await southIsGone();
  const { status, json } = await correct(
    '--settle',
    settle,
    '--accept',
    'ESTABLISHMENT_GONE=paid out in cash',
  );
  expect([status, json.error]).toEqual([0, undefined]);
});
