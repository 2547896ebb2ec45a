import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { entryRow, type FolderBench, openFolderBench } from '../../support/employers/folderBench.js';

/* Who is paid for what where rules of several parts meet: contracts, holidays, averages, accounts and what was read. */

let bench: FolderBench;
afterEach(() => bench.close());

/** @param employer further settings of the employer, such as `employees: people.csv` */
function start(employer: string, settings: string): void {
  bench = openFolderBench(
    `employers: { b: { name: Bakery, zone: Europe/Brussels, ${employer} } }\n${settings}\n`,
  );
}

const write = (name: string, ...lines: readonly string[]) => bench.put(name, `${lines.join('\n')}\n`);

/** `ann 10-05 08:00-16:00` */
function work(...entries: readonly string[]): void {
  bench.entries(
    ...entries.map((entry, index) => {
      const [who = '', day = '', from = '', to = ''] = entry.split(/\s|-(?=\d\d:)/u);
      return entryRow(`e${index}`, who, `2026-${day}`, from, to);
    }),
  );
}

const run = (...argv: readonly string[]) => bench.run('2026-12-04T12:00:00Z', ...argv);

/** The minutes of a period's draft by pay code. */
async function minutes(period: string): Promise<Readonly<Record<string, number>>> {
  const { status, json, stderr } = await run('export', period, '--template', 'pay-lines');
  expect(status, stderr).toBe(0);
  const [heading = '', ...rows] = readFileSync(json.runs[0].files[0].path, 'utf8').trimEnd().split('\n');
  const names = heading.split(',');
  const found: Record<string, number> = {};
  for (const row of rows) {
    const cells = row.split(',');
    const code = cells[names.indexOf('payCode')] ?? '';
    found[code] = (found[code] ?? 0) + Number(cells[names.indexOf('minutes')]);
  }
  return found;
}

describe('a contract that begins or ends within the period', () => {
  const AVERAGE = `payRules:
  reference: { weeks: 4, from: 2026-10-05, absences: counted }
  base: [{ code: OT, over: { average: 600 } }, { code: NORMAL }]`;
  const columns = 'employeeId,employeeNumber,from,to,contractFrom,contractTo';

  test.each([
    ['begins, a row for all days', 'ann,101,,,2026-10-19,', ['10-20', '10-21']],
    ['begins, a row of its days', 'ann,101,2026-10-19,,2026-10-19,', ['10-20', '10-21']],
    ['ends, a row for all days', 'ann,101,,,,2026-10-18', ['10-06', '10-07']],
    ['ends, a row of its days', 'ann,101,,2026-10-18,,2026-10-18', ['10-06', '10-07']],
  ])('%s: the average is that of its days', async (_, row, days) => {
    start('employees: people.csv', AVERAGE);
    write('people.csv', columns, row);
    work(...days.map((day) => `ann ${day} 06:00-20:00`));
    // Two weeks of the contract: 2 × 600 minutes.
    expect(await minutes('2026-10-05..2026-11-01')).toEqual({ NORMAL: 1200, OT: 480 });
  });

  test('a holiday after it is owed nothing, and leave after it is outside it', async () => {
    const rules = 'payRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: contract }] }';
    start('employees: people.csv, absences: absences.csv, holidays: holidays.csv', rules);
    const further = 'contractMinutesPerDay,contractWeekdays';
    write('people.csv', `${columns},${further}`, 'ann,101,,2026-10-15,2020-01-01,2026-10-15,480,12345');
    write('absences.csv', 'employee;from;to;code;days', 'ann;2026-10-12;2026-10-23;LEAVE;1');
    write('holidays.csv', 'date;name;part;where;action', '2026-10-14;Feast;;;add', '2026-10-28;Feast;;;add');
    work('ann 10-05 08:00-16:00');
    const { json } = await run('export', '2026-10', '--template', 'pay-lines');
    expect(json.runs[0].exceptions).toMatchObject({ ABSENCE_OUTSIDE_CONTRACT: 1 });
    expect(json.runs[0].exceptions).not.toHaveProperty('HOLIDAY_HOURS');
    expect(await minutes('2026-10')).toEqual({ NORMAL: 480, FEAST: 480, LEAVE: 3 * 480 });
  });
});

