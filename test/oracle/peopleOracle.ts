import { computePeriod } from '../../src/app/compute/computePeriod.js';
import type { PreparedRun } from '../../src/app/export/prepareRun.js';
import { payLineRows, payLinesOf } from '../../src/app/ledger/exportedLines.js';
import { configOf } from '../../src/config/config.js';
import { parseConfig } from '../../src/config/validateConfig.js';
import { holidayName } from '../../src/documents/model/holidayTexts.js';
import { parseAbsences } from '../../src/domain/absences/parseAbsences.js';
import { parseHolidays } from '../../src/domain/absences/parseHolidays.js';
import { findLineDifferences } from '../../src/domain/corrections/lineDifferences.js';
import { parseMapping } from '../../src/domain/people/parseMapping.js';
import { groupRecordsByPerson, type PeriodData } from '../../src/domain/records/periodData.js';
import type { Shift, TimeEntry } from '../../src/domain/records/records.js';
import { addDays, type LocalDate, toLocalDate } from '../../src/domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../src/domain/time/stamp.js';
import { findZonePython } from '../support/programs/zonePython.js';

/** A random employer, as `people_oracle.py` describes it. */
export interface PeopleCase extends CaseInputs {
  readonly name: string;
  readonly period: Span;
  readonly read: Span;
  readonly zone: string;
  readonly establishments: readonly { readonly id: string; readonly name: string }[];
  readonly active: readonly string[];
  /** Planned shifts are paid in place of entries from this day on. */
  readonly estimateFrom?: string;
  readonly rules: {
    readonly attribution: 'start' | 'split';
    readonly reachTo?: number;
    readonly counts?: boolean;
    readonly notWorked?: readonly object[];
  };
  /** The inputs that change after a final. */
  readonly later?: Partial<CaseInputs>;
}

interface Span {
  readonly from: string;
  readonly to: string;
}

interface CaseInputs {
  readonly granted: readonly { readonly date: string; readonly name: string }[];
  readonly holidays: readonly Record<'date' | 'name' | 'part' | 'where' | 'action', string>[];
  readonly mapping: readonly CaseRow[];
  readonly absences: readonly CaseAbsence[];
  readonly shifts: readonly CaseShift[];
  readonly entries: readonly CaseEntry[];
}

/** A row of the mapping file; empty `from` and `to` are open. */
export interface CaseRow extends Span {
  readonly employeeId: string;
  readonly number: string;
  readonly columns: Readonly<Record<string, string>>;
}

interface CaseAbsence extends Span {
  readonly employee: string;
  readonly code: string;
  readonly days?: string;
  readonly minutes?: number;
  readonly dates: string;
  readonly line: number;
}

interface CaseShift {
  readonly id: string;
  readonly employeeId: string;
  readonly date: string;
  readonly establishmentId: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly breakMinutes: number;
  readonly plannedMinutes: number;
}

interface CaseEntry {
  readonly id: string;
  readonly employeeId: string;
  readonly workDate: string;
  readonly establishmentId: string | null;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: 'Completed' | 'Cancelled';
  readonly workedMinutes: number;
}

/** What is compared of one computation. */
export interface PeopleResult {
  /** `[employee, date, code, kind, place, minutes, quantity]`, sorted. */
  readonly lines: readonly (readonly (string | number | null)[])[];
  /** `[employee, date, planned, worked, holiday]` */
  readonly days: readonly (readonly (string | number | null)[])[];
  readonly findings: readonly (readonly (string | number)[])[];
}

export interface PeopleAnswer extends PeopleResult {
  readonly case: PeopleCase;
  readonly later?: PeopleResult;
  /** `[employee, date, code, place, unit, difference]` */
  readonly corrections?: readonly (readonly (string | number)[])[];
}

export interface PeopleOracle {
  readonly random: (firstSeed: number, count: number) => readonly PeopleAnswer[];
  readonly given: (cases: readonly PeopleCase[]) => readonly PeopleAnswer[];
}

/** undefined, after a line that says so, if there is no Python with these zone tables. */
export function findPeopleOracle(version: string): PeopleOracle | undefined {
  const python = findZonePython(version);
  if (python === undefined) return undefined;
  const run = (args: readonly string[], input?: unknown) =>
    python('people_oracle.py', args, input) as readonly PeopleAnswer[];
  return {
    random: (firstSeed, count) => run(['random', String(firstSeed), String(count)]),
    given: (cases) => run(['given'], cases),
  };
}

