import { describe, expect, test } from 'vitest';
import { byCode, byDateAndCode, configured, payOf, type Work } from '../../support/records/payFixture.js';

const linesOf = (rule: string, work: Work, dayStart = '00:00') =>
  payOf({
    config: configured(
      `payRules: { dayStart: "${dayStart}", base: [{ code: N }], loadings: [{ code: X, ${rule} }] }`,
    ),
    work: [work],
  }).lines;
const taken = (rule: string, work: Work, dayStart?: string) => byCode(linesOf(rule, work, dayStart)).X ?? 0;
/** 9 November 2026 is a Monday. */
const untilTuesday = (start: string): Work => ({
  start: `2026-11-09T${start}:00+01:00`,
  end: '2026-11-10T06:00:00+01:00',
});

describe('the latest start that a rule allows', () => {
  test('is counted from the end of a working day that begins late', () => {
    // 15 November 2026 is a Sunday, whose working day ends on Monday at 06:00.
    const from = (start: string) =>
      taken(
        'on: [sunday], startedBefore: "02:00"',
        { start: `2026-11-${start}:00+01:00`, end: '2026-11-16T05:00:00+01:00' },
        '06:00',
      );
    expect([from('15T20:00'), from('16T01:00'), from('16T02:00'), from('16T03:00')]).toEqual([
      540, 240, 0, 0,
    ]);
  });

  test('is in the second pass if the window ends in a repeated hour', () => {
    const work = { start: '2026-10-25T02:20:00+02:00', end: '2026-10-25T04:00:00+01:00' };
    expect(byCode(linesOf('clock: ["20:00", "02:30"], startedBefore: "02:15"', work))).toEqual({
      N: 160,
      X: 40,
    });
  });

  test('applies to what the day reaches of the next one, to the minute', () => {
    const from = (start: string) =>
      taken('on: [monday], reachTo: "04:00", startedBefore: "22:00"', untilTuesday(start));
    expect([from('21:59'), from('22:00')]).toEqual([361, 0]);
  });

  test('is before the end of a date’s own window, and for the earlier part before the end of the date', () => {
    const rule = (before: string) =>
      `dates: [{ date: "11-09", clock: ["20:00", "22:00"] }], reachTo: "04:00", startedBefore: "${before}"`;
    const from = (start: string, before: string) => taken(rule(before), untilTuesday(start));
    // 20:30 to 22:00 and 00:00 to 04:00; a start at 21:30 is too late for both.
    expect([from('20:30', '21:00'), from('21:30', '21:00')]).toEqual([330, 0]);
    // The last 22:30 before the window ended is on Sunday; before the date ended, on Monday.
    expect(from('20:30', '22:30')).toBe(240);
  });

  test('is before the first of two midnights', () => {
    // On the Azores the clock goes from 01:00 back to 00:00: the last 00:30 of Saturday is in the morning.
    const work = {
      start: '2026-10-24T20:00:00+00:00',
      end: '2026-10-25T06:00:00-01:00',
      zone: 'Atlantic/Azores',
    };
    const rule = (before: string) => linesOf(`on: [saturday], startedBefore: "${before}"`, work);
    expect([byCode(rule('00:30')).X, byDateAndCode(rule('20:30'))]).toMatchObject([
      undefined,
      { '2026-10-24 X': 240 },
    ]);
  });

  test('is before the second of two starts of a working day', () => {
    const work = { start: '2026-10-24T20:00:00+02:00', end: '2026-10-25T01:00:00+02:00' };
    const rule = (before: string) => taken(`on: [saturday], startedBefore: "${before}"`, work, '02:30');
    // 02:45 occurs again before the clock shows 02:30 again; 19:00 was before the work.
    expect([rule('02:45'), rule('19:00')]).toEqual([300, 0]);
  });
});