describe('hours that are paid from an account alone', () => {
  const ACCOUNT =
    'account: { target: contract, from: 2026-10-01, period: month, opening: { column: o }, cap: { max: 600, surplus: OT } }';
  const columns = 'employeeId,employeeNumber,from,to,contractMinutesPerDay,contractWeekdays,o';

  test.each([
    ['the same payroll ID', ['ann,101,,,0,12345,0', 'bob,101,,,0,12345,700'], 'DUPLICATE_NUMBER'],
    [
      'the same payroll ID on the last day only',
      ['ann,101,,,0,12345,0', 'bob,102,,2026-10-30,0,12345,700', 'bob,101,2026-10-31,,0,12345,700'],
      'DUPLICATE_NUMBER',
    ],
    ['no payroll ID', ['ann,101,,,0,12345,0', 'bob,,,,0,12345,700'], 'UNMAPPED_EMPLOYEE'],
  ])('%s blocks', async (_, people, code) => {
    start(
      'employees: people.csv',
      `${ACCOUNT}\npayCodes: { NORMAL: { external: "1000" }, OT: { external: "1100" } }`,
    );
    write('people.csv', columns, ...people);
    work('ann 10-05 08:00-16:00');
    write('hours/employees.csv', 'id,firstName,lastName', 'ann,Ann,A', 'bob,Bob,B');
    const final = await run('export', '2026-10', '--final', '--template', 'generic-csv');
    expect([final.status, final.json.error.code]).toEqual([5, 'EXPORT_BLOCKED']);
    expect(final.json.error.message).toContain(code);
  });

  test('leave on a whole holiday is not credited to a day that owes nothing', async () => {
    start(
      'employees: people.csv, absences: absences.csv, holidays: holidays.csv',
      'account: { target: contract, credits: [SICK], from: 2026-10-26, period: week, cap: { max: 0, surplus: OT } }',
    );
    write('people.csv', columns, 'ann,101,,,480,12345,');
    write('absences.csv', 'employee;from;to;code;days', 'ann;2026-10-26;2026-10-30;SICK;1');
    write('holidays.csv', 'date;name;part;where;action', '2026-10-28;Feast;;;add');
    work('ann 10-25 10:00-11:00');
    expect(await minutes('2026-10-26..2026-11-01')).toEqual({ SICK: 5 * 480 });
  });
});

describe('a holiday that is paid by the weeks before it', () => {
  const people = ['employeeId,employeeNumber,contractFrom', 'ann,101,2020-01-01'];

  test('before the period, in a week that counts overtime: paid once, whatever months are exported', async () => {
    start(
      'employees: people.csv, holidays: holidays.csv',
      `payRules:
  base: [{ code: OT, over: { week: 2400, absences: counted } }, { code: NORMAL }]
  notWorked: [{ code: FEAST, by: average, weeks: 3 }]`,
    );
    write('people.csv', ...people);
    write('holidays.csv', 'date;name;part;where;action', '2026-09-28;Feast;;;add');
    work(
      ...['09-07', '09-14', '09-21'].map((day) => `ann ${day} 08:00-16:00`),
      ...['09-29', '09-30', '10-01', '10-02'].map((day) => `ann ${day} 08:00-18:00`),
    );
    const unknown = await run('export', '2026-10', '--template', 'pay-lines');
    expect(unknown.json.runs[0].exceptions).toMatchObject({ HOLIDAY_HOURS: 1 });
    await run('export', '2026-09', '--final', '--template', 'pay-lines');
    const { OT } = await minutes('2026-10');
    // A feast of 8 hours and four days of 10: 8 hours above 40.
    expect(OT).toBe(480);
    expect((await minutes('2026-09-01..2026-10-31')).OT).toBe(480);
  });

  test('a holiday of one place among those weeks shows no ordinary week', async () => {
    start(
      'employees: people.csv, holidays: holidays.csv',
      'payRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: average, weeks: 4, validFrom: 2026-10-01 }] }',
    );
    write('people.csv', ...people);
    write(
      'holidays.csv',
      'date;name;part;where;action',
      '2026-09-09;Fair;;North;add',
      '2026-10-07;Feast;;North;add',
    );
    write(
      'hours/establishments.csv',
      'id,zone,name',
      'north,Europe/Brussels,North',
      'south,Europe/Brussels,South',
    );
    const days = ['09-02', '09-16', '09-23', '09-30', '10-06'];
    write(
      'hours/entries.csv',
      'employee,start,end,break,reviewed,establishment',
      ...days.map((day) => `ann,2026-${day}T08:00,2026-${day}T16:00,0,yes,north`),
    );
    await run('export', '2026-09', '--final', '--template', 'pay-lines');
    expect((await minutes('2026-10')).FEAST).toBe(480);
    expect((await minutes('2026-09-01..2026-10-31')).FEAST).toBe(480);
  });
});

test('a rest day is one by the plan of its period, however much was read', async () => {
  start(
    'employees: people.csv',
    'payRules: { base: [{ code: NORMAL }], loadings: [{ code: REST, on: [restday] }] }\ntemplates: [pay-lines]',
  );
  write('people.csv', 'employeeId,employeeNumber', 'ann,101');
  work('ann 09-07 08:00-16:00', 'ann 09-14 08:00-16:00', 'ann 10-12 08:00-18:00');
  write('hours/shifts.csv', 'employee,start,end', 'ann,2026-10-12T08:00,2026-10-12T16:00');
  for (const month of ['2026-09', '2026-10']) await run('export', month, '--final');
  for (const period of ['2026-09', '2026-09-01..2026-10-31'])
    expect((await run('corrections', period)).json.runs[0].lines).toEqual([]);
});
