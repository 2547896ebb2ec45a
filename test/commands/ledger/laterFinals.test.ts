// @module-tag slow
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { runPaytally } from '../../support/programs/runPaytally.js';

/* A replaced or corrected final moves what later finals began with: they are not plainly final any more. */

const NOW = '2026-12-03T09:00:00Z';
const [AUGUST, SEPTEMBER, OCTOBER] = ['2026-08', '2026-09', '2026-10'] as const;
const MONTHS = [AUGUST, SEPTEMBER, OCTOBER];
const FORGOTTEN = entryRow('a9', 'ann', '2026-08-06', '08:00', '09:30');
const ROWS = [
  entryRow('a1', 'ann', '2026-08-05', '08:00', '16:00'),
  entryRow('b1', 'bob', '2026-08-05', '08:00', '16:00'),
  entryRow('a2', 'ann', '2026-09-07', '08:00', '16:00'),
  entryRow('a3', 'ann', '2026-10-07', '08:00', '16:00'),
];

let bench: FolderBench;
afterEach(() => bench.close());

/** Three months final: with a high cap, no month pays hours above it. */
async function open(cap: number, rules = accountRules(cap)): Promise<void> {
  bench = openFolderBench(
    `templates: [pay-lines]
employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
${rules}
`,
    {
      'emp.csv':
        'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays\nann,101,0,12345\nbob,102,0,12345\n',
    },
  );
  bench.entries(...ROWS);
  for (const month of MONTHS) await bench.done(NOW, 'export', month, '--final');
}

function accountRules(cap: number): string {
  return `account: { target: contract, from: 2026-08-01, period: month, cap: { max: ${cap}, surplus: OT } }`;
}

const replace = () => bench.done(NOW, 'export', AUGUST, '--final', '--supersede', 'forgotten hours');
const correct = (month: string) => bench.done(NOW, 'corrections', month, '--final');

async function states(): Promise<string[]> {
  const found: string[] = [];
  for (const month of MONTHS)
    found.push((await bench.done(NOW, 'status', '--period', month)).employers[0].state);
  return found;
}

test.each(['a replacement', 'a correction'])('%s moves the surplus of the next final alone', async (how) => {
  await open(600);
  bench.entries(...ROWS, FORGOTTEN);
  const made = how === 'a replacement' ? await replace() : await correct(AUGUST);
  expect(made.runs[0].laterFinals).toMatchObject([{ from: '2026-09-01', to: '2026-09-30' }]);
  const august = how === 'a replacement' ? 'final' : 'corrected';
  expect(await states()).toEqual([august, 'changed', 'final']);
  const [{ lines, balances }] = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs;
  expect(lines).toMatchObject([
    { employeeId: 'ann', payCode: 'OT', before: 360, after: 450, causes: ['balance'] },
  ]);
  expect(balances).toMatchObject([
    {
      employeeId: 'ann',
      forPeriod: SEPTEMBER,
      beforeMinutes: 600,
      afterMinutes: 600,
      surplusBeforeMinutes: 360,
      surplusAfterMinutes: 450,
      isLater: false,
    },
  ]);
  await bench.done(NOW, 'check', SEPTEMBER);
  expect(await states()).toEqual([august, 'changed', 'final']);
  await correct(SEPTEMBER);
  expect(await states()).toEqual([august, 'corrected', 'final']);
  const [left] = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs;
  expect([left.lines, left.balances]).toEqual([[], undefined]);
});

test('without a limit, the balance moves through all later finals until each is corrected', async () => {
  await open(60_000);
  bench.entries(...ROWS, FORGOTTEN);
  const [made] = (await replace()).runs;
  expect(made.laterFinals.map(({ from }: { from: string }) => from)).toEqual(['2026-09-01', '2026-10-01']);
  expect(await states()).toEqual(['final', 'changed', 'changed']);
  const listed = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs[0].balances;
  expect(listed).toMatchObject([
    { employeeId: 'ann', forPeriod: SEPTEMBER, beforeMinutes: 960, afterMinutes: 1050, isLater: false },
    { employeeId: 'ann', forPeriod: OCTOBER, beforeMinutes: 1440, afterMinutes: 1530, isLater: true },
  ]);
  await correct(SEPTEMBER);
  expect(await states()).toEqual(['final', 'corrected', 'changed']);
  await bench.done(NOW, 'check', OCTOBER);
  expect(await states()).toEqual(['final', 'corrected', 'changed']);
  await correct(OCTOBER);
  expect(await states()).toEqual(['final', 'corrected', 'corrected']);
});

test('a replaced later final has begun anew', async () => {
  await open(60_000);
  bench.entries(...ROWS, FORGOTTEN);
  await replace();
  await bench.done(NOW, 'export', SEPTEMBER, '--final', '--supersede', 'began with other hours');
  expect(await states()).toEqual(['final', 'final', 'changed']);
  expect((await bench.done(NOW, 'corrections', SEPTEMBER)).runs[0].balances).toBeUndefined();
});

test('a replacement that moves nothing, or a final that was purged, is left alone', async () => {
  await open(600);
  const [made] = (await replace()).runs;
  expect([made.laterFinals, await states()]).toEqual([undefined, ['final', 'final', 'final']]);
  await bench.done(NOW, 'purge', '--person', 'ann', '--reason', 'asked for it');
  bench.entries(...ROWS, FORGOTTEN);
  const [again] = (await replace()).runs;
  expect(again.laterFinals).toBeUndefined();
});

test('hours over several months move the overtime of the next one', async () => {
  await open(
    0,
    `payRules:
  reference: { months: 3, from: 2026-08-01, absences: counted }
  base: [{ code: OT, over: { reference: 900 } }, { code: NORMAL }]`,
  );
  bench.entries(...ROWS, FORGOTTEN);
  await replace();
  expect(await states()).toEqual(['final', 'changed', 'final']);
});

test('the account of a person without later work goes on: the later final recorded its balance', async () => {
  await open(60_000);
  bench.entries(...ROWS, entryRow('b9', 'bob', '2026-08-06', '08:00', '09:30'));
  await replace();
  expect(await states()).toEqual(['final', 'changed', 'changed']);
  const [{ lines, balances }] = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs;
  expect(lines).toEqual([]);
  expect(balances[0]).toMatchObject({ employeeId: 'bob', beforeMinutes: 480, afterMinutes: 570 });
});

test('people read which months come next, and the command', async () => {
  await open(60_000);
  bench.entries(...ROWS, FORGOTTEN);
  const options = { cwd: bench.cwd, nowMs: Date.parse(NOW) };
  const argv = ['export', AUGUST, '--final', '--supersede', 'forgotten hours'];
  const { stdout, stderr } = await runPaytally(argv, options);
  expect(stdout).toContain(
    'The finals of 2026-09, 2026-10 start from hours that have changed. Run: `paytally corrections 2026-09`',
  );
  expect(stderr).toContain('paytally corrections 2026-09');
});
