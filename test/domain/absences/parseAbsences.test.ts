import { describe, expect, test } from 'vitest';
import {
  type AbsenceDay,
  buildAbsenceLine,
  countAbsences,
  findAbsenceProblems,
} from '../../../src/domain/absences/absenceDays.js';
import { parseAbsences, resolveAbsences } from '../../../src/domain/absences/parseAbsences.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { refusalOf } from '../../support/records/refusal.js';
import { type AwayPerson, expandAbsences } from '../../support/records/unworkedFixture.js';

const read = (text: string) => parseAbsences(new TextEncoder().encode(text), 'absences.csv');
const HEADING = 'employee,from,to,code,days,minutes';
const date = toLocalDate;

describe('a file of absences', () => {
  test('can be empty', () => {
    expect([read(''), read('\n\n'), read(`${HEADING}\n`)]).toEqual([[], [], []]);
  });

  test('can have cells with extra spaces, and headings in any case', () => {
    expect(
      read(' Employee , FROM ,to, Code ,minutes\n ann , 2026-10-05 , 2026-10-06 , LEAVE , 60 \n'),
    ).toEqual([
      {
        employee: 'ann',
        from: '2026-10-05',
        to: '2026-10-06',
        code: 'LEAVE',
        amount: { minutes: 60 },
        line: 2,
      },
    ]);
  });

  test('can have lines with missing cells at the end', () => {
    expect(refusalOf(() => read(`${HEADING}\nann,2026-10-05\n`)).message).toBe(
      'absences.csv:2: the code is empty',
    );
  });

  test.each<[string, unknown]>([
    ['1,', { days: 1 }],
    ['1.0000,', { days: 1 }],
    ['"0,25",', { days: 0.25 }],
    ['0.3333,', { days: 0.3333 }],
    [',1', { minutes: 1 }],
    [',1440', { minutes: 1440 }],
  ])('accepts %s', (cells, amount) => {
    expect(read(`${HEADING}\nann,2026-10-05,,L,${cells}\n`)[0]?.amount).toEqual(amount);
  });

  const DAYS = 'days applies to each date: 1, or part of a day such as 0.5';
  const MINUTES = 'minutes must be a whole number from 1 to 1440';
  test.each([
    [',0', MINUTES],
    [',1441', MINUTES],
    [',a60', MINUTES],
    [',60a', MINUTES],
    [',00060', MINUTES],
    ['0,', DAYS],
    ['1.5,', DAYS],
    ['a1,', DAYS],
    ['1a,', DAYS],
    ['0.12345,', DAYS],
    ['10,', DAYS],
  ])('refuses %s', (cells, message) => {
    expect(refusalOf(() => read(`${HEADING}\nann,2026-10-05,,L,${cells}\n`)).message).toBe(
      `absences.csv:2: ${message}`,
    );
  });

  test('reports all errors, each with its line', () => {
    const text = `${HEADING}\n"ann"x,2026-10-05,,L,1,\nann,2026-10-05,x,L,1,\nann,2026-10-05,2026-10-04,L,1,\n`;
    expect(refusalOf(() => read(text))).toMatchObject({
      code: 'ABSENCES_INVALID',
      message: [
        'absences.csv:2: a quote is not closed, or text follows a closing quote',
        'absences.csv:3: from and to must be dates in the form YYYY-MM-DD',
        'absences.csv:4: the absence ends on 2026-10-04, before it starts on 2026-10-05',
      ].join('\n'),
      record: 'absences.csv',
    });
  });

  test('needs its columns, each once', () => {
    expect(refusalOf(() => read('\nemployee,from,code,CODE,minutes,minutes,days\n')).message).toBe(
      [
        'absences.csv:2: there is no column to; the columns are employee, from, code, code, minutes, minutes, days',
        'absences.csv:2: the column code appears twice',
        'absences.csv:2: the column minutes appears twice',
      ].join('\n'),
    );
  });

  test('is named in the error if it is not text', () => {
    expect(refusalOf(() => parseAbsences(Uint8Array.of(0x50, 0x4b), 'absences.csv'))).toEqual({
      code: 'ABSENCES_INVALID',
      message: 'The absence file absences.csv is a workbook, not a CSV file.',
      remedy: 'Open it in Excel and save it as "CSV UTF-8 (comma delimited)".',
      record: 'absences.csv',
    });
  });
});

