import { describe, expect, test } from 'vitest';
import { minimumConditions } from '../../../src/config/schema/payConditions.js';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { exampleTables } from '../../../src/domain/rulesCheck/examples.js';
import { ruleFindings, unmappedFindings } from '../../../src/domain/rulesCheck/ruleFindings.js';
import type { RulesInUse } from '../../../src/domain/rulesCheck/syntheticPay.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import { preset } from '../../support/records/payFixture.js';
import { rulesInUse as inUse, withLoadings as loadings } from './checkedRules.js';

const AS_OF = toLocalDate('2026-11-20');

describe('problems in rules', () => {
  const rows: readonly (readonly [what: string, yaml: string, found: readonly string[]])[] = [
    ['nothing', loadings('{ code: NIGHT, clock: ["20:00", "06:00"] }'), []],
    [
      'hidden by an earlier rule of its group',
      loadings(
        '{ code: SUNDAY, group: day, on: [sunday] }',
        '{ code: NOON, group: day, on: [sunday], clock: ["12:00", "13:00"] }',
      ),
      ['hidden payRules.loadings[1]'],
    ],
    [
      'no longer valid',
      loadings('{ code: OLD, on: [sunday], validTo: 2025-12-31 }'),
      ['not-valid-now payRules.loadings[0]'],
    ],
    [
      'more minutes than the window has',
      loadings('{ code: LONG, clock: ["12:00", "13:00"], minimumInWindow: 61 }'),
      ['minimum-not-reached payRules.loadings[0]'],
    ],
    [
      'conditions that look odd but can be met',
      loadings(
        '{ code: NEVER, on: [sunday], clock: ["00:00", "01:00"], startedBefore: "00:00", validFrom: 2020-01-01 }',
      ),
      [],
    ],
    [
      'a date with a window outside the rule’s own',
      loadings(
        '{ code: NEVER, dates: [{ date: "12-24", clock: ["14:00", "24:00"] }], clock: ["02:00", "03:00"] }',
      ),
      ['never payRules.loadings[0]'],
    ],
    [
      'a condition on people and places is met by somebody',
      loadings(
        '{ code: A, employees: { grade: [A] } }',
        '{ code: P, establishments: [x], teams: [t], tasks: [k] }',
      ),
      [],
    ],
    [
      'a daily limit that a weekly one never reaches',
      'payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: OTD, over: { day: 1440 } }, { code: N }] }',
      ['never payRules.base[1]'],
    ],
    ['a leap day comes', loadings('{ code: LEAP, dates: ["02-29"] }'), []],
    [
      'rounding pays the minimum already',
      'rounding: { level: entry, step: 60, mode: up }\nminimumPaid: { entry: 60, code: TOPUP }',
      ['minimum-undone minimumPaid'],
    ],
    [
      'a minimum in the window that rounding takes away',
      `rounding: { level: entry, step: 15, mode: down }\n${loadings('{ code: LATE, clock: ["20:00", "06:00"], minimumInWindow: 20 }')}`,
      ['minimum-undone payRules.loadings[0]'],
    ],
  ];
  const more: typeof rows = [
    [
      'counts: one that nobody works long enough for, one of later, and those that count pauses and nights',
      `payRules:
  base: [{ code: NORMAL }]
  counts:
    - { code: MEAL, per: entry, minimumInWindow: 1500 }
    - { code: LATER, per: day, validFrom: 2030-01-01 }
    - { code: SPLIT, per: gap, minutes: 600 }
    - { code: REST, per: rest, minutes: 660 }
    - { code: NIGHTS, per: night, clock: ["22:00", "06:00"], tasks: [on-call] }`,
      ['never payRules.counts[0]', 'not-valid-now payRules.counts[1]'],
    ],
    [
      'a minimum after one for everybody, and not after one of another kind or for some',
      `minimumPaid:
  - { code: A, entry: 60, establishments: [hotel] }
  - { code: B, entry: 120 }
  - { code: C, entry: 180 }
  - { code: D, day: 180 }`,
      ['hidden minimumPaid[2]'],
    ],
    [
      'of several minimums the one that rounding pays already',
      'rounding: { level: entry, step: 60, mode: up }\nminimumPaid: [{ entry: 60, code: A, teams: [x] }, { entry: 180, code: B }]',
      ['minimum-undone minimumPaid[0]'],
    ],
    [
      'a holiday rule after one for everybody',
      `payRules: { base: [{ code: N }], notWorked: [{ code: A, by: planned }, { code: B, by: average, weeks: 4 }] }`,
      ['hidden payRules.notWorked[1]'],
    ],
    [
      'credits and counters of codes that no rule gives',
      `payRules:
  base: [{ code: OT, over: { day: 480 } }, { code: N }]
  credits: [{ code: REST, of: [OT50], factor: 0.5 }]
  counters: [{ name: year, of: [OT], limit: 100 }, { name: lost, of: [OT, EXTRA], limit: 100 }]`,
      ['never payRules.credits[0]', 'never payRules.counters[1]'],
    ],
    [
      'an average over a quarter, and one that no quarter comes to',
      `payRules:
  reference: { months: 3, from: 2026-01-01, absences: counted }
  base:
    - { code: NEVER, over: { reference: 200000 } }
    - { code: OT, over: { average: { column: contractMinutes } } }
    - { code: N }`,
      ['never payRules.base[0]'],
    ],
  ];
  test.each([...rows, ...more])('%s', (_what, yaml, found) => {
    expect(ruleFindings(inUse(yaml), AS_OF).map(({ kind, rule }) => `${kind} ${rule}`)).toEqual(found);
  });

  /** A value of each condition that a minimum can have. */
  const LIMITS: Readonly<Record<keyof typeof minimumConditions, string>> = {
    on: '[sunday, holiday]',
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    establishments: '[hotel]',
    teams: '[night]',
    tasks: '[on-call]',
    employees: '{ grade: [A] }',
  };
  test.each(Object.keys(minimumConditions) as (keyof typeof minimumConditions)[])(
    'a minimum that is limited by %s hides none',
    (condition) => {
      const limited = `{ code: A, entry: 180, ${condition}: ${LIMITS[condition]} }`;
      const yaml = `minimumPaid: [${limited}, { code: B, entry: 120 }]`;
      expect(ruleFindings(inUse(yaml), AS_OF)).toEqual([]);
    },
  );

  test('codes without an external one, each once', () => {
    const { rules } = inUse(
      `minimumPaid: { entry: 180, code: TOPUP }\n${loadings('{ code: NIGHT }', '{ code: NIGHT }')}`,
    );
    const found = unmappedFindings(rules, (code) => code === 'NORMAL');
    expect(found.map(({ payCode }) => payCode)).toEqual(['NIGHT', 'TOPUP']);
  });
});

