import { describe, expect, test } from 'vitest';
import type { Absence } from '../../../src/domain/absences/absenceDays.js';
import { parseAbsences, resolveAbsences } from '../../../src/domain/absences/parseAbsences.js';
import { payableMinutes } from '../../../src/domain/absences/shiftsDuringAbsence.js';
import { type LocalDate, toLocalDate } from '../../../src/domain/time/localDate.js';
import { shift } from '../../support/records/periodFixture.js';
import { type AwayPerson, away, expandAbsences } from '../../support/records/unworkedFixture.js';

const read = (text: string) => parseAbsences(new TextEncoder().encode(text), 'absences.csv');

describe('a file of absences', () => {
  test('accepts the usual ways of editing it', () => {
    const text = '\ufeffemployee;from;to;code;days;minutes;note\r\n0042;2026-10-05;2026-10-09;LEAVE;1;;\r\n';
    expect(
      read(`${text}\r\nann;2026-10-12;;SICK;;240;half "\r\nbob;2026-10-12;;SICK;0,5;;\r\n`),
    ).toMatchObject([
      { employee: '0042', from: '2026-10-05', to: '2026-10-09', code: 'LEAVE', amount: { days: 1 }, line: 2 },
      { employee: 'ann', from: '2026-10-12', to: '2026-10-12', code: 'SICK', amount: { minutes: 240 } },
      { employee: 'bob', amount: { days: 0.5 } },
    ]);
  });

  const wrong: readonly (readonly [what: string, line: string, message: string])[] = [
    ['no employee', ',2026-10-05,2026-10-05,LEAVE,1,', 'the employee is empty'],
    ['no code', 'ann,2026-10-05,2026-10-05,,1,', 'the code is empty'],
    ['an invalid date', 'ann,2026-02-30,2026-03-01,LEAVE,1,', 'must be dates'],
    ['an end before the start', 'ann,2026-10-05,2026-10-04,LEAVE,1,', 'before it starts'],
    ['neither minutes nor days', 'ann,2026-10-05,2026-10-05,LEAVE,,', 'minutes or days'],
    ['both minutes and days', 'ann,2026-10-05,2026-10-05,LEAVE,1,480', 'minutes or days'],
    ['hours', 'ann,2026-10-05,2026-10-05,LEAVE,,7:36', 'whole number'],
    ['five days in one', 'ann,2026-10-05,2026-10-09,LEAVE,5,', 'applies to each date'],
  ];
  test.each(wrong)('%s is refused, with its line', (_what, line, message) => {
    const text = `employee,from,to,code,days,minutes\n\n${line}\n`;
    expect(() => read(text)).toThrow(new RegExp(`absences.csv:3: .*${message}`));
  });

  test('reports every invalid line, and missing columns', () => {
    expect(() => read('employee,from,to,code,days\nann,x,y,L,1\nbob,2026-10-05,,,1\n')).toThrow(
      /:2: .*\n.*:3: /,
    );
    expect(() => read('employee,from,to,days\n')).toThrow(/no column code/);
    expect(() => read('employee,from,to,code\n')).toThrow(/no column "minutes" or "days"/);
  });
});

describe('the employee of a row', () => {
  const mapping = {
    extraColumns: [],
    byId: new Map([
      ['ann', [{ number: '0042', extra: {} }]],
      ['bob', [{ number: '7', extra: {} }]],
      ['cas', [{ number: '7', extra: {} }]],
    ]),
  };
  const owners = (employee: string) =>
    resolveAbsences(
      [
        {
          employee,
          from: toLocalDate('2026-10-05'),
          to: toLocalDate('2026-10-05'),
          code: 'L',
          amount: { days: 1 },
          line: 2,
        },
      ],
      { mapping, knownIds: new Set(['dan']) },
      'absences.csv',
    ).map(({ employeeId }) => employeeId);

  test('is found by id or by number', () => {
    expect([...owners('ann'), ...owners('0042'), ...owners('dan')]).toEqual(['ann', 'ann', 'dan']);
  });
  test('is never guessed', () => {
    expect(() => owners('42')).toThrow(
      'absences.csv:2: 42 is neither an employee ID nor a payroll ID in the mapping file',
    );
    expect(() => owners('7')).toThrow('several employees have the payroll ID 7');
  });
});

