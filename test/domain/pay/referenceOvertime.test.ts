import { describe, expect, test } from 'vitest';
import { buildAbsenceLine } from '../../../src/domain/absences/absenceDays.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import { NO_PAY_FACTS } from '../../../src/domain/pay/referencePeriod.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { byDateAndCode, configured, daysOfWork, payOf } from '../../support/records/payFixture.js';

/** Four weeks from Monday 2 to Sunday 29 November: 600 minutes a week are 2400. */
const config = configured(`payRules:
  reference: { weeks: 4, from: 2026-11-02, absences: counted }
  base: [{ code: OT, over: { average: 600 } }, { code: N }]`);
const THREE = { '2026-11-02': 900, '2026-11-10': 900, '2026-11-17': 800 };
const line = (date: string, minutes: number, change: Partial<PayLine> = {}): PayLine => ({
  ...buildAbsenceLine({ employeeId: 'ann', date: toLocalDate(date), code: 'N', minutes, days: null }),
  kind: 'base',
  ...change,
});
const known = (earlierLines: readonly PayLine[], unworkedLines: readonly PayLine[] = []) => ({
  ...NO_PAY_FACTS,
  earlierLines,
  unworkedLines,
});
const NOVEMBER = ['2026-11-01', '2026-11-30'] as const;

describe('overtime over a reference period', () => {
  test('is its last minutes, whatever the order of the entries, and names its limit', () => {
    const { lines } = payOf({ work: daysOfWork(THREE).toReversed(), config, period: NOVEMBER });
    expect(byDateAndCode(lines)).toEqual({
      '2026-11-02 N': 900,
      '2026-11-10 N': 900,
      '2026-11-17 N': 600,
      '2026-11-17 OT': 200,
    });
    expect(lines.map(({ payCode, overtime, rule }) => [payCode, overtime, rule])).toEqual([
      ['N', undefined, 'payRules.base[1]'],
      ['N', undefined, 'payRules.base[1]'],
      ['N', undefined, 'payRules.base[1]'],
      ['OT', 'reference', 'payRules.base[0]'],
    ]);
  });

  test('starts again with each reference period', () => {
    const { lines } = payOf({ work: daysOfWork({ ...THREE, '2026-11-30': 600 }), config, period: NOVEMBER });
    expect(byDateAndCode(lines)).toMatchObject({ '2026-11-30 N': 600 });
  });

  test('continues from the ledger’s earlier days, which are not paid again', () => {
    const period = ['2026-11-16', '2026-11-30'] as const;
    const earlier = [line('2026-11-02', 1000), line('2026-11-10', 900)];
    const { lines, outsideLines } = payOf({ work: daysOfWork(THREE), config, period, known: known(earlier) });
    expect(byDateAndCode(lines)).toEqual({ '2026-11-17 N': 500, '2026-11-17 OT': 300 });
    // Earlier days do not change: their minutes are not overtime, whatever the limit.
    expect(byDateAndCode(outsideLines)).toEqual({ '2026-11-02 N': 900, '2026-11-10 N': 900 });
  });

  test('on the first day of the period counts that day, and the minutes known before it', () => {
    const period = ['2026-11-10', '2026-11-30'] as const;
    const work = daysOfWork({ '2026-11-10': 600 });
    const { lines } = payOf({ work, config, period, known: known([line('2026-11-09', 2300)]) });
    expect(byDateAndCode(lines)).toEqual({ '2026-11-10 N': 100, '2026-11-10 OT': 500 });
  });

  test('counts absences of the day before its work, and not later ones', () => {
    const period = ['2026-11-16', '2026-11-30'] as const;
    const absent = [
      line('2026-11-17', 480, { kind: 'absence' }),
      line('2026-11-18', 480, { kind: 'absence' }),
    ];
    const { lines } = payOf({
      work: daysOfWork({ '2026-11-17': 600 }),
      config,
      period,
      known: known([line('2026-11-02', 1500)], absent),
    });
    expect(byDateAndCode(lines)).toEqual({ '2026-11-17 N': 420, '2026-11-17 OT': 180 });
  });

  test('is not counted again if a day or a week has paid it', () => {
    const steps = configured(`payRules:
  reference: { weeks: 4, from: 2026-11-02, absences: ignored }
  base: [{ code: DAY, over: { day: 540 } }, { code: WEEK, over: { week: 1000 } }, { code: REF, over: { reference: 1500 } }, { code: N }]`);
    const work = daysOfWork({ '2026-11-02': 600, '2026-11-03': 500, '2026-11-10': 600 });
    // Day: 60 and 60. Week 1: 540 + 500 = 1040, 40 above. Reference: 540 + 460 + 540 = 1540, 40 above.
    expect(byDateAndCode(payOf({ work, config: steps, period: NOVEMBER }).lines)).toEqual({
      '2026-11-02 N': 540,
      '2026-11-02 DAY': 60,
      '2026-11-03 N': 460,
      '2026-11-03 WEEK': 40,
      '2026-11-10 N': 500,
      '2026-11-10 DAY': 60,
      '2026-11-10 REF': 40,
    });
  });

  test('of a night follows the days of its lines', () => {
    const night = [
      { start: '2026-11-29T20:00:00+01:00', end: '2026-11-30T04:00:00+01:00', id: 'night' },
      ...daysOfWork({ '2026-11-03': 900, '2026-11-04': 900, '2026-11-05': 500 }),
    ];
    const { lines } = payOf({ work: night, config, period: NOVEMBER, attribution: 'split' });
    expect(byDateAndCode(lines)).toMatchObject({
      '2026-11-29 N': 100,
      '2026-11-29 OT': 140,
      '2026-11-30 N': 240,
    });
  });

  test('has only the days of the contract', () => {
    const columns = { ann: { contractFrom: '2026-11-16', contractTo: '2026-11-22' } };
    const { lines } = payOf({ work: daysOfWork({ '2026-11-17': 700 }), config, period: NOVEMBER, columns });
    expect(byDateAndCode(lines)).toEqual({ '2026-11-17 N': 600, '2026-11-17 OT': 100 });
  });
});
