import { describe, expect, test } from 'vitest';
import {
  cutAtClockTimes,
  elapsedSegments,
  emptySegment,
  excludeBreak,
  type RuleSegment,
  segmentPart,
  wallclockSegments,
} from '../../../src/domain/pay/ruleSegment.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';

const brussels = zoneByName('Europe/Brussels');
const at = (text: string) => Date.parse(text) / 1000;
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 16);
const HOUR = 3600;

/** `28 22:00-00:00 at 21:00Z-23:00Z`, and its weight in minutes if that differs from the length on the clock. */
function said(segment: RuleSegment): string {
  const { date, clockFrom, clockUntil, fromEpoch, toEpoch, weightSeconds } = segment;
  const weight = weightSeconds === clockUntil - clockFrom ? '' : ` weighs ${weightSeconds / 60}`;
  return `${date.slice(8)} ${clock(clockFrom)}-${clock(clockUntil)} at ${clock(fromEpoch)}Z-${clock(toEpoch)}Z${weight}`;
}

const dayShift = elapsedSegments(at('2026-06-01T08:00+02:00'), at('2026-06-01T16:00+02:00'), brussels);
const [day] = dayShift;
if (day === undefined) throw new Error('a shift by day is one segment');

describe('segments of work', () => {
  test.each([
    [
      'across the skipped hour',
      '2026-03-28T22:00+01:00',
      '2026-03-29T06:00+02:00',
      [
        '28 22:00-00:00 at 21:00Z-23:00Z',
        '29 00:00-02:00 at 23:00Z-01:00Z',
        '29 03:00-06:00 at 01:00Z-04:00Z',
      ],
      [
        '28 22:00-00:00 at 21:00Z-23:00Z',
        '29 00:00-02:00 at 23:00Z-01:00Z',
        '29 02:00-03:00 at 01:00Z-01:00Z',
        '29 03:00-06:00 at 01:00Z-04:00Z',
      ],
    ],
    [
      'across the repeated hour',
      '2026-10-25T00:00+02:00',
      '2026-10-25T06:00+01:00',
      ['25 00:00-03:00 at 22:00Z-01:00Z', '25 02:00-06:00 at 01:00Z-05:00Z'],
      [
        '25 00:00-02:00 at 22:00Z-00:00Z',
        '25 02:00-03:00 at 00:00Z-01:00Z',
        '25 03:00-06:00 at 02:00Z-05:00Z',
      ],
    ],
    [
      'from the first pass of the repeated hour into the second',
      '2026-10-25T02:10+02:00',
      '2026-10-25T02:50+01:00',
      ['25 02:10-03:00 at 00:10Z-01:00Z', '25 02:00-02:50 at 01:00Z-01:50Z'],
      ['25 02:10-02:50 at 00:10Z-01:50Z'],
    ],
    [
      'with an end before its start on the clock',
      '2026-10-25T02:50+02:00',
      '2026-10-25T02:10+01:00',
      ['25 02:50-03:00 at 00:50Z-01:00Z', '25 02:00-02:10 at 01:00Z-01:10Z'],
      [],
    ],
    [
      'with an end at its start on the clock',
      '2026-10-25T02:30+02:00',
      '2026-10-25T02:30+01:00',
      ['25 02:30-03:00 at 00:30Z-01:00Z', '25 02:00-02:30 at 01:00Z-01:30Z'],
      [],
    ],
    [
      'across two midnights',
      '2026-06-01T12:00+02:00',
      '2026-06-03T12:00+02:00',
      [
        '01 12:00-00:00 at 10:00Z-22:00Z',
        '02 00:00-00:00 at 22:00Z-22:00Z',
        '03 00:00-12:00 at 22:00Z-10:00Z',
      ],
      [
        '01 12:00-00:00 at 10:00Z-22:00Z',
        '02 00:00-00:00 at 22:00Z-22:00Z',
        '03 00:00-12:00 at 22:00Z-10:00Z',
      ],
    ],
    [
      'from midnight to midnight',
      '2026-06-01T00:00+02:00',
      '2026-06-02T00:00+02:00',
      ['01 00:00-00:00 at 22:00Z-22:00Z'],
      ['01 00:00-00:00 at 22:00Z-22:00Z'],
    ],
  ])('%s: in real time, and on the local clock', (_what, from, until, elapsed, read) => {
    const span = [at(from), at(until), brussels] as const;
    expect(elapsedSegments(...span).map(said)).toEqual(elapsed);
    expect(wallclockSegments(...span).map(said)).toEqual(read);
  });

  test('a point has a position and no length', () => {
    expect(said(emptySegment(at('2026-06-01T23:30Z'), brussels))).toBe('02 01:30-01:30 at 23:30Z-23:30Z');
  });
});

