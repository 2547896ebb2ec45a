import { describe, expect, it } from 'vitest';
import { payRulesOf } from '../../../src/config/schema/paySchema.js';
import { payWindow } from '../../../src/domain/pay/payWindow.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import {
  byCode,
  byDateAndCode,
  configured,
  daysOfWork,
  payOf,
  preset,
} from '../../support/records/payFixture.js';

const BELGIUM = configured('payRules: { base: [{ code: OT, over: { day: 540, week: 2400 } }, { code: N }] }');
const WEEK = {
  '2026-11-02': 480,
  '2026-11-03': 480,
  '2026-11-04': 480,
  '2026-11-05': 480,
  '2026-11-06': 480,
};

describe('overtime', () => {
  it('of a day is its last minutes, over several entries', () => {
    const work = [
      { start: '2026-11-09T13:00:00+01:00', end: '2026-11-09T20:00:00+01:00', id: 'afternoon' },
      { start: '2026-11-09T08:00:00+01:00', end: '2026-11-09T12:00:00+01:00', id: 'morning' },
    ];
    const { lines } = payOf({ work, config: BELGIUM });
    expect(lines.map(({ entryId, payCode, minutes }) => [entryId, payCode, minutes])).toEqual([
      ['morning', 'N', 240],
      ['afternoon', 'N', 300],
      ['afternoon', 'OT', 120],
    ]);
    expect(lines[2]).toMatchObject({
      overtime: 'day',
      rule: 'payRules.base[0]',
      fromEpoch: Date.parse('2026-11-09T18:00:00+01:00') / 1000,
      toEpoch: Date.parse('2026-11-09T20:00:00+01:00') / 1000,
    });
  });

  it('of a week is its last minutes, each on its own day', () => {
    const { lines } = payOf({ work: daysOfWork({ ...WEEK, '2026-11-07': 60 }), config: BELGIUM });
    expect(byDateAndCode(lines)).toMatchObject({ '2026-11-06 N': 480, '2026-11-07 OT': 60 });
    expect(lines.at(-1)?.overtime).toBe('week');
  });

  it('of a day is not counted again for the week', () => {
    const { lines } = payOf({ work: daysOfWork({ ...WEEK, '2026-11-02': 600 }), config: BELGIUM });
    // 600 + 4 × 480 = 2520: 60 above the daily limit, and 60 of the other 2460 minutes above the weekly one.
    expect(byDateAndCode(lines)).toEqual({
      '2026-11-02 N': 540,
      '2026-11-02 OT': 60,
      '2026-11-03 N': 480,
      '2026-11-04 N': 480,
      '2026-11-05 N': 480,
      '2026-11-06 N': 420,
      '2026-11-06 OT': 60,
    });
  });

  it('starts again every week, on the configured day', () => {
    const work = daysOfWork({ ...WEEK, '2026-11-08': 60, '2026-11-09': 60 });
    expect(byCode(payOf({ work, config: BELGIUM }).lines)).toEqual({ N: 2460, OT: 60 });
    const sunday = configured(
      'payRules: { weekStartsOn: sunday, base: [{ code: OT, over: { week: 2400 } }, { code: N }] }',
    );
    expect(byCode(payOf({ work, config: sunday }).lines)).toEqual({ N: 2520 });
  });

  it('in steps: each limit has its code', () => {
    const config = configured(
      'payRules: { base: [{ code: OT100, over: { day: 600 } }, { code: OT50, over: { day: 480 } }, { code: N }] }',
    );
    expect(byCode(payOf({ work: daysOfWork({ '2026-11-09': 700 }), config }).lines)).toEqual({
      N: 480,
      OT50: 120,
      OT100: 100,
    });
  });

  it('with a condition: Saturday’s overtime is double', () => {
    const config = configured(
      'payRules: { base: [{ code: OT100, over: { week: 2400 }, on: [saturday] }, { code: OT50, over: { week: 2340 } }, { code: N }] }',
    );
    const { lines } = payOf({ work: daysOfWork({ ...WEEK, '2026-11-07': 60 }), config });
    expect(byCode(lines)).toEqual({ N: 2340, OT50: 60, OT100: 60 });
  });

  it('counts minutes of an earlier rule that has no overtime itself', () => {
    const config = configured(
      'payRules: { base: [{ code: TRAINING, establishments: [school] }, { code: OT, over: { day: 60 } }, { code: N }] }',
    );
    const work = [
      {
        start: '2026-11-09T08:00:00+01:00',
        end: '2026-11-09T09:30:00+01:00',
        establishmentId: 'school',
        id: 'a',
      },
      { start: '2026-11-09T10:00:00+01:00', end: '2026-11-09T11:00:00+01:00', id: 'b' },
    ];
    expect(byCode(payOf({ work, config }).lines)).toEqual({ TRAINING: 90, OT: 60 });
  });

  it('is counted separately for each employee', () => {
    const work = [
      ...daysOfWork({ '2026-11-09': 600 }),
      { ...daysOfWork({ '2026-11-09': 600 })[0], id: 'b', employeeId: 'bob' },
    ];
    const complete = work.map((each) => ({ start: '', end: null, ...each }));
    expect(byCode(payOf({ work: complete, config: BELGIUM }).lines)).toEqual({ N: 1080, OT: 120 });
  });
});

describe('a week across two periods', () => {
  const work = daysOfWork({
    '2026-10-26': 600,
    '2026-10-27': 480,
    '2026-10-28': 480,
    '2026-10-29': 480,
    '2026-10-30': 480,
    '2026-11-01': 240,
  });
  it('is paid once, with each day in its own period', () => {
    const october = payOf({ work, config: BELGIUM, period: ['2026-10-01', '2026-10-31'] });
    const november = payOf({ work, config: BELGIUM, period: ['2026-11-01', '2026-11-30'] });
    expect(byDateAndCode(october.lines)).toMatchObject({ '2026-10-26 OT': 60, '2026-10-30 OT': 60 });
    expect(byDateAndCode(november.lines)).toEqual({ '2026-11-01 OT': 240 });
    expect(byCode([...october.lines, ...november.lines])).toEqual({ N: 2400, OT: 360 });
    expect(october.outsideLines).toEqual(november.lines);
    expect(november.outsideLines).toEqual(october.lines);
  });

  it('is read completely', () => {
    const october = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31') };
    expect(payWindow(october, payRulesOf(BELGIUM))).toEqual({ from: '2026-09-28', to: '2026-11-01' });
    expect(payWindow(october, payRulesOf(preset('germany')))).toEqual(october);
    const sunday = configured(
      'payRules: { weekStartsOn: sunday, base: [{ code: OT, over: { week: 1 } }, { code: N }] }',
    );
    expect(payWindow(october, payRulesOf(sunday))).toEqual({ from: '2026-09-27', to: '2026-10-31' });
  });

  it.each([
    ['1 January 2000 is a Saturday', '2000-01-01', '2000-01-31', '2000-01-01', '2000-02-06'],
    ['31 December 2100 is a Friday', '2100-12-01', '2100-12-31', '2100-11-29', '2100-12-31'],
  ])('is read as far as the service has days: %s', (_name, from, to, readFrom, readTo) => {
    const month = { from: toLocalDate(from), to: toLocalDate(to) };
    expect(payWindow(month, payRulesOf(BELGIUM))).toEqual({ from: readFrom, to: readTo });
  });
});
