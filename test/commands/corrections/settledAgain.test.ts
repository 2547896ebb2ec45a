// @module-tag slow
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Hours whose correction was settled, and that are read again: nothing is paid twice without a question. */

const CONFIGURATION = `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
schedule:
  late: { cron: "0 6 10 * *", period: last-month, corrections: final }
`;
const BY_HAND = `templates: [datev-lodas]
payCodes: { NORMAL: { external: "100" } }
variables: { datev-lodas: { consultant: "278041", client: "25016" } }
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
`;
const FILES = { 'emp.csv': 'employeeId,employeeNumber\nann,101\nbob,102\ncleo,103\n' };
const NOVEMBER = '2026-11-03T09:00:00Z';

let bench: FolderBench;
afterEach(() => bench.close());

const ann = entryRow('e1', 'ann', '2026-10-05', '08:00', '16:00');
const bob = entryRow('e2', 'bob', '2026-10-05', '08:00', '16:00');
const cleo = ['2026-10-01', '2026-10-05', '2026-10-31'].map((day) =>
  entryRow(`c${day}`, 'cleo', day, '08:00', '16:00'),
);

interface Line {
  readonly line: string;
  readonly difference: number;
  readonly settledBefore?: { readonly amount: number; readonly reasons: readonly string[] };
}

const corrections = (...argv: readonly string[]) => bench.run(NOVEMBER, 'corrections', '2026-10', ...argv);
const linesNow = async (): Promise<readonly Line[]> => (await corrections()).json.runs[0].lines;
const settling = async (reason: string) =>
  (await linesNow()).flatMap(({ line }) => ['--settle', `${line}=${reason}`]);

/** A final whose entries of Ann and Bob are gone, and were left paid; then they are read again. */
async function leftPaid(configuration = CONFIGURATION): Promise<void> {
  bench = openFolderBench(configuration, FILES);
  bench.entries(...cleo, ann, bob);
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final');
  bench.entries(...cleo);
  await bench.done(NOVEMBER, 'corrections', '2026-10', '--final', ...(await settling('stays paid')));
  expect(await linesNow()).toEqual([]);
  bench.entries(...cleo, ann, bob);
}

describe('hours that were left paid come back', { timeout: 120_000 }, () => {
  test('the list has the recorded reason, and settling again leaves the pay as it is', async () => {
    await leftPaid();
    const lines = await linesNow();
    expect(lines.map(({ difference, settledBefore }) => [difference, settledBefore])).toEqual([
      [480, { amount: -480, reasons: ['stays paid'] }],
      [480, { amount: -480, reasons: ['stays paid'] }],
    ]);
    await bench.done(NOVEMBER, 'corrections', '2026-10', '--final', ...(await settling('stays paid')));
    expect(await linesNow()).toEqual([]);
    expect(bench.list('out').filter((name) => name.includes('corrections'))).toEqual([]);
  });

  test('who typed the command has read the list: they are paid, and further changes have no reason', async () => {
    await leftPaid();
    await bench.done(NOVEMBER, 'corrections', '2026-10', '--final');
    expect(bench.list('out').filter((name) => name.includes('corrections'))).toHaveLength(1);
    bench.entries(...cleo, entryRow('e1', 'ann', '2026-10-05', '08:00', '17:00'), bob);
    expect((await linesNow()).map(({ settledBefore }) => settledBefore)).toEqual([undefined]);
  });

  test('under another payroll ID', async () => {
    await leftPaid();
    bench.put('emp.csv', FILES['emp.csv'].replace('101', '111').replace('102', '112'));
    const lines = await linesNow();
    expect(
      lines.filter(({ difference }) => difference > 0).map(({ settledBefore }) => settledBefore?.reasons),
    ).toEqual([['stays paid'], ['stays paid']]);
  });

  test('a schedule sends nothing', async () => {
    await leftPaid();
    await bench.run('2026-11-09T08:00:00Z', 'schedule', 'run', '--due');
    const { json } = await bench.run('2026-11-10T06:10:00Z', 'schedule', 'run', '--due');
    expect(JSON.stringify(json)).toContain('SETTLED_AGAIN');
    expect(bench.list('out').filter((name) => name.includes('corrections'))).toEqual([]);
  });

  test('the sheet to enter by hand has the recorded reason', async () => {
    await leftPaid(BY_HAND);
    const { json } = await corrections('--sheet', 'hand.xlsx');
    expect(json.runs[0].sheet).toEqual([
      expect.objectContaining({ employeeNumber: '101', type: 8, settledBefore: ['stays paid'] }),
      expect.objectContaining({ employeeNumber: '102', type: 8, settledBefore: ['stays paid'] }),
    ]);
  });
});

test('hours that were left out, and are gone: nothing that was never paid is taken back', {
  timeout: 120_000,
}, async () => {
  bench = openFolderBench(CONFIGURATION, FILES);
  bench.entries(...cleo, ann);
  await bench.done('2026-11-02T09:00:00Z', 'export', '2026-10', '--final');
  bench.entries(...cleo, entryRow('e1', 'ann', '2026-10-05', '08:00', '17:00'));
  await bench.done(NOVEMBER, 'corrections', '2026-10', '--final', ...(await settling('not agreed')));
  bench.entries(...cleo, ann);
  const lines = await linesNow();
  expect(lines.map(({ difference, settledBefore }) => [difference, settledBefore?.reasons])).toEqual([
    [-60, ['not agreed']],
  ]);
  await bench.run('2026-11-09T08:00:00Z', 'schedule', 'run', '--due');
  const { json } = await bench.run('2026-11-10T06:10:00Z', 'schedule', 'run', '--due');
  expect(JSON.stringify(json)).toMatch(/SETTLED_AGAIN.*not agreed/s);
});
