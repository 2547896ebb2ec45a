import type { DataRow, Scalar } from '../../../src/documents/dataSet.js';
import { periodInWords } from '../../../src/documents/model/runFields.js';
import type { HeldDataSet, HeldModel } from '../../../src/documents/templateModel.js';
import { addDays, type LocalDate, toLocalDate, weekdayNumber } from '../../../src/domain/time/localDate.js';

/** The properties of a made-up month. The same options give the same model. */
export interface FixtureOptions {
  /** @default 12 */
  readonly employees?: number;
  /** A month without work and without planned shifts. @default false */
  readonly empty?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly periodLabel?: string;
  readonly language?: string;
  readonly state?: 'draft' | 'final';
  /** Rows that replace those of a data set. */
  readonly replace?: Readonly<Record<string, readonly DataRow[]>>;
}

const LAST = [
  'Peeters',
  'Janssens',
  'Müller',
  'Lefèvre',
  "O'Neill",
  'van den Berg',
  'Yılmaz',
  'Nowak',
  'Đorđević',
  'García Márquez',
  'Schäfer',
  'De Smet',
  'Nguyễn',
  'Åkesson',
  '=Formula',
  'Zhang 张',
];
const FIRST = [
  'An',
  'Jürgen',
  'Zoë',
  'Mehmet',
  'Siobhán',
  'Łukasz',
  'Marie-Claire',
  'Bram',
  'Fatima',
  'Noah',
  'Élodie',
  'Tom',
];
const PLACES = ['Bakery Ghent', 'Boulangerie Liège', 'Café Reykjavík'];
const WORK_STARTS = [6 * 60, 7 * 60 + 30, 14 * 60, 22 * 60];

