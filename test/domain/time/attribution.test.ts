import { describe, expect, test } from 'vitest';
import { ATTRIBUTIONS, type Attribution, attributeMinutes } from '../../../src/domain/time/attribution.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { zoneByName } from '../../../src/domain/time/tzdata.js';
import { isBeyondMargin } from '../../../src/domain/timesheet/buildTimesheet.js';
import { stampOf } from '../../support/records/stampOf.js';

interface Row {
  readonly row: string;
  readonly zone?: string;
  readonly start: string;
  readonly end: string;
  readonly net: number;
  /** Default: the date of `start`. */
  readonly workDate?: string;
  readonly days: Partial<Record<Attribution, string>>;
}

const rows: Row[] = [
  {
    row: 'within a day',
    start: '2026-06-10T08:00+02:00',
    end: '2026-06-10T16:30+02:00',
    net: 480,
    days: { start: '10:480', split: '10:480', end: '10:480', majority: '10:480' },
  },
  {
    row: 'past midnight, the break shared',
    start: '2026-06-10T22:00+02:00',
    end: '2026-06-11T06:00+02:00',
    net: 435,
    days: { start: '10:435', split: '10:109 11:326', end: '11:435', majority: '11:435' },
  },
  {
    row: 'until midnight: the day before',
    start: '2026-06-10T16:00+02:00',
    end: '2026-06-11T00:00+02:00',
    net: 480,
    days: { start: '10:480', split: '10:480', end: '10:480', majority: '10:480' },
  },
  {
    row: 'from midnight',
    start: '2026-06-11T00:00+02:00',
    end: '2026-06-11T08:00+02:00',
    net: 480,
    days: { start: '11:480', split: '11:480', end: '11:480', majority: '11:480' },
  },
  {
    row: 'a second past midnight',
    start: '2026-06-10T16:00:00+02:00',
    end: '2026-06-11T00:00:01+02:00',
    net: 480,
    days: { split: '10:480 11:0', end: '11:480', majority: '10:480' },
  },
  {
    row: 'a tie goes to the start day',
    start: '2026-06-10T20:00+02:00',
    end: '2026-06-11T04:00+02:00',
    net: 480,
    days: { split: '10:240 11:240', end: '11:480', majority: '10:480' },
  },
  {
    row: 'no tie on the long night, although the clock says so',
    start: '2026-10-24T20:00+02:00',
    end: '2026-10-25T04:00+01:00',
    net: 540,
    days: { split: '24:240 25:300', majority: '25:540' },
  },
  {
    row: 'the work date stands under start alone',
    start: '2026-06-10T22:00+02:00',
    end: '2026-06-11T06:00+02:00',
    net: 480,
    workDate: '2026-06-11',
    days: { start: '11:480', split: '10:120 11:360', end: '11:480', majority: '11:480' },
  },
  {
    row: 'no length, no minutes',
    start: '2026-06-10T22:00+02:00',
    end: '2026-06-10T22:00+02:00',
    net: 0,
    days: { start: '10:0', split: '10:0', end: '10:0', majority: '10:0' },
  },
  {
    row: 'no length at midnight, yet minutes: kept, on the day that begins',
    start: '2026-06-11T00:00+02:00',
    end: '2026-06-11T00:00+02:00',
    net: 30,
    days: { start: '11:30', split: '11:30', end: '11:30', majority: '11:30' },
  },
  {
    row: 'more minutes than time: shared all the same',
    start: '2026-06-10T22:00+02:00',
    end: '2026-06-11T02:00+02:00',
    net: 600,
    days: { split: '10:300 11:300' },
  },
  {
    row: 'three days',
    start: '2026-06-10T22:00+02:00',
    end: '2026-06-12T01:00+02:00',
    net: 1610,
    days: { start: '10:1610', split: '10:119 11:1431 12:60', end: '12:1610', majority: '11:1610' },
  },
  {
    row: 'over a day that does not exist',
    zone: 'Pacific/Apia',
    start: '2011-12-29T22:00-10:00',
    end: '2011-12-31T06:00+14:00',
    net: 480,
    days: { start: '29:480', split: '29:120 31:360', end: '31:480', majority: '31:480' },
  },
  {
    row: 'the first midnight that repeats counts',
    zone: 'Atlantic/Azores',
    start: '2026-10-24T22:00+00:00',
    end: '2026-10-25T06:00-01:00',
    net: 540,
    days: { split: '24:120 25:420', end: '25:540', majority: '25:540' },
  },
  {
    row: 'the evening that comes again after midnight is the new day',
    zone: 'America/St_Johns',
    start: '2010-11-06T23:30-02:30',
    end: '2010-11-06T23:59-03:30',
    net: 89,
    days: { start: '06:89', split: '06:30 07:59', end: '07:89', majority: '07:89' },
  },
];

