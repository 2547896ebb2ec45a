import { describe, expect, test } from 'vitest';
import { explainPerson } from '../../../src/domain/explain/explainPerson.js';
import type { PayLine } from '../../../src/domain/pay/payLine.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { buildTimesheet } from '../../../src/domain/timesheet/buildTimesheet.js';
import { type Asked, explained, found, sourcesOf } from '../../support/records/explainFixture.js';
import { entry, OCTOBER, periodData, shift } from '../../support/records/periodFixture.js';

const morning = entry({ id: 'm', start: '10-06 08:00', end: '10-06 12:00' });
const afternoon = entry({ id: 'a', start: '10-06 13:00', end: '10-06 17:00', minutes: 230 });
const late = entry({ id: 'l', start: '10-07 22:00', end: '10-08 02:00' });
const ofBob = entry({ id: 'bobs', start: '10-06 08:00', end: '10-06 12:00', employeeId: 'bob' });
const day = shift({ id: 'sd', start: '10-06 08:00', end: '10-06 17:00', breakMinutes: 60 });
const early = shift({ id: 'se', start: '10-06 06:00', end: '10-06 07:00' });
const twin = shift({ id: 'sa', start: '10-06 06:00', end: '10-06 07:00' });
const shiftOfBob = shift({ id: 'sb', start: '10-06 06:00', end: '10-06 07:00', employeeId: 'bob' });
const shiftOfThe9th = shift({ id: 's9', start: '10-09 08:00', end: '10-09 12:00' });

const granted = (name: string) => ({ date: toLocalDate('2026-10-06'), name, originalDate: undefined });
const DATA = {
  entries: [late, afternoon, morning, ofBob],
  shifts: [day, twin, early, shiftOfBob, shiftOfThe9th],
  holidays: [
    granted('Zomerfeest'),
    granted('Arbeid'),
    granted('Zomerfeest'),
    { ...granted('Later'), date: toLocalDate('2026-10-09') },
  ],
};
const leave = (date: string, change: Partial<PayLine> = {}): PayLine => ({
  employeeId: 'ann',
  date: toLocalDate(date),
  payCode: 'FEAST',
  kind: 'not-worked',
  minutes: 456,
  quantity: undefined,
  entryId: null,
  establishmentId: null,
  teamId: null,
  taskId: null,
  rule: 'payRules.notWorked[0]',
  overtime: undefined,
  fromEpoch: 0,
  toEpoch: 0,
  spanSeconds: 0,
  ...change,
});

describe('a month', () => {
  const month = explained({ data: DATA });

  test('names the employee, the period and the policy', () => {
    expect([month.employeeId, month.period, month.date, month.policy]).toEqual([
      'ann',
      { from: '2026-10-01', to: '2026-10-31', label: '2026-10-01..2026-10-31' },
      undefined,
      { attribution: 'split', dst: 'elapsed' },
    ]);
  });

  test('has every component of each day, and none of other employees', () => {
    expect(month.days[0]).toEqual({
      date: '2026-10-06',
      weekday: 2,
      holiday: 'Arbeid; Zomerfeest',
      mapping: undefined,
      holidays: ['Zomerfeest', 'Arbeid', 'Zomerfeest'].map((name) => ({
        name,
        originalDate: undefined,
        lines: [],
        part: '',
        where: [],
        source: 'service',
      })),
      absences: [],
      plannedMinutes: 600,
      workedMinutes: 470,
      estimatedMinutes: 0,
      differenceMinutes: -130,
      paidMinutes: 470,
      entryCount: 2,
      shares: [
        { entryId: 'm', minutes: 240 },
        { entryId: 'a', minutes: 230 },
      ],
      shifts: [
        {
          id: 'sa',
          start: '2026-10-06 06:00',
          end: '2026-10-06 07:00',
          elapsedMinutes: 60,
          breakMinutes: 0,
          plannedMinutes: 60,
        },
        {
          id: 'se',
          start: '2026-10-06 06:00',
          end: '2026-10-06 07:00',
          elapsedMinutes: 60,
          breakMinutes: 0,
          plannedMinutes: 60,
        },
        {
          id: 'sd',
          start: '2026-10-06 08:00',
          end: '2026-10-06 17:00',
          elapsedMinutes: 540,
          breakMinutes: 60,
          plannedMinutes: 480,
        },
      ],
      unworked: [],
    });
  });

  test('has its days in order, including days that are only worked or only planned', () => {
    expect(
      month.days.map(({ date, workedMinutes, plannedMinutes, holiday }) => [
        date,
        workedMinutes,
        plannedMinutes,
        holiday,
      ]),
    ).toEqual([
      ['2026-10-06', 470, 600, 'Arbeid; Zomerfeest'],
      ['2026-10-07', 120, 0, undefined],
      ['2026-10-08', 120, 0, undefined],
      ['2026-10-09', 0, 240, 'Later'],
    ]);
  });

  test('has each entry once, by start, and adds them up', () => {
    expect(month.entries.map(({ id }) => id)).toEqual(['m', 'a', 'l']);
    expect(month.totals).toEqual({ workedMinutes: 710, plannedMinutes: 840, paidMinutes: 710, entries: 3 });
  });
});

