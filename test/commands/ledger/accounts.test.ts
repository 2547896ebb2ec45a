// @module-tag slow
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Entry, type LedgerBench, startLedgerBench } from '../../support/employers/ledgerBench.js';
import { ACCEPT, AFTER } from '../../support/employers/sampleService.js';

const FIRST = '2026-10-05..2026-10-11';
const SECOND = '2026-10-12..2026-10-18';
const BOTH = '2026-10-05..2026-10-18';
const MAX = 60;
/** A day of the first week is a holiday, which owes nothing. */
const FIRST_DAYS = 6;
const RULES = `account:
  { target: contract, from: 2026-10-05, opening: { column: opening }, period: week, cap: { max: ${MAX}, surplus: SURPLUS } }
absences: absences.csv
`;

let bench: LedgerBench;
let person: Worker;

/** An employee who works longer in the second week, with a contract of the hours of the first one. */
interface Worker {
  readonly id: string;
  readonly first: number;
  readonly second: number;
  /** Contract minutes of each day. */
  readonly daily: number;
}

beforeEach(async () => {
  bench = await startLedgerBench(['2026-10-05', '2026-10-18'], RULES);
  person = { id: '', first: 0, second: 0, daily: 0 };
  writeMapping();
  writeAbsences();
  const [first] = await workers();
  if (first === undefined) throw new Error('the sample has an employee who works longer in the second week');
  person = first;
  writeMapping();
});
afterEach(() => bench.stop());

/** Paid minutes of the draft's file, which a contract is chosen to match. */
async function workers(): Promise<Worker[]> {
  await exported(BOTH);
  const sums = new Map<string, [number, number]>();
  for (const { employeeId = '', date = '', kind = '', minutes } of paidLines(BOTH, 'draft')) {
    if (!['base', 'topup'].includes(kind)) continue;
    const own = sums.get(employeeId) ?? [0, 0];
    own[date <= '2026-10-11' ? 0 : 1] += Number(minutes);
    sums.set(employeeId, own);
  }
  return [...sums]
    .map(([id, [first, second]]) => ({ id, first, second, daily: Math.floor(first / FIRST_DAYS) }))
    .filter(
      ({ first, second, daily }) => first > 600 && second > (first * 7) / FIRST_DAYS + 100 && daily < 1440,
    );
}

function writeMapping(opening: string | number = MAX - 10): void {
  const ids = bench.giveNumbers();
  const rows = ids.map((id, index) => {
    const daily = id === person.id ? person.daily : 0;
    const column = id === person.id ? '' : 'no';
    return `${id},${1000 + index},${daily},1234567,${column},${id === person.id ? opening : ''}`;
  });
  const heading = 'employeeId,employeeNumber,contractMinutesPerDay,contractWeekdays,account,opening';
  writeFileSync(join(bench.service.cwd, 'employees-bakery.csv'), `${[heading, ...rows].join('\n')}\n`);
}

function writeAbsences(...rows: readonly string[]): void {
  const heading = 'employee;from;to;code;minutes;payCode;reason';
  writeFileSync(join(bench.service.cwd, 'absences.csv'), `${[heading, ...rows].join('\n')}\n`);
}

function paidLines(period: string, ...folder: readonly string[]): Record<string, string | undefined>[] {
  const file = bench.text(...folder, `bakery_${period}_pay-lines.csv`);
  const [heading = '', ...rows] = file.trimEnd().split('\n');
  const names = heading.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, at) => [names[at], cell])));
}

function surplusIn(period: string, ...folder: readonly string[]): string[] {
  return paidLines(period, ...folder)
    .filter(({ kind }) => kind === 'surplus')
    .map(({ date, payCode, minutes }) => `${date} ${payCode} ${minutes}`);
}

async function exported(period: string, ...more: readonly string[]) {
  const argv = ['export', period, '--template', 'pay-lines', '--json', ...ACCEPT, ...more];
  const { status, stdout } = await bench.service.run(argv, { nowMs: AFTER });
  const { runs, error, errors } = JSON.parse(stdout);
  return { status, error, errors, exceptions: runs?.[0]?.exceptions ?? {} };
}

/** 30 minutes less of the person's first entry since a day. */
function withLess(records: LedgerBench['records'], from = '2026-10-05'): LedgerBench['records'] {
  const entries = records['time-entries'] as readonly Entry[];
  const first = entries.find(
    ({ employeeId, workDate, workedMinutes }) =>
      employeeId === person.id && workDate >= from && (workedMinutes ?? 0) > 240,
  );
  return {
    ...records,
    'time-entries': entries.map((entry) =>
      entry === first ? { ...entry, workedMinutes: (entry.workedMinutes ?? 0) - 30 } : entry,
    ),
  };
}

const left = () => person.first - FIRST_DAYS * person.daily + MAX - 10;
const surplus = () => left() + person.second - 7 * person.daily - MAX;

