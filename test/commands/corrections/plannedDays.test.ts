// @module-tag slow
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Days that are paid from the plan, and corrections of other days: hours that are paid stay paid. */

let bench: FolderBench;
afterEach(() => bench.close());

const DURING = '2026-11-17T09:00:00Z';
const AFTER = '2026-12-03T09:00:00Z';

/** The working days of a span, Monday to Friday. */
function workdays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

/** Entries of Ann on working days; some with another end. */
function worked(from: string, to: string, end: string, others: Readonly<Record<string, string>> = {}): void {
  const rows = workdays(from, to).map((day) => entryRow(`e${day}`, 'ann', day, '08:00', others[day] ?? end));
  bench.entries(...rows);
}

function open(rules: string, planned: readonly [string, string]): void {
  bench = openFolderBench(
    `employers: { bakery: { name: Bakery, zone: Europe/Brussels, employees: emp.csv } }
templates: [pay-lines]
payRules:
${rules}
`,
    { 'emp.csv': 'employeeId,employeeNumber\nann,101\n' },
  );
  const shifts = workdays(...planned).map((day) => `s${day},ann,${day}T08:00,${day}T16:00,0,`);
  bench.put('hours/shifts.csv', ['id,employee,start,end,break,establishment', ...shifts, ''].join('\n'));
}

interface Line {
  readonly date: string;
  readonly payCode: string;
  readonly differenceMinutes: number;
  readonly causes: readonly string[];
}

const linesOf = async (instant: string, ...argv: readonly string[]): Promise<readonly Line[]> =>
  (await bench.done(instant, 'corrections', ...argv)).runs[0].lines;

/** Date and pay code -> minutes of all files in a folder that are named like this. */
function paid(folder: string, name: RegExp): Record<string, number> {
  const sums = new Map<string, number>();
  for (const file of bench.list(folder).filter((each) => name.test(each))) {
    const [header = '', ...rows] = bench.read(`${folder}/${file}`).trimEnd().split('\n');
    const [date, code, minutes] = ['date', 'payCode', 'minutes'].map((each) =>
      header.split(',').indexOf(each),
    );
    for (const cells of rows.map((row) => row.split(','))) {
      const key = `${cells[date ?? 0]} ${cells[code ?? 0]}`;
      sums.set(key, (sums.get(key) ?? 0) + Number(cells[minutes ?? 0]));
    }
  }
  return Object.fromEntries([...sums].filter(([, minutes]) => minutes !== 0).sort());
}

test('a date of --estimate-from for the corrections of a month is not one of the next final', async () => {
  open('  base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }]', ['2026-09-28', '2026-10-02']);
  worked('2026-09-28', '2026-10-02', '17:00');
  for (const month of ['2026-09', '2026-10']) await bench.done(AFTER, 'export', month, '--final');
  const lines = await linesOf(AFTER, '2026-09', '--estimate-from', '2026-09-30');
  expect(new Set(lines.map(({ date }) => date))).toEqual(new Set(['2026-09-30']));
});

test('a schedule of corrections estimates no days', async () => {
  open('  base: [{ code: NORMAL }]', ['2026-10-05', '2026-10-05']);
  const schedule = 'schedule: { late: { cron: "0 6 5 * *", corrections: final, estimateDays: 1 } }';
  bench.put('paytally.yaml', `${bench.read('paytally.yaml')}${schedule}\n`);
  const { status, json } = await bench.run(AFTER, 'status');
  expect([status, json.error.code]).toEqual([2, 'CONFIG_INVALID']);
  expect(json.error.message).toContain('estimateDays');
});

describe.each([
  ['week', '  base: [{ code: OT, over: { week: 2400 } }, { code: NORMAL }]'],
  [
    'reference period',
    `  reference: { months: 3, from: 2026-10-01, absences: ignored }
  base: [{ code: OT, over: { average: 2400 } }, { code: NORMAL }]`,
  ],
])('while a month is paid from the plan, with overtime over a %s', (_name, rules) => {
  beforeEach(async () => {
    // Sunday, 1 November is in the last week of October.
    open(rules, ['2026-09-28', '2026-11-30']);
    worked('2026-09-28', '2026-11-16', '16:00');
    await bench.done(DURING, 'export', '2026-10', '--final');
    await bench.done(DURING, 'export', '2026-11', '--final', '--estimate-from', '2026-11-17');
    worked('2026-09-28', '2026-11-16', '16:00', { '2026-10-07': '18:00', '2026-10-30': '18:00' });
  });

  test('an earlier month is corrected without the days to come', async () => {
    const listed = await linesOf(DURING, '2026-10');
    const lines = await linesOf(DURING, '2026-10', '--final');
    expect(lines.map(({ date }) => date)).toContain('2026-10-30');
    expect(lines.filter(({ date }) => date >= '2026-11-17')).toEqual([]);
    expect(listed).toEqual(lines);
    worked('2026-09-28', '2026-11-30', '16:00', { '2026-10-07': '18:00', '2026-10-30': '18:00' });
    await linesOf(AFTER, '2026-11', '--final');
    for (const month of ['2026-10', '2026-11']) await bench.done(AFTER, 'export', month);
    expect(paid('out', /^bakery_.*\.csv$/)).toEqual(paid('out/draft', /^bakery_.*\.csv$/));
  });

  test('the days to come are taken back only of that month, and only if that is accepted', async () => {
    const { status, json } = await bench.run(DURING, 'corrections', '2026-11', '--final');
    expect([status, json.error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(json.error.message).toContain('PERIOD_NOT_OVER');
    const accepted = ['--accept', 'PERIOD_NOT_OVER=closed for good'];
    const other = await linesOf(DURING, '2026-10', '--final', ...accepted);
    expect(other.filter(({ date }) => date >= '2026-11-17')).toEqual([]);
    const own = await linesOf(DURING, '2026-11', '--final', ...accepted);
    expect(own.filter(({ date }) => date >= '2026-11-18').length).toBeGreaterThan(5);
  });
});