test('lists entries of the same instant by id', () => {
  const entries = ['z', 'b', 'k'].map((id) => entry({ id, start: '10-06 08:00', end: '10-06 09:00' }));
  expect(explained({ data: { entries } }).entries.map(({ id }) => id)).toEqual(['b', 'k', 'z']);
});

test('explains an entry without minutes, and does not count it', () => {
  const entries = [morning, entry({ id: 'none', start: '10-06 18:00', end: '10-06 19:00', minutes: 0 })];
  const month = explained({ data: { entries } });
  expect(month.entries.map(({ id }) => id)).toEqual(['m', 'none']);
  expect(month.totals.entries).toBe(1);
  expect(month.days[0]?.shares).toEqual([{ entryId: 'm', minutes: 240 }]);
});

test('if planning cannot be read, has no planned minutes and no difference', () => {
  const month = explained({ data: { entries: [morning], shifts: null }, unworked: [leave('2026-10-20')] });
  expect(
    month.days.map(({ plannedMinutes, differenceMinutes, shifts }) => [
      plannedMinutes,
      differenceMinutes,
      shifts,
    ]),
  ).toEqual([
    [null, null, []],
    [null, null, []],
  ]);
  expect(month.totals.plannedMinutes).toBeNull();
});

describe('the margin of the read', () => {
  const at = (id: string, date: string) =>
    entry({ id, start: `${date}T08:00:00+01:00`, end: `${date}T09:00:00+01:00` });
  const summer = (id: string, date: string) =>
    entry({ id, start: `${date}T08:00:00+02:00`, end: `${date}T09:00:00+02:00` });
  const entries = [
    summer('before2', '2026-09-29'),
    summer('before1', '2026-09-30'),
    summer('first', '2026-10-01'),
    at('after1', '2026-11-01'),
    at('after2', '2026-11-02'),
  ];

  test('is shown up to a day from the period', () => {
    const month = explained({ data: { entries } });
    expect(month.entries.map(({ id, insideMinutes }) => [id, insideMinutes])).toEqual([
      ['before1', 0],
      ['first', 60],
      ['after1', 0],
    ]);
    expect(month.totals).toMatchObject({ workedMinutes: 60, entries: 1 });
  });

  test('is shown wherever its minutes fall in the period', () => {
    const long = entry({ id: 'long', start: '2026-09-29T20:00:00+02:00', end: '2026-10-01T02:00:00+02:00' });
    const month = explained({ data: { entries: [long] } });
    expect(month.entries.map(({ id, insideMinutes }) => [id, insideMinutes])).toEqual([['long', 120]]);
  });

  test('pays its days outside the period, with lines outside it', () => {
    const [, , after] = explained({ data: { entries } }).entries;
    expect(after?.pay?.lines.map(({ date, minutes }) => [date, minutes])).toEqual([['2026-11-01', 60]]);
  });
});

describe('one day', () => {
  const asked = (date: string, more: Partial<Asked> = {}) => explained({ data: DATA, date, ...more });

  test('has the entries that add minutes to it', () => {
    const eighth = asked('2026-10-08');
    expect(eighth.date).toBe('2026-10-08');
    expect(eighth.days.map(({ date }) => date)).toEqual(['2026-10-08']);
    expect(eighth.entries.map(({ id }) => id)).toEqual(['l']);
    expect(eighth.totals).toEqual({ workedMinutes: 120, plannedMinutes: 0, paidMinutes: 120, entries: 1 });
  });

  test('has entries that the service counts on it, even if their minutes are on other days', () => {
    const work = entry({ id: 'w', start: '10-06 22:00', end: '10-06 23:00', workDate: '2026-10-05' });
    const fifth = asked('2026-10-05', { data: { entries: [work] } });
    expect(fifth.entries.map(({ id }) => id)).toEqual(['w']);
    expect([fifth.days, fifth.totals]).toEqual([
      [],
      { workedMinutes: 0, plannedMinutes: 0, paidMinutes: 0, entries: 0 },
    ]);
  });

  test('has entries on that date, even if attribution moved their minutes to another day', () => {
    const policy = { attribution: 'start', dst: 'elapsed' } as const;
    const eighth = asked('2026-10-08', { policy });
    expect(eighth.entries.map(({ id }) => id)).toEqual(['l']);
    expect(eighth.totals).toEqual({ workedMinutes: 0, plannedMinutes: 0, paidMinutes: 0, entries: 0 });
  });

  test('has no others', () => {
    expect(asked('2026-10-09').entries).toEqual([]);
    expect(asked('2026-10-09').days.map(({ plannedMinutes }) => plannedMinutes)).toEqual([240]);
  });
});

