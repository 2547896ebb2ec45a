// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Balances of earlier months after later runs that concern those months. */

const NOW = '2026-05-04T09:00:00Z';
const [JANUARY, FEBRUARY, MARCH, APRIL] = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
const COLUMNS = 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,account,opening';
const BOB = 'bob,102,0,12345,,0';
const ANN = 'ann,101,0,12345,,0';
const ACCEPTED = ['--accept', 'BALANCE_UNKNOWN=paid by hand in February'];

let bench: FolderBench;
afterEach(() => bench.close());

const ROWS = [
  entryRow('a1', 'ann', '2026-01-05', '08:00', '18:00'),
  entryRow('b1', 'bob', '2026-01-05', '08:00', '16:00'),
  entryRow('a2', 'ann', '2026-02-05', '08:00', '16:00'),
  entryRow('a3', 'ann', '2026-03-05', '08:00', '09:00'),
  entryRow('a4', 'ann', '2026-04-07', '08:00', '09:00'),
];
const FORGOTTEN = entryRow('b2', 'bob', '2026-01-06', '08:00', '09:30');

function mapping(...rows: readonly string[]): void {
  bench.put('emp.csv', `${[COLUMNS, ...rows].join('\n')}\n`);
}

function open(): void {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
account: { target: contract, from: 2026-01-01, period: month, opening: { column: opening }, cap: { max: 6000, surplus: OT } }
`,
  );
  bench.entries(...ROWS);
  mapping(ANN, BOB);
}

const final = (month: string, ...more: readonly string[]) =>
  bench.run(NOW, 'export', month, '--final', ...more);
const corrected = (month: string, ...more: readonly string[]) =>
  bench.done(NOW, 'corrections', month, '--final', ...more);

async function balanceBefore(month: string): Promise<number | null> {
  const { explanations } = await bench.done(NOW, 'explain', month, '--employee', 'ann', '--account');
  return explanations[0].account.before;
}

describe('an account that began anew after a month without it', () => {
  test.each([
    { name: 'left out by its row', without: ['ann,101,0,12345,no,0'] },
    { name: 'without a row', without: [] },
  ])('keeps its beginning when an earlier month is corrected: $name', async ({ without }) => {
    open();
    expect((await final(JANUARY)).status).toBe(0);
    expect(await balanceBefore(FEBRUARY)).toBe(600);
    mapping(...without, BOB);
    expect((await final(FEBRUARY)).status).toBe(0);
    mapping(ANN, BOB);
    expect((await final(MARCH)).status).toBe(5);
    expect((await final(MARCH, ...ACCEPTED)).status).toBe(0);
    expect(await balanceBefore(APRIL)).toBe(60);
    bench.entries(...ROWS, FORGOTTEN);
    const [{ balances }] = (await corrected(JANUARY)).runs;
    expect(balances).toMatchObject([{ employeeId: 'bob', forPeriod: JANUARY }, {}, {}]);
    expect(await balanceBefore(APRIL)).toBe(60);
    const april = await final(APRIL);
    expect([april.status, april.json.runs?.[0].exceptions.BALANCE_UNKNOWN]).toEqual([0, undefined]);
  });

  test('a month that a correction left without it: later months went on, so the next one asks', async () => {
    open();
    for (const month of [JANUARY, FEBRUARY, MARCH]) expect((await final(month)).status).toBe(0);
    mapping(BOB);
    const [{ balances }] = (await corrected(FEBRUARY)).runs;
    expect(balances[0]).toMatchObject({ employeeId: 'ann', beforeMinutes: 1080, afterMinutes: null });
    mapping(ANN, BOB);
    const blocked = await final(APRIL);
    expect([blocked.status, blocked.json.error?.message]).toEqual([
      5,
      expect.stringContaining('from 2026-02-01 to 2026-02-28'),
    ]);
    await corrected(FEBRUARY);
    expect(await balanceBefore(APRIL)).toBe(1140);
    expect((await final(APRIL)).status).toBe(0);
  });
});