const OCTOBER = {
  from: toLocalDate('2026-10-01'),
  to: toLocalDate('2026-10-31'),
  holidays: new Set([toLocalDate('2026-10-07')]),
};
const WEEK: Absence = {
  employeeId: 'ann',
  from: toLocalDate('2026-10-05'),
  to: toLocalDate('2026-10-11'),
  code: 'LEAVE',
  amount: { days: 0.5 },
  line: 2,
};
const planned = (...dates: string[]): ReadonlySet<LocalDate> =>
  new Set(dates.map((date) => toLocalDate(date)));

describe('the days of an absence', () => {
  const rows: readonly (readonly [what: string, person: Partial<AwayPerson>, days: readonly string[]])[] = [
    [
      'planned dates of a week with a plan',
      { plannedDates: planned('2026-10-06', '2026-10-07', '2026-10-10', '2026-10-12') },
      ['2026-10-06 228', '2026-10-07 228', '2026-10-10 228'],
    ],
    [
      'Monday to Friday in a week without a plan',
      { plannedDates: planned('2026-10-12') },
      ['2026-10-05 228', '2026-10-06 228', '2026-10-07 228', '2026-10-08 228', '2026-10-09 228'],
    ],
    [
      'the weekdays of the contract if planning cannot be read',
      { plannedDates: null, columnsOn: () => ({ contractWeekdays: '67', contractMinutesPerDay: '455' }) },
      ['2026-10-10 228', '2026-10-11 228'],
    ],
    [
      'days that cannot be converted to minutes',
      { plannedDates: planned('2026-10-06'), columnsOn: () => ({}) },
      ['2026-10-06 null'],
    ],
  ];
  test.each(rows)('%s', (_what, change, days) => {
    const person = {
      employeeId: 'ann',
      plannedDates: null,
      columnsOn: () => ({ contractMinutesPerDay: '456' }),
      ...change,
    };
    const found = expandAbsences([WEEK], person, OCTOBER);
    expect(found.map(({ date, minutes }) => `${date} ${minutes}`)).toEqual(days);
    expect(found.every(({ days: part }) => part === 0.5)).toBe(true);
  });

  test('minutes apply to each date, and adjacent periods have each date once', () => {
    const absence = {
      ...WEEK,
      from: toLocalDate('2026-10-29'),
      to: toLocalDate('2026-11-03'),
      amount: { minutes: 480 },
    };
    const person = { employeeId: 'ann', plannedDates: null, columnsOn: () => undefined };
    const november = { ...OCTOBER, from: toLocalDate('2026-11-01'), to: toLocalDate('2026-11-30') };
    const days = [OCTOBER, november].flatMap((span) => expandAbsences([absence], person, span));
    expect(days.map(({ date, minutes }) => `${date} ${minutes}`)).toEqual([
      '2026-10-29 480',
      '2026-10-30 480',
      '2026-11-02 480',
      '2026-11-03 480',
    ]);
  });

  test('more than a day on one date is refused', () => {
    const person = { employeeId: 'ann', plannedDates: null, columnsOn: () => ({}) };
    const whole = { ...WEEK, amount: { days: 1 } };
    expect(expandAbsences([WEEK, WEEK], person, OCTOBER)).toHaveLength(10);
    expect(() => expandAbsences([WEEK, whole], person, OCTOBER)).toThrow('more than one day');
    expect(() =>
      expandAbsences([WEEK], { ...person, columnsOn: () => ({ contractWeekdays: 'Mon' }) }, OCTOBER),
    ).toThrow('"contractWeekdays"');
  });

  test.each([
    [
      [0.5, 0.5],
      [228, 227],
    ],
    [
      [0.25, 0.25, 0.5],
      [114, 114, 227],
    ],
    [[0.5], [228]],
  ])('parts of an odd day add up to it: %j', (parts, minutes) => {
    const columnsOn = () => ({ contractMinutesPerDay: '455' });
    const person = { employeeId: 'ann', plannedDates: null, columnsOn };
    const date = toLocalDate('2026-10-06');
    const rows = parts.map((days, index) => {
      return { ...WEEK, from: date, to: date, code: `LEAVE${index}`, amount: { days } };
    });
    expect(expandAbsences(rows, person, OCTOBER).map((day) => day.minutes)).toEqual(minutes);
    const holiday = { ...OCTOBER, holidays: new Set<LocalDate>(), halves: new Set([date]) };
    const { lines } = away(rows, person, holiday);
    const sum = lines.reduce((all, line) => all + line.minutes, 0);
    expect(sum, 'beside a half holiday').toBe(parts.length > 1 ? 227 : 114);
  });

  test('what a part of an odd day leaves of the plan is the rest of it', () => {
    const date = toLocalDate('2026-10-06');
    const half = { ...WEEK, from: date, to: date };
    const day = shift({ start: '10-06 08:00', end: '10-06 15:35' });
    const paidBeside = (absences: readonly Absence[]) => {
      const person = { employeeId: 'ann', plannedDates: planned(date), columnsOn: () => ({}) };
      return payableMinutes({ ...person, absences, shifts: [day], holidayOn: () => undefined })(day);
    };
    expect(day.plannedMinutes).toBe(455);
    expect(paidBeside([half])).toBe(227);
    expect(paidBeside([half, half])).toBe(0);
    expect(paidBeside([{ ...half, amount: { minutes: 60 } }, half])).toBe(167);
  });

  test.each([
    ['a day', { days: 1 }],
    ['as many minutes', { minutes: 455 }],
  ])('with a half holiday, %s pays an odd day once', (_what, amount) => {
    const date = toLocalDate('2026-10-14');
    const contract = {
      contractMinutesPerDay: '455',
      contractWeekdays: '12345',
      contractFrom: '2020-01-01',
    };
    const person = { employeeId: 'ann', plannedDates: null, columnsOn: () => contract };
    const { lines } = away([{ ...WEEK, from: date, to: date, amount }], person, {
      ...OCTOBER,
      holidays: new Set(),
      halves: new Set([date]),
      rules: [{ code: 'FEAST', by: 'contract' }],
    });
    expect(lines.map(({ payCode, minutes }) => `${payCode} ${minutes}`)).toEqual(['FEAST 228', 'LEAVE 227']);
  });
});

describe('an absence of planned dates only', () => {
  const REST = { plannedDates: planned('2026-10-12'), columnsOn: () => ({ contractMinutesPerDay: '456' }) };
  const codes = (change: Partial<AwayPerson>, row: Partial<Absence> = {}) =>
    away(
      [{ ...WEEK, dates: 'planned', ...row }],
      { employeeId: 'ann', ...REST, ...change },
      OCTOBER,
    ).findings.map(({ code, date }) => `${code} ${date}`);

  test('is named once if no date of it is planned, or planning cannot be read', () => {
    const weeks = { to: toLocalDate('2026-10-18') };
    expect(codes({})).toEqual(['ABSENCE_NOT_COUNTED 2026-10-05']);
    expect(codes({ plannedDates: planned() }, weeks)).toEqual(['ABSENCE_NOT_COUNTED 2026-10-05']);
    expect(codes({ plannedDates: null }, weeks)).toEqual(['ABSENCE_NOT_COUNTED 2026-10-05']);
  });

  test('may have days off', () => {
    expect(codes({ plannedDates: planned('2026-10-06') })).toEqual([]);
    expect(codes({}, { to: toLocalDate('2026-10-12') })).toEqual([]);
  });
});