test('employees in rows: reports every row that names no employee, or several', () => {
  const byId = new Map([
    ['ann', [{ number: null, extra: {} }]],
    ['bob', [{ number: '7', extra: {} }]],
    ['cas', [{ number: '7', extra: {} }]],
    ['dan', [{ number: '8', extra: {} }]],
  ]);
  const row = (employee: string, line: number) => ({
    employee,
    from: date('2026-10-05'),
    to: date('2026-10-05'),
    code: 'L',
    amount: { days: 1 },
    line,
  });
  const owners = (...employees: string[]) =>
    resolveAbsences(
      employees.map((employee, index) => row(employee, index + 2)),
      { mapping: { extraColumns: [], byId }, knownIds: new Set() },
      'absences.csv',
    );
  expect(owners('ann', '8').map(({ employeeId, line }) => [employeeId, line])).toEqual([
    ['ann', 2],
    ['dan', 3],
  ]);
  expect(refusalOf(() => owners('7', 'dan', 'null'))).toMatchObject({
    code: 'ABSENCES_INVALID',
    message: [
      'absences.csv:2: several employees have the payroll ID 7: bob, cas',
      'absences.csv:4: null is neither an employee ID nor a payroll ID in the mapping file',
    ].join('\n'),
  });
});

test('an ID that is the payroll ID of another is refused, except in rows of a stored run', () => {
  const byId = new Map([
    ['1', [{ number: '2', extra: {} }]],
    ['2', [{ number: '1', extra: {} }]],
  ]);
  const day = date('2026-10-05');
  const leave = { from: day, to: day, code: 'L', amount: { days: 1 }, line: 2 };
  const owner = (employee: string, isStored = false) =>
    resolveAbsences(
      [{ ...leave, employee }],
      { mapping: { extraColumns: [], byId }, knownIds: new Set() },
      'absences.csv',
      { isStored },
    )[0]?.employeeId;
  expect(() => owner('2')).toThrow(
    '2 is the employee ID of 2 and the payroll ID of 1. Write id:2 or number:2',
  );
  expect([owner('id:2'), owner('number:2'), owner('2', true)]).toEqual(['2', '1', '2']);
});

describe('the days of absences', () => {
  const OCTOBER = {
    from: date('2026-10-01'),
    to: date('2026-10-31'),
  };
  const ann: AwayPerson = { employeeId: 'ann', plannedDates: null, columnsOn: () => undefined };
  const leave = (from: string, to: string, code: string, amount: { minutes: number } | { days: number }) => ({
    employeeId: 'ann',
    from: date(from),
    to: date(to),
    code,
    amount,
    line: 2,
  });
  const shown = (days: readonly AbsenceDay[]) =>
    days.map((day) => `${day.date} ${day.code} ${day.minutes} ${day.days}`);

  test('are listed by date and code, with those in minutes next to those in days', () => {
    const days = expandAbsences(
      [
        leave('2026-10-06', '2026-10-06', 'SICK', { days: 0.5 }),
        leave('2026-10-05', '2026-10-06', 'LEAVE', { minutes: 60 }),
        leave('2026-10-05', '2026-10-05', 'CARE', { minutes: 30 }),
        leave('2026-10-05', '2026-10-05', 'LEAVE', { minutes: 10 }),
      ],
      ann,
      OCTOBER,
    );
    expect(shown(days)).toEqual([
      '2026-10-05 CARE 30 null',
      '2026-10-05 LEAVE 60 null',
      '2026-10-05 LEAVE 10 null',
      '2026-10-06 LEAVE 60 null',
      '2026-10-06 SICK null 0.5',
    ]);
    expect(days.every(({ employeeId }) => employeeId === 'ann')).toBe(true);
  });

  test('lie within the span, including its first and last day', () => {
    const days = expandAbsences([leave('2026-09-30', '2026-10-01', 'L', { minutes: 1 })], ann, OCTOBER);
    const last = expandAbsences([leave('2026-10-30', '2026-11-02', 'L', { minutes: 1 })], ann, OCTOBER);
    expect([...shown(days), ...shown(last)]).toEqual(['2026-10-01 L 1 null', '2026-10-30 L 1 null']);
    expect(expandAbsences([leave('2026-11-01', '2026-11-05', 'L', { minutes: 1 })], ann, OCTOBER)).toEqual(
      [],
    );
  });

  const minutesOf = (columns: Readonly<Record<string, string>>, days = 1) =>
    shown(
      expandAbsences(
        [leave('2026-10-05', '2026-10-05', 'L', { days })],
        { ...ann, columnsOn: () => columns },
        OCTOBER,
      ),
    );

  test('become minutes by the contract’s day, at most a whole day', () => {
    expect(minutesOf({ contractMinutesPerDay: ' 1440 ' })).toEqual(['2026-10-05 L 1440 1']);
    expect(minutesOf({ contractMinutesPerDay: '455', contractWeekdays: ' 1 ' }, 0.5)).toEqual([
      '2026-10-05 L 228 0.5',
    ]);
    expect(minutesOf({ contractMinutesPerDay: ' ' })).toEqual(['2026-10-05 L null 1']);
  });

  test.each(['1441', 'x456', '456x', '7:36', '00456'])(
    'a contract’s day of %s is refused',
    (contractMinutesPerDay) => {
      expect(refusalOf(() => minutesOf({ contractMinutesPerDay }))).toEqual({
        code: 'MAPPING_INVALID',
        message: `The column "contractMinutesPerDay" of employee ann contains "${contractMinutesPerDay}", which is not a number of minutes from 0 to 1440.`,
        remedy: 'Write whole minutes: 7 h 36 min is 456.',
        record: 'ann',
      });
    },
  );

  test.each(['0', '8', '12345678', 'x1', '1x', '1-5'])('weekdays of %s are refused', (contractWeekdays) => {
    expect(refusalOf(() => minutesOf({ contractWeekdays }))).toEqual({
      code: 'MAPPING_INVALID',
      message: `The column "contractWeekdays" of employee ann contains "${contractWeekdays}", which is not a list of weekdays.`,
      remedy: 'Write the ISO numbers of the weekdays without spaces: 12345 is Monday to Friday.',
      record: 'ann',
    });
  });

  test('add up to one day at most, even in thirds', () => {
    const thirds = (last: number) =>
      [0.3333, 0.3333, last].map((days) => leave('2026-10-05', '2026-10-05', 'L', { days }));
    expect(expandAbsences(thirds(0.3334), ann, OCTOBER)).toHaveLength(3);
    expect(refusalOf(() => expandAbsences(thirds(0.3335), ann, OCTOBER))).toEqual({
      code: 'ABSENCES_INVALID',
      message: 'The absences of employee ann on 2026-10-05 add up to more than one day.',
      remedy: 'Correct the rows of that day in the absence file.',
      record: 'ann',
    });
  });
});

