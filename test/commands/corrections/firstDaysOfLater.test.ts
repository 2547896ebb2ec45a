// @module-tag slow
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/*
 * A week's overtime reaches into the next month: corrections of August compare the first days of September too. The
 * balance at the end of September is not theirs to record.
 */

const NOW = '2026-12-03T09:00:00Z';
const ROWS = [
  entryRow('a1', 'ann', '2026-08-31', '08:00', '16:00'),
  entryRow('a2', 'ann', '2026-09-01', '08:00', '16:00'),
  entryRow('a3', 'ann', '2026-09-21', '08:00', '16:00'),
];
const FORGOTTEN = entryRow('a9', 'ann', '2026-08-31', '16:00', '17:00');
const ABSENCES = 'employee,from,to,code,minutes,reason\n';
const PAID_OUT = `${ABSENCES}ann,2026-09-22,2026-09-22,ACCOUNT,-120,paid out\n`;

let bench: FolderBench;
afterEach(() => bench.close());

const done = (...argv: readonly string[]) => bench.done(NOW, ...argv);
const stateOf = async (period: string) => (await done('status', '--period', period)).employers[0].state;
const septembersBalance = async () => {
  const [{ balances = [] }] = (await done('corrections', '2026-09')).runs;
  return balances.map((change: Record<string, unknown>) => [change.beforeMinutes, change.afterMinutes]);
};

beforeEach(async () => {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv, absences: absences.csv } }
payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }] }
account: { target: contract, from: 2026-08-01, period: month }
`,
    {
      'emp.csv': 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays\nann,101,0,12345\n',
      'absences.csv': ABSENCES,
    },
  );
  bench.entries(...ROWS);
  for (const month of ['2026-08', '2026-09']) await done('export', month, '--final');
  bench.entries(...ROWS, FORGOTTEN);
});

test('a correction of August leaves what changed in the account at the end of September', async () => {
  bench.put('absences.csv', PAID_OUT);
  const [{ balances }] = (await done('corrections', '2026-08', '--final')).runs;
  expect(balances).toMatchObject([
    { forPeriod: '2026-08', beforeMinutes: 480, afterMinutes: 540, isLater: false },
    { forPeriod: '2026-09', beforeMinutes: 1440, afterMinutes: 1380, isLater: true },
  ]);
  expect(await stateOf('2026-08')).toBe('corrected');
  expect(await stateOf('2026-09')).toBe('changed');
  expect(await septembersBalance()).toEqual([[1500, 1380]]);
  await done('corrections', '2026-09', '--final');
  expect([await stateOf('2026-09'), await septembersBalance()]).toEqual(['corrected', []]);
});

test('a balance that follows by itself leaves nothing open in September', async () => {
  await done('corrections', '2026-08', '--final');
  expect([await stateOf('2026-08'), await stateOf('2026-09')]).toEqual(['corrected', 'final']);
  expect(await septembersBalance()).toEqual([]);
});

test('work that was forgotten later in September stays open', async () => {
  bench.entries(...ROWS, FORGOTTEN, entryRow('a8', 'ann', '2026-09-21', '17:00', '18:00'));
  await done('corrections', '2026-08', '--final');
  expect(await stateOf('2026-09')).toBe('changed');
  const [{ lines, balances }] = (await done('corrections', '2026-09', '--final')).runs;
  expect(lines).toMatchObject([{ date: '2026-09-21', payCode: 'NORMAL', difference: 60 }]);
  expect(balances).toMatchObject([{ beforeMinutes: 1500, afterMinutes: 1560 }]);
});