/** Whole numbers below `limit`, the same in every run. */
function sequence(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

function employeeOf(index: number): DataRow {
  const lastName = LAST[index % LAST.length] ?? '';
  const firstName = FIRST[(index * 5) % FIRST.length] ?? '';
  const unknown = index % 11 === 10;
  return {
    'employee.id': `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    'employee.number': unknown ? null : String(index + 7).padStart(5, '0'),
    'employee.firstName': unknown ? null : firstName,
    'employee.lastName': unknown ? null : lastName,
    'employee.name': unknown
      ? `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
      : `${lastName}, ${firstName}`,
    'employee.active': unknown ? null : index % 9 !== 8,
    'employee.costCentre': index % 3 === 0 ? null : `CC-${index % 4}`,
  };
}

interface FixtureDay {
  readonly employee: DataRow;
  readonly date: LocalDate;
  readonly weekday: number;
  readonly holiday: string;
  readonly planned: number;
  readonly worked: number;
  readonly start: number;
  readonly place: string;
}

function* daysOf(
  options: FixtureOptions,
  employees: readonly DataRow[],
  from: LocalDate,
  to: LocalDate,
): Generator<FixtureDay> {
  if (options.empty) return;
  for (const [index, employee] of employees.entries()) {
    const next = sequence(index + 17);
    for (let date = from; date <= to; date = addDays(date, 1)) {
      const weekday = weekdayNumber(date);
      const off = weekday === 7 || (weekday === 6 && next(4) > 0) || next(12) === 0;
      if (off) continue;
      const planned = next(15) === 0 ? 0 : 480 - 30 * next(3);
      const absent = planned > 0 && next(25) === 0;
      const worked = absent ? 0 : (planned || 300) + (next(3) === 0 ? next(70) - 35 : 0);
      const place = PLACES[(index + next(8) === 0 ? 1 : 0) % PLACES.length] ?? '';
      const holiday = HOLIDAYS.get(date) ?? '';
      yield {
        employee,
        date,
        weekday,
        holiday,
        planned,
        worked,
        start: WORK_STARTS[index % 4] ?? 360,
        place,
      };
    }
  }
}

const HOLIDAYS = new Map([
  ['2026-10-09', 'Founders’ Day (replaces 4 October)'],
  ['2026-11-11', 'Armistice'],
]);

function daySets(days: readonly FixtureDay[]): Record<string, DataRow[]> {
  const common = (day: FixtureDay) => ({ ...day.employee, date: day.date, weekday: day.weekday });
  const minutes = ({ planned, worked }: FixtureDay) => ({
    plannedMinutes: planned,
    workedMinutes: worked,
    differenceMinutes: worked - planned,
  });
  const worked = days.filter((day) => day.worked > 0);
  return {
    'employee-days': days.map((day) => ({
      ...common(day),
      holiday: day.holiday === '' ? null : day.holiday,
      holidayText: day.holiday === '' ? null : day.holiday,
      establishments: day.place,
      ...minutes(day),
      entries: day.worked > 0 ? 1 : 0,
    })),
    entries: worked.map((day, index) => ({
      ...common(day),
      'entry.id': `e-${index}`,
      'entry.workDate': day.date,
      'entry.startsAt': `${day.date}T${clock(day.start)}:00+02:00`,
      'entry.endsAt': `${day.date}T${clock(day.start + day.worked + 30)}:00+02:00`,
      'entry.startTime': clock(day.start),
      'entry.endTime': clock(day.start + day.worked + 30),
      'entry.startOffset': null,
      'entry.endOffset': null,
      'entry.reviewed': index % 20 !== 0,
      'entry.reviewedAtUtc': index % 20 === 0 ? null : `${day.date}T23:00:00Z`,
      'shift.id': `s-${index}`,
      'establishment.id': 'p-1',
      'establishment.name': day.place,
      'establishment.zone': 'Europe/Brussels',
      'team.id': 't-1',
      'team.name': 'Team A',
      'task.id': null,
      'task.name': null,
      elapsedMinutes: day.worked + 30,
      workedMinutes: day.worked,
      paidMinutes: day.worked,
    })),
    'planned-worked': days.map((day, index) => ({
      ...day.employee,
      date: day.date,
      'shift.id': day.planned === 0 ? null : `s-${index}`,
      'shift.startsAt': day.planned === 0 ? null : `${day.date}T${clock(day.start)}:00+02:00`,
      'shift.endsAt':
        day.planned === 0 ? null : `${day.date}T${clock(day.start + day.planned + 30)}:00+02:00`,
      'entry.id': day.worked === 0 ? null : `e-${index}`,
      'entry.startsAt': day.worked === 0 ? null : `${day.date}T${clock(day.start)}:00+02:00`,
      'entry.endsAt': day.worked === 0 ? null : `${day.date}T${clock(day.start + day.worked + 30)}:00+02:00`,
      'shift.startOffset': null,
      'shift.endOffset': null,
      'entry.startOffset': null,
      'entry.endOffset': null,
      'establishment.name': day.place,
      plannedMinutes: day.planned,
      workedMinutes: day.worked,
      differenceMinutes: day.worked - day.planned,
      status: day.planned === 0 ? 'unplanned' : day.worked === 0 ? 'no-show' : 'matched',
    })),
    'pay-lines': worked.flatMap((day) => payLines(day)),
  };
}

/** The configured labels of pay codes; the others have no label. */
const LABELS = new Map([
  ['NIGHT', 'Night work'],
  ['OT50', 'Overtime 50 %'],
]);

function payLines(day: FixtureDay): DataRow[] {
  const line = (payCode: string, kind: string, minutes: number, external: string): DataRow => ({
    ...day.employee,
    date: day.date,
    weekday: day.weekday,
    payCode,
    payCodeLabel: LABELS.get(payCode) ?? payCode,
    kind,
    external,
    secondary: null,
    minutes,
    'establishment.id': 'p-1',
    'establishment.name': day.place,
    'team.name': 'Team A',
    'task.name': null,
  });
  const over = Math.max(0, day.worked - 480);
  const lines = [line('NORMAL', 'base', day.worked - over, '1000')];
  if (over > 0) lines.push(line('OT50', 'base', over, '1500'));
  if (day.start >= 20 * 60) lines.push(line('NIGHT', 'loading', day.worked, '2010'));
  if (day.holiday !== '') lines.push(line('HOLIDAY', 'loading', day.worked, '2100'));
  return lines;
}

function sum(rows: readonly DataRow[], field: string): number {
  return rows.reduce((total, row) => total + Number(row[field] ?? 0), 0);
}

function employeeSet(employees: readonly DataRow[], days: readonly DataRow[]): DataRow[] {
  return employees.map((employee) => {
    const own = days.filter((row) => row['employee.id'] === employee['employee.id']);
    return {
      ...employee,
      days: own.filter((row) => Number(row.workedMinutes) !== 0).length,
      entries: sum(own, 'entries'),
      plannedMinutes: sum(own, 'plannedMinutes'),
      workedMinutes: sum(own, 'workedMinutes'),
      differenceMinutes: sum(own, 'workedMinutes') - sum(own, 'plannedMinutes'),
      paidMinutes: sum(own, 'workedMinutes'),
    };
  });
}

function calendarSet(
  employees: readonly DataRow[],
  entries: readonly DataRow[],
  days: readonly DataRow[],
  from: LocalDate,
  to: LocalDate,
): DataRow[] {
  const key = (row: DataRow) => `${row['employee.id']} ${row.date}`;
  const dayByKey = new Map(days.map((row) => [key(row), row]));
  const entryByKey = new Map(entries.map((row) => [key(row), row]));
  return employees.flatMap((employee) => {
    const rows: DataRow[] = [];
    for (let date = from; date <= to; date = addDays(date, 1)) {
      const day = dayByKey.get(`${employee['employee.id']} ${date}`);
      const entry = entryByKey.get(`${employee['employee.id']} ${date}`);
      rows.push({
        ...employee,
        date,
        weekday: weekdayNumber(date),
        holiday: HOLIDAYS.get(date) ?? null,
        holidayText: HOLIDAYS.get(date) ?? null,
        plannedMinutes: day?.plannedMinutes ?? null,
        workedMinutes: day?.workedMinutes ?? 0,
        differenceMinutes: day?.differenceMinutes ?? null,
        startTime: entry?.['entry.startTime'] ?? null,
        endTime: entry?.['entry.endTime'] ?? null,
        startOffset: entry?.['entry.startOffset'] ?? null,
        endOffset: entry?.['entry.endOffset'] ?? null,
        entries: day?.entries ?? 0,
      });
    }
    return rows;
  });
}

const EXCEPTIONS: readonly (readonly [string, string, string, string])[] = [
  [
    'UNREVIEWED',
    'block-final',
    'The entry of 9 October 06:00 to 14:30 has not been reviewed by a manager.',
    'Review the entry in the portal, then run the export again.',
  ],
  [
    'SHORT_REST',
    'warn',
    'Only 9:30 h of rest between the end on 12 October 22:00 and the start on 13 October 07:30; 11:00 h are expected.',
    'Check both entries; if they are right, nothing needs to be done.',
  ],
  [
    'OPEN_ENTRY',
    'block',
    'The entry that began on 30 October 22:00 has no end yet.',
    'End or cancel the entry in the portal.',
  ],
];

const WEIGHTS: Readonly<Record<string, string>> = {
  block: 'blocks every run',
  'block-final': 'blocks final runs',
  warn: 'to check',
};

/** In the order of the items to resolve, as in the model. */
function exceptionSet(employees: readonly DataRow[], empty: boolean): DataRow[] {
  if (empty) return [];
  const rankOf = ({ severityText }: DataRow) => {
    const rank = ['blocks every run', 'blocks final runs', 'to check'].indexOf(String(severityText));
    return rank === -1 ? 3 : rank;
  };
  return exceptionRows(employees).sort((a, b) => rankOf(a) - rankOf(b));
}

function exceptionRows(employees: readonly DataRow[]): DataRow[] {
  return employees.slice(0, 9).map((employee, index) => {
    const [code, severity, message, remedy] = EXCEPTIONS[index % EXCEPTIONS.length] ?? ['', '', '', ''];
    return {
      code,
      severity,
      severityText: index === 3 ? 'accepted: seen by the manager' : (WEIGHTS[severity] ?? ''),
      accepted: index === 3,
      reason: index === 3 ? 'seen by the manager' : null,
      'establishment.name': PLACES[index % 2] ?? null,
      who: employee['employee.name'] ?? null,
      ...employee,
      date: `2026-10-${String(9 + index).padStart(2, '0')}`,
      record: `0e6f1c5e-0000-4000-8000-00000000000${index}`,
      message,
      remedy,
      actor: 'the planner',
    };
  });
}

function clockChangeSet(employees: readonly DataRow[], empty: boolean): DataRow[] {
  if (empty) return [];
  return employees.slice(0, 3).map((employee, index) => ({
    ...employee,
    'entry.id': `c-${index}`,
    'establishment.name': 'Bakery Ghent',
    zone: 'Europe/Brussels',
    'entry.startsAt': '2026-10-24T22:00:00+02:00',
    'entry.endsAt': '2026-10-25T06:00:00+01:00',
    change: 60,
    elapsedMinutes: 540,
    clockMinutes: 480,
    workedMinutes: 510,
    paidMinutes: 510,
    allocation: '2026-10-24: 113; 2026-10-25: 397',
  }));
}

function periodEdgeSet(employees: readonly DataRow[], empty: boolean): DataRow[] {
  if (empty) return [];
  return employees.slice(2, 4).map((employee, index) => ({
    ...employee,
    'entry.id': `x-${index}`,
    'entry.startsAt': '2026-10-31T22:00:00+01:00',
    'entry.endsAt': '2026-11-01T06:00:00+01:00',
    workedMinutes: 450,
    insideMinutes: 113,
    outsideMinutes: 337,
    allocation: '2026-10-31: 113; 2026-11-01: 337',
  }));
}

function controlSet(days: readonly DataRow[]): DataRow[] {
  const entries = sum(days, 'entries');
  const minutes = sum(days, 'workedMinutes');
  const line = (scope: string, subject: string, reason: string, count: number, total: number): DataRow => ({
    scope,
    subject,
    reason,
    entries: count,
    minutes: total,
  });
  return [
    line('total', '', 'fetched', entries + 9, minutes + 787),
    line('total', '', 'exported', entries, minutes),
    line('total', '', 'cancelled', 3, 0),
    line('total', '', 'open', 1, 0),
    line('total', '', 'agency', 2, 450),
    line('total', '', 'outside-period', 3, 337),
    line('establishment', 'Bakery Ghent', 'fetched', entries + 9, minutes + 787),
    line('establishment', 'Bakery Ghent', 'exported', entries, minutes),
  ];
}

/** A month that looks real: several languages, a holiday, a clock change, differences, exceptions. */
export function fixtureModel(options: FixtureOptions = {}): HeldModel {
  const { empty = false, from = '2026-10-01', to = '2026-10-31', periodLabel = '2026-10' } = options;
  const [first, last] = [toLocalDate(from), toLocalDate(to)];
  const employees = Array.from({ length: empty ? 0 : (options.employees ?? 12) }, (_, index) =>
    employeeOf(index),
  );
  const sets = daySets([...daysOf(options, employees, first, last)]);
  const dayRows = sets['employee-days'] ?? [];
  const all: Record<string, readonly DataRow[]> = {
    ...sets,
    employees: employeeSet(employees, dayRows),
    calendar: calendarSet(employees, sets.entries ?? [], dayRows, first, last),
    exceptions: exceptionSet(employees, empty),
    'clock-changes': clockChangeSet(employees, empty),
    'period-edges': periodEdgeSet(employees, empty),
    control: controlSet(dayRows),
    holidays: [...HOLIDAYS]
      .filter(([date]) => date >= from && date <= to)
      .map(([date, name]) => ({ date, name, originalDate: null, text: name })),
    'agency-days': [],
    ...options.replace,
  };
  return {
    run: runRow(options, from, to, periodLabel),
    dataSets: new Map(Object.entries(all).map(([name, rows]) => [name, dataSet(name, rows)])),
    status: statusOf(all.exceptions ?? [], options),
  };
}

/** As the rows of the exceptions say. */
function statusOf(
  rows: readonly DataRow[],
  { state = 'draft' }: FixtureOptions,
): NonNullable<HeldModel['status']> {
  const open = rows.filter(({ accepted }) => accepted !== true);
  const warnings = open.filter(({ severity }) => severity === 'warn').length;
  const blocking = open.length - warnings;
  const counts = { blocking, warnings, accepted: rows.length - open.length };
  const exceptions = Object.fromEntries(rows.map(({ code }) => [String(code), 1]));
  return { state: state === 'final' ? 'final' : blocking > 0 ? 'blocked' : 'ready', counts, exceptions };
}

function runRow(
  options: FixtureOptions,
  from: string,
  to: string,
  periodLabel: string,
): Record<string, Scalar> {
  return {
    'run.employer': 'bakery',
    'run.employerName': 'bakery',
    'run.employerId': '0e6f1c5e-1111-4222-8333-444444444444',
    'run.periodLabel': periodLabel,
    'run.from': from,
    'run.to': to,
    'run.state': options.state ?? 'draft',
    'run.attribution': 'split',
    'run.tzdata': '2026f',
    'run.language': options.language ?? 'en',
    'run.hours': 'clock',
    'run.periodText': periodInWords(options.language ?? 'en', { label: periodLabel, from, to }),
    'run.version': '0.1.0',
  };
}

/** Its fields, for a period without employees. */
const NOBODY = {
  'employee.id': '',
  'employee.number': '',
  'employee.firstName': '',
  'employee.lastName': '',
  'employee.name': '',
};

function dataSet(name: string, rows: readonly DataRow[]): HeldDataSet {
  const fields = Object.keys(rows[0] ?? (name === 'employees' ? NOBODY : {})).map((field) => ({
    name: field,
    type: 'text' as const,
    description: field,
  }));
  return { name, fields, rows };
}
