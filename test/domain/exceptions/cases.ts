import type { Absence, AbsenceDay } from '../../../src/domain/absences/absenceDays.js';
import { mappingChanged, mappingChanges } from '../../../src/domain/corrections/mappingChanges.js';
import { type Finding, finding } from '../../../src/domain/exceptions/finding.js';
import { templatesWithoutRows } from '../../../src/domain/exceptions/readRules.js';
import type { EmployeeRow } from '../../../src/domain/mapping/employeeRows.js';
import { toLocalDate } from '../../../src/domain/time/localDate.js';
import { joined, type Message, message, verbatim } from '../../../src/i18n/message.js';
import { entry, period, periodData, shift } from '../../support/records/periodFixture.js';
import { ACCOUNT_CASES } from './accountCases.js';
import type { ExceptionCase } from './exceptionCase.js';
import { WORKING_TIME_CASES } from './workingTimeCases.js';

const employee = (id: string) => ({ id, firstName: 'A', lastName: 'B', isActive: true });
const open = { status: 'Working', end: null } as const;
const agency = { employeeId: null, agencyId: 'agency', agencyWorkerId: 'agency-worker' };
const LISTED = periodData().employees ?? [];
const MARCH = period('2026-03-01', '2026-03-31');
const DAY = { start: '10-06 08:00', end: '10-06 16:00' };
const TWO_ZONES = [
  { id: 'ghent', zone: 'Europe/Brussels', label: 'Ghent' },
  { id: 'apia', zone: 'Pacific/Apia', label: 'Apia' },
];
/** Offsets that contradict each other and fit no zone of the employer, so the place of work is unknown. */
const NOWHERE = {
  establishmentId: null,
  start: '2026-10-06T20:00:00+04:00',
  end: '2026-10-07T02:00:00+05:00',
  workDate: '2026-10-06',
};

/** For each code, rows in which it occurs, rows in which it does not, and boundary cases. */
// biome-ignore format: a table
const leave = (amount: Pick<AbsenceDay, 'days' | 'minutes'>): AbsenceDay => ({
  employeeId: 'ann',
  date: toLocalDate('2026-10-06'),
  code: 'LEAVE',
  ...amount,
});

/** Two weeks of leave. */
const holidayLeave = (change: Partial<Absence> = {}): Absence => ({
  employeeId: 'ann',
  from: toLocalDate('2026-10-05'),
  to: toLocalDate('2026-10-16'),
  code: 'LEAVE',
  amount: { days: 1 },
  line: 2,
  ...change,
});

const oneDay = (date: string, change: Partial<Absence> = {}): Absence =>
  holidayLeave({ from: toLocalDate(date), to: toLocalDate(date), ...change });

const FEAST_RULES = 'payRules: { base: [{ code: NORMAL }], loadings: [{ code: FEAST, on: [holiday] }] }';

const YEAR = { name: 'all work', of: ['NORMAL'], limit: 600, from: '01-01' };

const LATE_SHIFT = { shifts: [shift({ ...DAY, id: 's' })] };
const onShift = (start: string, end: string) => ({
  ...LATE_SHIFT,
  entries: [entry({ start, end, shiftId: 's' })],
});
const FROM_SHIFT = { from: 'shift', until: 'shift', grace: 10 } as const;
const WEEK = period('2026-10-05', '2026-10-11');
const contract = (columns: Readonly<Record<string, string>>) => ({
  columnsOn: () => ({ contractWeekdays: '12345', ...columns }),
});
const datesOf = (...dates: string[]) => new Set(dates.map(toLocalDate));

/** From Monday to Wednesday of the week. */
const THREE_DAYS = datesOf('2026-10-05', '2026-10-06', '2026-10-07');
/** The exceptions of Ann's rows today, compared with those of a final. */
function editedRows(rows: readonly EmployeeRow[]): Finding[] {
  const before = [{ number: '1', extra: { grade: 'A' } }];
  const period = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31'), label: '2026-10' };
  const changes = mappingChanges(before, rows, period);
  return changes.length === 0 ? [] : mappingChanged('ann', changes);
}