const cases = rows.flatMap((row) =>
  ATTRIBUTIONS.filter((attribution) => row.days[attribution] !== undefined).map((attribution) => ({
    ...row,
    attribution,
  })),
);

test.each(cases)('$attribution: $row', ({ zone, start, end, net, workDate, days, attribution }) => {
  const span = {
    startEpoch: stampOf(start).epochSeconds,
    endEpoch: stampOf(end).epochSeconds,
    workDate: toLocalDate(workDate ?? start.slice(0, 10)),
    workedMinutes: net,
  };
  const parts = attributeMinutes(span, zoneByName(zone ?? 'Europe/Brussels'), attribution);
  expect(parts.map(({ date, minutes }) => `${date.slice(8)}:${minutes}`).join(' ')).toBe(days[attribution]);
  expect(parts.at(0)?.startEpoch).toBe(span.startEpoch);
  expect(parts.at(-1)?.endEpoch).toBe(span.endEpoch);
  parts.slice(1).forEach((part, index) => {
    expect(part.startEpoch).toBe(parts[index]?.endEpoch);
  });
  for (const part of parts) expect(part.elapsedSeconds).toBe(part.endEpoch - part.startEpoch);
});

test.each(ATTRIBUTIONS)('%s: an end before the start is refused', (attribution) => {
  const span = { startEpoch: 1000, endEpoch: 999, workDate: toLocalDate('1970-01-01'), workedMinutes: 0 };
  expect(() => attributeMinutes(span, zoneByName('Etc/UTC'), attribution)).toThrow(RangeError);
});

describe('outside the margin of a day', () => {
  const brussels = 'Europe/Brussels';
  const marginRows: [
    row: string,
    zone: string,
    start: string,
    end: string,
    workDate: string,
    beyond: boolean,
  ][] = [
    ['an ordinary night', brussels, '2026-06-10T22:00+02:00', '2026-06-11T06:00+02:00', '2026-06-10', false],
    [
      '27 hours across two midnights',
      brussels,
      '2026-06-10T22:00+02:00',
      '2026-06-12T01:00+02:00',
      '2026-06-10',
      true,
    ],
    [
      '24 hours across a 23-hour day',
      brussels,
      '2026-03-28T23:30+01:00',
      '2026-03-30T00:30+02:00',
      '2026-03-28',
      true,
    ],
    [
      'across a missing day',
      'Pacific/Apia',
      '2011-12-29T22:00-10:00',
      '2011-12-31T06:00+14:00',
      '2011-12-29',
      true,
    ],
    [
      'a work date after the start',
      brussels,
      '2026-06-10T22:00+02:00',
      '2026-06-11T06:00+02:00',
      '2026-06-11',
      false,
    ],
    [
      'a work date two days after the start',
      brussels,
      '2026-06-10T22:00+02:00',
      '2026-06-11T06:00+02:00',
      '2026-06-12',
      true,
    ],
  ];
  test.each(marginRows)('%s', (_row, zone, start, end, workDate, beyond) => {
    const [startEpoch, endEpoch] = [stampOf(start).epochSeconds, stampOf(end).epochSeconds];
    const span = { startEpoch, endEpoch, workDate: toLocalDate(workDate), workedMinutes: 60 };
    const isBeyond = (attribution: Attribution) =>
      isBeyondMargin(attributeMinutes(span, zoneByName(zone), attribution), span.workDate, { attribution });
    expect(isBeyond('split')).toBe(beyond);
    expect(isBeyond('start')).toBe(false);
  });
});
