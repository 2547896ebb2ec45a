import { describe, expect, test } from 'vitest';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { entry, period, periodData, shift } from '../../support/records/periodFixture.js';
import { modelOf, rowsOf } from './modelOf.js';

const AUTUMN = { id: 'night', start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00' };
const SPRING = { id: 'night', start: '2026-03-28T22:00:00+01:00', end: '2026-03-29T06:00:00+02:00' };
const MARCH = period('2026-03-01', '2026-03-31');

describe('clock-changes', () => {
  const FIELDS = ['change', 'elapsedMinutes', 'clockMinutes', 'workedMinutes', 'paidMinutes', 'allocation'];

  test('elapsed: the elapsed time is paid', () => {
    const model = modelOf(periodData({ entries: [entry(AUTUMN)] }), { attribution: 'split' });
    expect(rowsOf(model, 'clock-changes', ...FIELDS)).toEqual([
      [-60, 540, 480, 540, 540, '2026-10-24: 120; 2026-10-25: 420'],
    ]);
    expect(rowsOf(model, 'control', 'reason').flat()).not.toContain('paid');
  });

  test('wallclock, autumn: the clock’s hours are paid, and the control shows the steps', () => {
    const model = modelOf(periodData({ entries: [entry(AUTUMN)] }), { dst: 'wallclock' });
    expect(rowsOf(model, 'clock-changes', ...FIELDS)).toEqual([[-60, 540, 480, 540, 480, '2026-10-24: 540']]);
    expect(rowsOf(model, 'entries', 'workedMinutes', 'paidMinutes')).toEqual([[540, 480]]);
    expect(rowsOf(model, 'employees', 'workedMinutes', 'paidMinutes')).toEqual([[540, 480]]);
    const total = rowsOf(model, 'control', 'scope', 'reason', 'entries', 'minutes').slice(0, 4);
    expect(total).toEqual([
      ['total', 'fetched', 1, 540],
      ['total', 'exported', 1, 540],
      ['total', 'wallclock', 1, -60],
      ['total', 'paid', 1, 480],
    ]);
  });

  test('wallclock, spring: one hour more is paid than worked', () => {
    const data = periodData({ entries: [entry({ ...SPRING, minutes: 390 })] });
    const model = modelOf(data, { dst: 'wallclock', period: MARCH });
    expect(rowsOf(model, 'clock-changes', ...FIELDS)).toEqual([[60, 420, 480, 390, 450, '2026-03-28: 390']]);
  });

  test('a change of half an hour, one across midnight, and none', () => {
    const places = [
      { id: 'ghent', zone: 'Australia/Lord_Howe', label: 'Island' },
      { id: 'cairo', zone: 'Africa/Cairo', label: 'Cairo' },
    ];
    const entries = [
      entry({
        id: 'cairo',
        establishmentId: 'cairo',
        start: '2026-10-29T20:00:00+03:00',
        end: '2026-10-30T04:00:00+02:00',
      }),
      entry({ id: 'island', start: '2026-10-03T22:00:00+10:30', end: '2026-10-04T06:00:00+11:00' }),
      entry({ id: 'plain', start: '2026-10-06T08:00:00+11:00', end: '2026-10-06T16:00:00+11:00' }),
    ];
    const model = modelOf(periodData({ establishments: places, entries }), { attribution: 'split' });
    expect(rowsOf(model, 'clock-changes', 'entry.id', 'zone', 'change', 'allocation')).toEqual([
      ['island', 'Australia/Lord_Howe', 30, '2026-10-03: 120; 2026-10-04: 330'],
      ['cairo', 'Africa/Cairo', -60, '2026-10-29: 300; 2026-10-30: 240'],
    ]);
  });
});

describe('period-edges', () => {
  const entries = [
    entry({ id: 'in', start: '09-30 22:00', end: '10-01 06:00' }),
    entry({ id: 'until-midnight', start: '09-30 16:00', end: '10-01 00:00' }),
    entry({ id: 'inside', start: '10-06 22:00', end: '10-07 06:00' }),
    entry({ id: 'out', start: '2026-10-31T22:00:00+01:00', end: '2026-11-01T06:00:00+01:00' }),
    entry({ id: 'next', start: '2026-11-01T22:00:00+01:00', end: '2026-11-02T06:00:00+01:00' }),
  ];
  const ROWS = [
    [
      'start',
      [
        ['in', 0, 480, '2026-09-30: 480'],
        ['out', 480, 0, '2026-10-31: 480'],
      ],
    ],
    [
      'split',
      [
        ['in', 360, 120, '2026-09-30: 120; 2026-10-01: 360'],
        ['out', 120, 360, '2026-10-31: 120; 2026-11-01: 360'],
      ],
    ],
    [
      'end',
      [
        ['in', 480, 0, '2026-10-01: 480'],
        ['out', 0, 480, '2026-11-01: 480'],
      ],
    ],
  ] as const;
  test.each(ROWS)('%s: work across the edges, and the days of its minutes', (attribution, expected) => {
    const model = modelOf(periodData({ entries }), { attribution });
    expect(
      rowsOf(model, 'period-edges', 'entry.id', 'insideMinutes', 'outsideMinutes', 'allocation'),
    ).toEqual(expected);
  });
});

describe('holidays', () => {
  const holiday = (date: string, name: string, originalDate?: string) => {
    return {
      date: toLocalDate(date),
      name,
      originalDate: originalDate ? toLocalDate(originalDate) : undefined,
    };
  };

  test('across New Year, of both years, on the dates granted', () => {
    const data = periodData({
      holidays: [
        holiday('2027-01-04', 'New Year', '2027-01-01'),
        holiday('2026-12-25', 'Christmas'),
        holiday('2027-02-01', 'later'),
      ],
      entries: [
        entry({ id: 'a', start: '2026-12-25T08:00:00+01:00', end: '2026-12-25T12:00:00+01:00' }),
        entry({ id: 'b', start: '2027-01-01T08:00:00+01:00', end: '2027-01-01T12:00:00+01:00' }),
        entry({ id: 'c', start: '2027-01-04T08:00:00+01:00', end: '2027-01-04T12:00:00+01:00' }),
      ],
    });
    const rules = { loadings: [{ code: 'HOLIDAY', on: ['holiday' as const] }] };
    const model = modelOf(data, { period: period('2026-12-21', '2027-01-17'), rules });
    expect(rowsOf(model, 'employee-days', 'date', 'holiday')).toEqual([
      ['2026-12-25', 'Christmas'],
      ['2027-01-01', null],
      ['2027-01-04', 'New Year'],
    ]);
    expect(rowsOf(model, 'holidays', 'date', 'name', 'originalDate')).toEqual([
      ['2026-12-25', 'Christmas', null],
      ['2027-01-04', 'New Year', '2027-01-01'],
    ]);
    const lines = rowsOf(model, 'pay-lines', 'date', 'payCode').filter(([, code]) => code === 'HOLIDAY');
    expect(lines).toEqual([
      ['2026-12-25', 'HOLIDAY'],
      ['2027-01-04', 'HOLIDAY'],
    ]);
    const calendar = rowsOf(model, 'calendar', 'date', 'holiday').filter(([, name]) => name !== null);
    expect(calendar).toEqual([
      ['2026-12-25', 'Christmas'],
      ['2027-01-04', 'New Year'],
    ]);
  });
});

describe('pay-lines', () => {
  const entries = [
    entry({ id: 'a', start: '10-06 04:00', end: '10-06 08:00' }),
    entry({ id: 'b', start: '10-06 18:00', end: '10-06 22:00' }),
  ];
  const rules = { loadings: [{ code: 'NIGHT', clock: ['20:00', '06:00'] as const }] };

  test('have a row per day and code, with the external code if there is one', () => {
    const model = modelOf(periodData({ entries }), { rules, payCodes: { NIGHT: { external: '2010' } } });
    expect(rowsOf(model, 'pay-lines', 'payCode', 'kind', 'external', 'minutes')).toEqual([
      ['NORMAL', 'base', null, 480],
      ['NIGHT', 'loading', '2010', 240],
    ]);
  });

  test('rounding and a minimum are adjustments, each with its own line in the control', () => {
    const minimumPaid = { entry: 300, code: 'TOPUP' };
    const rounding = { level: 'entry', step: 15, mode: 'up', grace: 0 } as const;
    const short = [entry({ id: 'a', start: '10-06 08:00', end: '10-06 10:03' })];
    const model = modelOf(periodData({ entries: short }), { rules: { rounding, minimumPaid } });
    const paid = rowsOf(model, 'control', 'scope', 'reason', 'minutes').filter(
      ([scope]) => scope === 'total',
    );
    expect(paid).toEqual([
      ['total', 'fetched', 123],
      ['total', 'exported', 123],
      ['total', 'entry-rounding', 12],
      ['total', 'minimum-paid', 165],
      ['total', 'paid', 300],
    ]);
  });

  test('only the period’s part of an adjustment counts for an entry across the edge', () => {
    const rounding = { level: 'entry', step: 15, mode: 'nearest', grace: 0 } as const;
    const night = entry({ start: '09-30 22:00', end: '10-01 06:00', minutes: 473 });
    const model = modelOf(periodData({ entries: [night] }), { attribution: 'split', rules: { rounding } });
    const total = rowsOf(model, 'control', 'scope', 'reason', 'minutes').filter(
      ([scope]) => scope === 'total',
    );
    expect(total).toEqual([
      ['total', 'fetched', 473],
      ['total', 'exported', 355],
      ['total', 'outside-period', 118],
      ['total', 'period-edge', 5],
      ['total', 'paid', 360],
    ]);
  });
});

describe('control and exceptions', () => {
  test('two employees with the same name have separate lines', () => {
    const employees = ['ann', 'bob'].map((id) => ({
      id,
      firstName: 'Jan',
      lastName: 'Peeters',
      isActive: true,
    }));
    const entries = [
      entry({ id: 'a', start: '10-06 08:00', end: '10-06 10:00' }),
      entry({ id: 'b', employeeId: 'bob', start: '10-06 08:00', end: '10-06 09:00' }),
    ];
    const lines = rowsOf(
      modelOf(periodData({ employees, entries })),
      'control',
      'scope',
      'subject',
      'subjectId',
      'reason',
      'minutes',
    );
    expect(lines.filter(([scope]) => scope === 'employee')).toEqual([
      ['employee', 'Peeters, Jan (ann)', 'ann', 'fetched', 120],
      ['employee', 'Peeters, Jan (ann)', 'ann', 'exported', 120],
      ['employee', 'Peeters, Jan (bob)', 'bob', 'fetched', 60],
      ['employee', 'Peeters, Jan (bob)', 'bob', 'exported', 60],
    ]);
  });

  test.each([
    ['en', 'Shift without entry'],
    ['nl', 'Dienst zonder registratie'],
    ['fr', 'Service sans pointage'],
    ['de', 'Schicht ohne Buchung'],
  ])('exceptions are in %s', (language, title) => {
    const data = periodData({ shifts: [shift({ start: '10-06 08:00', end: '10-06 16:00' })] });
    expect(rowsOf(modelOf(data, { language }), 'exceptions', 'title')).toContainEqual([title]);
  });
});

test('every row of every data set has every field', () => {
  const data = periodData({
    entries: [
      entry(AUTUMN),
      entry({ id: 'agency', employeeId: null, start: '10-06 08:00', end: '10-06 09:00' }),
    ],
    shifts: [shift({ start: '10-06 08:00', end: '10-06 16:00' })],
  });
  const mapping = {
    extraColumns: ['contract'],
    byId: new Map([['ann', [{ number: '7', extra: { contract: 'x' } }]]]),
  };
  for (const [name, { fields, rows }] of modelOf(data, { mapping }).dataSets) {
    for (const row of rows)
      expect(Object.keys(row).sort(), name).toEqual(fields.map((each) => each.name).sort());
  }
});

describe('exceptions are the single items to resolve', () => {
  const late = { start: '10-07 08:00', end: '10-07 16:00', reviewedAtUtc: null };
  const later = { ...late, id: 'b', start: '10-08 08:00', end: '10-08 16:00', establishmentId: 'cairo' };
  const data = periodData({ entries: [entry({ ...late, id: 'a' }), entry(later)] });

  test.each([
    ['en', 'blocks final runs', 'the planner'],
    ['de', 'blockiert den endgültigen Lauf', 'Dienstplanung'],
  ])('%s: by establishment, with severity and actor as text', (language, weight, actor) => {
    const fields = ['code', 'establishment.name', 'severityText', 'actor'];
    const rows = rowsOf(modelOf(data, { language }), 'exceptions', ...fields);
    expect(rows.filter(([code]) => code === 'UNREVIEWED')).toEqual([
      ['UNREVIEWED', 'Cairo', weight, actor],
      ['UNREVIEWED', 'Ghent', weight, actor],
    ]);
  });
});