describe('cut at times of the day', () => {
  test.each([
    ['inside', [12 * HOUR], ['01 08:00-12:00 at 06:00Z-10:00Z', '01 12:00-16:00 at 10:00Z-14:00Z']],
    [
      'several, in any order, with a duplicate',
      [14 * HOUR, 10 * HOUR, 14 * HOUR],
      [
        '01 08:00-10:00 at 06:00Z-08:00Z',
        '01 10:00-14:00 at 08:00Z-12:00Z',
        '01 14:00-16:00 at 12:00Z-14:00Z',
      ],
    ],
    ['at its own ends, and outside', [8 * HOUR, 16 * HOUR, 20 * HOUR], ['01 08:00-16:00 at 06:00Z-14:00Z']],
    [
      'a second from either end',
      [8 * HOUR + 1, 16 * HOUR - 1],
      [
        '01 08:00-08:00 at 06:00Z-06:00Z',
        '01 08:00-15:59 at 06:00Z-13:59Z',
        '01 15:59-16:00 at 13:59Z-14:00Z',
      ],
    ],
  ])('%s', (_what, times, expected) => {
    expect(cutAtClockTimes(day, times).map(said)).toEqual(expected);
  });

  test('a segment of several days, once on each', () => {
    const long = { ...day, clockUntil: day.clockUntil + 24 * HOUR, toEpoch: day.toEpoch + 24 * HOUR };
    const parts = cutAtClockTimes({ ...long, weightSeconds: 32 * HOUR }, [12 * HOUR]);
    expect(parts.map(({ weightSeconds }) => weightSeconds / HOUR)).toEqual([4, 24, 4]);
  });

  test('parts of a segment without weight have no weight', () => {
    const parts = cutAtClockTimes({ ...day, weightSeconds: 0 }, [12 * HOUR]);
    expect(parts.map(({ weightSeconds }) => weightSeconds)).toEqual([0, 0]);
  });
});

test('a part between two shares', () => {
  const parts = [
    segmentPart(day, 0, 1, 60),
    segmentPart(day, 0, 0.5, 60),
    segmentPart(day, 0.5, 1, 60),
    segmentPart(day, 0.25, 0.75, 60),
  ];
  expect(parts.map(said)).toEqual([
    '01 08:00-16:00 at 06:00Z-14:00Z weighs 1',
    '01 08:00-12:00 at 06:00Z-10:00Z weighs 1',
    '01 12:00-16:00 at 10:00Z-14:00Z weighs 1',
    '01 10:00-14:00 at 08:00Z-12:00Z weighs 1',
  ]);
});

describe('a break, in seconds since the first segment began', () => {
  const night = elapsedSegments(at('2026-06-01T22:00+02:00'), at('2026-06-02T06:00+02:00'), brussels);
  const weights = (segments: readonly RuleSegment[]) =>
    segments.map(
      (segment) => `${said(segment).slice(3, 14)} ${segment.weightSeconds === 0 ? 'break' : 'work'}`,
    );

  test.each([
    [
      'within a segment',
      dayShift,
      4 * HOUR,
      4.5 * HOUR,
      ['08:00-12:00 work', '12:00-12:30 break', '12:30-16:00 work'],
    ],
    ['at its beginning', dayShift, 0, HOUR, ['08:00-09:00 break', '09:00-16:00 work']],
    ['at its end', dayShift, 7 * HOUR, 8 * HOUR, ['08:00-15:00 work', '15:00-16:00 break']],
    [
      'across midnight',
      night,
      1.5 * HOUR,
      2.5 * HOUR,
      ['22:00-23:30 work', '23:30-00:00 break', '00:00-00:30 break', '00:30-06:00 work'],
    ],
    ['beyond all of it', dayShift, 9 * HOUR, 10 * HOUR, ['08:00-16:00 work']],
  ])('%s', (_what, segments, from, until, expected) => {
    expect(weights(excludeBreak(segments, from, until))).toEqual(expected);
  });
});
