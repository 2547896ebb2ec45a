import { describe, expect, test } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { balanceDays, earlierDays, payWindow } from '../../../src/domain/pay/payWindow.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { configured } from '../../support/records/payFixture.js';

/** A reference period needs a rule that uses it. */
const rulesOf = (keys: string) => {
  const base = keys.includes('reference')
    ? '[{ code: OT, over: { average: 2280 } }, { code: N }]'
    : '[{ code: N }]';
  return payRulesOf(configured(`payRules: { base: ${base}${keys} }`));
};
const daysOf = (text: string) => {
  const [from = '', to = ''] = text.split('..');
  return { from: toLocalDate(from), to: toLocalDate(to) };
};
const said = (days: { readonly from: string; readonly to: string } | undefined) =>
  days && `${days.from}..${days.to}`;

describe('the days whose entries the rules need', () => {
  // 1 October 2026 is a Thursday, 31 October a Saturday, 2 November a Monday.
  const MONTH = '2026-10-01..2026-10-31';
  const WEEK = '2026-11-02..2026-11-08';
  const WEEKLY = 'payRules: { base: [{ code: OT, over: { week: 2400 } }, { code: N }] }';
  const PLAIN = 'payRules: { base: [{ code: N }] }';
  const late = (rules: string) => rules.replace('{ base', '{ dayStart: "06:00", base');
  const joined = (rules: string) => `${rules}\njoin: { gap: 30 }`;

  test.each([
    ['the period itself', PLAIN, MONTH, MONTH],
    ['whole weeks for weekly hours', WEEKLY, MONTH, '2026-09-28..2026-11-01'],
    ['a single whole week', WEEKLY, WEEK, WEEK],
    [
      'whole weeks for consecutive days of a base rule',
      'payRules: { base: [{ code: X, consecutiveDay: 7 }, { code: N }] }',
      MONTH,
      '2026-09-28..2026-11-01',
    ],
    [
      'of a loading among others',
      'payRules: { base: [{ code: N }], loadings: [{ code: L }, { code: X, consecutiveDay: 7 }] }',
      MONTH,
      '2026-09-28..2026-11-01',
    ],
    [
      'of a count',
      'payRules: { base: [{ code: N }], counts: [{ code: X, per: day, consecutiveDay: 7 }] }',
      MONTH,
      '2026-09-28..2026-11-01',
    ],
    ['the day before, if days begin late', late(PLAIN), MONTH, '2026-09-30..2026-10-31'],
    ['a day on both sides for joined entries', joined(PLAIN), MONTH, '2026-09-30..2026-11-01'],
    ['weeks with late days', late(WEEKLY), MONTH, '2026-09-27..2026-11-01'],
    [
      'the whole week before, if its last night belongs to the first day',
      late(WEEKLY),
      WEEK,
      '2026-10-25..2026-11-08',
    ],
    ['weeks with joined entries', joined(WEEKLY), WEEK, '2026-11-01..2026-11-09'],
    ['weeks with both', joined(late(WEEKLY)), WEEK, '2026-10-25..2026-11-09'],
    [
      'no day that the service does not know',
      joined(WEEKLY),
      '2000-01-01..2100-12-31',
      '2000-01-01..2100-12-31',
    ],
  ])('%s', (_what, yaml, period, expected) => {
    expect(said(payWindow(daysOf(period), payRulesOf(configured(yaml))))).toBe(expected);
  });
});

describe('the days before a period', () => {
  const OCTOBER = daysOf('2026-10-01..2026-10-31');
  const reference = (more = '') => `, reference: { weeks: 4, from: 2026-09-21, absences: counted${more} }`;
  const opened = (until: string) => reference(`, opening: { column: openingMinutes, until: ${until} }`);
  const counter = (from: string, more = '') => `{ name: year, of: [N], limit: 100, from: "${from}"${more} }`;
  const counters = (...list: readonly string[]) => `, counters: [${list.join(', ')}]`;

  test.each([
    ['none if none are needed', '', undefined],
    ['a reference period from its beginning', reference(), '2026-09-21..2026-09-30'],
    [
      'none, if it begins with the period',
      ', reference: { months: 3, from: 2026-01-01, absences: counted }',
      undefined,
    ],
    ['the days after an opening balance', opened('2026-09-25'), '2026-09-26..2026-09-30'],
    ['its first day is covered', opened('2026-09-21'), '2026-09-22..2026-09-30'],
    ['an earlier opening balance covers none of it', opened('2026-09-10'), '2026-09-21..2026-09-30'],
    ['an opening balance covers all of them', opened('2026-09-30'), undefined],
    ['an opening balance after their start is not used', opened('2026-10-01'), '2026-09-21..2026-09-30'],
    ['a year', counters(counter('01-01')), '2026-01-01..2026-09-30'],
    [
      'the earliest of several',
      reference() + counters(counter('09-15'), counter('09-01')),
      '2026-09-01..2026-09-30',
    ],
    [
      'a year with an opening balance',
      counters(counter('01-01', ', opening: { column: openingMinutes, until: 2026-06-30 }')),
      '2026-07-01..2026-09-30',
    ],
  ])('%s', (_what, keys, expected) => {
    expect(said(balanceDays(OCTOBER, rulesOf(keys)))).toBe(expected);
    // No rule uses earlier weeks: the same.
    expect(said(earlierDays(OCTOBER, rulesOf(keys)))).toBe(expected);
  });

  const average = (weeks: number) => `{ code: H, by: average, weeks: ${weeks} }`;
  const holidays = (...list: readonly string[]) => `, notWorked: [${list.join(', ')}]`;
  test.each([
    ['weeks of an average', holidays(average(4)), '2026-09-03..2026-09-30'],
    [
      'the most of several',
      holidays(average(4), '{ code: P, by: planned }', average(6)),
      '2026-08-20..2026-09-30',
    ],
    ['none with the plan', holidays('{ code: P, by: planned }'), undefined],
    ['weeks before the reference period', reference() + holidays(average(4)), '2026-09-03..2026-09-30'],
    ['weeks within the reference period', reference() + holidays(average(1)), '2026-09-21..2026-09-30'],
  ])('with %s', (_what, keys, expected) => {
    expect(said(earlierDays(OCTOBER, rulesOf(keys)))).toBe(expected);
  });
});
