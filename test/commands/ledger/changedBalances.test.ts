import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LedgerBench, startLedgerBench } from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';

/* Changes that move only the balance of closed days: no pay line differs. */

const FIRST = '2026-10-05..2026-10-11';
const SECOND = '2026-10-12..2026-10-18';
const DAILY = 60;
/** So low that no week reaches the limit. */
const LOW = -20_000;

let bench: LedgerBench;
let ids: readonly string[];
let person: string;

beforeEach(async () => {
  bench = await startLedgerBench(
    ['2026-10-05', '2026-10-18'],
    `account: { target: contract, from: 2026-10-05, opening: { column: opening }, period: week, cap: { max: 600, surplus: SURPLUS } }
absences: absences.csv
`,
  );
  ids = bench.giveNumbers();
  person = ids[0] ?? '';
  writeMapping(DAILY);
  writeAbsences();
});
afterEach(() => bench.stop());

/** Only one employee has an account. */
function writeMapping(daily: number, opening = LOW): void {
  const rows = ids.map((id, index) => {
    const isOwn = id === person;
    return [id, 1000 + index, isOwn ? daily : 0, '1234567', isOwn ? '' : 'no', isOwn ? opening : ''].join(
      ',',
    );
  });
  const heading = 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,account,opening';
  writeFileSync(join(bench.service.cwd, 'employees-bakery.csv'), `${[heading, ...rows].join('\n')}\n`);
}

function writeAbsences(...rows: readonly string[]): void {
  const heading = 'employee;from;to;code;minutes;payCode;reason';
  writeFileSync(join(bench.service.cwd, 'absences.csv'), `${[heading, ...rows].join('\n')}\n`);
}

async function makeFinal(period: string): Promise<void> {
  const { status, stderr } = await bench.service.run(
    ['export', period, '--final', '--template', 'pay-lines', ...ACCEPT],
    { nowMs: AFTER },
  );
  expect([status, stderr]).toEqual([0, expect.any(String)]);
}

const corrections = (period: string, ...more: readonly string[]) =>
  bench.run(['corrections', period, ...more, ...(more.includes('--final') ? ACCEPT : [])]);

/** What `explain` shows without an export: the balance before the period. */
async function balanceBefore(period: string): Promise<number> {
  const { explanations } = await bench.json(['explain', period, '--employee', person, '--account', '--json']);
  return explanations[0].account.before;
}

async function verified(): Promise<number> {
  return (await bench.service.run(['verify'], { nowMs: AFTER })).status;
}

describe('corrections that move only a balance', () => {
  test('a row without pay code in closed days is listed, recorded, and the start of later days', {
    tags: 'slow',
  }, async () => {
    await makeFinal(FIRST);
    const before = await balanceBefore(SECOND);
    writeAbsences(`${person};2026-10-07;2026-10-07;ACCOUNT;-45;;typed late`);
    const listed = await corrections(FIRST);
    expect([listed.lines, listed.runId]).toEqual([[], undefined]);
    expect(listed.balances).toMatchObject([
      {
        employeeId: person,
        forPeriod: FIRST,
        date: '2026-10-11',
        since: '2026-10-07',
        beforeMinutes: before,
        afterMinutes: before - 45,
        isLater: false,
      },
    ]);
    expect(await balanceBefore(SECOND)).toBe(before);
    const made = await corrections(FIRST, '--final');
    expect([typeof made.runId, made.files]).toEqual(['string', []]);
    expect(await balanceBefore(SECOND)).toBe(before - 45);
    expect((await corrections(FIRST)).balances).toBeUndefined();
    await makeFinal(SECOND);
    expect(await verified()).toBe(0);
  });

  test('an edited contract is recorded too', async () => {
    await makeFinal(FIRST);
    const before = await balanceBefore(SECOND);
    writeMapping(DAILY + 1);
    const made = await corrections(FIRST, '--final');
    expect(made.lines).toEqual([]);
    expect(made.balances).toHaveLength(1);
    expect(await balanceBefore(SECOND)).toBeLessThan(before);
    expect(await verified()).toBe(0);
  });

  test('the finals that begin with the changed balance are listed with the surplus that changes', {
    tags: 'slow',
  }, async () => {
    writeMapping(DAILY, 0);
    await makeFinal(FIRST);
    await makeFinal(SECOND);
    writeAbsences(`${person};2026-10-07;2026-10-07;ACCOUNT;-100000;;typed late`);
    const { balances } = await corrections(FIRST);
    expect(balances.map(({ forPeriod, isLater }: Record<string, unknown>) => [forPeriod, isLater])).toEqual([
      [FIRST, false],
      [SECOND, true],
    ]);
    const [, later] = balances;
    expect(later.surplusBeforeMinutes).toBeGreaterThan(0);
    expect(later.surplusAfterMinutes).toBe(0);
    await corrections(FIRST, '--final');
    const { lines } = await corrections(SECOND);
    expect(lines).toMatchObject([
      { payCode: 'SURPLUS', before: later.surplusBeforeMinutes, after: 0, causes: ['balance'] },
    ]);
  });

  test('two rows that leave the balance as it was are recorded as well', { tags: 'slow' }, async () => {
    await makeFinal(FIRST);
    writeAbsences(
      `${person};2026-10-07;2026-10-07;ACCOUNT;-45;;a`,
      `${person};2026-10-09;2026-10-09;ACCOUNT;45;;b`,
    );
    const { balances } = await corrections(FIRST, '--final');
    expect(balances).toMatchObject([{ since: '2026-10-07' }]);
    expect((await corrections(FIRST)).balances).toBeUndefined();
  });

  test('the monitor and the board count it without any changed pay line', { tags: 'slow' }, async () => {
    await makeFinal(FIRST);
    const [before] = (await bench.json(['status', '--period', FIRST])).employers;
    expect(before.state).toBe('final');
    writeAbsences(`${person};2026-10-07;2026-10-07;ACCOUNT;-45;;typed late`);
    const { status, stdout } = await bench.service.run(['monitor', '--once'], { nowMs: AFTER });
    expect([status, stdout]).toEqual([0, expect.stringContaining('1 hours account')]);
    const [{ changes }] = (await bench.json(['monitor', '--once', '--all'])).employers;
    expect(changes).toEqual([]);
    const [line] = (await bench.json(['status', '--period', FIRST])).employers;
    expect([line.state, line.changes]).toEqual(['changed', undefined]);
    await corrections(FIRST, '--final');
    const [after] = (await bench.json(['status', '--period', FIRST])).employers;
    expect(after.state).toBe('corrected');
  });

  test('people read who has another balance, from which day, and what to do', async () => {
    await makeFinal(FIRST);
    writeAbsences(`${person};2026-10-07;2026-10-07;ACCOUNT;-45;;typed late`);
    const { stdout } = await bench.service.run(['corrections', FIRST], { nowMs: AFTER });
    expect(stdout).toContain('Balances of hours accounts change. Add --final to record them.');
    expect(stdout).toContain('2026-10-07');
    expect(stdout).toMatch(/\d:\d\d → /);
    expect(stdout).not.toContain(person);
  });
});