describe('pay without work', () => {
  test('adds a separate day, once, in order', () => {
    const unworked = [
      leave('2026-10-02'),
      leave('2026-10-02', { payCode: 'LEAVE', kind: 'absence', minutes: 0, quantity: 0.5, rule: 'absences' }),
      leave('2026-10-30', { kind: 'absence', minutes: 480 }),
    ];
    const month = explained({ data: { entries: [morning] }, unworked });
    expect(
      month.days.map(({ date, paidMinutes, workedMinutes }) => [date, paidMinutes, workedMinutes]),
    ).toEqual([
      ['2026-10-02', 456, 0],
      ['2026-10-06', 240, 240],
      ['2026-10-30', 0, 0],
    ]);
    expect(month.days[0]).toMatchObject({
      plannedMinutes: 0,
      differenceMinutes: 0,
      entryCount: 0,
      estimatedMinutes: 0,
    });
    const paid = { kind: 'not-worked', rule: 'payRules.notWorked[0]', quantity: undefined };
    expect(month.days[0]?.unworked).toEqual([
      { ...paid, payCode: 'FEAST', minutes: 456 },
      { payCode: 'LEAVE', kind: 'absence', minutes: 0, quantity: 0.5, rule: 'absences' },
    ]);
    expect(month.totals.paidMinutes).toBe(696);
  });

  test('is shown on the worked day if there is one', () => {
    const month = explained({
      data: { entries: [morning] },
      unworked: [leave('2026-10-06', { minutes: 60 })],
    });
    expect(month.days.map(({ date, paidMinutes, unworked }) => [date, paidMinutes, unworked.length])).toEqual(
      [['2026-10-06', 300, 1]],
    );
  });
});

test('adds a day if an employee is paid for coming a second time without work', () => {
  const entries = ['10-06 08:00', '10-06 14:00'].map((start, index) =>
    entry({ id: `e${index}`, start, end: start, minutes: 0 }),
  );
  const rules = 'payRules: { base: [{ code: NORMAL }] }\nminimumPaid: { code: CALL, again: 60 }';
  const month = explained({ data: { entries }, rules });
  expect(month.entries.map(({ pay }) => pay?.paidMinutes)).toEqual([0, 60]);
  expect(month.days).toMatchObject([{ date: '2026-10-06', workedMinutes: 0, paidMinutes: 60, unworked: [] }]);
  expect(month.totals.paidMinutes).toBe(60);
});

describe('shifts', () => {
  const shiftsOn = (from: string, to: string) => {
    const date = from.slice(0, 10);
    const shifts = [shift({ id: 'x', start: from, end: to })];
    return explained({ data: { shifts } }).days.find((each) => each.date === date)?.shifts[0];
  };

  test('near a clock change show their offsets', () => {
    expect(shiftsOn('2026-10-24T22:00:00+02:00', '2026-10-25T06:00:00+01:00')).toMatchObject({
      start: '2026-10-24 22:00 +02:00',
      end: '2026-10-25 06:00 +01:00',
      elapsedMinutes: 540,
    });
    expect(shiftsOn('2026-10-23T23:00:00+02:00', '2026-10-24T05:00:00+02:00')).toMatchObject({
      start: '2026-10-23 23:00 +02:00',
      end: '2026-10-24 05:00 +02:00',
    });
  });

  test('have whole minutes', () => {
    expect(shiftsOn('2026-10-06T08:00:00+02:00', '2026-10-06T09:00:59+02:00')?.elapsedMinutes).toBe(60);
  });
});

describe('estimates', () => {
  const policy = { attribution: 'split', dst: 'elapsed', estimateFrom: toLocalDate('2026-10-20') } as const;
  const plan = shift({ id: 'p', start: '10-21 08:00', end: '10-21 12:00' });
  const real = entry({ id: 'real', start: '10-21 08:00', end: '10-21 11:00' });
  const month = explained({ data: { entries: [morning, real], shifts: [plan] }, policy });

  test('are shown next to the worked minutes of their day', () => {
    expect(
      month.days.map(({ date, workedMinutes, estimatedMinutes }) => [date, workedMinutes, estimatedMinutes]),
    ).toEqual([
      ['2026-10-06', 240, 0],
      ['2026-10-21', 0, 240],
    ]);
  });

  test('exclude the real entries of their days', () => {
    expect(month.entries.map(({ id, excluded }) => [id, excluded])).toEqual([
      ['m', undefined],
      ['real', { reason: 'estimated', minutes: 180 }],
    ]);
  });
});

