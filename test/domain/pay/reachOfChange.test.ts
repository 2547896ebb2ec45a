import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { extendToLimits } from '../../../src/domain/pay/reachOfChange.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { configured } from '../../support/records/payFixture.js';
import { OCTOBER, period } from '../../support/records/periodFixture.js';

const reachOf = (yaml: string, attribution: Attribution = 'start', days = OCTOBER) =>
  extendToLimits(days, payRulesOf(configured(yaml)), attribution);

const PLAIN = 'payRules: { base: [{ code: N }] }';
const WEEKLY = 'payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: N }] }';
const withKeys = (rules: string, keys: string) => rules.replace(/ \}$/, `, ${keys} }`);
const averaged = (reference: string, base = '{ code: OT, over: { average: 2400 } }') =>
  `payRules: { base: [${base}, { code: N }], reference: { ${reference}, absences: ignored } }`;
const QUARTER = 'months: 3, from: 2026-09-01';
const FEAST = 'notWorked: [{ code: F, by: average, weeks: 4 }, { code: G, by: average, weeks: 2 }]';

describe('the days whose pay a change can move', () => {
  test('are the period if each of its days is paid by itself', () => {
    expect(reachOf(PLAIN)).toBe(OCTOBER);
    const autumn = period('2026-10-01', '2026-11-30');
    expect(reachOf(averaged(QUARTER), 'start', autumn)).toBe(autumn);
    expect(reachOf('breaks: { deduct: [{ afterHours: 6, minutes: 30 }] }')).toBe(OCTOBER);
  });

  // 31 October 2026 is a Saturday.
  test.each([
    ['the rest of the reference period', averaged(QUARTER), '2026-11-30'],
    ['the rest of the week', WEEKLY, '2026-11-01'],
    [
      'the reference period that the week ends in',
      averaged('months: 1, from: 2026-10-01', '{ code: OT, over: { week: 2400, average: 2400 } }'),
      '2026-11-30',
    ],
    [
      'the week of consecutive days',
      withKeys(PLAIN, 'loadings: [{ code: X, consecutiveDay: 7 }]'),
      '2026-11-01',
    ],
    ['the next day, joined to the last one', `${PLAIN}\njoin: { gap: 30 }`, '2026-11-01'],
    ['the next day, of which a shift is', `${PLAIN}\npay: { from: shift }`, '2026-11-01'],
    ['the next morning, of the same working day', withKeys(PLAIN, 'dayStart: "06:00"'), '2026-11-01'],
    ['the morning after the week', withKeys(WEEKLY, 'dayStart: "06:00", weekStartsOn: sunday'), '2026-11-08'],
    [
      'the week of a joined day',
      `${withKeys(WEEKLY, 'weekStartsOn: sunday')}\njoin: { gap: 30 }`,
      '2026-11-07',
    ],
    [
      'the next day, whose night began before',
      withKeys(PLAIN, 'counts: [{ code: X, per: night, clock: ["22:00", "06:00"] }]'),
      '2026-11-01',
    ],
    [
      'two days after a rest',
      withKeys(PLAIN, 'counts: [{ code: X, per: rest, minutes: 660 }]'),
      '2026-11-02',
    ],
    ['the weeks in which a holiday averages it', withKeys(PLAIN, FEAST), '2026-11-28'],
    ['the week of such a holiday', withKeys(WEEKLY, FEAST), '2026-11-29'],
  ])('go on to %s', (_what, yaml, to) => {
    expect(reachOf(yaml)).toEqual({ ...OCTOBER, to });
  });

  test('go on to the next day where entries over midnight can be on both', () => {
    const next = { ...OCTOBER, to: '2026-11-01' };
    expect(reachOf(PLAIN, 'split')).toEqual(next);
    expect(reachOf('breaks: { deduct: [{ afterHours: 6, minutes: 30 }] }', 'end')).toEqual(next);
  });
});
