import { describe, expect, test } from 'vitest';
import { type PeopleCase, programAnswer } from './peopleOracle.js';

const BLANK: PeopleCase = {
  name: 'example',
  period: { from: '2026-10-01', to: '2026-10-31' },
  read: { from: '2026-09-27', to: '2026-11-02' },
  zone: 'Europe/Berlin',
  establishments: [
    { id: 'p1', name: 'Munich' },
    { id: 'p2', name: 'Berlin' },
  ],
  active: ['ann'],
  rules: { attribution: 'start', notWorked: [] },
  granted: [],
  holidays: [],
  mapping: [],
  absences: [],
  shifts: [],
  entries: [],
};
const row = (columns: Readonly<Record<string, string>>, more: object = {}) => ({
  employeeId: 'ann',
  number: '101',
  from: '',
  to: '',
  columns,
  ...more,
});
const CONTRACT = { contractMinutesPerDay: '480', contractWeekdays: '12345', contractFrom: '2020-01-01' };
const leave = (from: string, to: string) => [
  { employee: 'ann', from, to, code: 'LEAVE', days: '1', dates: '', line: 2 },
];
const entry = (workDate: string, startsAt: string, endsAt: string, workedMinutes: number) => ({
  id: `${workDate} ${startsAt}`,
  employeeId: 'ann',
  establishmentId: 'p2',
  status: 'Completed' as const,
  workDate,
  workedMinutes,
  startsAt: `${workDate}T${startsAt}:00+01:00`,
  endsAt: `${workDate}T${endsAt}:00+01:00`,
});
const shift = (date: string) => ({
  id: date,
  employeeId: 'ann',
  establishmentId: 'p2',
  breakMinutes: 0,
  plannedMinutes: 480,
  date,
  startsAt: `${date}T08:00:00+02:00`,
  endsAt: `${date}T16:00:00+02:00`,
});
const DECEMBER = {
  period: { from: '2026-12-01', to: '2026-12-31' },
  read: { from: '2026-11-29', to: '2027-01-04' },
};
const JUNE = {
  period: { from: '2026-06-01', to: '2026-06-30' },
  read: { from: '2026-05-31', to: '2026-07-06' },
};

function result(change: Partial<PeopleCase>) {
  const { lines, findings } = programAnswer({ ...BLANK, ...change });
  const of = (code: string) => lines.filter((line) => line[2] === code);
  return { of, findings, dates: of('LEAVE').map((line) => Number(String(line[1]).slice(8))) };
}