test('cancelled, open and unrelated entries: the first two are shown, each with its reason', () => {
  const entries = [
    entry({ id: 'c', start: '10-06 08:00', end: '10-06 12:00', status: 'Cancelled', workedMinutes: 240 }),
    entry({ id: 'o', start: '10-07 08:00', end: null, status: 'OnBreak' }),
    entry({ id: 'x', start: '10-06 08:00', end: '10-06 12:00', status: 'Cancelled', employeeId: 'bob' }),
    entry({ id: 'y', start: '10-06 08:00', end: '10-06 12:00', employeeId: null }),
  ];
  const month = explained({ data: { entries } });
  expect(month.entries.map(({ id, excluded }) => [id, excluded?.reason])).toEqual([
    ['c', 'cancelled'],
    ['o', 'open'],
  ]);
  expect(month.totals).toEqual({ workedMinutes: 0, plannedMinutes: 0, paidMinutes: 0, entries: 0 });
});

test('findings about the employee are separate from those about entries, on the requested day or without a day', () => {
  const facts = { start: '2026-10-09 08:00', end: '2026-10-09 12:00', plannedMinutes: 240 };
  const findings = [
    found({ record: 'm', date: toLocalDate('2026-10-06') }),
    found({ code: 'SHIFT_NO_ENTRY', record: 's9', date: toLocalDate('2026-10-09'), facts }),
    found({ code: 'UNKNOWN_EMPLOYEE', record: 'ann', facts: { name: 'Ann Aerts', hasName: 'yes' } }),
    found({ code: 'UNKNOWN_EMPLOYEE', record: 'bob', employeeId: 'bob' }),
  ];
  const planned = {
    code: 'SHIFT_NO_ENTRY',
    message: 'Planned 2026-10-09 08:00 to 12:00 (4:00 h), but no time was recorded.',
  };
  const archived = {
    code: 'UNKNOWN_EMPLOYEE',
    message:
      'The employee is archived: the time recording no longer lists this person. Last known name: Ann Aerts.',
  };
  expect(explained({ data: DATA, findings }).findings).toEqual([planned, archived]);
  expect(explained({ data: DATA, findings, date: '2026-10-09' }).findings).toEqual([planned, archived]);
  expect(explained({ data: DATA, findings, date: '2026-10-08' }).findings).toEqual([archived]);
  const reader = { language: 'nl', hours: 'decimal' } as const;
  expect(explained({ data: DATA, findings, reader }).findings[0]?.message).toBe(
    'Gepland van 09-10-2026 08:00 tot 12:00 (4,00 u), maar er is geen tijd geregistreerd.',
  );
});

test('lines of other employees are left out of an explanation, even if all are given at once', () => {
  const data = periodData({ entries: [morning, ofBob] });
  const policy = { attribution: 'split', dst: 'elapsed' } as const;
  const timesheet = buildTimesheet(data, OCTOBER, policy);
  const line = leave('2026-10-06', { employeeId: 'bob', entryId: 'm', minutes: 7, kind: 'base' });
  const pay = {
    lines: [line, leave('2026-10-06', { employeeId: 'bob' })],
    outsideLines: [line],
    entries: [],
  };
  const input = {
    data,
    relatedShifts: [],
    timesheet,
    pay,
    findings: [],
    window: OCTOBER,
    sources: sourcesOf(data),
  };
  const { days, totals } = explainPerson(input, 'ann', undefined);
  expect([totals.paidMinutes, days[0]?.unworked]).toEqual([0, []]);
});

test('another employee’s day is not shown', () => {
  const { days } = explained({
    data: { entries: [morning] },
    unworked: [leave('2026-10-02', { employeeId: 'bob' })],
  });
  expect(days.map(({ date }) => date)).toEqual(['2026-10-06']);
});

test('if an entry has lines of several employees, an explanation shows only the employee’s own', () => {
  const unworked = [leave('2026-10-06', { employeeId: 'bob', entryId: 'm', kind: 'base' })];
  const [first] = explained({ data: { entries: [morning] }, unworked }).entries;
  expect(first?.pay?.lines.map(({ payCode }) => payCode)).toEqual(['NORMAL']);
});