describe('what rules would pay', () => {
  const paid = (name: string, rules: RulesInUse): readonly string[] => {
    const [table] = exampleTables(rules, AS_OF);
    const found = table?.examples.find((each) => englishText(each.name) === name);
    return (found?.lines ?? []).map(({ payCode, minutes }) => `${payCode} ${minutes}`);
  };
  const belgium: RulesInUse = { ...inUse('{}'), rules: payRulesOf(preset('belgium')) };

  test.each([
    ['Tuesday 08:00 to 18:00, a tenth hour', ['NORMAL 540', 'OT50 60']],
    ['Tuesday 22:00 to 06:00', ['NORMAL 480', 'NIGHT 480']],
    ['Sunday 22:00 to Monday 06:00', ['NORMAL 480', 'SUNDAY 120', 'NIGHT 480']],
    ['a holiday on a Sunday 08:00 to 16:00', ['NORMAL 480', 'HOLIDAY 480']],
    ['Tuesday 10:00 to 10:05', ['NORMAL 5', 'TOPUP 175']],
    ['2027-03-27 22:00 to 06:00, the clocks go forward', ['NORMAL 420', 'NIGHT 420', 'SUNDAY 300']],
  ])('%s', (name, lines) => {
    expect([...paid(name, belgium)].sort()).toEqual([...lines].sort());
  });

  test('overtime over a reference period, and counts in addition to time', () => {
    const rules = inUse(`payRules:
  reference: { weeks: 4, from: 2026-11-02, absences: counted }
  base: [{ code: OT, over: { average: 2280 } }, { code: NORMAL }]
  counts: [{ code: MEAL, per: entry, minimumInWindow: 480 }]`);
    expect(paid('2026-11-30 to 2026-12-27, Monday to Friday, 9 hours each, 180 hours', rules)).toEqual([
      'NORMAL 9120',
      'OT 1680',
      'MEAL 0',
    ]);
    const [table] = exampleTables(rules, AS_OF);
    const [day] = table?.examples ?? [];
    expect(day?.lines.find(({ payCode }) => payCode === 'MEAL')?.quantity).toBe(1);
  });

  test('a table for each group that rules name', () => {
    const tables = exampleTables(inUse(loadings('{ code: A, employees: { grade: [A] } }')), AS_OF);
    expect(tables.map(({ persona }) => englishText(persona))).toEqual(['everyone', 'grade A']);
  });

  test.each(['belgium', 'germany', 'france', 'netherlands'])(
    'every rule of the preset %s takes minutes',
    (name) => {
      expect(ruleFindings({ ...belgium, rules: payRulesOf(preset(name)) }, AS_OF)).toEqual([]);
    },
  );
});