export const CASES: readonly ExceptionCase[] = [
  {
    code: 'EARLY_START',
    name: '12 minutes before the shift',
    data: onShift('10-06 07:48', '10-06 16:00'),
    shiftPay: FROM_SHIFT,
    records: ['e'],
    facts: { minutes: 12 },
  },
  {
    code: 'EARLY_START',
    name: '12 minutes before it, of which 10 are paid',
    data: onShift('10-06 07:48', '10-06 16:00'),
    shiftPay: { ...FROM_SHIFT, early: 'paid' },
    records: ['e'],
    facts: { minutes: 2 },
  },
  {
    code: 'EARLY_START',
    name: '10 minutes before it, all paid',
    data: onShift('10-06 07:50', '10-06 16:00'),
    shiftPay: { ...FROM_SHIFT, early: 'paid' },
    records: [],
  },
  {
    code: 'EARLY_START',
    name: 'all time is paid',
    data: onShift('10-06 07:48', '10-06 16:00'),
    records: [],
  },
  {
    code: 'LATE_END',
    name: 'a minute after the shift',
    data: onShift('10-06 08:00', '10-06 16:01'),
    shiftPay: FROM_SHIFT,
    records: ['e'],
    facts: { minutes: 1 },
  },
  {
    code: 'LATE_END',
    name: 'only the start is limited',
    data: onShift('10-06 08:00', '10-06 18:00'),
    shiftPay: { from: 'shift', grace: 0 },
    records: [],
  },
  {
    code: 'UNKNOWN_ESTABLISHMENT',
    name: 'two entries of a place that is not listed',
    data: {
      entries: [
        entry({ ...DAY, establishmentId: 'bruges' }),
        entry({ ...DAY, id: 'f', establishmentId: 'bruges' }),
      ],
    },
    records: ['bruges'],
    facts: { count: 2 },
  },
  {
    code: 'UNKNOWN_ESTABLISHMENT',
    name: 'no place, and a listed one',
    data: { entries: [entry(DAY), entry({ ...DAY, id: 'f', establishmentId: null })] },
    records: [],
  },
  {
    code: 'UNKNOWN_ESTABLISHMENT',
    name: 'the list cannot be read',
    data: {
      entries: [entry({ ...DAY, establishmentId: 'bruges' })],
      unavailable: [{ list: 'establishments', lack: 'permission', permission: 'p', scope: 's', module: '' }],
    },
    records: [],
  },
  {
    code: 'MISSING_EMPLOYEE',
    name: 'two people of the last period, one of whom worked',
    data: { entries: [entry(DAY)] },
    lastPeriod: { ann: {}, bob: {} },
    records: ['bob'],
    facts: { label: '2026-09' },
  },
  {
    code: 'MISSING_EMPLOYEE',
    name: 'the contract ended before the period; a plan alone is a day',
    data: { shifts: [shift(DAY)] },
    lastPeriod: { ann: {}, bob: { contractTo: '2026-09-30' } },
    records: [],
  },
  {
    code: 'EXPECTED_DAY',
    name: 'contract weekdays without work, absence or holiday',
    data: {},
    period: WEEK,
    expected: { worked: THREE_DAYS, absent: datesOf('2026-10-08') },
    records: ['ann 2026-10-09'],
  },
  {
    code: 'EXPECTED_DAY',
    name: 'a holiday, and after the end of the contract',
    data: {},
    period: WEEK,
    expected: {
      ...contract({ contractTo: '2026-10-08' }),
      worked: THREE_DAYS,
      isHoliday: (date) => date === '2026-10-08',
    },
    records: [],
  },
  {
    code: 'EXPECTED_DAY',
    name: 'no longer employed, without an end of the contract',
    data: {},
    period: WEEK,
    expected: { isEmployed: false },
    records: [],
  },
  {
    code: 'EXPECTED_DAY',
    name: 'without the column',
    data: {},
    period: WEEK,
    expected: contract({ contractWeekdays: '' }),
    records: [],
  },
  {
    code: 'OPEN_ENTRY',
    name: 'still working',
    data: { entries: [entry({ ...DAY, ...open })] },
    records: ['e'],
    facts: { status: 'Working' },
  },
  {
    code: 'OPEN_ENTRY',
    name: 'on a break',
    data: { entries: [entry({ ...DAY, end: null, status: 'OnBreak' })] },
    records: ['e'],
  },
  { code: 'OPEN_ENTRY', name: 'completed', data: { entries: [entry(DAY)] }, records: [] },
  {
    code: 'OPEN_ENTRY',
    name: 'cancelled',
    data: { entries: [entry({ ...DAY, status: 'Cancelled' })] },
    records: [],
  },
  {
    code: 'OPEN_ENTRY',
    name: 'the day before, start: not of this period',
    data: { entries: [entry({ start: '09-30 22:00', ...open })] },
    records: [],
  },
  {
    code: 'OPEN_ENTRY',
    name: 'the day before, split: can reach in',
    attribution: 'split',
    data: { entries: [entry({ start: '09-30 22:00', ...open })] },
    records: ['e'],
  },
  {
    code: 'OPEN_ENTRY',
    name: 'the day after',
    attribution: 'split',
    data: { entries: [entry({ start: '2026-11-01T08:00:00+01:00', ...open })] },
    records: [],
  },
  {
    code: 'OPEN_ENTRY',
    name: 'filed under the day after, split: it began in the period',
    attribution: 'split',
    data: { entries: [entry({ start: '2026-10-31T22:00:00+01:00', workDate: '2026-11-01', ...open })] },
    records: ['e'],
  },

  {
    code: 'MISSING_END',
    name: 'completed without an end',
    data: { entries: [entry({ ...DAY, end: null, minutes: 480 })] },
    records: ['e'],
  },
  { code: 'MISSING_END', name: 'with an end', data: { entries: [entry(DAY)] }, records: [] },
  {
    code: 'MISSING_END',
    name: 'open entries have none',
    data: { entries: [entry({ ...DAY, ...open })] },
    records: [],
  },
  {
    code: 'MISSING_END',
    name: 'in the margin: the other period says so',
    attribution: 'split',
    data: { entries: [entry({ start: '09-30 08:00', end: null, minutes: 480 })] },
    records: [],
  },

  {
    code: 'LONG_ENTRY',
    name: '16 hours exactly',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-06 22:00' })] },
    records: [],
  },
  {
    code: 'LONG_ENTRY',
    name: '16 hours and a minute',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-06 22:01' })] },
    records: ['e'],
    facts: { elapsedMinutes: 961 },
  },
  {
    code: 'LONG_ENTRY',
    name: 'real time counts: 16 hours by the clock, 17 over the change',
    data: { entries: [entry({ start: '2026-10-24T20:00:00+02:00', end: '2026-10-25T12:00:00+01:00' })] },
    records: ['e'],
    facts: { elapsedMinutes: 1020 },
  },
  {
    code: 'LONG_ENTRY',
    name: 'over 24 hours, start: blocks a final run',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-07 06:01' })] },
    records: ['e'],
    atLeast: 'block-final',
  },
  {
    code: 'LONG_ENTRY',
    name: '72:10 hours, shift: blocks a final run',
    attribution: 'shift',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-09 06:10' })] },
    records: ['e'],
    facts: { elapsedMinutes: 4330 },
    atLeast: 'block-final',
  },
  {
    code: 'LONG_ENTRY',
    name: '24 hours exactly, split: a warning',
    attribution: 'split',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-07 06:00' })] },
    records: ['e'],
  },
  {
    code: 'LONG_ENTRY',
    name: 'over 24 hours, split: blocks a final run',
    attribution: 'split',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-07 06:01' })] },
    records: ['e'],
    atLeast: 'block-final',
  },
  {
    code: 'LONG_ENTRY',
    name: 'over 24 hours, end: blocks a final run',
    attribution: 'end',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-07 06:01' })] },
    records: ['e'],
    atLeast: 'block-final',
  },
  {
    code: 'LONG_ENTRY',
    name: 'over 24 hours, majority: blocks a final run',
    attribution: 'majority',
    data: { entries: [entry({ start: '10-06 06:00', end: '10-07 06:01' })] },
    records: ['e'],
    atLeast: 'block-final',
  },
  {
    code: 'LONG_ENTRY',
    name: 'on the last day, with minutes outside every period',
    attribution: 'end',
    data: { entries: [entry({ start: '2026-10-31T10:00:00+01:00', end: '2026-11-02T09:00:00+01:00' })] },
    records: ['e'],
    atLeast: 'block-final',
  },
  {
    code: 'LONG_ENTRY',
    name: 'under 24 hours, but on three days, because one of them has 23 hours',
    period: MARCH,
    attribution: 'split',
    data: { entries: [entry({ start: '2026-03-28T23:50:00+01:00', end: '2026-03-30T00:05:00+02:00' })] },
    records: ['e'],
    facts: { elapsedMinutes: 1395 },
    atLeast: 'block-final',
  },
  {
    code: 'LONG_ENTRY',
    name: 'of the day before, wholly outside',
    attribution: 'start',
    data: { entries: [entry({ start: '09-30 01:00', end: '09-30 22:00' })] },
    records: [],
  },

  {
    code: 'SHORT_REST',
    name: '660 minutes exactly',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 12:00', end: '10-06 20:00' }),
        entry({ id: 'b', start: '10-07 07:00', end: '10-07 15:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'a minute too short',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 12:00', end: '10-06 20:01' }),
        entry({ id: 'b', start: '10-07 07:00', end: '10-07 15:00' }),
      ],
    },
    records: ['b'],
    facts: { minutes: 659 },
  },
  {
    code: 'SHORT_REST',
    name: 'over the spring change: 11 hours by the clock are 600 minutes',
    period: MARCH,
    data: {
      entries: [
        entry({ id: 'a', start: '2026-03-28T12:00:00+01:00', end: '2026-03-28T20:00:00+01:00' }),
        entry({ id: 'b', start: '2026-03-29T07:00:00+02:00', end: '2026-03-29T15:00:00+02:00' }),
      ],
    },
    records: ['b'],
    facts: { minutes: 600 },
  },
  {
    code: 'SHORT_REST',
    name: 'over the autumn change: 10 hours by the clock are 660 minutes',
    data: {
      entries: [
        entry({ id: 'a', start: '2026-10-24T14:00:00+02:00', end: '2026-10-24T21:00:00+02:00' }),
        entry({ id: 'b', start: '2026-10-25T07:00:00+01:00', end: '2026-10-25T15:00:00+01:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'in another establishment and zone',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 12:00', end: '10-06 20:30' }),
        entry({
          id: 'b',
          establishmentId: 'cairo',
          start: '2026-10-07T08:00:00+03:00',
          end: '2026-10-07T16:00:00+03:00',
        }),
      ],
    },
    records: ['b'],
    facts: { minutes: 630 },
  },
  {
    code: 'SHORT_REST',
    name: 'a night until the morning, then the same evening',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 22:00', end: '10-07 06:00' }),
        entry({ id: 'b', start: '10-07 14:00', end: '10-07 22:00' }),
      ],
    },
    records: ['b'],
    facts: { minutes: 480 },
  },
  {
    code: 'SHORT_REST',
    name: 'a break inside one day is not a rest',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({ id: 'b', start: '10-06 17:00', end: '10-06 21:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'a working day of 13 hours leaves 11',
    data: {
      entries: [
        entry({ id: 'a', shiftId: 'x', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({ id: 'b', shiftId: 'y', start: '10-06 17:00', end: '10-06 21:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'a working day of one minute more does not',
    data: {
      entries: [
        entry({ id: 'a', shiftId: 'x', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({ id: 'b', shiftId: 'y', start: '10-06 17:00', end: '10-06 21:01' }),
      ],
    },
    records: ['b'],
    facts: { minutes: 300 },
  },
  {
    code: 'SHORT_REST',
    name: 'two shifts of one work date: until the morning and again from 14:00',
    data: {
      entries: [
        entry({ id: 'a', shiftId: 'x', start: '10-06 00:10', end: '10-06 06:00' }),
        entry({ id: 'b', shiftId: 'y', start: '10-06 14:00', end: '10-06 22:00' }),
      ],
    },
    records: ['b'],
    facts: { minutes: 480 },
  },
  {
    code: 'SHORT_REST',
    name: 'only the entry that makes a work date too long',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 06:00', end: '10-06 08:00' }),
        entry({ id: 'b', start: '10-06 10:00', end: '10-06 14:00' }),
        entry({ id: 'c', start: '10-06 18:00', end: '10-06 22:00' }),
      ],
    },
    records: ['c'],
    facts: { minutes: 240 },
  },
  {
    code: 'SHORT_REST',
    name: 'after a full rest inside a work date, the day starts again',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 00:30', end: '10-06 02:00' }),
        entry({ id: 'b', start: '10-06 13:00', end: '10-06 16:00' }),
        entry({ id: 'c', start: '10-06 20:00', end: '10-06 23:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'one shift of a work date is no rest, however long',
    data: {
      entries: [
        entry({ id: 'a', shiftId: 's', start: '10-06 00:10', end: '10-06 06:00' }),
        entry({ id: 'b', shiftId: 's', start: '10-06 14:00', end: '10-06 22:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'a break in a shift across midnight is not a rest',
    data: {
      entries: [
        entry({ id: 'a', shiftId: 's', start: '10-06 20:00', end: '10-06 23:45' }),
        entry({ id: 'b', shiftId: 's', start: '10-07 00:15', end: '10-07 04:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'across the first edge: reported in the period of the later entry',
    data: {
      entries: [
        entry({ id: 'a', start: '09-30 14:00', end: '09-30 22:00' }),
        entry({ id: 'b', start: '10-01 06:00', end: '10-01 14:00' }),
      ],
    },
    records: ['b'],
  },
  {
    code: 'SHORT_REST',
    name: 'across the last edge: reported in the next period',
    data: {
      entries: [
        entry({ id: 'a', start: '2026-10-31T14:00:00+01:00', end: '2026-10-31T22:00:00+01:00' }),
        entry({ id: 'b', start: '2026-11-01T06:00:00+01:00', end: '2026-11-01T14:00:00+01:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'the latest end counts, not that of the latest start',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 12:00', end: '10-06 23:00' }),
        entry({ id: 'b', start: '10-06 13:00', end: '10-06 14:00' }),
        entry({ id: 'c', start: '10-07 08:00', end: '10-07 16:00' }),
      ],
    },
    records: ['c'],
    facts: { minutes: 540 },
  },
  {
    code: 'SHORT_REST',
    name: 'an employee still at work began too early',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 12:00', end: '10-06 22:00' }),
        entry({ id: 'b', start: '10-07 06:00', ...open }),
      ],
    },
    records: ['b'],
  },
  {
    code: 'SHORT_REST',
    name: 'the rest after an open entry is unknown',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 12:00', ...open }),
        entry({ id: 'b', start: '10-07 06:00', end: '10-07 14:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'two employees',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 12:00', end: '10-06 22:00' }),
        entry({ id: 'b', employeeId: 'bob', start: '10-07 06:00', end: '10-07 14:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHORT_REST',
    name: 'cancelled work needs no rest',
    data: {
      entries: [
        entry({ id: 'a', status: 'Cancelled', start: '10-06 12:00', end: '10-06 22:00' }),
        entry({ id: 'b', start: '10-07 06:00', end: '10-07 14:00' }),
      ],
    },
    records: [],
  },

  {
    code: 'OVERLAP',
    name: 'half an hour',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({ id: 'b', start: '10-06 11:30', end: '10-06 15:00' }),
      ],
    },
    records: ['b'],
    facts: { minutes: 30 },
  },
  {
    code: 'OVERLAP',
    name: 'one ends where the next begins',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({ id: 'b', start: '10-06 12:00', end: '10-06 15:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'OVERLAP',
    name: 'three at once: each pair',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 18:00' }),
        entry({ id: 'b', start: '10-06 09:00', end: '10-06 10:00' }),
        entry({ id: 'c', start: '10-06 09:30', end: '10-06 11:00' }),
      ],
    },
    records: ['b', 'c', 'c'],
    facts: { minutes: 60 },
  },
  {
    code: 'OVERLAP',
    name: 'a long one around two that do not overlap',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 18:00' }),
        entry({ id: 'b', start: '10-06 09:00', end: '10-06 10:00' }),
        entry({ id: 'c', start: '10-06 12:00', end: '10-06 13:00' }),
      ],
    },
    records: ['b', 'c'],
  },
  {
    code: 'OVERLAP',
    name: 'the same entry twice',
    data: { entries: [entry({ id: 'a', ...DAY }), entry({ id: 'b', ...DAY })] },
    records: ['b'],
    facts: { minutes: 480 },
  },
  {
    code: 'OVERLAP',
    name: 'in two zones at the same instant',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({
          id: 'b',
          establishmentId: 'cairo',
          start: '2026-10-06T12:00:00+03:00',
          end: '2026-10-06T16:00:00+03:00',
        }),
      ],
    },
    records: ['b'],
    facts: { minutes: 60 },
  },
  {
    code: 'OVERLAP',
    name: 'in two zones at the same clock time only',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({
          id: 'b',
          establishmentId: 'cairo',
          start: '2026-10-06T13:00:00+03:00',
          end: '2026-10-06T16:00:00+03:00',
        }),
      ],
    },
    records: [],
  },
  {
    code: 'OVERLAP',
    name: 'in the repeated hour, one after the other',
    data: {
      entries: [
        entry({ id: 'a', start: '2026-10-25T01:00:00+02:00', end: '2026-10-25T02:45:00+02:00' }),
        entry({ id: 'b', start: '2026-10-25T02:15:00+01:00', end: '2026-10-25T04:00:00+01:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'OVERLAP',
    name: 'across midnight',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 22:00', end: '10-07 06:00' }),
        entry({ id: 'b', start: '10-07 05:00', end: '10-07 13:00' }),
      ],
    },
    records: ['b'],
  },
  {
    code: 'OVERLAP',
    name: 'across the first edge',
    data: {
      entries: [
        entry({ id: 'a', start: '09-30 22:00', end: '10-01 06:00' }),
        entry({ id: 'b', start: '10-01 05:00', end: '10-01 13:00' }),
      ],
    },
    records: ['b'],
  },
  {
    code: 'OVERLAP',
    name: 'wholly before the period',
    data: {
      entries: [
        entry({ id: 'a', start: '09-30 08:00', end: '09-30 12:00' }),
        entry({ id: 'b', start: '09-30 11:00', end: '09-30 13:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'OVERLAP',
    name: 'begun while another is still open',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', ...open }),
        entry({ id: 'b', start: '10-06 10:00', end: '10-06 12:00' }),
      ],
    },
    records: ['b'],
    facts: { minutes: 120 },
  },
  {
    code: 'OVERLAP',
    name: 'opened before another ended',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', end: '10-06 12:00' }),
        entry({ id: 'b', start: '10-06 11:00', ...open }),
      ],
    },
    records: ['b'],
    facts: { minutes: 60 },
  },
  {
    code: 'OVERLAP',
    name: 'an entry left open days ago overlaps nothing',
    data: {
      entries: [
        entry({ id: 'a', start: '10-06 08:00', ...open }),
        entry({ id: 'b', start: '10-08 10:00', end: '10-08 12:00' }),
      ],
    },
    records: [],
  },
  {
    code: 'OVERLAP',
    name: 'two employees',
    data: { entries: [entry({ id: 'a', ...DAY }), entry({ id: 'b', employeeId: 'bob', ...DAY })] },
    records: [],
  },
  {
    code: 'OVERLAP',
    name: 'with a cancelled one',
    data: { entries: [entry({ id: 'a', ...DAY, status: 'Cancelled' }), entry({ id: 'b', ...DAY })] },
    records: [],
  },
  {
    code: 'OVERLAP',
    name: 'an empty entry overlaps nothing',
    data: {
      entries: [entry({ id: 'a', ...DAY }), entry({ id: 'b', start: '10-06 09:00', end: '10-06 09:00' })],
    },
    records: [],
  },

  { code: 'ENTRY_NO_SHIFT', name: 'no shift named', data: { entries: [entry(DAY)] }, records: ['e'] },
  {
    code: 'ENTRY_NO_SHIFT',
    name: 'its shift is published',
    data: { entries: [entry({ ...DAY, shiftId: 's' })], shifts: [shift(DAY)] },
    records: [],
  },
  {
    code: 'ENTRY_NO_SHIFT',
    name: 'its shift was deleted',
    data: { entries: [entry({ ...DAY, shiftId: 'gone' })] },
    records: ['e'],
  },
  {
    code: 'ENTRY_NO_SHIFT',
    name: 'its shift is invalid: reported for the shift',
    data: {
      entries: [entry({ ...DAY, shiftId: 's' })],
      invalid: [{ list: 'shifts', id: 's', problems: [verbatim('x')], workedMinutes: 0 }],
    },
    records: [],
  },
  {
    code: 'ENTRY_NO_SHIFT',
    name: 'planning cannot be read',
    data: { entries: [entry(DAY)], shifts: null },
    records: [],
  },
  {
    code: 'ENTRY_NO_SHIFT',
    name: 'from the margin: its shift may not have been read',
    attribution: 'split',
    data: { entries: [entry({ start: '09-30 20:00', end: '10-01 04:00', shiftId: 'of-29-september' })] },
    records: [],
  },

  {
    code: 'SHIFT_NO_ENTRY',
    name: 'without an entry',
    data: { shifts: [shift(DAY)] },
    records: ['s'],
    facts: { plannedMinutes: 480 },
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'on a full day of absence',
    data: { shifts: [shift(DAY)] },
    absentOn: ['2026-10-06'],
    records: [],
  },
  {
    code: 'SHIFT_DURING_ABSENCE',
    name: 'on a full day of absence, also before it begins',
    data: { shifts: [shift(DAY)], readBeganEpoch: Date.parse('2026-10-01T00:00:00Z') / 1000 },
    absentOn: ['2026-10-06'],
    records: ['s'],
    facts: { plannedMinutes: 480 },
  },
  {
    code: 'SHIFT_DURING_ABSENCE',
    name: 'on another day, or worked',
    data: { shifts: [shift(DAY)], entries: [entry({ ...DAY, shiftId: 's' })] },
    absentOn: ['2026-10-06', '2026-10-07'],
    records: [],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'worked',
    data: { shifts: [shift(DAY)], entries: [entry({ ...DAY, shiftId: 's' })] },
    records: [],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'an open entry is work',
    data: { shifts: [shift(DAY)], entries: [entry({ ...DAY, ...open, shiftId: 's' })] },
    records: [],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'a cancelled entry is not work',
    data: { shifts: [shift(DAY)], entries: [entry({ ...DAY, status: 'Cancelled', shiftId: 's' })] },
    records: ['s'],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'started a day later, outside the period',
    data: {
      shifts: [shift({ start: '2026-10-31T23:30:00+01:00', end: '2026-11-01T06:00:00+01:00' })],
      entries: [
        entry({ start: '2026-11-01T00:05:00+01:00', end: '2026-11-01T06:00:00+01:00', shiftId: 's' }),
      ],
    },
    records: [],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'not over when the read began',
    data: { shifts: [shift(DAY)], readBeganEpoch: Date.parse('2026-10-06T13:59:59Z') / 1000 },
    records: [],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'over when the read began',
    data: { shifts: [shift(DAY)], readBeganEpoch: Date.parse('2026-10-06T14:00:00Z') / 1000 },
    records: ['s'],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'in the margin',
    data: { shifts: [shift({ start: '09-30 08:00', end: '09-30 16:00' })] },
    records: [],
  },
  {
    code: 'SHIFT_NO_ENTRY',
    name: 'of an agency',
    data: { shifts: [shift({ ...DAY, employeeId: null, fillType: 'External' })] },
    records: [],
  },

  {
    code: 'UNREVIEWED',
    name: 'not reviewed',
    data: { entries: [entry({ ...DAY, reviewedAtUtc: null })] },
    records: ['e'],
  },
  { code: 'UNREVIEWED', name: 'reviewed', data: { entries: [entry(DAY)] }, records: [] },
  {
    code: 'UNREVIEWED',
    name: 'none of it in the period',
    data: { entries: [entry({ start: '09-30 08:00', end: '09-30 16:00', reviewedAtUtc: null })] },
    records: [],
  },
  {
    code: 'UNREVIEWED',
    name: 'a part of it in the period',
    attribution: 'split',
    data: { entries: [entry({ start: '09-30 22:00', end: '10-01 06:00', reviewedAtUtc: null })] },
    records: ['e'],
  },

  {
    code: 'NO_EMPLOYEE',
    name: 'without an employee',
    data: { entries: [entry({ ...DAY, employeeId: null })] },
    records: ['e'],
    facts: { workedMinutes: 480 },
  },
  {
    code: 'NO_EMPLOYEE',
    name: 'with an agency worker',
    data: { entries: [entry({ ...DAY, ...agency })] },
    records: [],
  },
  {
    code: 'NO_EMPLOYEE',
    name: 'in the margin',
    data: { entries: [entry({ start: '09-30 08:00', end: '09-30 16:00', employeeId: null })] },
    records: [],
  },

  {
    code: 'UNKNOWN_EMPLOYEE',
    name: 'archived, with a stored name',
    data: {
      entries: [entry({ ...DAY, employeeId: 'zed' })],
      rememberedEmployees: [{ ...employee('zed'), firstName: 'Zed', lastName: 'Zoe' }],
    },
    records: ['zed'],
    facts: { name: 'Zed Zoe' },
  },
  {
    code: 'UNKNOWN_EMPLOYEE',
    name: 'archived, once for many entries',
    data: {
      entries: [
        entry({ id: 'a', ...DAY, employeeId: 'zed' }),
        entry({ id: 'b', employeeId: 'zed', start: '10-08 08:00', end: '10-08 16:00' }),
      ],
    },
    records: ['zed'],
  },
  {
    code: 'UNKNOWN_EMPLOYEE',
    name: 'archived, only planned',
    data: { shifts: [shift({ ...DAY, employeeId: 'zed' })] },
    records: ['zed'],
  },
  { code: 'UNKNOWN_EMPLOYEE', name: 'listed', data: { entries: [entry(DAY)] }, records: [] },
  {
    code: 'UNKNOWN_EMPLOYEE',
    name: 'inactive is listed',
    data: {
      entries: [entry({ ...DAY, employeeId: 'old' })],
      employees: [...LISTED, { ...employee('old'), isActive: false }],
    },
    records: [],
  },
  {
    code: 'UNKNOWN_EMPLOYEE',
    name: 'the list cannot be read',
    data: { entries: [entry({ ...DAY, employeeId: 'zed' })], employees: null },
    records: [],
  },

  {
    code: 'INACTIVE_EMPLOYEE',
    name: 'worked',
    data: {
      entries: [entry(DAY), entry({ ...DAY, id: 'f', employeeId: 'bob' })],
      employees: [
        { id: 'ann', firstName: 'Ann', lastName: 'Aerts', isActive: false },
        { id: 'bob', firstName: 'Bob', lastName: 'Baert', isActive: true },
      ],
    },
    records: ['ann'],
  },
  {
    code: 'INACTIVE_EMPLOYEE',
    name: 'planned, cancelled, open, or worked outside the period: no hours of this period',
    data: {
      entries: [
        entry({ ...DAY, status: 'Cancelled' }),
        entry({ ...DAY, id: 'f', end: null, status: 'Working' }),
        entry({ id: 'g', start: '09-30 08:00', end: '09-30 16:00' }),
      ],
      shifts: [shift(DAY)],
      employees: [{ id: 'ann', firstName: 'Ann', lastName: 'Aerts', isActive: false }],
    },
    records: [],
  },
  {
    code: 'INACTIVE_EMPLOYEE',
    name: 'the list cannot be read, or the person is archived',
    data: {
      entries: [entry(DAY)],
      employees: null,
      rememberedEmployees: [{ id: 'ann', firstName: 'Ann', lastName: 'Aerts', isActive: false }],
    },
    records: [],
  },

  {
    code: 'RULE_UNUSED',
    name: 'a task that no entry has; another entry has one',
    data: { entries: [entry({ ...DAY, taskId: 'travel' })] },
    paidBy: { rules: 'payRules: { base: [{ code: STANDBY, tasks: [on-call] }, { code: NORMAL }] }' },
    records: ['payRules.base[0]'],
    facts: { payCode: 'STANDBY', names: 'tasks: on-call', why: 'noMatch' },
  },
  {
    code: 'RULE_UNUSED',
    name: 'teams and tasks that no record has: also before the period is over',
    data: { entries: [entry({ ...DAY, shiftId: 's' })], shifts: [shift(DAY)] },
    paidBy: {
      rules: `payRules:
  base: [{ code: STANDBY, tasks: [on-call] }, { code: NORMAL }]
  loadings: [{ code: BAR, teams: [a, b, c, d] }, { code: HERE, establishments: [elsewhere] }]`,
      costCenters: { teams: { a: '1' } },
      isComplete: false,
    },
    records: ['payRules.base[0]', 'payRules.loadings[0]', 'costCenters.teams'],
    facts: { why: 'noTasks' },
  },
  {
    code: 'RULE_UNUSED',
    name: 'team and task of the shift that the entry names',
    data: {
      entries: [entry({ ...DAY, shiftId: 's', teamId: null })],
      shifts: [shift({ ...DAY, employeeId: 'bob', taskId: 'on-call', teamId: 'a' })],
    },
    paidBy: {
      rules: 'payRules: { base: [{ code: STANDBY, tasks: [on-call], teams: [a] }, { code: NORMAL }] }',
      costCenters: { teams: { other: '1' } },
    },
    records: [],
  },
  {
    code: 'RULE_UNUSED',
    name: 'a place without work; on Sundays nobody worked',
    data: { entries: [entry(DAY)] },
    paidBy: {
      rules: `payRules:
  base: [{ code: NORMAL }]
  loadings:
    - { code: A, establishments: [cairo] }
    - { code: B, establishments: [ghent], on: [sunday] }
    - { code: C, establishments: [ghent], on: [tuesday] }`,
    },
    records: ['payRules.loadings[0]'],
  },
  {
    code: 'RULE_UNUSED',
    name: 'rest days that neither plan nor contract show',
    data: { entries: [entry(DAY)] },
    paidBy: { rules: 'payRules: { base: [{ code: N }], loadings: [{ code: R, on: [restday] }] }' },
    records: ['payRules.loadings[0] restday'],
    facts: { why: 'noRestDays', count: 1 },
  },
  {
    code: 'RULE_UNUSED',
    name: 'another rule takes its minutes',
    data: { entries: [entry(DAY)] },
    paidBy: {
      rules:
        'payRules: { base: [{ code: TUESDAY, on: [tuesday] }, { code: GHENT, establishments: [ghent] }, { code: REST }] }',
    },
    records: ['payRules.base[1]'],
    facts: { why: 'noMinutes', names: 'establishments: ghent' },
  },
  {
    code: 'RULE_UNUSED',
    name: 'a value that no employee has in the mapping',
    data: { entries: [entry(DAY)] },
    paidBy: {
      rules: `payRules:
  base: [{ code: NORMAL }]
  loadings:
    - { code: A, employees: { grade: [B, C] } }
    - { code: B, employees: { grade: [A] } }
    - { code: C, employees: { hired: { before: 2020-01-01 } } }
  notWorked: [{ code: FEAST, by: planned, employees: { grade: [Z] } }]`,
      columns: { grade: 'A', hired: '2021-01-01' },
    },
    // Without a holiday, it is impossible to say whether the last one is a mistake.
    records: ['payRules.loadings[0]', 'payRules.loadings[2]'],
    facts: { names: 'employees.grade: B, C' },
  },
  {
    code: 'RULE_UNUSED',
    name: 'a limit in a column that is empty for all; one with a value, one next to a fixed limit',
    data: { entries: [entry(DAY)] },
    paidBy: {
      rules: `payRules:
  base:
    - { code: A, over: { week: { column: empty } } }
    - { code: B, over: { week: { column: hours } } }
    - { code: C, over: { day: 600, week: { column: empty } } }
    - { code: NORMAL }`,
      columns: { empty: '', hours: '2400' },
    },
    records: ['payRules.base[0]'],
    facts: { names: 'over.column: empty', why: 'noMatch' },
  },
  {
    code: 'RULE_UNUSED',
    name: 'a granted holiday, and no employee to whom its rule applies',
    data: {
      entries: [entry(DAY)],
      holidays: [{ date: toLocalDate('2026-10-12'), name: 'Feast', originalDate: undefined }],
    },
    paidBy: {
      rules:
        'payRules: { base: [{ code: NORMAL }], notWorked: [{ code: FEAST, by: planned, employees: { grade: [Z] } }] }',
      columns: { grade: 'A' },
    },
    records: ['payRules.notWorked[0]'],
  },
  {
    code: 'RULE_UNUSED',
    name: 'overtime, minimums and gaps that never occurred; other days; not in force; no names; not over',
    data: { entries: [entry(DAY)] },
    paidBy: {
      rules: `minimumPaid: { entry: 60, code: TOP, establishments: [ghent] }
payRules:
  base: [{ code: OT, over: { day: 600 }, establishments: [ghent] }, { code: NORMAL }]
  loadings:
    - { code: A, establishments: [ghent], on: [holiday] }
    - { code: B, establishments: [ghent], dates: ["12-24"] }
    - { code: C, establishments: [cairo], validTo: 2026-09-30 }
    - { code: D, establishments: [cairo], validFrom: 2026-11-01 }
    - { code: E, on: [sunday] }
  counts: [{ code: F, per: rest, minutes: 660, establishments: [ghent] }]`,
    },
    records: [],
  },
  {
    code: 'RULE_UNUSED',
    name: 'before the period is over: work may still be recorded',
    data: { entries: [entry(DAY)] },
    paidBy: {
      rules: 'payRules: { base: [{ code: NORMAL }], loadings: [{ code: A, establishments: [cairo] }] }',
      isComplete: false,
    },
    records: [],
  },
  {
    code: 'RULE_UNUSED',
    name: 'no work at all',
    data: {},
    paidBy: { rules: 'payRules: { base: [{ code: STANDBY, tasks: [on-call] }, { code: NORMAL }] }' },
    records: [],
  },

  {
    code: 'WORKDATE_MISMATCH',
    name: 'the service names another day',
    data: { entries: [entry({ ...DAY, workDate: '2026-10-07' })] },
    records: ['e'],
    facts: { workDate: '2026-10-07', localDay: '2026-10-06' },
  },
  { code: 'WORKDATE_MISMATCH', name: 'the same day', data: { entries: [entry(DAY)] }, records: [] },
  {
    code: 'WORKDATE_MISMATCH',
    name: 'in UTC the day before: the establishment counts',
    data: { entries: [entry({ start: '2026-10-07T00:30:00+02:00', end: '2026-10-07T08:00:00+02:00' })] },
    records: [],
  },
  {
    code: 'WORKDATE_MISMATCH',
    name: 'a contradicting offset, the same on both stamps, makes the day',
    data: { entries: [entry({ start: '2026-10-06T23:30:00+00:00', end: '2026-10-07T06:00:00+00:00' })] },
    records: [],
  },
  {
    code: 'WORKDATE_MISMATCH',
    name: 'split: minutes on the day before the one that the service names',
    attribution: 'split',
    data: { entries: [entry({ ...DAY, workDate: '2026-10-07' })] },
    records: ['e'],
  },
  {
    code: 'WORKDATE_MISMATCH',
    name: 'split: minutes two days before the day that the service names',
    attribution: 'split',
    data: { entries: [entry({ ...DAY, workDate: '2026-10-08' })] },
    records: ['e'],
    atLeast: 'block-final',
  },
  {
    code: 'WORKDATE_MISMATCH',
    name: 'split: minutes land outside, the service names a day inside',
    attribution: 'split',
    data: {
      entries: [
        entry({
          start: '2026-11-03T08:00:00+01:00',
          end: '2026-11-03T16:00:00+01:00',
          workDate: '2026-10-31',
        }),
      ],
    },
    records: ['e'],
    atLeast: 'block-final',
  },
  {
    code: 'WORKDATE_MISMATCH',
    name: 'split: a day later is still in the margin',
    attribution: 'split',
    data: { entries: [entry({ ...DAY, workDate: '2026-10-05' })] },
    records: ['e'],
  },

  {
    code: 'OFFSET_MISMATCH',
    name: 'counted by zone',
    data: {
      entries: [
        entry({ id: 'a', start: '2026-10-06T08:00:00+01:00', end: '2026-10-06T16:00:00+01:00' }),
        entry({ id: 'b', start: '2026-10-07T08:00:00+01:00', end: '2026-10-07T16:00:00+02:00' }),
        entry({
          id: 'c',
          establishmentId: 'cairo',
          start: '2026-10-07T08:00:00+02:00',
          end: '2026-10-07T16:00:00+02:00',
        }),
      ],
    },
    records: ['Africa/Cairo', 'Europe/Brussels'],
    facts: { count: 1 },
  },
  {
    code: 'OFFSET_MISMATCH',
    name: 'as in the table, on both sides of a change',
    data: { entries: [entry({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00' })] },
    records: [],
  },
  {
    code: 'OFFSET_MISMATCH',
    name: 'agency work shows it too',
    data: {
      entries: [entry({ ...agency, start: '2026-10-06T08:00:00+01:00', end: '2026-10-06T16:00:00+01:00' })],
    },
    records: ['Europe/Brussels'],
  },
  {
    code: 'OFFSET_MISMATCH',
    name: 'another name of the zone is the zone',
    data: { establishments: [{ id: 'ghent', zone: 'Europe/Amsterdam', label: 'x' }], entries: [entry(DAY)] },
    records: [],
  },

  {
    code: 'NET_EXCEEDS_GROSS',
    name: 'one minute too many',
    data: { entries: [entry({ ...DAY, minutes: 481 })] },
    records: ['e'],
    facts: { workedMinutes: 481, grossMinutes: 480 },
  },
  {
    code: 'NET_EXCEEDS_GROSS',
    name: 'exactly the whole time',
    data: { entries: [entry({ ...DAY, minutes: 480 })] },
    records: [],
  },
  {
    code: 'NET_EXCEEDS_GROSS',
    name: 'a started minute counts',
    data: {
      entries: [entry({ start: '2026-10-06T08:00:00+02:00', end: '2026-10-06T08:10:01+02:00', minutes: 11 })],
    },
    records: [],
  },
  {
    code: 'NET_EXCEEDS_GROSS',
    name: 'an empty entry with a minute',
    data: { entries: [entry({ start: '10-06 08:00', end: '10-06 08:00', minutes: 1 })] },
    records: ['e'],
  },
  {
    code: 'NET_EXCEEDS_GROSS',
    name: 'spring: two hours by the clock, one elapsed',
    period: MARCH,
    data: {
      entries: [
        entry({ start: '2026-03-29T01:30:00+01:00', end: '2026-03-29T03:30:00+02:00', minutes: 120 }),
      ],
    },
    records: ['e'],
    facts: { grossMinutes: 60 },
  },
  {
    code: 'NET_EXCEEDS_GROSS',
    name: 'ends before it starts',
    data: { entries: [entry({ start: '10-06 16:00', end: '10-06 08:00', minutes: 0 })] },
    records: ['e'],
  },
  {
    code: 'NET_EXCEEDS_GROSS',
    name: 'without an end it is unknown',
    data: { entries: [entry({ ...DAY, end: null, minutes: 9999 })] },
    records: [],
  },

  {
    code: 'PLANNED_MISMATCH',
    name: 'one hour too many',
    data: { shifts: [shift({ ...DAY, breakMinutes: 30, plannedMinutes: 510 })] },
    records: ['s'],
    facts: { plannedMinutes: 510, expectedMinutes: 450 },
  },
  {
    code: 'PLANNED_MISMATCH',
    name: 'adds up',
    data: { shifts: [shift({ ...DAY, breakMinutes: 30, plannedMinutes: 450 })] },
    records: [],
  },
  {
    code: 'PLANNED_MISMATCH',
    name: 'clock times over the change',
    data: {
      shifts: [
        shift({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00', plannedMinutes: 480 }),
      ],
    },
    records: ['s'],
    facts: { expectedMinutes: 540 },
  },
  {
    code: 'PLANNED_MISMATCH',
    name: 'real time over the change',
    data: {
      shifts: [
        shift({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00', plannedMinutes: 540 }),
      ],
    },
    records: [],
  },
  {
    code: 'PLANNED_MISMATCH',
    name: 'seconds do not count',
    data: {
      shifts: [
        shift({ start: '2026-10-06T08:00:00+02:00', end: '2026-10-06T16:00:30+02:00', plannedMinutes: 481 }),
      ],
    },
    records: [],
  },
  {
    code: 'PLANNED_MISMATCH',
    name: 'in the margin',
    data: { shifts: [shift({ start: '09-30 08:00', end: '09-30 16:00', plannedMinutes: 1 })] },
    records: [],
  },

  {
    code: 'DST_SUSPECT',
    name: 'clock times subtracted over the autumn change',
    data: {
      entries: [
        entry({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00', minutes: 480 }),
      ],
    },
    records: ['e'],
    facts: { elapsedMinutes: 540, workedMinutes: 480, changeMinutes: -60 },
  },
  {
    code: 'DST_SUSPECT',
    name: 'the planned break explains the hour',
    data: {
      entries: [
        entry({
          start: '2026-10-24T22:00:00+02:00',
          end: '2026-10-25T06:00:00+01:00',
          minutes: 480,
          shiftId: 's',
        }),
      ],
      shifts: [
        shift({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00', breakMinutes: 60 }),
      ],
    },
    records: [],
  },
  {
    code: 'DST_SUSPECT',
    name: 'the planned break and the hour are missing',
    data: {
      entries: [
        entry({
          start: '2026-10-24T22:00:00+02:00',
          end: '2026-10-25T06:00:00+01:00',
          minutes: 450,
          shiftId: 's',
        }),
      ],
      shifts: [
        shift({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00', breakMinutes: 30 }),
      ],
    },
    records: ['e'],
  },
  {
    code: 'DST_SUSPECT',
    name: 'clock times subtracted over the spring change',
    period: MARCH,
    data: {
      entries: [
        entry({ start: '2026-03-28T22:00:00+01:00', end: '2026-03-29T06:00:00+02:00', minutes: 480 }),
      ],
    },
    records: ['e'],
    facts: { elapsedMinutes: 420, changeMinutes: 60 },
  },
  {
    code: 'DST_SUSPECT',
    name: 'real time',
    data: {
      entries: [
        entry({ start: '2026-10-24T22:00:00+02:00', end: '2026-10-25T06:00:00+01:00', minutes: 540 }),
      ],
    },
    records: [],
  },
  {
    code: 'DST_SUSPECT',
    name: 'an hour missing on an ordinary day',
    data: { entries: [entry({ ...DAY, minutes: 420 })] },
    records: [],
  },

  {
    code: 'ZONE_UNCLEAR',
    name: 'split, and the place is unknown',
    attribution: 'split',
    data: { establishments: TWO_ZONES, entries: [entry(NOWHERE)] },
    records: ['e'],
  },
  {
    code: 'ZONE_UNCLEAR',
    name: 'majority, the day before',
    attribution: 'majority',
    data: {
      establishments: TWO_ZONES,
      entries: [
        entry({
          ...NOWHERE,
          start: '2026-09-30T20:00:00+04:00',
          end: '2026-10-01T05:00:00+05:00',
          workDate: '2026-09-30',
        }),
      ],
    },
    records: ['e'],
  },
  {
    code: 'ZONE_UNCLEAR',
    name: 'start does not cut days',
    attribution: 'start',
    data: { establishments: TWO_ZONES, entries: [entry(NOWHERE)] },
    records: [],
  },
  {
    code: 'ZONE_UNCLEAR',
    name: 'both stamps carry one offset',
    attribution: 'split',
    data: { establishments: TWO_ZONES, entries: [entry({ ...NOWHERE, end: '2026-10-07T02:00:00+04:00' })] },
    records: [],
  },
  {
    code: 'ZONE_UNCLEAR',
    name: 'an agency worker’s day is cut too',
    attribution: 'split',
    data: { establishments: TWO_ZONES, entries: [entry({ ...NOWHERE, ...agency })] },
    records: ['e'],
  },

  {
    code: 'CHANGED_WHILE_READING',
    name: 'two records',
    data: { changedWhileReading: ['z', 'a'] },
    records: ['a', 'z'],
  },
  { code: 'CHANGED_WHILE_READING', name: 'none', data: { entries: [entry(DAY)] }, records: [] },

  {
    code: 'LIST_UNAVAILABLE',
    name: 'no planning',
    data: {
      shifts: null,
      unavailable: [
        {
          list: 'shifts',
          lack: 'permission-or-module',
          permission: 'Read planning',
          scope: 'planning:read',
          module: 'Planning',
        },
      ],
    },
    records: ['shifts'],
    facts: { lack: { id: 'exceptions.lack.permission-or-module' } as Message },
  },
  {
    code: 'LIST_UNAVAILABLE',
    name: 'no permission for agency workers',
    data: {
      unavailable: [
        {
          list: 'agency-workers',
          lack: 'permission',
          permission: 'Read agency workers',
          scope: 'agency-workers:read',
          module: '',
        },
      ],
    },
    records: ['agency-workers'],
  },
  {
    code: 'LIST_UNAVAILABLE',
    name: 'the module was removed',
    data: {
      unavailable: [
        {
          list: 'teams',
          lack: 'module',
          permission: 'Read planning',
          scope: 'planning:read',
          module: 'Planning',
        },
      ],
    },
    records: ['teams'],
  },
  { code: 'LIST_UNAVAILABLE', name: 'everything was read', data: {}, records: [] },

  {
    code: 'SOURCE_INCOMPLETE',
    name: 'earlier entries on days that the files do not have, and saved too early',
    data: {
      extent: {
        place: 'entries.csv',
        days: { from: toLocalDate('2026-10-04'), to: toLocalDate('2026-10-20') },
        savedEpoch: Date.UTC(2026, 9, 20, 12) / 1000,
        lacking: [
          { date: toLocalDate('2026-10-02'), entries: 1 },
          { date: toLocalDate('2026-10-03'), entries: 2 },
        ],
      },
    },
    records: ['entries.csv 2026-10-02..2026-10-03', 'entries.csv 2026-10-20'],
  },
  {
    code: 'SOURCE_INCOMPLETE',
    name: 'one entry of the margin',
    data: { extent: { place: 'tap', lacking: [{ date: toLocalDate('2026-09-30'), entries: 1 }] } },
    records: ['tap 2026-09-30..2026-09-30'],
  },
  {
    code: 'SOURCE_INCOMPLETE',
    name: 'one entry of the period, a file with later entries than its date, one saved after the period',
    data: {
      extent: {
        place: 'entries.csv',
        days: { from: toLocalDate('2026-10-04'), to: toLocalDate('2026-10-31') },
        savedEpoch: Date.UTC(2026, 9, 20, 12) / 1000,
        lacking: [{ date: toLocalDate('2026-10-02'), entries: 1 }],
      },
    },
    records: [],
  },
  {
    code: 'SOURCE_INCOMPLETE',
    name: 'the entries of one person alone',
    data: { onlyOwner: { name: 'Ann', others: 2 } },
    records: ['Ann'],
  },
  {
    code: 'SOURCE_INCOMPLETE',
    name: 'lists that a final had',
    data: { lostLists: ['public-holidays', 'shifts'] },
    records: ['public-holidays', 'shifts'],
  },
  {
    code: 'ENTRIES_GONE',
    name: 'all entries of two people',
    data: { entries: [entry(DAY)] },
    found: [
      finding(
        'ENTRIES_GONE',
        { record: '2026-10 person' },
        { of: 'person', names: 'Ann', more: 1, days: 2, from: '2026-10-05', to: '2026-10-06' },
      ),
    ],
    records: ['2026-10 person'],
  },
  { code: 'ENTRIES_GONE', name: 'nothing is gone', data: { entries: [entry(DAY)] }, records: [] },
  {
    code: 'SETTLED_AGAIN',
    name: 'hours that were left paid are read again',
    data: { entries: [entry(DAY)] },
    found: [
      finding(
        'SETTLED_AGAIN',
        { employeeId: 'ann', date: toLocalDate('2026-10-06'), record: 'a line' },
        { unit: 'minutes', settled: -480, now: 480, reason: 'stays paid', reasons: 1 },
      ),
    ],
    records: ['a line'],
  },
  { code: 'SETTLED_AGAIN', name: 'nothing was settled', data: { entries: [entry(DAY)] }, records: [] },
  { code: 'NO_ENTRIES', name: 'no work', data: { entries: [] }, records: ['2026-10-01..2026-10-31'] },
  {
    code: 'MAPPING_CHANGED',
    name: 'a row edited without dates',
    data: { entries: [entry(DAY)] },
    found: editedRows([{ number: '1', extra: { grade: 'B' } }]),
    records: ['ann'],
    facts: { column: 'grade', before: 'A', after: 'B' },
  },
  {
    code: 'MAPPING_CHANGED',
    name: 'another row from the first day after the period',
    data: { entries: [entry(DAY)] },
    found: editedRows([
      { to: toLocalDate('2026-10-31'), number: '1', extra: { grade: 'A' } },
      { from: toLocalDate('2026-11-01'), number: '2', extra: { grade: 'B' } },
    ]),
    records: [],
  },
  {
    code: 'TEMPLATE_EMPTY',
    name: 'a payroll template without a row',
    data: { entries: [entry(DAY)] },
    found: templatesWithoutRows(['generic-csv'], 480),
    records: ['generic-csv'],
    facts: { minutes: 480 },
  },
  {
    code: 'TEMPLATE_EMPTY',
    name: 'every payroll template has rows',
    data: { entries: [entry(DAY)] },
    found: templatesWithoutRows([], 480),
    records: [],
  },
  {
    code: 'PERIOD_NOT_OVER',
    name: 'its last second, in the zone of the employer',
    data: { readBeganEpoch: Date.parse('2026-10-31T22:59:59Z') / 1000 },
    records: ['2026-10-01..2026-10-31'],
    facts: { to: '2026-10-31', today: '2026-10-31' },
  },
  {
    code: 'PERIOD_NOT_OVER',
    name: 'over by a second',
    data: { readBeganEpoch: Date.parse('2026-10-31T23:00:00Z') / 1000 },
    records: [],
  },
  {
    code: 'PERIOD_NOT_OVER',
    name: 'not over yet in Lima',
    data: { readBeganEpoch: Date.parse('2026-10-31T23:00:00Z') / 1000, employerZone: 'America/Lima' },
    records: ['2026-10-01..2026-10-31'],
  },
  { code: 'NO_ENTRIES', name: 'with work', data: { entries: [entry(DAY)] }, records: [] },

  {
    code: 'UNMAPPED_EMPLOYEE',
    name: 'no number',
    data: { entries: [entry(DAY)] },
    numbers: {},
    records: ['ann'],
  },
  {
    code: 'UNMAPPED_EMPLOYEE',
    name: 'a number',
    data: { entries: [entry(DAY)] },
    numbers: { ann: '007' },
    records: [],
  },

  {
    code: 'UNMAPPED_CODE',
    name: 'a loading without a code',
    data: { entries: [entry({ start: '10-06 16:00', end: '10-06 23:00' })] },
    externalCodes: ['NORMAL'],
    records: ['NIGHT'],
  },
  {
    code: 'UNMAPPED_CODE',
    name: 'the code is not used',
    data: { entries: [entry(DAY)] },
    externalCodes: ['NORMAL'],
    records: [],
  },

  {
    code: 'DUPLICATE_NUMBER',
    name: 'two employees, one number',
    data: { entries: [entry({ id: 'a', ...DAY }), entry({ id: 'b', ...DAY, employeeId: 'bob' })] },
    numbers: { ann: '7', bob: '7' },
    records: ['ann', 'bob'],
    facts: { number: '7' },
  },
  {
    code: 'DUPLICATE_NUMBER',
    name: '7 is not 07',
    data: { entries: [entry({ id: 'a', ...DAY }), entry({ id: 'b', ...DAY, employeeId: 'bob' })] },
    numbers: { ann: '7', bob: '07' },
    records: [],
  },

  {
    code: 'LOST_ZERO',
    name: 'one is shorter',
    data: { entries: [entry({ id: 'a', ...DAY }), entry({ id: 'b', ...DAY, employeeId: 'bob' })] },
    numbers: { ann: '17', bob: '007' },
    records: ['ann'],
    facts: { number: '17', other: '007' },
  },
  {
    code: 'LOST_ZERO',
    name: 'all the same length',
    data: { entries: [entry({ id: 'a', ...DAY }), entry({ id: 'b', ...DAY, employeeId: 'bob' })] },
    numbers: { ann: '017', bob: '007' },
    records: [],
  },

  {
    code: 'BALANCE_UNKNOWN',
    name: 'days of the reference period before the first final, and an empty opening balance',
    data: {},
    balances: {
      rules: {
        reference: { months: 3, from: toLocalDate('2026-09-01'), absences: 'ignored' },
        counters: [{ ...YEAR, opening: { column: 'before', until: toLocalDate('2026-08-31') } }],
      },
      columns: { before: '' },
    },
    records: ['ann before', '2026-09-01..2026-09-30'],
    facts: { why: message('exceptions.balance.opening', { column: 'before' }) },
  },
  {
    code: 'BALANCE_UNKNOWN',
    name: 'an opening balance for all earlier days, for employees who were there',
    data: {},
    balances: {
      rules: { counters: [{ ...YEAR, opening: { column: 'before', until: toLocalDate('2026-09-30') } }] },
      columns: { before: '', contractFrom: '2026-10-01' },
    },
    records: [],
  },
  {
    code: 'COUNTER_REACHED',
    name: 'at the limit, with the opening balance',
    data: {},
    balances: {
      rules: { counters: [{ ...YEAR, opening: { column: 'before', until: toLocalDate('2026-09-30') } }] },
      columns: { before: '120' },
    },
    records: ['ann all work 2026-01-01'],
    facts: { name: 'all work', minutes: 600, limitMinutes: 600, from: '2026-01-01' },
  },
  {
    code: 'COUNTER_REACHED',
    name: 'one minute less; an opening balance of a later day',
    data: {},
    balances: {
      rules: {
        counters: [
          { ...YEAR, opening: { column: 'before', until: toLocalDate('2026-09-30') } },
          { ...YEAR, opening: { column: 'later', until: toLocalDate('2026-10-31') } },
        ],
      },
      columns: { before: '119', later: '600' },
    },
    records: [],
  },

  {
    code: 'INVALID_RECORD',
    name: 'each with its problems',
    data: {
      invalid: [
        { list: 'time-entries', id: 'x', problems: [verbatim('startsAt: no UTC offset')], workedMinutes: 60 },
        { list: 'shifts', id: 's', problems: [verbatim('date: missing')], workedMinutes: 0 },
      ],
    },
    records: ['s', 'x'],
    facts: { problems: joined([verbatim('date: missing')], '; ') },
  },
  {
    code: 'WORKED_ON_ABSENCE',
    name: 'a whole day of leave with work on it',
    data: { entries: [entry(DAY)] },
    absences: [leave({ days: 1, minutes: 456 })],
    records: ['ann 2026-10-06 LEAVE'],
    facts: { payCode: 'LEAVE' },
  },
  {
    code: 'WORKED_ON_ABSENCE',
    name: 'half a day of leave',
    data: { entries: [entry(DAY)] },
    absences: [leave({ days: 0.5, minutes: 228 })],
    records: [],
  },

  {
    code: 'WORKED_ON_ABSENCE',
    name: 'an hour of a day of eight',
    data: { entries: [entry(DAY)] },
    absences: [{ ...leave({ days: null, minutes: 60 }), dayMinutes: 480 }],
    records: [],
  },
  {
    code: 'WORKED_ON_ABSENCE',
    name: 'the eight hours of a day',
    data: { entries: [entry(DAY)] },
    absences: [{ ...leave({ days: null, minutes: 480 }), dayMinutes: 480 }],
    records: ['ann 2026-10-06 LEAVE'],
  },
  {
    code: 'ABSENCE_HOURS',
    name: 'days that cannot be converted to minutes',
    data: {},
    absences: [leave({ days: 1, minutes: null })],
    records: ['ann 2026-10-06 LEAVE'],
  },
  {
    code: 'ABSENCE_HOURS',
    name: 'minutes in the file',
    data: {},
    absences: [leave({ days: null, minutes: 240 })],
    records: [],
  },

  {
    code: 'HOLIDAY_HOURS',
    name: 'a contract without hours',
    data: {},
    paidHoliday: { date: toLocalDate('2026-10-06'), columns: {} },
    records: ['ann 2026-10-06 FEAST'],
    facts: { payCode: 'FEAST' },
  },
  {
    code: 'HOLIDAY_HOURS',
    name: 'a complete contract',
    data: {},
    paidHoliday: {
      date: toLocalDate('2026-10-06'),
      columns: { contractMinutesPerDay: '456', contractWeekdays: '12345', contractFrom: '2020-01-01' },
    },
    records: [],
  },

  {
    code: 'ABSENCE_UNCLEAR',
    name: 'a week of leave with one forgotten shift',
    data: {},
    awayBy: { rows: [holidayLeave()], planned: ['2026-10-14'] },
    records: ['ann 2026-10-12 LEAVE'],
    facts: { planned: 1, expected: 5, line: 2 },
  },
  {
    code: 'ABSENCE_UNCLEAR',
    name: 'as many planned days as in the other weeks',
    data: {},
    awayBy: { rows: [holidayLeave()], planned: ['2026-10-14', '2026-10-21', '2026-10-28'] },
    records: [],
  },
  {
    code: 'ABSENCE_UNCLEAR',
    name: 'fewer planned days than in the thinnest other week',
    data: {},
    awayBy: {
      rows: [holidayLeave()],
      planned: ['2026-10-14', '2026-10-19', '2026-10-20', '2026-10-21', '2026-10-26', '2026-10-28'],
    },
    records: ['ann 2026-10-12 LEAVE'],
    facts: { planned: 1, expected: 2 },
  },
  {
    code: 'ABSENCE_UNCLEAR',
    name: 'weekdays of the contract',
    data: {},
    awayBy: { rows: [holidayLeave()], planned: ['2026-10-14'], columns: { contractWeekdays: '12345' } },
    records: [],
  },
  {
    code: 'ABSENCE_UNCLEAR',
    name: 'a row that says how its dates count',
    data: {},
    awayBy: { rows: [holidayLeave({ dates: 'planned' })], planned: ['2026-10-14'] },
    records: [],
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'a day of leave whose shift was removed from the schedule',
    data: {},
    awayBy: { rows: [oneDay('2026-10-14')], planned: ['2026-10-12', '2026-10-13'] },
    records: ['ann 2026-10-14 LEAVE'],
    facts: { line: 2, first: '2026-10-14', expected: 1 },
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'the same with the weekdays of the contract',
    data: {},
    awayBy: {
      rows: [oneDay('2026-10-14')],
      planned: ['2026-10-12', '2026-10-13'],
      columns: { contractWeekdays: '12345' },
    },
    records: [],
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'a row that says that only planned dates count',
    data: {},
    awayBy: { rows: [oneDay('2026-10-14', { dates: 'planned' })], planned: ['2026-10-12'] },
    records: [],
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'a planned day of leave in the same week',
    data: {},
    awayBy: { rows: [oneDay('2026-10-14')], planned: ['2026-10-12', '2026-10-14'] },
    records: [],
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'a weekend at the end of a week of leave',
    data: {},
    awayBy: {
      rows: [oneDay('2026-10-17', { to: toLocalDate('2026-10-21') })],
      planned: ['2026-10-12', '2026-10-13', '2026-10-19', '2026-10-20', '2026-10-21'],
    },
    records: [],
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'a weekend only, which would pay nothing',
    data: {},
    awayBy: { rows: [oneDay('2026-10-17', { to: toLocalDate('2026-10-18') })], planned: [] },
    records: ['ann 2026-10-17 LEAVE'],
    facts: { expected: 0 },
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'a day on which the person never works, as the only day of the row',
    data: {},
    awayBy: { rows: [oneDay('2026-10-16')], planned: ['2026-10-12', '2026-10-19', '2026-10-26'] },
    records: ['ann 2026-10-16 LEAVE'],
  },
  {
    code: 'ABSENCE_NOT_COUNTED',
    name: 'a row without dates in the period',
    data: {},
    awayBy: { rows: [oneDay('2026-11-02')], planned: ['2026-10-30'] },
    records: [],
  },

  {
    code: 'ABSENCE_OVER_A_DAY',
    name: 'leave and illness of a whole day each, in minutes',
    data: {},
    awayBy: {
      rows: [
        oneDay('2026-10-14', { amount: { minutes: 480 } }),
        oneDay('2026-10-14', { amount: { minutes: 480 }, code: 'SICK' }),
      ],
      planned: [],
      columns: { contractMinutesPerDay: '480', contractWeekdays: '12345' },
    },
    records: ['ann 2026-10-14'],
    facts: { payCodes: 'LEAVE, SICK', dayMinutes: 480 },
  },
  {
    code: 'ABSENCE_OVER_A_DAY',
    name: 'half a day, and the minutes of the other half',
    data: {},
    awayBy: {
      rows: [
        oneDay('2026-10-14', { amount: { days: 0.5 } }),
        oneDay('2026-10-14', { amount: { minutes: 240 }, code: 'SICK' }),
      ],
      planned: [],
      columns: { contractMinutesPerDay: '480', contractWeekdays: '12345' },
    },
    records: [],
  },
  {
    code: 'ABSENCE_PART_UNPAID',
    name: 'leave on half a holiday that no rule pays',
    data: {},
    awayBy: { rows: [oneDay('2026-10-14')], planned: ['2026-10-14'], halves: ['2026-10-14'] },
    records: ['ann 2026-10-14 LEAVE'],
    facts: { line: 2, holiday: 'Eve' },
  },
  {
    code: 'ABSENCE_PART_UNPAID',
    name: 'the same where a rule pays the half',
    data: {},
    awayBy: {
      rows: [oneDay('2026-10-14')],
      planned: ['2026-10-14'],
      halves: ['2026-10-14'],
      isHolidayPaid: true,
      columns: { contractMinutesPerDay: '480', contractWeekdays: '12345', contractFrom: '2020-01-01' },
    },
    records: [],
  },
  {
    code: 'ABSENCE_PART_UNPAID',
    name: 'a rule that pays nothing on that weekday',
    data: {},
    awayBy: {
      rows: [oneDay('2026-10-14', { dates: 'all' })],
      planned: [],
      halves: ['2026-10-14'],
      isHolidayPaid: true,
      columns: { contractMinutesPerDay: '480', contractWeekdays: '12', contractFrom: '2020-01-01' },
    },
    records: ['ann 2026-10-14 LEAVE'],
  },

  {
    code: 'ABSENCE_OUTSIDE_CONTRACT',
    name: 'leave beyond the last day of the contract',
    data: {},
    awayBy: { rows: [holidayLeave()], planned: [], columns: { contractTo: '2026-10-14' } },
    records: ['ann 2026-10-05 LEAVE'],
    facts: { count: 2, first: '2026-10-15', last: '2026-10-16' },
  },
  {
    code: 'ABSENCE_OUTSIDE_CONTRACT',
    name: 'leave until the last day of the contract',
    data: {},
    awayBy: { rows: [holidayLeave()], planned: [], columns: { contractTo: '2026-10-16' } },
    records: [],
  },

  {
    code: 'HOLIDAY_UNUSED',
    name: 'a place that the employer does not have',
    data: {},
    holidayFile: { text: 'date;name;where\n2026-10-12;Feast;Atlantis' },
    records: ['Feast'],
    facts: { why: 'place', line: 2 },
  },
  {
    code: 'HOLIDAY_UNUSED',
    name: 'a column that the mapping does not have',
    data: {},
    holidayFile: { text: 'date;name;where\n2026-10-12;Feast;land=BY' },
    records: ['Feast'],
    facts: { why: 'column' },
  },
  {
    code: 'HOLIDAY_UNUSED',
    name: 'no granted holiday to remove',
    data: {},
    holidayFile: { text: 'date;action\n2026-10-12;remove' },
    records: ['remove'],
    facts: { why: 'notGranted' },
  },
  {
    code: 'HOLIDAY_UNUSED',
    name: 'a column that the mapping has, another month',
    data: {},
    holidayFile: { text: 'date;name;where\n2026-10-12;Feast;region=BY\n2026-11-12;Feast;Atlantis' },
    records: [],
  },
  {
    code: 'HOLIDAY_FRACTION',
    name: 'a fraction, and a rule for work on holidays',
    data: {},
    holidayFile: { text: 'date;name;part\n2026-10-12;Feast;0.5', rules: FEAST_RULES },
    records: ['Feast'],
    facts: { part: '0.5' },
  },
  {
    code: 'HOLIDAY_FRACTION',
    name: 'an afternoon',
    data: {},
    holidayFile: { text: 'date;name;part\n2026-10-12;Feast;pm', rules: FEAST_RULES },
    records: [],
  },
  {
    code: 'HOLIDAY_FRACTION',
    name: 'no rule for work on holidays',
    data: {},
    holidayFile: { text: 'date;name;part\n2026-10-12;Feast;0.5' },
    records: [],
  },

  {
    code: 'HOLIDAY_NO_PLACE',
    name: 'no entry shows the place',
    data: { entries: [entry(DAY)] },
    found: [
      finding(
        'HOLIDAY_NO_PLACE',
        { employeeId: 'ann', date: toLocalDate('2026-10-12'), record: 'ann 2026-10-12' },
        { line: 2, name: 'Feast', where: 'ghent' },
      ),
    ],
    records: ['ann 2026-10-12'],
  },
  { code: 'HOLIDAY_NO_PLACE', name: 'none', data: { entries: [entry(DAY)] }, records: [] },

  { code: 'INVALID_RECORD', name: 'none', data: { entries: [entry(DAY)] }, records: [] },

  {
    code: 'ESTABLISHMENT_GONE',
    name: 'known before, listed no more',
    data: { goneEstablishments: ['old-shop'] },
    records: ['old-shop'],
  },
  { code: 'ESTABLISHMENT_GONE', name: 'all are listed', data: {}, records: [] },
  ...ACCOUNT_CASES,
  ...WORKING_TIME_CASES,
];