describe('the balances of hours accounts in the ledger', () => {
  test('two finals pay what one run over both weeks pays', { tags: 'slow' }, async () => {
    expect((await exported(FIRST, '--final')).status).toBe(0);
    const second = await exported(SECOND, '--final');
    expect([second.status, second.exceptions.BALANCE_UNKNOWN]).toEqual([0, undefined]);
    await exported(BOTH);
    expect(surplus()).toBeGreaterThan(40);
    expect(surplusIn(BOTH, 'draft')).toEqual([`2026-10-18 SURPLUS ${surplus()}`]);
    expect([...surplusIn(FIRST), ...surplusIn(SECOND)]).toEqual(surplusIn(BOTH, 'draft'));
    const { status } = await bench.service.run(['verify'], { nowMs: AFTER });
    expect(status).toBe(0);
  });

  test('a change in the first week corrects the surplus of the second, with the cause balance', {
    tags: 'slow',
  }, async () => {
    await exported(FIRST, '--final');
    await exported(SECOND, '--final');
    const env = await bench.changed((records) => withLess(records));
    const { lines } = await bench.run(['corrections', BOTH], env);
    const own = lines.filter((line: { payCode: string }) => line.payCode === 'SURPLUS');
    expect(own).toMatchObject([
      { date: '2026-10-18', before: surplus(), after: surplus() - 30, causes: ['balance'] },
    ]);
  });

  test('a correction of the first week alone changes what the second begins with', {
    tags: 'slow',
  }, async () => {
    await exported(FIRST, '--final');
    await exported(SECOND, '--final');
    const env = await bench.changed((records) => withLess(records));
    await bench.run(['corrections', FIRST, '--final', ...ACCEPT], env);
    const { lines } = await bench.run(['corrections', SECOND], env);
    expect(lines).toMatchObject([
      {
        date: '2026-10-18',
        payCode: 'SURPLUS',
        before: surplus(),
        after: surplus() - 30,
        causes: ['balance'],
      },
    ]);
    await bench.run(['corrections', SECOND, '--final', ...ACCEPT], env);
    expect((await bench.run(['corrections', BOTH], env)).lines).toEqual([]);
  });

  test('a final from an unknown balance is blocked; accepted, it begins with the opening balance', async () => {
    const blocked = await exported(SECOND, '--final');
    expect(blocked.status).toBe(5);
    const accepted = await exported(
      SECOND,
      '--final',
      '--accept',
      'BALANCE_UNKNOWN=began anew with the union',
    );
    expect([accepted.status, accepted.exceptions.BALANCE_UNKNOWN]).toEqual([0, 1]);
    expect(surplusIn(SECOND)).toEqual([`2026-10-18 SURPLUS ${person.second - 7 * person.daily - 10}`]);
  });

  test('a recorded balance that cannot be known is said, and not called unchanged', {
    tags: 'slow',
  }, async () => {
    await exported(FIRST, '--final');
    await exported(SECOND, '--final');
    const env = await bench.changed((records) => withLess(records));
    await bench.run(['corrections', FIRST, '--final', ...ACCEPT], env);
    const { purged } = await bench.run(['purge', '--before', '2026-10-12'], env);
    expect(purged).toHaveLength(2);
    const { stdout } = await bench.service.run(['check', SECOND, '--template', 'pay-lines'], {
      nowMs: AFTER,
      env,
    });
    const [, ofBalance = ''] = stdout.split('BALANCE_NOT_COMPARED (to check): Balance not compared, 1\n');
    expect(ofBalance).toContain('is unknown (records of earlier days were deleted)');
    const listed = ofBalance.split('→')[0] ?? '';
    expect(listed.match(/ 2026-10-18/g)).toHaveLength(1);
  });

  test('a final knows the balance that it began with, also once the records of those days are deleted', {
    tags: 'slow',
  }, async () => {
    await exported(FIRST, '--final');
    await exported(SECOND, '--final');
    expect((await bench.run(['purge', '--before', '2026-10-12'])).purged).toHaveLength(1);
    const unchanged = await bench.run(['corrections', SECOND]);
    expect([unchanged.lines, unchanged.balances, unchanged.refusal]).toEqual([[], undefined, undefined]);
    const env = await bench.changed((records) => withLess(records, '2026-10-12'));
    const { lines } = await bench.run(['corrections', SECOND, '--final', ...ACCEPT], env);
    expect(lines).toContainEqual(
      expect.objectContaining({ payCode: 'SURPLUS', before: surplus(), after: surplus() - 30 }),
    );
    expect((await bench.run(['corrections', SECOND], env)).lines).toEqual([]);
  });

  test('an account that finals lack does not begin anew in silence', { tags: 'slow' }, async () => {
    const [a, b, c] = ['2026-10-05..2026-10-08', '2026-10-09..2026-10-11', SECOND];
    const days = { ...person, daily: 0 };
    person = days;
    writeMapping();
    expect((await exported(a, '--final')).status).toBe(0);
    const path = join(bench.service.cwd, 'employees-bakery.csv');
    const rows = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, rows.filter((row) => !row.startsWith(person.id)).join('\n'));
    expect((await exported(b, '--final')).status).toBe(0);
    writeFileSync(path, rows.join('\n'));
    const { status, exceptions, error } = await exported(c, '--final');
    expect([status, exceptions]).toEqual([5, {}]);
    expect(error.message).toContain('from 2026-10-09 to 2026-10-11');
    expect((await exported(b)).exceptions.BALANCE_NOT_COMPARED).toBe(undefined);
    // The row is back, so that the final without it has another balance: a correction closes the gap.
    const { balances } = await bench.run(['corrections', b, '--final', ...ACCEPT]);
    expect(balances).toMatchObject([{ employeeId: person.id, beforeMinutes: null }]);
    expect(balances[0].afterMinutes).toBeGreaterThan(0);
    const continued = await exported(c, '--final');
    expect([continued.status, continued.exceptions.BALANCE_UNKNOWN]).toEqual([0, undefined]);
  });

  test('an account that was given up asks for no balance any more', async () => {
    const [first, third] = ['2026-10-05..2026-10-07', '2026-10-11..2026-10-11'];
    expect((await exported(first, '--final')).status).toBe(0);
    // The account ends on a day without a final.
    const path = join(bench.service.cwd, 'employees-bakery.csv');
    const [heading, ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
    const dated = rows.flatMap((row) =>
      row.startsWith(person.id)
        ? [`${row},,2026-10-08`, `${row.replace(/,,(\d+)$/, ',no,$1')},2026-10-09,`]
        : [`${row},,`],
    );
    writeFileSync(path, [`${heading},from,to`, ...dated].join('\n'));
    const accepted = await exported(third, '--final', '--accept', 'BALANCE_UNKNOWN=8 to 10 October by hand');
    expect([accepted.status, accepted.exceptions.BALANCE_UNKNOWN]).toEqual([0, 1]);
    const { status, exceptions } = await exported(SECOND, '--final');
    expect([status, exceptions.BALANCE_UNKNOWN]).toEqual([0, undefined]);
  });

  test('a payout leaves the account and is paid', async () => {
    writeAbsences(`${person.id};2026-10-07;2026-10-07;ACCOUNT;-45;OT;agreed in October`);
    await exported(BOTH);
    expect(surplusIn(BOTH, 'draft')).toEqual(['2026-10-07 OT 45', `2026-10-18 SURPLUS ${surplus() - 45}`]);
  });

  test('an empty opening balance of somebody who was there is unknown', async () => {
    writeMapping('');
    const { exceptions } = await exported(FIRST);
    expect(exceptions.BALANCE_UNKNOWN).toBe(1);
  });

  test('explain shows the account day by day, and the ledger has what a person may ask for', async () => {
    writeAbsences(`${person.id};2026-10-07;2026-10-07;ACCOUNT;-45;;agreed in October`);
    await exported(FIRST, '--final');
    const argv = ['explain', SECOND, '--employee', person.id, '--account'];
    const { stdout } = await bench.service.run(argv, { nowMs: AFTER });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.trim());
    expect(lines[0]).toMatch(/^bakery: hours account of .+, 2026-10-12 to 2026-10-18$/);
    expect(lines[3]).toMatch(/^Balance before .*\d:\d\d$/);
    expect(lines.filter((line) => line.startsWith('2026-10-1'))).toHaveLength(7);
    const before = await bench.service.run(['explain', FIRST, '--employee', person.id, '--account'], {
      nowMs: AFTER,
    });
    expect(before.stdout).toContain('2026-10-07: −0:45 (agreed in October)');
    const { explanations } = await bench.json([...argv.slice(0, -1), '--json']);
    const { days, before: begins } = explanations[0].account;
    expect([begins, days.length]).toEqual([left() - 45, 7]);
    const { people } = await bench.json(['person', person.id, '--json']);
    expect(JSON.stringify(people)).toContain(`"balances":{"2026-10-11":${left() - 45}}`);
  });

  test('templates print a row a person, and a row a day', async () => {
    const columns = ['beforeMinutes', 'targetMinutes', 'paidOutMinutes', 'balanceMinutes'];
    for (const data of ['accounts', 'account-days'])
      writeFileSync(
        join(bench.service.cwd, `${data}.yaml`),
        `kind: text\ndescription: Own\naudience: people\nrows:\n  each: ${data}\n  columns:\n${columns
          .filter((name) => data === 'accounts' || name !== 'beforeMinutes')
          .map((name) => `    - { header: ${name}, value: "{{${name}}}" }\n`)
          .join('')}`,
      );
    const templates = ['--template', './accounts.yaml', '--template', './account-days.yaml'];
    await bench.run(['export', BOTH, ...templates, ...ACCEPT]);
    expect(bench.text('draft', `bakery_${BOTH}_accounts.csv`).trimEnd().split('\n').slice(1)).toEqual([
      [MAX - 10, (FIRST_DAYS + 7) * person.daily, surplus(), MAX].join(','),
    ]);
    const days = bench.text('draft', `bakery_${BOTH}_account-days.csv`).trimEnd().split('\n').slice(1);
    expect([days.length, days.at(-1)]).toEqual([14, [person.daily, surplus(), MAX].join(',')]);
  });
});