describe('the worked examples of docs/pay.md', () => {
  test('leave 5 to 16 October, no contractWeekdays, one shift on the 14th', () => {
    const { dates, findings } = result({
      mapping: [row({ contractMinutesPerDay: '480' })],
      absences: leave('2026-10-05', '2026-10-16'),
      shifts: [shift('2026-10-14')],
    });
    expect(dates).toEqual([5, 6, 7, 8, 9, 14]);
    expect(findings).toEqual([['ABSENCE_UNCLEAR', 'ann', 2, 1, 5]]);
  });

  test('the same with contractWeekdays 12345', () => {
    const { dates, findings } = result({
      mapping: [row(CONTRACT)],
      absences: leave('2026-10-05', '2026-10-16'),
      shifts: [shift('2026-10-14')],
    });
    expect([dates, findings]).toEqual([[5, 6, 7, 8, 9, 12, 13, 14, 15, 16], []]);
  });

  test('a Berlin person on leave, the holiday paid for Bavaria only', () => {
    const { dates } = result({
      ...JUNE,
      mapping: [row({ ...CONTRACT, region: 'BE' })],
      granted: [{ date: '2026-06-04', name: 'Corpus Christi' }],
      rules: {
        attribution: 'start',
        notWorked: [{ code: 'FEAST', by: 'contract', employees: { region: ['BY'] } }],
      },
      absences: leave('2026-06-01', '2026-06-05'),
    });
    expect(dates).toEqual([1, 2, 3, 4, 5]);
  });

  test('the same person in Bavaria is paid the holiday instead of the leave', () => {
    const { dates, of } = result({
      ...JUNE,
      mapping: [row({ ...CONTRACT, region: 'BY' })],
      granted: [{ date: '2026-06-04', name: 'Corpus Christi' }],
      rules: {
        attribution: 'start',
        notWorked: [{ code: 'FEAST', by: 'contract', employees: { region: ['BY'] } }],
      },
      absences: leave('2026-06-01', '2026-06-05'),
    });
    expect([dates, of('FEAST').map((line) => line[5])]).toEqual([[1, 2, 3, 5], [480]]);
  });

  test('24 December pm, leave of that day, notWorked by contract', () => {
    const { of } = result({
      ...DECEMBER,
      mapping: [row(CONTRACT)],
      holidays: [{ date: '2026-12-24', name: 'Eve', part: 'pm', where: '', action: 'add' }],
      rules: { attribution: 'start', notWorked: [{ code: 'FEAST', by: 'contract' }] },
      absences: leave('2026-12-24', '2026-12-24'),
    });
    expect(of('LEAVE').map((line) => [line[5], line[6]])).toEqual([[240, 0.5]]);
    expect(of('FEAST').map((line) => line[5])).toEqual([240]);
  });

  test('24 December 18:00-24:00, work 14:00 to 22:00, on: [holiday]', () => {
    const { of } = result({
      ...DECEMBER,
      mapping: [row(CONTRACT)],
      holidays: [{ date: '2026-12-24', name: 'Eve', part: '18:00-24:00', where: '', action: '' }],
      entries: [entry('2026-12-24', '14:00', '22:00', 480)],
    });
    expect(of('HOLIDAY').map((line) => line[5])).toEqual([240]);
  });

  test('a moved holiday limited to Munich: work in Berlin has none', () => {
    const limited = [{ date: '2026-12-28', name: '', part: '', where: 'Munich', action: 'limit' }];
    const { of } = result({
      ...DECEMBER,
      granted: [{ date: '2026-12-28', name: 'Moved' }],
      holidays: limited,
      entries: [entry('2026-12-28', '08:00', '16:00', 480)],
    });
    expect(of('HOLIDAY')).toEqual([]);
  });

  test('dated rows: contract days change with the row of the day', () => {
    const { dates, of } = result({
      mapping: [
        row({ ...CONTRACT, contractWeekdays: '123' }, { to: '2026-10-11' }),
        row({ ...CONTRACT, contractMinutesPerDay: '240' }, { from: '2026-10-12', number: '202' }),
      ],
      absences: leave('2026-10-05', '2026-10-16'),
    });
    expect(dates).toEqual([5, 6, 7, 12, 13, 14, 15, 16]);
    expect(of('LEAVE').map((line) => line[5])).toEqual([480, 480, 480, 240, 240, 240, 240, 240]);
  });

  test('leave beyond the contract is not paid, and listed', () => {
    const { dates, findings } = result({
      mapping: [row({ ...CONTRACT, contractTo: '2026-10-14' })],
      absences: leave('2026-10-12', '2026-10-16'),
    });
    expect([dates, findings]).toEqual([[12, 13, 14], [['ABSENCE_OUTSIDE_CONTRACT', 'ann', 2, 0, 0]]]);
  });

  const PLANNED = { estimateFrom: '2026-10-12', shifts: [shift('2026-10-12'), shift('2026-10-13')] };
  const estimated = (amount: object, more: Partial<PeopleCase> = {}) => {
    const own = { employee: 'ann', from: '2026-10-12', to: '2026-10-12', code: 'LEAVE', dates: '', line: 2 };
    const mapped = { mapping: [row(CONTRACT)], absences: [{ ...own, ...amount }] };
    const { of } = result({ ...PLANNED, ...mapped, ...more });
    return ['NORMAL', 'LEAVE', 'FEAST'].map((code) => of(code).map((line) => [line[1], line[5]]));
  };
  const ON_13: readonly [string, number] = ['2026-10-13', 480];

  test('a day of leave and a planned shift in place of an entry: the leave is paid, the shift is not', () => {
    expect(estimated({ days: '1' })).toEqual([[ON_13], [['2026-10-12', 480]], []]);
  });

  test('half a day of leave leaves half of the shift, minutes the rest of it', () => {
    expect(estimated({ days: '0.5' })).toEqual([[['2026-10-12', 240], ON_13], [['2026-10-12', 240]], []]);
    expect(estimated({ minutes: 300 })).toEqual([[['2026-10-12', 180], ON_13], [['2026-10-12', 300]], []]);
    expect(estimated({ minutes: 500 })).toEqual([[ON_13], [['2026-10-12', 500]], []]);
  });

  test('two shifts on the day share what minutes of absence leave', () => {
    const evening = { ...shift('2026-10-12'), id: 'evening', plannedMinutes: 240 };
    const late = { startsAt: '2026-10-12T18:00:00+02:00', endsAt: '2026-10-12T22:00:00+02:00' };
    const shifts = [...PLANNED.shifts, { ...evening, ...late }];
    expect(estimated({ minutes: 120 }, { shifts })[0]).toEqual([['2026-10-12', 600], ON_13]);
  });

  test('on a whole holiday the plan pays, and the leave does not', () => {
    const granted = [{ date: '2026-10-12', name: 'Feast' }];
    expect(estimated({ days: '1' }, { granted })).toEqual([[['2026-10-12', 480], ON_13], [], []]);
  });

  test('on half a holiday a day of leave leaves nothing of the shift', () => {
    const holidays = [{ date: '2026-10-12', name: 'Eve', part: 'pm', where: '', action: '' }];
    const rules = { attribution: 'start', notWorked: [{ code: 'FEAST', by: 'contract' }] } as const;
    const [work, away, feast] = estimated({ days: '1' }, { holidays, rules });
    expect([work, away, feast]).toEqual([[ON_13], [['2026-10-12', 240]], [['2026-10-12', 240]]]);
  });

  test('corrections after a holiday became half a day', () => {
    const { corrections } = programAnswer({
      ...BLANK,
      ...DECEMBER,
      mapping: [row(CONTRACT)],
      absences: leave('2026-12-24', '2026-12-24'),
      later: { holidays: [{ date: '2026-12-24', name: 'Eve', part: 'pm', where: '', action: '' }] },
    });
    expect(corrections).toEqual([['ann', '2026-12-24', 'LEAVE', '', 'minutes', -240]]);
  });
});
