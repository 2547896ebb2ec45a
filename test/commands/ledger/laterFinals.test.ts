// @module-tag slow
import { afterEach, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';
import { runPaytally } from '../../support/programs/runPaytally.js';
import { startTestUi } from '../../support/servers/uiService.js';

/* A replaced or corrected final can move the pay of later ones: these are not plainly final any more. */

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
  const [{ lines }] = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs;
  expect(lines).toMatchObject([
    { employeeId: 'ann', payCode: 'OT', before: 360, after: 450, causes: ['balance'] },
  ]);
  await bench.done(NOW, 'check', SEPTEMBER);
  expect(await states()).toEqual([august, 'changed', 'final']);
  await correct(SEPTEMBER);
  expect(await states()).toEqual([august, 'corrected', 'final']);
  const [left] = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs;
  expect([left.lines, left.balances]).toEqual([[], undefined]);
});

test('without a limit, later balances follow by themselves, and nothing is to be corrected', async () => {
  await open(60_000);
  bench.entries(...ROWS, FORGOTTEN);
  const [made] = (await replace()).runs;
  expect([made.laterFinals, await states()]).toEqual([undefined, ['final', 'final', 'final']]);
  const [{ lines, balances }] = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs;
  expect([lines, balances]).toEqual([[], undefined]);
  const accounts = ['explain', '2026-11', '--employee', 'ann', '--account'];
  expect(JSON.stringify(await bench.done(NOW, ...accounts))).toContain('1530');
});

test('a limit that only the month after the next one reaches', async () => {
  await open(1100);
  bench.entries(...ROWS, FORGOTTEN);
  const [made] = (await replace()).runs;
  expect(made.laterFinals).toMatchObject([{ from: '2026-10-01', to: '2026-10-31' }]);
  expect(await states()).toEqual(['final', 'final', 'changed']);
  expect((await bench.done(NOW, 'corrections', OCTOBER)).runs[0].lines).toMatchObject([
    { employeeId: 'ann', payCode: 'OT', before: 340, after: 430, causes: ['balance'] },
  ]);
});

test('a replaced later final has begun anew', async () => {
  await open(600);
  bench.entries(...ROWS, FORGOTTEN);
  await replace();
  await bench.done(NOW, 'export', SEPTEMBER, '--final', '--supersede', 'began with other hours');
  expect(await states()).toEqual(['final', 'final', 'final']);
  const [{ lines, balances }] = (await bench.done(NOW, 'corrections', SEPTEMBER)).runs;
  expect([lines, balances]).toEqual([[], undefined]);
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

test('people read which month comes next, and the command', async () => {
  await open(600);
  bench.entries(...ROWS, FORGOTTEN);
  const options = { cwd: bench.cwd, nowMs: Date.parse(NOW) };
  const argv = ['export', AUGUST, '--final', '--supersede', 'forgotten hours'];
  const { stdout, stderr } = await runPaytally(argv, options);
  expect(stdout).toContain(
    'The final of 2026-09 starts from hours that have changed. Run: `paytally corrections 2026-09`',
  );
  expect(stderr).toContain('paytally corrections 2026-09');
  for (const command of [
    ['status', '--period', AUGUST],
    ['check', AUGUST],
  ])
    expect((await runPaytally(command, options)).stderr).toContain('paytally corrections 2026-09');
});

test('the window leads from the replaced month to the one that comes next', async () => {
  await open(600);
  bench.entries(...ROWS, FORGOTTEN);
  await replace();
  const window = await startTestUi(bench.cwd, { nowMs: Date.parse(NOW) });
  try {
    const session = await window.login();
    const laterOf = async (period: string) => {
      const path = `/api/month?employer=bakery&period=${period}&part=brief`;
      const { status, body } = await window.ask('GET', path, session);
      expect(status, body).toBe(200);
      const { laterChanged, step } = JSON.parse(body);
      return { laterChanged, kind: step.kind, later: step.later };
    };
    const september = { from: '2026-09-01', to: '2026-09-30' };
    expect(await laterOf(AUGUST)).toEqual({ laterChanged: [september], kind: 'later', later: september });
    expect(await laterOf(OCTOBER)).toEqual({ laterChanged: [], kind: 'done', later: null });
    await correct(SEPTEMBER);
    expect(await laterOf(AUGUST)).toEqual({ laterChanged: [], kind: 'done', later: null });
  } finally {
    await window.ui.close();
  }
});
