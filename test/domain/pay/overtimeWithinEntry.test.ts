import { describe, expect, test } from 'vitest';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import { byCode, byDateAndCode, configured, payOf, type Work } from '../../support/records/payFixture.js';

const split = { attribution: 'split' } as const;
const paid = (config: string, work: readonly Work[], more: object = {}): readonly PayLine[] =>
  payOf({ config: configured(config), work, ...more }).lines;
/** 10 November 2026 is a Tuesday. */
const onTuesday = (config: string, from: string, until: string, more: Partial<Work> = {}) =>
  paid(config, [{ start: `2026-11-10T${from}:00+01:00`, end: `2026-11-10T${until}:00+01:00`, ...more }]);
const night: Work = { start: '2026-11-10T22:00:00+01:00', end: '2026-11-11T06:00:00+01:00' };
const at = (epochSeconds: number) => new Date(epochSeconds * 1000).toISOString().slice(0, 16);
const spans = (lines: readonly PayLine[]) =>
  lines.map(({ payCode, fromEpoch, toEpoch }) => [payCode, at(fromEpoch), at(toEpoch)]);

describe('overtime within an entry', () => {
  const long: Work = { start: '2026-11-10T20:00:00+01:00', end: '2026-11-11T08:00:00+01:00' };

  test('of a day, across midnight', () => {
    const lines = paid('payRules: { base: [{ code: OT, over: { day: 600 } }, { code: N }] }', [long]);
    expect(byCode(lines)).toEqual({ N: 600, OT: 120 });
  });

  test('of the week applies to what the day’s overtime leaves', () => {
    const config =
      'payRules: { base: [{ code: OTW, over: { week: 500 } }, { code: OTD, over: { day: 600 } }, { code: N }] }';
    expect(spans(paid(config, [long]))).toEqual([
      ['N', '2026-11-10T19:00', '2026-11-11T03:20'],
      ['OTW', '2026-11-11T03:20', '2026-11-11T05:00'],
      ['OTD', '2026-11-11T05:00', '2026-11-11T07:00'],
    ]);
  });

  test('of the week follows the order of days, whatever the order of the entries', () => {
    const config = 'payRules: { base: [{ code: OT, over: { week: 480 } }, { code: N }] }';
    const hour = { start: '2026-11-10T23:00:00+01:00', end: '2026-11-11T00:00:00+01:00' };
    expect(byDateAndCode(paid(config, [night, hour], split))).toMatchObject({ '2026-11-11 OT': 60 });
  });

  test('leaves the rest with its earlier rule', () => {
    const config =
      'payRules: { base: [{ code: OT, over: { day: 480 } }, { code: NIGHT, clock: ["22:00", "06:00"] }, { code: N }] }';
    expect(byCode(onTuesday(config, '08:00', '18:00'))).toEqual({ N: 480, OT: 120 });
  });

  test('is placed correctly in a day that is cut where no rule changes', () => {
    const paidWith = (base: string) =>
      onTuesday(
        `payRules: { base: [${base}, { code: N }], loadings: [{ code: SUNDAY, on: [sunday], clock: ["12:00", "13:00"] }] }`,
        '08:00',
        '18:00',
      );
    const ofDay = paidWith('{ code: OT, over: { day: 480 } }');
    expect([byCode(ofDay), spans(ofDay)]).toEqual([
      { N: 480, OT: 120 },
      [
        ['N', '2026-11-10T07:00', '2026-11-10T15:00'],
        ['OT', '2026-11-10T15:00', '2026-11-10T17:00'],
      ],
    ]);
    // The day's remainder is cut again.
    expect(spans(paidWith('{ code: W, over: { week: 420 } }, { code: D, over: { day: 480 } }'))).toEqual([
      ['N', '2026-11-10T07:00', '2026-11-10T14:00'],
      ['W', '2026-11-10T14:00', '2026-11-10T15:00'],
      ['D', '2026-11-10T15:00', '2026-11-10T17:00'],
    ]);
  });

  test('of a week and of a day by one rule are two lines', () => {
    const config = 'payRules: { base: [{ code: OT, over: { day: 480, week: 420 } }, { code: N }] }';
    const lines = onTuesday(config, '08:00', '18:00');
    expect(lines.map(({ minutes, overtime }) => [minutes, overtime])).toEqual([
      [420, undefined],
      [60, 'week'],
      [120, 'day'],
    ]);
  });
});

