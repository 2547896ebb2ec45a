import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { listScopedRules } from '../../../src/domain/pay/ruleScope.js';
import {
  ruleFindings,
  unmappedFindings,
  unmatchedFindings,
} from '../../../src/domain/rulesCheck/ruleFindings.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { configured } from '../../support/records/payFixture.js';
import { rulesInUse, withLoadings } from './checkedRules.js';

const foundIn = (yaml: string, asOf = '2026-11-20', zone?: string) =>
  ruleFindings(rulesInUse(yaml, zone), toLocalDate(asOf));
const messages = (yaml: string) => foundIn(yaml).map(({ message }) => englishText(message));

describe('explains why a rule takes nothing', () => {
  test.each([
    [
      'only loadings of its own group hide it',
      withLoadings(
        '{ code: WEEKEND, group: a, on: [saturday, sunday] }',
        '{ code: ALWAYS, group: b }',
        '{ code: FREE }',
        '{ code: MONDAY, group: a, on: [monday] }',
        '{ code: NOON, group: a, on: [sunday], clock: ["12:00", "13:00"] }',
      ),
      ['NOON never applies: WEEKEND applies first.'],
    ],
    [
      'a loading without a group is not hidden',
      withLoadings('{ code: FREE }', '{ code: OLD, validTo: 2025-12-31 }', '{ code: SUNDAY, on: [sunday] }'),
      ['OLD is valid until 2025-12-31, but not in the two weeks from 2026-11-20.'],
    ],
    [
      'two together hide it, neither of them alone',
      'payRules: { base: [{ code: AM, clock: ["00:00", "12:00"] }, { code: PM, clock: ["12:00", "24:00"] }, { code: LOST, on: [sunday] }, { code: N }] }',
      ['LOST never applies: the earlier rules together cover all of its work.'],
    ],
    [
      'two hide it separately',
      'payRules: { base: [{ code: A, on: [sunday] }, { code: B, on: [sunday] }, { code: C, on: [sunday] }, { code: N }] }',
      ['B never applies: A applies first.', 'C never applies: A and B apply first.'],
    ],
    [
      'the last base rule may take nothing',
      'payRules: { base: [{ code: AM, clock: ["00:00", "12:00"] }, { code: PM, clock: ["12:00", "24:00"] }, { code: N }] }',
      [],
    ],
    [
      'the days on which it applies',
      withLoadings(
        '{ code: A, validFrom: 2027-02-01 }',
        '{ code: B, validFrom: 2027-02-01, validTo: 2027-03-01 }',
      ),
      [
        'A is valid from 2027-02-01, but not in the two weeks from 2026-11-20.',
        'B is valid from 2027-02-01 until 2027-03-01, but not in the two weeks from 2026-11-20.',
      ],
    ],
    [
      'minutes outside its window',
      withLoadings('{ code: LONG, clock: ["12:00", "13:00"], minimumInWindow: 61 }'),
      ['LONG needs 61 minutes in its window. No entry of up to 24 hours can have that many.'],
    ],
    [
      'conditions that exclude one another',
      withLoadings(
        '{ code: X, dates: [{ date: "12-24", clock: ["14:00", "24:00"] }], clock: ["02:00", "03:00"] }',
      ),
      ['X never applies: its conditions exclude each other.'],
    ],
    [
      'a count',
      'payRules: { base: [{ code: N }], counts: [{ code: MEAL, per: entry, minimumInWindow: 1500 }, { code: LATER, per: day, validFrom: 2030-01-01 }] }',
      [
        'MEAL is never counted: no work meets its conditions.',
        'LATER is valid from 2030-01-01, but not in the two weeks from 2026-11-20.',
      ],
    ],
    [
      'a minimum and a holiday after those for all employees',
      'minimumPaid: [{ code: A, entry: 60 }, { code: B, entry: 90 }]\npayRules: { base: [{ code: N }], notWorked: [{ code: H, by: planned }, { code: I, by: planned }] }',
      [
        'B is never paid: the earlier rule A always applies to everyone.',
        'I is never paid: the earlier rule H always applies to everyone.',
      ],
    ],
  ])('%s', (_what, yaml, expected) => {
    expect(messages(yaml)).toEqual(expected);
  });
});

describe('minimums and rounding', () => {
  const rounded = (rounding: string, rest: string) => messages(`rounding: ${rounding}\n${rest}`);
  const UP = '{ level: entry, step: 60, mode: up }';
  const DOWN = '{ level: entry, step: 15, mode: down }';
  const late = (minutes: number) =>
    withLoadings(`{ code: LATE, clock: ["20:00", "06:00"], minimumInWindow: ${minutes} }`);

  test.each([
    [
      'an entry',
      UP,
      'minimumPaid: { entry: 60, code: T }',
      ['T is never paid: rounding alone pays as much.'],
    ],
    ['an entry beyond it', UP, 'minimumPaid: { entry: 61, code: T }', []],
    ['a day', UP, 'minimumPaid: { day: 60, code: T }', ['T is never paid: rounding alone pays as much.']],
    ['a day beyond it', UP, 'minimumPaid: { day: 61, code: T }', []],
    ['each further entry: not checked', UP, 'minimumPaid: { again: 60, code: T }', []],
    ['no rounding', '{ level: none }', 'minimumPaid: { entry: 60, code: T }', []],
    ['a window', DOWN, late(20), ['LATE needs 20 minutes after rounding, but rounding turns 20 into 15.']],
    ['a window of whole steps', DOWN, late(30), []],
    ['rounded times, which a window ignores', '{ level: stamp, step: 15, mode: down }', late(20), []],
  ])('%s', (_what, rounding, rest, expected) => {
    expect(rounded(rounding, rest)).toEqual(expected);
  });
});

