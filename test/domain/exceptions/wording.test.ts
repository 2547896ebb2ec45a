import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../src/domain/exceptions/finding.js';
import { showClockTimes } from '../../../src/domain/exceptions/findingCollector.js';
import { findingMessage } from '../../../src/domain/exceptions/wording.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';

const finding = (start: string, end: string): Finding => ({
  code: 'ENTRY_NO_SHIFT',
  employeeId: 'e',
  date: null,
  record: 'r',
  facts: { start, end, stamp: '2026-10-25T02:00:00+02:00' },
});

describe('times in messages', () => {
  const BRUSSELS = ['Europe/Brussels'];
  const rows: readonly (readonly [
    name: string,
    zones: readonly string[],
    start: string,
    end: string,
    shown: string,
  ])[] = [
    [
      'on most days the time on the clock',
      BRUSSELS,
      '2026-10-23T22:00:00+02:00',
      '2026-10-23T23:30:15+02:00',
      '2026-10-23 22:00 to 23:30',
    ],
    [
      'in the repeated hour both passes are distinguished',
      BRUSSELS,
      '2026-10-25T02:45:00+02:00',
      '2026-10-25T02:15:00+01:00',
      '2026-10-25 02:45 +02:00 to 02:15 +01:00',
    ],
    [
      'within a day before the change',
      BRUSSELS,
      '2026-10-24T04:00:00+02:00',
      '2026-10-24T08:00:00+02:00',
      '2026-10-24 04:00 +02:00 to 08:00 +02:00',
    ],
    [
      'both times, if one of them is near',
      BRUSSELS,
      '2026-10-24T02:00:00+02:00',
      '2026-10-24T08:00:00+02:00',
      '2026-10-24 02:00 +02:00 to 08:00 +02:00',
    ],
    [
      'not for a change at another place',
      ['Europe/Brussels', 'Africa/Cairo'],
      '2026-10-29T22:00:00+01:00',
      '2026-10-30T06:00:00+01:00',
      '2026-10-29 22:00 to 2026-10-30 06:00',
    ],
    [
      'an offset that no zone has',
      ['Europe/Brussels'],
      '2026-07-01T08:00:00+05:00',
      '2026-07-01T09:00:00+05:00',
      '2026-07-01 08:00 +05:00 to 09:00 +05:00',
    ],
    [
      'a change of half an hour',
      ['Asia/Tokyo', 'Australia/Lord_Howe'],
      '2026-04-05T01:45:00+11:00',
      '2026-04-05T01:45:00+10:30',
      '2026-04-05 01:45 +11:00 to 01:45 +10:30',
    ],
    [
      'no known zones',
      [],
      '2026-07-01T08:00:00Z',
      '2026-07-01T09:00:00Z',
      '2026-07-01 08:00 +00:00 to 09:00 +00:00',
    ],
    [
      'beyond the years of the tables',
      BRUSSELS,
      '2926-07-01T08:00:00+02:00',
      '2926-07-01T09:00:00+02:00',
      '2926-07-01 08:00 +02:00 to 09:00 +02:00',
    ],
    ['a missing end', BRUSSELS, '2026-10-23T22:00:00+02:00', '–', '2026-10-23 22:00 to –'],
  ];
  test.each(rows)('%s', (_name, zones, start, end, shown) => {
    const worded = showClockTimes(finding(start, end), zones.map(zoneByName));
    expect(findingMessage(worded)).toBe(`Worked ${shown} without a published shift.`);
    expect(worded.facts.stamp).toBe('2026-10-25T02:00:00+02:00');
  });
});
