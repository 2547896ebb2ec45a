import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ACCEPT,
  AFTER,
  type SampleService,
  sampleData,
  sampleOfDays,
  startSampleService,
} from '../../support/employers/sampleService.js';

const WEEK = '2026-10-05..2026-10-11';
const FIRST = '2026-10-05..2026-10-07';
const REST = '2026-10-08..2026-10-11';
const JAN = 'b9f56a58-ed8a-4b79-b4e1-74921f729467';

function rules(more = '', counters = ''): string {
  return `payRules:
  reference: { weeks: 1, from: 2026-10-05, absences: counted${more} }
  base:
    - { code: OT, over: { average: 900 } }
    - { code: NORMAL }
${counters}`;
}

let service: SampleService;
afterEach(() => service.stop());

async function started(configuration: string, from = '2026-10-05'): Promise<void> {
  const employers = await sampleOfDays(from, '2026-10-11');
  service = await startSampleService({ employers }, configuration);
}

async function exported(period: string, ...more: readonly string[]) {
  const argv = ['export', period, '--template', 'pay-lines', '--json', ...ACCEPT, ...more];
  const { status, stdout, stderr } = await service.run(argv, { nowMs: AFTER });
  const { runs, errors } = JSON.parse(stdout);
  return { status, stderr, errors, exceptions: runs?.[0]?.exceptions ?? {} };
}

/** The employee, date, code and minutes of paid work in a period's file. */
function linesOf(period: string, folder = '', kind = 'base'): string[] {
  const path = join(service.cwd, 'out', folder, `bakery_${period}_pay-lines.csv`);
  const [heading = '', ...rows] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const at = (name: string) => heading.split(',').indexOf(name);
  const names = ['employeeId', 'date', 'payCode', 'minutes'];
  return rows
    .map((row) => row.split(','))
    .filter((cells) => cells[at('kind')] === kind)
    .map((cells) => names.map((name) => cells[at(name)]).join(' '));
}

describe('overtime over a reference period', () => {
  test('is the same in two consecutive finals as in one run over both periods', {
    tags: 'slow',
  }, async () => {
    await started(rules());
    expect((await exported(FIRST, '--final')).status).toBe(0);
    const { status, exceptions } = await exported(REST, '--final');
    expect([status, exceptions.BALANCE_UNKNOWN]).toEqual([0, undefined]);
    expect((await exported(WEEK)).status).toBe(0);
    const whole = linesOf(WEEK, 'draft');
    expect([...linesOf(FIRST), ...linesOf(REST)].sort()).toEqual(whole.sort());
    expect(whole.filter((line) => line.includes(' OT ')).length).toBeGreaterThan(5);
  });

  test('names the earlier days without a final, and refuses a final until they have one', async () => {
    await started(rules());
    const draft = await exported(REST);
    expect([draft.status, draft.exceptions.BALANCE_UNKNOWN]).toEqual([0, 1]);
    expect(await exported(REST, '--final')).toMatchObject({ status: 5 });
  });

  test('starts from the opening balances in the mapping file, and names employees who have none', async () => {
    await started(rules(', opening: { column: before, until: 2026-10-07 }'));
    const path = join(service.cwd, 'employees-bakery.csv');
    const [heading = '', ...people] = readFileSync(path, 'utf8').trimEnd().split('\n');
    const values = people.map((row, index) => `${row},${row.startsWith(JAN) ? '' : index === 0 ? 900 : 0}`);
    writeFileSync(path, `${[`${heading},before`, ...values].join('\n')}\n`);
    const { status, exceptions } = await exported(REST);
    expect([status, exceptions.BALANCE_UNKNOWN]).toEqual([0, 1]);
    const [first = ''] = people;
    const ofFirst = linesOf(REST, 'draft').filter((line) => line.startsWith(first.slice(0, 36)));
    expect(ofFirst.every((line) => line.includes(' OT '))).toBe(true);
    expect(ofFirst.length).toBeGreaterThan(0);
  });

  test('a yearly counter adds the minutes of earlier finals, and names employees who reach its limit', {
    tags: 'slow',
  }, async () => {
    await started(
      rules('', '  counters: [{ name: all work, of: [NORMAL, OT], limit: 1500, from: "10-05" }]\n'),
    );
    await exported(FIRST, '--final');
    const minutes = new Map<string, number>();
    await exported(WEEK);
    for (const line of linesOf(WEEK, 'draft')) {
      const [id = '', , , count] = line.split(' ');
      minutes.set(id, (minutes.get(id) ?? 0) + Number(count));
    }
    const over = [...minutes.values()].filter((sum) => sum >= 1500).length;
    expect(over).toBeGreaterThan(0);
    expect(over).toBeLessThan(minutes.size);
    const { exceptions } = await exported(REST);
    expect(exceptions.COUNTER_REACHED).toBe(over);
  });
});

test('a holiday is paid by the same weekday of earlier weeks that finals cover', async () => {
  const configuration =
    'payRules:\n  base: [{ code: NORMAL }]\n  notWorked: [{ code: FEAST, by: average, weeks: 1 }]\n';
  await started(configuration, '2026-09-28');
  const path = join(service.cwd, 'employees-bakery.csv');
  const [heading = '', ...people] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const rows = people.map((row) => `${row},2020-01-01`);
  writeFileSync(path, `${[`${heading},contractFrom`, ...rows].join('\n')}\n`);
  const { exceptions } = await exported(WEEK);
  expect(exceptions.HOLIDAY_HOURS).toBeGreaterThan(20);
  const before = '2026-10-01..2026-10-04';
  await exported(before, '--final');
  // Two employees are not in the mapping file, so their start dates are unknown.
  expect((await exported(WEEK)).exceptions.HOLIDAY_HOURS).toBe(2);
  const minutesOn = (lines: readonly string[], date: string): ReadonlyMap<string, number> => {
    const sums = new Map<string, number>();
    for (const [id = '', on, , minutes] of lines.map((line) => line.split(' '))) {
      if (on === date) sums.set(id, (sums.get(id) ?? 0) + Number(minutes));
    }
    return sums;
  };
  const [weekBefore, holiday] = [
    minutesOn(linesOf(before), '2026-10-02'),
    minutesOn(linesOf(WEEK, 'draft'), '2026-10-09'),
  ];
  const { employers } = await sampleData();
  const { employees = [] } = employers[0]?.records ?? {};
  // Inactive employees without records have no known amounts due.
  const active = new Set(
    ('onDate' in employees ? [] : [...employees]).flatMap(({ id, isActive }) => (isActive ? [id] : [])),
  );
  const owed = [...weekBefore]
    .map(([id, minutes]) => [id, minutes - (holiday.get(id) ?? 0)] as const)
    .filter(([id, minutes]) => minutes > 0 && active.has(id) && people.some((row) => row.startsWith(id)));
  const paid = [...minutesOn(linesOf(WEEK, 'draft', 'not-worked'), '2026-10-09')];
  expect(paid.sort()).toEqual(owed.sort());
  expect(paid.length).toBeGreaterThan(3);
});