describe('rules for an entry', () => {
  test('a base rule needs its minutes in the window', () => {
    const config =
      'payRules: { base: [{ code: LATE, clock: ["20:00", "24:00"], minimumInWindow: 120 }, { code: N }] }';
    expect(byCode(onTuesday(config, '18:00', '21:00'))).toEqual({ N: 180 });
    expect(byCode(onTuesday(config, '18:00', '23:00'))).toEqual({ N: 120, LATE: 180 });
  });

  test('a rule that takes nothing changes nothing, not even by rounding', () => {
    const nothing = 'loadings: [{ code: X, clock: ["09:00", "09:30"], on: [sunday] }]';
    const config = `payRules: { base: [{ code: B, clock: ["10:00", "11:00"] }, { code: N }], ${nothing} }`;
    expect(byCode(onTuesday(config, '08:00', '11:00', { minutes: 5 }))).toEqual({ N: 3, B: 2 });
    const rounded = `rounding: { level: day, step: 15, mode: up }\npayRules: { base: [{ code: N }], ${nothing} }`;
    expect(byCode(onTuesday(rounded, '08:00', '12:07'))).toEqual({ N: 255 });
  });

  test('a window that is reached twice gives two lines', () => {
    const config =
      'payRules: { base: [{ code: N }], loadings: [{ code: NIGHT, clock: ["20:00", "06:00"] }] }';
    const lines = onTuesday(config, '05:00', '21:00').filter(({ payCode }) => payCode === 'NIGHT');
    expect(spans(lines)).toEqual([
      ['NIGHT', '2026-11-10T04:00', '2026-11-10T05:00'],
      ['NIGHT', '2026-11-10T19:00', '2026-11-10T20:00'],
    ]);
  });

  test('a credit of consecutive loadings', () => {
    const config = `payRules:
  base: [{ code: N }]
  loadings: [{ code: A, clock: ["18:00", "20:00"] }, { code: B, clock: ["20:00", "22:00"] }]
  credits: [{ code: REST, of: [A], factor: 0.5 }]`;
    expect(byCode(onTuesday(config, '17:00', '22:00'))).toEqual({ N: 300, A: 120, B: 120, REST: 60 });
  });

  test('a break is between equal halves', () => {
    const config =
      'breaks: { allocate: halves }\npayRules: { base: [{ code: N }], loadings: [{ code: X, clock: ["19:00", "20:00"] }] }';
    expect(byCode(onTuesday(config, '18:00', '22:00', { minutes: 210 }))).toEqual({ N: 210, X: 45 });
  });

  test('without a zone all minutes count on one day', () => {
    expect(byDateAndCode(paid('{}', [{ ...night, zone: null }], split))).toEqual({
      '2026-11-10 NORMAL': 480,
    });
  });
});

describe('counts', () => {
  const counted = (count: string, work: readonly Work[], more: object = {}) =>
    paid(`payRules: { base: [{ code: N }], counts: [{ code: C, ${count} }] }`, work, more).filter(
      ({ payCode }) => payCode === 'C',
    ).length;

  test('a gap, if the rule takes the entry after it', () => {
    const until = (end: string) =>
      counted('per: gap, minutes: 60, clock: ["18:00", "24:00"]', [
        { start: '2026-11-10T08:00:00+01:00', end: '2026-11-10T12:00:00+01:00' },
        { start: '2026-11-10T13:30:00+01:00', end: `2026-11-10T${end}:00+01:00` },
      ]);
    expect([until('17:00'), until('19:00')]).toEqual([0, 1]);
  });

  test('a window across midnight is reached on two days, and in one night', () => {
    const per = (unit: string) => counted(`per: ${unit}, clock: ["22:00", "06:00"]`, [night], split);
    expect([per('day'), per('night')]).toEqual([2, 1]);
  });
});
