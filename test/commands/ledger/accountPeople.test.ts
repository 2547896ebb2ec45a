// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Whose hours account a month has: people without one, and people who are gone. */

const NOW = '2026-11-03T09:00:00Z';
const OCTOBER = '2026-10';
const COLUMNS = 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,account,from,to';
const ANN = 'ann,101,0,12345,,,';
const PAYOUT = 'bob;2026-10-30;2026-10-30;ACCOUNT;-600;OT;paid out';

let bench: FolderBench;
afterEach(() => bench.close());

function open(
  mapping: readonly string[],
  absences: readonly string[],
  from = '2026-08-01',
  rules = '',
): void {
  bench = openFolderBench(
    `templates: [pay-lines]
absences: absences.csv
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
account: { target: contract, from: ${from}, period: month, cap: { max: 600, surplus: OT } }
${rules}
`,
    {
      'emp.csv': `${[COLUMNS, ...mapping].join('\n')}\n`,
      'absences.csv': `${['employee;from;to;code;minutes;payCode;reason', ...absences].join('\n')}\n`,
    },
  );
}

const ANN_WORKS = entryRow('a1', 'ann', '2026-10-05', '08:00', '16:00');
const BOB_WORKS = entryRow('b1', 'bob', '2026-10-05', '08:00', '16:00');
const ACCEPTED = ['--accept', 'BALANCE_UNKNOWN=begins in October'];

describe('a row of an hours account of a person who has none', () => {
  test.each([
    { name: 'the account was given up', rows: ['bob,102,0,12345,no,,'], entries: [ANN_WORKS, BOB_WORKS] },
    { name: 'given up, and without an entry', rows: ['bob,102,0,12345,no,,'], entries: [ANN_WORKS] },
    { name: 'no row in the mapping', rows: [], entries: [ANN_WORKS, BOB_WORKS] },
    { name: 'the first row begins later', rows: ['bob,102,0,12345,,2026-11-01,'], entries: [ANN_WORKS] },
  ])('blocks the final: $name', async ({ rows, entries }) => {
    open([ANN, ...rows], [PAYOUT]);
    bench.entries(...entries);
    const { json, status } = await bench.run(NOW, 'export', OCTOBER, '--final', ...ACCEPTED);
    expect([status, json.error?.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(JSON.stringify(json.error)).toContain('ACCOUNT_ROW_IGNORED');
    const [draft] = (await bench.done(NOW, 'export', OCTOBER)).runs;
    expect(draft.exceptions.ACCOUNT_ROW_IGNORED).toBe(1);
  });

  test('leaves the final alone on a day of another month', async () => {
    open([ANN, 'bob,102,0,12345,no,,'], ['bob;2026-11-02;2026-11-02;ACCOUNT;-600;OT;paid out']);
    bench.entries(ANN_WORKS, BOB_WORKS);
    const [made] = (await bench.done(NOW, 'export', OCTOBER, '--final', ...ACCEPTED)).runs;
    expect(made.exceptions.ACCOUNT_ROW_IGNORED).toBeUndefined();
  });
});

describe('an account of a person who is gone', () => {
  /** Gone after Friday 30 January, without the end of a contract: listed as inactive since. */
  const GONE = 'id,firstName,lastName,active\nann,Ann,A,yes\nbob,Bob,B,no\n';
  const ROWS = [
    entryRow('a1', 'ann', '2026-01-05', '08:00', '16:00'),
    entryRow('b1', 'bob', '2026-01-30', '08:00', '16:00'),
    entryRow('a2', 'ann', '2026-02-05', '08:00', '16:00'),
  ];
  const LATER = '2026-03-02T09:00:00Z';

  /** The absence file makes a read of whole weeks, so that of February has the last days of January. */
  function start(from: string, rules = ''): void {
    open([ANN, 'bob,102,480,12345,,,'], [], from, rules);
    bench.put('hours/employees.csv', GONE);
    bench.entries(...ROWS);
  }

  async function bobsAccount(period: string) {
    const { explanations } = await bench.done(LATER, 'explain', period, '--employee', 'bob', '--account');
    return explanations[0].account;
  }
  const bobsDays = async (period: string): Promise<number> => (await bobsAccount(period)).days.length;
  const bobsBalance = async (period: string): Promise<number> => (await bobsAccount(period)).before;

  test('a record of the days before the month is none of the month: nothing is owed', async () => {
    start('2026-02-01');
    expect(await bobsDays('2026-02')).toBe(0);
  });

  test('nor is one of another month that a correction reads with it', async () => {
    start('2026-01-01', 'payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }] }');
    const accepted = ['--accept', 'ACCOUNT_BELOW=known'];
    for (const month of ['2026-01', '2026-02'])
      await bench.done(LATER, 'export', month, '--final', ...accepted);
    const before = await bobsBalance('2026-03');
    expect(before).toBe(480 - 22 * 480);
    bench.entries(...ROWS, entryRow('a3', 'ann', '2026-01-29', '08:00', '09:30'));
    const [{ balances }] = (await bench.done(LATER, 'corrections', '2026-01', '--final', ...accepted)).runs;
    expect(balances.map(({ employeeId }: { employeeId: string }) => employeeId)).not.toContain('bob');
    expect(await bobsBalance('2026-03')).toBe(before);
  });

  test('nor once both months were corrected together, and then the first one alone', async () => {
    start('2026-01-01');
    const accepted = ['--accept', 'ACCOUNT_BELOW=known'];
    for (const month of ['2026-01', '2026-02'])
      await bench.done(LATER, 'export', month, '--final', ...accepted);
    const before = await bobsBalance('2026-03');
    const late = [
      entryRow('a3', 'ann', '2026-01-29', '08:00', '09:30'),
      entryRow('a4', 'ann', '2026-02-26', '08:00', '09:30'),
    ];
    bench.entries(...ROWS, ...late);
    await bench.done(LATER, 'corrections', '2026-01-01..2026-02-28', '--final', ...accepted);
    expect(await bobsBalance('2026-03')).toBe(before);
    bench.entries(...ROWS, ...late, entryRow('a5', 'ann', '2026-01-28', '08:00', '09:30'));
    await bench.done(LATER, 'corrections', '2026-01', '--final', ...accepted);
    expect(await bobsBalance('2026-03')).toBe(before);
  });

  test('a record of the month is', async () => {
    start('2026-01-01');
    expect(await bobsDays('2026-01')).toBe(31);
  });
});