describe('findings about absences', () => {
  const absent = (change: Partial<AbsenceDay>): AbsenceDay => ({
    employeeId: 'ann',
    date: date('2026-10-05'),
    code: 'LEAVE',
    minutes: 480,
    days: 1,
    ...change,
  });
  const day = (workedMinutes: number, personId = 'ann', on = '2026-10-05') => ({
    personId,
    date: date(on),
    establishments: [],
    plannedMinutes: 0,
    workedMinutes,
    entryCount: 1,
  });
  const found = (change: Partial<AbsenceDay>, ...days: ReturnType<typeof day>[]) =>
    findAbsenceProblems([absent(change)], days).map(({ code }) => code);

  test('cover work on a whole day of leave, or on leave given in minutes', () => {
    expect(findAbsenceProblems([absent({})], [day(1)])).toEqual([
      {
        employeeId: 'ann',
        date: '2026-10-05',
        record: 'ann 2026-10-05 LEAVE',
        code: 'WORKED_ON_ABSENCE',
        facts: { payCode: 'LEAVE', workedMinutes: 1 },
      },
    ]);
    expect(found({ days: null }, day(60))).toEqual(['WORKED_ON_ABSENCE']);
  });

  test('do not cover half days, days without work, other employees or other days', () => {
    expect(found({ days: 0.5 }, day(60))).toEqual([]);
    expect(found({}, day(0))).toEqual([]);
    expect(found({})).toEqual([]);
    expect(found({}, day(60, 'bob'), day(60, 'ann', '2026-10-06'))).toEqual([]);
  });

  test('cover days that cannot be converted to minutes', () => {
    expect(findAbsenceProblems([absent({ minutes: null, days: 0.5 })], [])).toEqual([
      {
        employeeId: 'ann',
        date: '2026-10-05',
        record: 'ann 2026-10-05 LEAVE',
        code: 'ABSENCE_HOURS',
        facts: { payCode: 'LEAVE' },
      },
    ]);
    expect(found({ minutes: null }, day(60))).toEqual(['WORKED_ON_ABSENCE', 'ABSENCE_HOURS']);
  });

  test('pay lines of a separate kind, of no entry', () => {
    const nowhere = { entryId: null, establishmentId: null, teamId: null, taskId: null, overtime: undefined };
    const whole = {
      employeeId: 'ann',
      date: '2026-10-05',
      payCode: 'LEAVE',
      kind: 'absence',
      ...nowhere,
      rule: 'absences',
      fromEpoch: 0,
      toEpoch: 0,
      spanSeconds: 0,
    };
    expect(buildAbsenceLine(absent({ days: null }))).toEqual({
      ...whole,
      minutes: 480,
      quantity: undefined,
      isWithoutMinutes: false,
    });
    expect(buildAbsenceLine(absent({ minutes: null, days: 0.5 }))).toEqual({
      ...whole,
      minutes: 0,
      quantity: 0.5,
      isWithoutMinutes: true,
    });
  });

  test('are counted separately from everything else', () => {
    const lines = [buildAbsenceLine(absent({})), buildAbsenceLine(absent({ minutes: 20 }))];
    expect(countAbsences([...lines, { kind: 'base', minutes: 7 }])).toEqual({ entries: 2, minutes: 500 });
    expect(countAbsences([])).toEqual({ entries: 0, minutes: 0 });
  });
});
