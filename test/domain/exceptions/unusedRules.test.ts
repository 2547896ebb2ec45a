import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { RuleUsage, type UsedBy } from '../../../src/domain/exceptions/unusedRules.js';
import { holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { computePay } from '../../../src/domain/pay/computePay.js';
import type { PayRules } from '../../../src/domain/pay/payRules.js';
import { listScopedRules, mayApplyToEmployee } from '../../../src/domain/pay/ruleScope.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { configured, workedOf } from '../../support/records/payFixture.js';
import { entry, period } from '../../support/records/periodFixture.js';

const rulesOf = (yaml: string) => payRulesOf(configured(yaml));
const IN_ALL_LISTS = `
minimumPaid: { entry: 180, code: CALLOUT, teams: [t] }
payRules:
  base:
    - { code: OVER, over: { day: 480 }, tasks: [on-call] }
    - { code: MORE, over: { week: { column: hours } } }
    - { code: TRAVEL, tasks: [a, b, c, d] }
    - { code: NORMAL }
  loadings: [{ code: GRADE, employees: { grade: [A], since: { from: 2020-01-01, before: 2026-11-01 } } }]
  counts:
    - { code: PAUSE, per: gap, minutes: 30, establishments: [e] }
    - { code: MEAL, per: entry, establishments: [e] }
`;

describe('the rules that name records', () => {
  const scoped = listScopedRules(rulesOf(IN_ALL_LISTS));

  test('are named as configured', () => {
    expect(scoped.map(({ path, names }) => `${path}: ${names}`)).toEqual([
      'payRules.base[0]: tasks: on-call',
      'payRules.base[1]: over.column: hours',
      'payRules.base[2]: tasks: a, b, c … (4)',
      'payRules.loadings[0]: employees.grade: A; employees.since: from 2020-01-01, before 2026-11-01',
      'payRules.counts[0]: establishments: e',
      'payRules.counts[1]: establishments: e',
      'minimumPaid: teams: t',
    ]);
  });

  test('may take no minutes if that is seldom: overtime, minimums, breaks', () => {
    expect(scoped.filter(({ isSeldom }) => isSeldom).map(({ code }) => code)).toEqual([
      'OVER',
      'MORE',
      'PAUSE',
      'CALLOUT',
    ]);
  });

  test('with limits in columns apply to employees who have a limit', () => {
    const more = scoped.find(({ code }) => code === 'MORE');
    if (more === undefined) throw new Error('no such rule');
    const isFor = (columns: Record<string, string> | undefined) => mayApplyToEmployee(more, 'ann', columns);
    expect([isFor({ hours: '1200' }), isFor({ hours: ' ' }), isFor({}), isFor(undefined)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

const OCTOBER = period('2026-10-01', '2026-10-31');
const work = entry({ id: 'e', start: '10-06 08:00', end: '10-06 10:00', teamId: 'north', taskId: 'desk' });

/** Tuesday, 08:00 to 10:00. */
function payFor(rules: PayRules, holidays: readonly string[] = []) {
  return computePay({
    worked: [{ ...workedOf({ start: work.start.text, end: work.end?.text ?? null }, 'start'), entry: work }],
    period: OCTOBER,
    policy: { attribution: 'start', dst: 'elapsed' },
    rules,
    holidaysAt: holidaysEverywhere(
      holidays.map((date) => ({ date: toLocalDate(date), name: 'Holiday', originalDate: undefined })),
    ),
    columnsOf: () => ({}),
  });
}

function unused(yaml: string, used: Partial<UsedBy> = {}, isComplete = true, holidays: string[] = []) {
  const usage = new RuleUsage(rulesOf(yaml), undefined);
  usage.add({
    employeeId: 'ann',
    entries: [work],
    lines: [],
    columnsOf: () => ({}),
    rows: [{}],
    payBy: (rules) => payFor(rules, holidays),
    knowsRestDays: true,
    ...used,
  });
  const days = new Set(holidays.map(toLocalDate));
  return usage.findings(OCTOBER, days, isComplete).map(({ record, facts }) => `${record} ${facts.why}`);
}

const loading = (conditions: string) => `
payRules:
  base: [{ code: NORMAL }]
  loadings: [{ code: EXTRA, ${conditions} }]
`;
const PATH = 'payRules.loadings[0]';

describe('a rule that never applied', () => {
  test.each([
    ['names a team that does not exist', 'teams: [south]', [`${PATH} noMatch`]],
    ['names a team without minutes', 'teams: [north]', [`${PATH} noMinutes`]],
    ['has ended', 'teams: [south], validTo: 2026-09-30', []],
    ['ends on the first day', 'teams: [south], validTo: 2026-10-01', [`${PATH} noMatch`]],
    ['begins on the last day', 'teams: [south], validFrom: 2026-10-31', [`${PATH} noMatch`]],
    ['has not begun', 'teams: [south], validFrom: 2026-11-01', []],
    ['is for holidays, and the month has none', 'teams: [north], on: [holiday]', []],
    ['is for dates that the month does not have', 'teams: [north], dates: ["12-24"]', []],
    ['is for a date of the month without work', 'teams: [north], dates: ["10-24"]', []],
    ['is for a date of the month with work', 'teams: [north], dates: ["10-06"]', [`${PATH} noMinutes`]],
    ['is for a night, and nobody worked then', 'teams: [north], clock: ["20:00", "06:00"]', []],
    ['is for a clock time with work', 'teams: [north], clock: ["09:00", "12:00"]', [`${PATH} noMinutes`]],
    ['is for Sundays, and nobody worked then', 'teams: [north], on: [sunday]', []],
    ['is for a weekday with work', 'teams: [north], on: [tuesday]', [`${PATH} noMinutes`]],
    [
      'is for a clock time with too little work',
      'teams: [north], clock: ["09:00", "12:00"], minimumInWindow: 90',
      [`${PATH} noMinutes`],
    ],
    [
      'names a team that does not exist, by clock',
      'teams: [south], clock: ["20:00", "06:00"]',
      [`${PATH} noMatch`],
    ],
    ['names nothing', 'on: [sunday]', []],
  ])('%s', (_, conditions, expected) => {
    expect(unused(loading(conditions))).toEqual(expected);
  });

  test('can be for holidays, of which the month has one', () => {
    const rule = loading('teams: [north], on: [holiday]');
    expect(unused(rule, {}, true, ['2026-10-06'])).toEqual([`${PATH} noMinutes`]);
    expect(unused(rule, {}, true, ['2026-11-11'])).toEqual([]);
  });

  test('is reported early only if no record has any team or task', () => {
    const [teams, tasks] = [loading('teams: [south]'), loading('tasks: [call]')];
    const bare = { entries: [{ ...work, teamId: null, taskId: null }] };
    expect([unused(teams, {}, false), unused(tasks, {}, false)]).toEqual([[], []]);
    expect([unused(teams, bare, false), unused(tasks, bare, false)]).toEqual([
      [`${PATH} noTeams`],
      [`${PATH} noTasks`],
    ]);
  });

  test('is not reported if there was no work', () => {
    expect(unused(loading('teams: [south]'), { entries: [] })).toEqual([]);
  });
});