describe('tries work of all kinds', () => {
  test.each([
    ['a whole day from midnight', withLoadings('{ code: X, on: [tuesday], minimumInWindow: 1440 }')],
    [
      'an hour at each end of a day',
      'payRules: { base: [{ code: N }], counts: [{ code: SPLIT, per: gap, minutes: 1320 }] }',
    ],
    [
      'all of a reference period',
      'payRules: { reference: { weeks: 4, from: 2026-11-02, absences: counted }, base: [{ code: X, over: { reference: 40319 } }, { code: N }] }',
    ],
    ['a day of the next year', withLoadings('{ code: X, dates: ["05-01"], validTo: 2027-12-31 }')],
    [
      'the day after the two weeks',
      withLoadings('{ code: X, dates: [{ date: "11-30", clock: ["13:00", "14:00"] }] }'),
    ],
    [
      'the night before a date',
      withLoadings('{ code: X, dates: ["05-01"], clock: ["00:00", "06:00"], startedBefore: "00:00" }'),
    ],
    ['the night after a date', withLoadings('{ code: X, dates: ["05-01"], clock: ["23:00", "24:00"] }')],
  ])('%s', (_what, yaml) => {
    expect(foundIn(yaml)).toEqual([]);
  });

  test('names a limit that even all work does not exceed', () => {
    const yaml =
      'payRules: { reference: { weeks: 4, from: 2026-11-02, absences: counted }, base: [{ code: X, over: { reference: 40320 } }, { code: N }] }';
    expect(messages(yaml)).toEqual(['X never applies: its conditions exclude each other.']);
  });

  test('a leap day, if one of the next years has one', () => {
    const found = (asOf: string) =>
      foundIn(withLoadings('{ code: LEAP, dates: ["02-29"] }'), asOf, 'Asia/Kolkata').map(({ kind }) => kind);
    expect({ 1999: found('1999-06-01'), 2026: found('2026-11-20'), 2097: found('2097-01-01') }).toEqual({
      1999: [],
      2026: [],
      2097: ['never'],
    });
  });
});

test('codes without an external one, from every list, with their first rule', () => {
  const { rules } = rulesInUse(`minimumPaid: [{ entry: 180, code: A }, { day: 60, code: B }]
payRules:
  base: [{ code: OT, over: { day: 480 } }, { code: N }]
  loadings: [{ code: L }, { code: L }]
  counts: [{ code: C, per: day }]
  credits: [{ code: R, of: [OT], factor: 0.5 }]
  notWorked: [{ code: H, by: planned }]`);
  const found = unmappedFindings(rules, (code) => code === 'N');
  expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(['unmapped']));
  expect(
    Object.fromEntries(
      found.map(({ payCode, rule, message }) => [payCode, `${rule}: ${englishText(message)}`]),
    ),
  ).toEqual({
    OT: 'payRules.base[0]: The pay code OT has no external code under payCodes.',
    L: 'payRules.loadings[1]: The pay code L has no external code under payCodes.',
    A: 'minimumPaid[0]: The pay code A has no external code under payCodes.',
    B: 'minimumPaid[1]: The pay code B has no external code under payCodes.',
    C: 'payRules.counts[0]: The pay code C has no external code under payCodes.',
    R: 'payRules.credits[0]: The pay code R has no external code under payCodes.',
    H: 'payRules.notWorked[0]: The pay code H has no external code under payCodes.',
  });
});

describe('rules for employees that the mapping file does not have', () => {
  const unmatched = (yaml: string, ...people: readonly Readonly<Record<string, string>>[]) =>
    unmatchedFindings(listScopedRules(payRulesOf(configured(yaml))), people);
  const NIGHT = withLoadings('{ code: NIGHT, employees: { contract: [night] } }', '{ code: FREE }');

  test('are found with the columns that they need', () => {
    const [found, ...others] = unmatched(NIGHT, { contract: 'day' }, { contract: '' }, {});
    expect(others).toEqual([]);
    expect(found).toMatchObject({ kind: 'unmatched', rule: 'payRules.loadings[0]', payCode: 'NIGHT' });
    expect(found && englishText(found.message)).toMatch(/NIGHT.*contract/);
  });

  test('are not found if one employee has what they need, or if they need no column', () => {
    expect(unmatched(NIGHT, { contract: 'day' }, { contract: 'night' })).toEqual([]);
    expect(unmatched(withLoadings('{ code: PLACE, establishments: [a] }'), { contract: 'day' })).toEqual([]);
  });

  test('also need the column of a limit', () => {
    const yaml = 'payRules: { base: [{ code: OVER, over: { week: { column: hours } } }, { code: N }] }';
    expect(unmatched(yaml, { hours: '' }, {}).map(({ payCode }) => payCode)).toEqual(['OVER']);
    expect(unmatched(yaml, { hours: '' }, { hours: '38' })).toEqual([]);
  });
});
