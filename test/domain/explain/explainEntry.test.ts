import { describe, expect, test } from 'vitest';
import { explained, found, onlyEntry } from '../../support/records/explainFixture.js';
import { entry, shift } from '../../support/records/periodFixture.js';

const NIGHT =
  'payRules: { base: [{ code: NORMAL }], loadings: [{ code: NIGHT, clock: ["22:00", "06:00"] }] }';
/** Nine hours, because the clocks go back, with a break of half an hour. */
const backNight = entry({
  id: 'back',
  start: '2026-10-24T22:00:00+02:00',
  end: '2026-10-25T06:00:00+01:00',
  minutes: 510,
  shiftId: 's-back',
});
const backShift = shift({
  id: 's-back',
  start: '2026-10-24T22:00:00+02:00',
  end: '2026-10-25T06:00:00+01:00',
  breakMinutes: 30,
});

describe('the night in which the clocks go back', () => {
  const way = onlyEntry({ data: { entries: [backNight], shifts: [backShift] }, rules: NIGHT });

  test('shows times, zone and clock change', () => {
    expect(way).toMatchObject({
      id: 'back',
      status: 'Completed',
      establishment: 'Ghent',
      workDate: '2026-10-24',
      start: { text: '2026-10-24T22:00:00+02:00', utc: '2026-10-24 20:00', offset: '+02:00' },
      end: { text: '2026-10-25T06:00:00+01:00', utc: '2026-10-25 05:00', offset: '+01:00' },
      zone: { name: 'Europe/Brussels', source: 'establishment', clock: 'Europe/Brussels' },
      elapsedSeconds: 32_400,
      clockChangeSeconds: -3600,
      workedMinutes: 510,
      plannedBreakMinutes: 30,
      reviewedAtUtc: '2026-11-01T08:00:00Z',
      shiftId: 's-back',
      attribution: 'split',
      findings: [],
    });
    expect([way.start.tableOffset, way.end?.tableOffset, way.excluded]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('shows a segment for each day and offset, as the local clock showed it', () => {
    expect(way.pieces).toEqual([
      {
        date: '2026-10-24',
        from: '2026-10-24 22:00',
        to: '2026-10-25 00:00',
        offset: '+02:00',
        elapsedSeconds: 7200,
      },
      {
        date: '2026-10-25',
        from: '2026-10-25 00:00',
        to: '2026-10-25 03:00',
        offset: '+02:00',
        elapsedSeconds: 10_800,
      },
      {
        date: '2026-10-25',
        from: '2026-10-25 02:00',
        to: '2026-10-25 06:00',
        offset: '+01:00',
        elapsedSeconds: 14_400,
      },
    ]);
  });

  test('divides 510 minutes over two and seven hours: 113 1/3 and 396 2/3', () => {
    expect(way.shares).toEqual([
      {
        date: '2026-10-24',
        elapsedSeconds: 7200,
        wholeMinutes: 113,
        remainder: 10_800,
        divisor: 32_400,
        gotExtraMinute: false,
        minutes: 113,
        isInside: true,
      },
      {
        date: '2026-10-25',
        elapsedSeconds: 25_200,
        wholeMinutes: 396,
        remainder: 21_600,
        divisor: 32_400,
        gotExtraMinute: true,
        minutes: 397,
        isInside: true,
      },
    ]);
    expect(way.insideMinutes).toBe(510);
  });

  test('pay lines have the offset of the clock; an end at midnight has the earlier offset', () => {
    const line = { quantity: undefined, overtime: undefined };
    const first = {
      date: '2026-10-24',
      minutes: 113,
      from: '2026-10-24 22:00 +02:00',
      to: '2026-10-25 00:00 +02:00',
    };
    const second = {
      date: '2026-10-25',
      minutes: 397,
      from: '2026-10-25 00:00 +02:00',
      to: '2026-10-25 06:00 +01:00',
    };
    const base = { ...line, payCode: 'NORMAL', kind: 'base', rule: 'payRules.base[0]' };
    const loading = { ...line, payCode: 'NIGHT', kind: 'loading', rule: 'payRules.loadings[0]' };
    expect(way.pay).toEqual({
      paidMinutes: 510,
      adjustments: [],
      lines: [
        { ...base, ...first, spanMinutes: 120 },
        { ...loading, ...first, spanMinutes: 120 },
        { ...base, ...second, spanMinutes: 420 },
        { ...loading, ...second, spanMinutes: 420 },
      ],
    });
  });
});

test('shows an end exactly at the change in the earlier offset', () => {
  const work = entry({ start: '2026-10-25T01:00:00+02:00', end: '2026-10-25T02:00:00+01:00' });
  const { pay, pieces } = onlyEntry({ data: { entries: [work] } });
  expect(pay?.lines.map(({ from, to, minutes }) => [from, to, minutes])).toEqual([
    ['2026-10-25 01:00 +02:00', '2026-10-25 03:00 +02:00', 120],
  ]);
  expect(pieces.map(({ from, to, offset }) => [from, to, offset])).toEqual([
    ['2026-10-25 01:00', '2026-10-25 03:00', '+02:00'],
  ]);
});

test('far from a change, times have no offset, and seconds only if there are any', () => {
  const work = entry({ start: '2026-10-06T08:00:30+02:00', end: '2026-10-06T12:00:00+02:00' });
  const way = onlyEntry({ data: { entries: [work] } });
  expect([way.start.utc, way.end?.utc]).toEqual(['2026-10-06 06:00:30', '2026-10-06 10:00']);
  expect(way.pieces[0]?.from).toBe('2026-10-06 08:00:30');
  expect(
    way.pay?.lines.map(({ from, to, minutes, spanMinutes }) => [from, to, minutes, spanMinutes]),
  ).toEqual([['2026-10-06 08:00:30', '2026-10-06 12:00', 239, 239]]);
});

test('a clock change near the end alone still adds the offsets', () => {
  const work = entry({ start: '2026-10-23T23:00:00+02:00', end: '2026-10-24T05:00:00+02:00' });
  const { pay } = onlyEntry({ data: { entries: [work] }, policy: { attribution: 'start', dst: 'elapsed' } });
  expect(pay?.lines.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-23 23:00 +02:00', '2026-10-24 05:00 +02:00'],
  ]);
});

test('labels minutes of a night outside the period', () => {
  const work = entry({ start: '2026-10-31T20:00:00+01:00', end: '2026-11-01T04:00:00+01:00' });
  const way = onlyEntry({ data: { entries: [work] } });
  expect(way.shares.map(({ date, minutes, isInside }) => [date, minutes, isInside])).toEqual([
    ['2026-10-31', 240, true],
    ['2026-11-01', 240, false],
  ]);
  expect(way.insideMinutes).toBe(240);
  expect(way.excluded).toEqual({ reason: 'outside-period', minutes: 240 });
  expect(way.pay?.lines.map(({ date, minutes }) => [date, minutes])).toEqual([
    ['2026-10-31', 240],
    ['2026-11-01', 240],
  ]);
});

test('an entry wholly in the margin adds no minutes to the period', () => {
  const work = entry({ start: '2026-11-01T08:00:00+01:00', end: '2026-11-01T09:00:00+01:00' });
  const way = onlyEntry({ data: { entries: [work] } });
  expect(way.insideMinutes).toBe(0);
  expect(way.excluded).toEqual({ reason: 'outside-period', minutes: 60 });
});

test('an entry in the margin without minutes is still excluded', () => {
  const work = entry({ start: '2026-11-01T08:00:00+01:00', end: '2026-11-01T09:00:00+01:00', minutes: 0 });
  expect(onlyEntry({ data: { entries: [work] } }).excluded).toEqual({ reason: 'outside-period', minutes: 0 });
});

test('an offset that the zone does not have is shown with the right one, and the clock follows the times', () => {
  const work = entry({ start: '2026-10-06T08:00:00+05:00', end: '2026-10-06T12:00:00+05:00' });
  const { start, end, zone } = onlyEntry({ data: { entries: [work] } });
  expect([start.offset, start.tableOffset, end?.tableOffset]).toEqual(['+05:00', '+02:00', '+02:00']);
  expect(zone).toEqual({ name: 'Europe/Brussels', source: 'establishment', clock: '+05:00' });
});

test('if the times fit no zone there are no segments, and pay uses the clock of the start', () => {
  const work = entry({
    start: '2026-10-06T08:00:00+02:00',
    end: '2026-10-06T12:00:00+01:00',
    establishmentId: null,
  });
  const establishments = [{ id: 'nowhere', zone: undefined, label: undefined }];
  const way = onlyEntry({ data: { entries: [work], establishments } });
  expect([way.zone, way.establishment, way.pieces, way.clockChangeSeconds]).toEqual([
    undefined,
    undefined,
    [],
    0,
  ]);
  expect(way.elapsedSeconds).toBe(18_000);
  expect(way.shares.map(({ date, minutes }) => [date, minutes])).toEqual([['2026-10-06', 300]]);
  expect(way.pay?.lines.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-06 08:00', '2026-10-06 13:00'],
  ]);
});

test('without a zone, the offset of the times is the clock', () => {
  const work = entry({ start: '10-06 08:00', end: '10-06 12:00' });
  const establishments = [{ id: 'ghent', zone: undefined, label: undefined }];
  const { zone, establishment } = onlyEntry({ data: { entries: [work], establishments } });
  expect([zone, establishment]).toEqual([{ name: '+02:00', source: 'own-offset', clock: '+02:00' }, 'ghent']);
});

test('an open entry has no minutes, and shows its start', () => {
  const way = onlyEntry({
    data: { entries: [entry({ start: '10-06 08:00', end: null, status: 'Working' })] },
  });
  expect(way).toMatchObject({
    status: 'Working',
    shares: [],
    pieces: [],
    insideMinutes: 0,
    workedMinutes: 0,
  });
  expect([way.end, way.elapsedSeconds, way.pay, way.zone]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(way.excluded).toEqual({ reason: 'open', minutes: 0 });
});

test('a cancelled entry shows the minutes that it would have had', () => {
  const work = entry({ start: '10-06 08:00', end: '10-06 12:00', status: 'Cancelled', workedMinutes: 240 });
  const way = onlyEntry({ data: { entries: [work] } });
  expect(way).toMatchObject({
    shares: [],
    insideMinutes: 0,
    excluded: { reason: 'cancelled', minutes: 240 },
  });
  expect(way.pay).toBeUndefined();
});

test('an end before its start gives no segments and no clock change', () => {
  const work = entry({
    start: '2026-10-25T06:00:00+01:00',
    end: '2026-10-24T22:00:00+02:00',
    minutes: 30,
  });
  const way = onlyEntry({ data: { entries: [work] } });
  expect([way.pieces, way.clockChangeSeconds, way.elapsedSeconds]).toEqual([[], 0, -32_400]);
  expect(way.zone?.name).toBe('Europe/Brussels');
});

test('an entry of zero minutes is not an error', () => {
  const way = onlyEntry({
    data: { entries: [entry({ start: '10-06 08:00', end: '10-06 08:00', minutes: 5 })] },
  });
  expect([way.elapsedSeconds, way.insideMinutes]).toEqual([0, 5]);
  expect(way.shares.map(({ wholeMinutes, divisor, minutes }) => [wholeMinutes, divisor, minutes])).toEqual([
    [5, 0, 5],
  ]);
});

test('explains an unreviewed entry without a shift, at an establishment without a name', () => {
  const work = entry({
    start: '10-06 08:00',
    end: '10-06 12:00',
    reviewedAtUtc: null,
    establishmentId: 'x9',
  });
  const way = onlyEntry({ data: { entries: [work] } });
  expect([way.reviewedAtUtc, way.shiftId, way.plannedBreakMinutes]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(way.establishment).toBe('x9');
});

test('the break is that of the shift worked on, even if it is another employee’s shift', () => {
  const work = entry({ start: '10-06 08:00', end: '10-06 12:00', shiftId: 's-bob' });
  const shiftOfBob = shift({
    id: 's-bob',
    employeeId: 'bob',
    start: '10-06 08:00',
    end: '10-06 12:00',
    breakMinutes: 20,
  });
  const way = onlyEntry({ data: { entries: [work] }, relatedShifts: [shiftOfBob] });
  expect(way.plannedBreakMinutes).toBe(20);
});

test('adjustments explain the difference between worked and paid', () => {
  const rules = 'payRules: { base: [{ code: NORMAL }] }\nrounding: { level: entry, step: 15 }';
  const work = entry({ start: '10-06 08:00', end: '10-06 12:05' });
  const { pay, workedMinutes } = onlyEntry({ data: { entries: [work] }, rules });
  expect([workedMinutes, pay?.paidMinutes, pay?.adjustments]).toEqual([
    245,
    240,
    [{ reason: 'entry-rounding', minutes: -5 }],
  ]);
});

test('one of the two times may fit its zone', () => {
  const work = entry({ start: '2026-10-06T08:00:00+02:00', end: '2026-10-06T12:00:00+01:00' });
  const { start, end, zone } = onlyEntry({ data: { entries: [work] } });
  expect([start.tableOffset, end?.tableOffset, zone?.clock]).toEqual([
    undefined,
    '+02:00',
    'Europe/Brussels',
  ]);
});

test('lines are in order of day, with those before the period first', () => {
  const work = entry({ start: '2026-09-30T22:00:00+02:00', end: '2026-10-01T02:00:00+02:00' });
  const { pay } = onlyEntry({ data: { entries: [work] } });
  expect(pay?.lines.map(({ date, minutes }) => [date, minutes])).toEqual([
    ['2026-09-30', 120],
    ['2026-10-01', 120],
  ]);
});

test('loadings are listed at their start, between the lines of the work', () => {
  const rules = `payRules: { base: [{ code: LATE, clock: ["22:00", "24:00"] }, { code: NORMAL }],
    loadings: [{ code: EVENING, clock: ["20:00", "24:00"] }] }`;
  const work = entry({ start: '10-06 18:00', end: '10-06 23:00' });
  const { pay } = onlyEntry({ data: { entries: [work] }, rules });
  expect(pay?.lines.map(({ payCode, from, minutes }) => [payCode, from, minutes])).toEqual([
    ['NORMAL', '2026-10-06 18:00', 240],
    ['EVENING', '2026-10-06 20:00', 180],
    ['LATE', '2026-10-06 22:00', 60],
  ]);
});

test('lines of one day are in order of time', () => {
  const rules = 'payRules: { base: [{ code: EVENING, clock: ["20:00", "24:00"] }, { code: NORMAL }] }';
  const work = entry({ start: '10-06 18:00', end: '10-06 22:00' });
  const { pay } = onlyEntry({ data: { entries: [work] }, rules });
  expect(pay?.lines.map(({ payCode, from, rule }) => [payCode, from, rule])).toEqual([
    ['NORMAL', '2026-10-06 18:00', 'payRules.base[1]'],
    ['EVENING', '2026-10-06 20:00', 'payRules.base[0]'],
  ]);
});

test('findings are listed with their entry, in the language of the reader', () => {
  const entries = [
    entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
    entry({ id: 'b', start: '10-07 08:00', end: '10-07 12:00' }),
  ];
  const facts = { start: '2026-10-06 08:00', end: '2026-10-06 12:00' };
  const findings = [
    found({ record: 'a', facts }),
    found({ record: 'b', code: 'LONG_ENTRY', facts: { ...facts, elapsedMinutes: 240 } }),
  ];
  const reader = { language: 'de', hours: 'decimal' } as const;
  const messages = explained({ data: { entries }, findings, reader }).entries.map((each) => each.findings);
  expect(messages).toEqual([
    [
      {
        code: 'UNREVIEWED',
        message: 'Die Buchung vom 06.10.2026 08:00 bis 12:00 ist nicht geprüft.',
      },
    ],
    [
      {
        code: 'LONG_ENTRY',
        message: 'Dauert 4,00 Stunden, vom 06.10.2026 08:00 bis 12:00.',
      },
    ],
  ]);
  expect(explained({ data: { entries }, findings }).entries[0]?.findings).toEqual([
    {
      code: 'UNREVIEWED',
      message: 'The entry from 2026-10-06 08:00 to 12:00 has not been reviewed.',
    },
  ]);
});