/** What the program computes for a case. */
export function programAnswer({ later, ...payCase }: PeopleCase): Omit<PeopleAnswer, 'case'> {
  const before = computed(payCase);
  if (later === undefined) return resultOf(before);
  const after = computed({ ...payCase, ...later });
  const [was, is] = [before, after].map((each) =>
    payLineRows({ lines: payLinesOf(each, () => ({})), rows: [], records: [] }),
  );
  const corrections =
    was === undefined || is === undefined
      ? []
      : findLineDifferences(was, is).map(({ key, before: from, after: to }) => [
          ...[key.employeeId, key.date, key.payCode, key.establishment ?? '', key.unit],
          rounded(to - from),
        ]);
  return { ...resultOf(before), later: resultOf(after), corrections: sorted(corrections) };
}

function rounded(amount: number): number {
  return Number(amount.toFixed(6));
}

function sorted<Row extends readonly unknown[]>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

type Computed = ReturnType<typeof computePeriod>;

function resultOf(period: Computed): PeopleResult {
  return { lines: linesOf(period), days: daysOf(period), findings: findingsOf(period) };
}

function linesOf({ people }: Computed): PeopleResult['lines'] {
  const sums = new Map<string, { minutes: number; quantity: number | null }>();
  for (const id of people.ids) {
    for (const line of people.of(id).pay.lines) {
      const { employeeId, date, payCode, kind, establishmentId } = line;
      const key = JSON.stringify([employeeId, date, payCode, kind, establishmentId ?? '']);
      const sum = sums.get(key) ?? { minutes: 0, quantity: null };
      sum.minutes += line.minutes;
      if (line.quantity !== undefined) sum.quantity = rounded((sum.quantity ?? 0) + line.quantity);
      sums.set(key, sum);
    }
  }
  const lines = [...sums].map(([key, { minutes, quantity }]) => [...JSON.parse(key), minutes, quantity]);
  return sorted(lines.filter(([, , , , , minutes, quantity]) => minutes !== 0 || quantity !== null));
}

function daysOf({ people }: Computed): PeopleResult['days'] {
  return people.ids.flatMap((id) => {
    const { timesheet, holidayOn } = people.of(id);
    return timesheet.days
      .filter(({ plannedMinutes, workedMinutes }) => plannedMinutes !== 0 || workedMinutes !== 0)
      .map(({ date, plannedMinutes, workedMinutes }) => [
        ...[id, date, plannedMinutes, workedMinutes, holidayName(holidayOn(date)) ?? ''],
      ]);
  });
}

const COMPARED = [
  ...['ABSENCE_UNCLEAR', 'ABSENCE_NOT_COUNTED', 'ABSENCE_PART_UNPAID', 'ABSENCE_OUTSIDE_CONTRACT'],
  'HOLIDAY_HOURS',
];

function findingsOf({ findings }: Computed): PeopleResult['findings'] {
  return sorted(
    findings
      .filter(({ code }) => COMPARED.includes(code))
      .map(({ code, employeeId, date, facts }) => [
        code,
        employeeId ?? '',
        code === 'HOLIDAY_HOURS' ? (date ?? '') : Number(facts.line),
        Number(facts.planned ?? 0),
        Number(facts.expected ?? 0),
      ]),
  );
}

function computed(payCase: Omit<PeopleCase, 'later'>): Computed {
  const [from, to] = [toLocalDate(payCase.period.from), toLocalDate(payCase.period.to)];
  const prepared = preparedFor(payCase);
  const request = { state: 'draft', accepted: new Map() } as const;
  const records = groupRecordsByPerson(recordsOf(payCase));
  return computePeriod(records, { from, to, label: payCase.name }, prepared, request, 'test');
}

