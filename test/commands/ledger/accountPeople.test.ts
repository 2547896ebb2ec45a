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

function open(mapping: readonly string[], absences: readonly string[]): void {
  bench = openFolderBench(
    `templates: [pay-lines]
absences: absences.csv
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
account: { target: contract, from: 2026-08-01, period: month, cap: { max: 600, surplus: OT } }
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