function preparedFor(
  payCase: Omit<PeopleCase, 'later'>,
): Pick<PreparedRun, 'config' | 'mapping' | 'needs' | 'absences' | 'holidays'> {
  const { rules } = payCase;
  const reach = rules.reachTo === undefined ? {} : { reachTo: `0${rules.reachTo / 60}:00` };
  const settings = {
    baseUrl: 'https://api.example.com',
    attribution: rules.attribution,
    absences: 'absences.csv',
    payRules: {
      base: [{ code: 'NORMAL' }],
      loadings: [{ code: 'HOLIDAY', on: ['holiday'], ...reach }],
      ...(rules.counts ? { counts: [{ code: 'FEASTS', per: 'entry', on: ['holiday'], ...reach }] } : {}),
      notWorked: rules.notWorked ?? [],
    },
    employers: {
      house: {
        employerId: '0e6f1c5e-0000-4000-8000-000000000001',
        clientId: 'house',
        clientSecret: { env: 'SECRET' },
      },
    },
  };
  const parsed = configOf({ config: parseConfig(JSON.stringify(settings), 'case.yaml', {}) }, 'house');
  const { estimateFrom } = payCase;
  const config = estimateFrom === undefined ? parsed : { ...parsed, estimateFrom: toLocalDate(estimateFrom) };
  return {
    config,
    mapping: {
      path: 'employees.csv',
      employees: parseMapping(bytesOf(mappingText(payCase.mapping)), 'employees.csv'),
      gone: new Set(),
      problems: [],
    },
    needs: { employeeNumbers: false, payCodes: false, minutes: false } as PreparedRun['needs'],
    absences: {
      path: 'absences.csv',
      rows: parseAbsences(bytesOf(absenceText(payCase.absences)), 'absences.csv'),
    },
    holidays: {
      path: 'holidays.csv',
      rows: parseHolidays(bytesOf(holidayText(payCase.holidays)), 'holidays.csv'),
    },
  };
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function mappingText(rows: readonly CaseRow[]): string {
  const names = Object.keys(rows[0]?.columns ?? {});
  const lines = rows.map(({ employeeId, number, from, to, columns }) =>
    [employeeId, number, from, to, ...names.map((name) => columns[name] ?? '')].join(';'),
  );
  return [['employeeId', 'employeeNumber', 'from', 'to', ...names].join(';'), ...lines].join('\n');
}

function absenceText(rows: readonly CaseAbsence[]): string {
  const lines = rows.map((row) =>
    [row.employee, row.from, row.to, row.code, row.days ?? '', row.minutes ?? '', row.dates].join(';'),
  );
  return ['employee;from;to;code;days;minutes;dates', ...lines].join('\n');
}

function holidayText(rows: CaseInputs['holidays']): string {
  const lines = rows.map(({ date, name, part, where, action }) =>
    [date, action === 'remove' ? '' : name, part, where, action].join(';'),
  );
  return ['date;name;part;where;action', ...lines].join('\n');
}

function recordsOf(payCase: Omit<PeopleCase, 'later'>): PeriodData {
  const { read, zone, active } = payCase;
  const isRead = (date: string): boolean => date >= read.from && date <= read.to;
  const people = [...new Set(payCase.mapping.map(({ employeeId }) => employeeId))];
  return {
    establishments: payCase.establishments.map(({ id, name }) => ({ id, zone, label: name })),
    holidays: payCase.granted.map(({ date, name }) => ({
      date: toLocalDate(date),
      name,
      originalDate: undefined,
    })),
    employees: people.map((id) => ({ id, firstName: id, lastName: id, isActive: active.includes(id) })),
    rememberedEmployees: [],
    agencyWorkers: [],
    teams: [],
    tasks: [],
    shifts: payCase.shifts.filter(({ date }) => isRead(date)).map(shiftOf),
    entries: payCase.entries.filter(({ workDate }) => isRead(workDate)).map(entryOf),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: Date.parse(addDays(toLocalDate(read.to), 30)) / 1000,
    employerZone: zone,
  };
}

const NOWHERE = { teamId: null, taskId: null, agencyId: null, agencyWorkerId: null };

function shiftOf({ startsAt, endsAt, date, ...shift }: CaseShift): Shift {
  return {
    ...NOWHERE,
    ...shift,
    date: date as LocalDate,
    fillType: 'Internal',
    start: stampOf(startsAt),
    end: stampOf(endsAt),
  };
}

function entryOf({ startsAt, endsAt, workDate, ...entry }: CaseEntry): TimeEntry {
  return {
    ...NOWHERE,
    ...entry,
    workDate: workDate as LocalDate,
    shiftId: null,
    reviewedAtUtc: null,
    start: stampOf(startsAt),
    end: stampOf(endsAt),
  };
}

function stampOf(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new Error(stamp);
  return stamp;
}
