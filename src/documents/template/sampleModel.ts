import { countAbsences } from '../../domain/absences/absenceDays.js';
import type { PeriodComparison } from '../../domain/changes/runComparison.js';
import {
  type ComputedPeriod,
  groupWorkByPerson,
  type PayCodes,
} from '../../domain/computed/computedPeriod.js';
import { addRecordWorks, establishmentWorks } from '../../domain/computed/recordWork.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { findExceptions, rateFindings } from '../../domain/exceptions/ratedFindings.js';
import { HolidayCalendar, holidaysEverywhere } from '../../domain/holidays/holidayCalendar.js';
import type { MappedEmployees } from '../../domain/mapping/employeeRows.js';
import { computePay, type Pay } from '../../domain/pay/computePay.js';
import { sumPaidTotals } from '../../domain/pay/paidTotals.js';
import { sumLineAmounts } from '../../domain/pay/payAmounts.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import type { PayRules } from '../../domain/pay/payRules.js';
import { groupRecordsByPerson, type PeriodData } from '../../domain/records/periodData.js';
import type { References, Shift, TimeEntry } from '../../domain/records/records.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import { parseStamp, type Stamp } from '../../domain/time/stamp.js';
import { buildTimesheet } from '../../domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../domain/timesheet/controlTotals.js';
import type { Timesheet } from '../../domain/timesheet/timesheet.js';
import { limitBook } from '../../domain/workingTime/limits.js';
import type { PersonWorkingTime } from '../../domain/workingTime/workingTime.js';
import { buildModel } from '../buildModel.js';
import { withFiles } from '../monthly/monthlySets.js';
import { type HeldModel, withRowsHeld } from '../templateModel.js';
import { sampleAccount } from './sampleAccount.js';

/** The data sets that `templates check` and `templates show` render: those of the sample month, as in an export. */
export function sampleModel(target?: SampleTarget): HeldModel {
  const files = { count: SAMPLE_FILES.length, list: () => SAMPLE_FILES };
  return withRowsHeld(withFiles(buildModel(samplePeriod(target)), files));
}

/** The SHA-256 of an empty file. */
const SAMPLE_FILES = [
  {
    name: 'sample_2026-10_hours.csv',
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  },
];

/** A template's sample values for its target: payroll IDs, codes and mapping columns. */
interface SampleTarget {
  /** Payroll IDs of the sample people, in their order. @default their own */
  readonly employeeNumbers: readonly string[];
  readonly payCodes: PayCodes;
  /** Column of the mapping -> values for the sample people, in turn. */
  readonly mappingColumns: Readonly<Record<string, { readonly samples: readonly string[] }>>;
}

/** The sample employer's people and what they worked in October 2026: small, with one of each case. */
interface SamplePerson {
  readonly id: string;
  readonly number: string;
  readonly lastName: string;
  readonly firstName: string;
}

const SAMPLE_PEOPLE: readonly SamplePerson[] = [
  { id: '0e6f1c5e-0000-4000-8000-000000000001', number: '00040', lastName: 'Müller', firstName: 'Jörg' },
  { id: '0e6f1c5e-0000-4000-8000-000000000002', number: '00041', lastName: 'De Smet', firstName: 'Zoë' },
  { id: '0e6f1c5e-0000-4000-8000-000000000003', number: '00102', lastName: "O'Brien", firstName: 'Siobhán' },
  { id: '0e6f1c5e-0000-4000-8000-000000000004', number: '00777', lastName: 'Lefèvre', firstName: 'Anaïs' },
];

/** One completed entry; minutes are whole. */
interface SampleEntry {
  readonly id: string;
  readonly person: SamplePerson;
  readonly date: string;
  /** Stamps with the offset of Brussels. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** null if nothing was planned. */
  readonly plannedMinutes: number | null;
  readonly workedMinutes: number;
  readonly place: 'North' | 'South';
  /** Minutes by pay code; loadings are in addition to base minutes. */
  readonly minutesByCode: Readonly<Record<SamplePayCode, number>>;
}

const SAMPLE_PAY_CODES = {
  NORMAL: { kind: 'base', external: '1000' },
  OVERTIME: { kind: 'base', external: '1100' },
  NIGHT: { kind: 'loading', external: '2010' },
  SUNDAY: { kind: 'loading', external: '2020' },
} as const;
type SamplePayCode = keyof typeof SAMPLE_PAY_CODES;

/** The third crosses the end of summer time, the sixth the end of the month. */
const SAMPLE_ENTRIES: readonly SampleEntry[] = [
  sampleEntry(0, '2026-10-01T08:00:00+02:00', '2026-10-01T16:50:00+02:00', 480, 500),
  sampleEntry(0, '2026-10-02T07:30:00+02:00', '2026-10-02T18:01:00+02:00', 480, 601, { overtime: 61 }),
  sampleEntry(0, '2026-10-25T00:30:00+02:00', '2026-10-25T02:50:00+01:00', null, 200, {
    place: 'South',
    night: 30,
  }),
  sampleEntry(1, '2026-10-01T14:00:00+02:00', '2026-10-01T22:40:00+02:00', 480, 490, { night: 160 }),
  sampleEntry(1, '2026-10-02T16:00:00+02:00', '2026-10-02T23:20:00+02:00', 480, 440, {
    place: 'South',
    night: 200,
  }),
  sampleEntry(1, '2026-10-31T22:00:00+01:00', '2026-11-01T06:00:00+01:00', 450, 450, { night: 450 }),
  sampleEntry(2, '2026-10-05T06:00:00+02:00', '2026-10-05T16:25:00+02:00', 480, 595, { overtime: 55 }),
  sampleEntry(2, '2026-10-06T06:00:00+02:00', '2026-10-06T14:00:00+02:00', 480, 450),
  sampleEntry(2, '2026-10-12T06:00:00+02:00', '2026-10-12T06:20:00+02:00', 480, 20),
  sampleEntry(3, '2026-10-12T10:00:00+02:00', '2026-10-12T10:20:00+02:00', null, 20, { place: 'South' }),
  sampleEntry(3, '2026-10-13T10:00:00+02:00', '2026-10-13T10:20:00+02:00', null, 20, { place: 'South' }),
  sampleEntry(3, '2026-10-14T10:00:00+02:00', '2026-10-14T10:20:00+02:00', null, 20, { place: 'South' }),
];

function sampleEntry(
  index: number,
  startsAt: string,
  endsAt: string,
  plannedMinutes: number | null,
  workedMinutes: number,
  {
    place = 'North',
    overtime = 0,
    night = 0,
  }: { readonly place?: SampleEntry['place']; readonly overtime?: number; readonly night?: number } = {},
): SampleEntry {
  const person = SAMPLE_PEOPLE[index];
  if (person === undefined) throw new RangeError(`no sample person ${index}`);
  const date = startsAt.slice(0, 10);
  const SUNDAY = date === '2026-10-25' ? workedMinutes : 0;
  return {
    id: `entry-${index + 1}-${date}`,
    person,
    date,
    startsAt,
    endsAt,
    plannedMinutes,
    workedMinutes,
    place,
    minutesByCode: { NORMAL: workedMinutes - overtime, OVERTIME: overtime, NIGHT: night, SUNDAY },
  };
}

const NO_TARGET: SampleTarget = { employeeNumbers: [], payCodes: {}, mappingColumns: {} };
const PERIOD = { from: toLocalDate('2026-10-01'), to: toLocalDate('2026-10-31'), label: '2026-10' };
const POLICY = { attribution: 'start', dst: 'elapsed' } as const;

/** All minutes in one code; the sample itself has the minutes of the others. */
const PLAIN_RULES: PayRules = {
  rounding: { level: 'none', step: 1, mode: 'nearest', grace: 0 },
  breaks: { allocate: 'proportional' },
  weekStartsOn: 'monday',
  base: [{ code: 'NORMAL' }],
  loadings: [],
};

/** October 2026 of a small made-up employer, computed like an export. Always the same. */
function samplePeriod(target: SampleTarget = NO_TARGET): ComputedPeriod {
  const data = sampleRecords();
  const timesheet = buildTimesheet(data, PERIOD, POLICY);
  const control = controlTotals(timesheet, data.invalid);
  const pay = samplePay(timesheet);
  const findings = sampleFindings(data, timesheet);
  const holidays = new HolidayCalendar(data, []);
  const holidayOn = holidays.of(() => undefined)(null).on;
  const people = groupWorkByPerson({ data, relatedShifts: [], timesheet, pay, holidayOn });
  return {
    run: {
      employer: 'sample',
      employerName: 'sample',
      employerId: '0e6f1c5e-0000-4000-8000-0000000000ff',
      state: 'draft',
      tzdata: '2026f',
      version: '0.1.0',
      language: 'en',
    },
    period: PERIOD,
    policy: POLICY,
    data: { ...data, hasPlanning: true },
    holidays,
    people: {
      ids: people.ids,
      of: (id) => {
        const work = people.of(id);
        const { lines } = work.pay;
        const account = id === null ? undefined : sampleAccount(id, PERIOD, lines, work.data.shifts ?? []);
        return { ...work, workingTime: sampleWorkingTime(id, data), account };
      },
    },
    peopleWithRows: [...new Set(timesheet.days.flatMap(({ personId }) => personId ?? []))],
    control,
    paid: sumPaidTotals(pay, PERIOD, control.exported.minutes),
    amounts: sumLineAmounts(pay.lines),
    absences: countAbsences(pay.lines),
    payCodes: { ...SAMPLE_PAY_CODES, ...target.payCodes },
    findings,
    works: indexWorks(data),
    mapping: sampleMapping(target),
    figures: new Map(),
    workedOn: new Map(),
    comparison: { earlierPeriod: SAMPLE_COMPARISON },
  };
}

/** Has a limit that some of the sample days exceed. */
function sampleWorkingTime(
  employeeId: string | null,
  { entries }: PeriodData,
): PersonWorkingTime | undefined {
  if (employeeId === null) return undefined;
  const settings = { pack: 'eu', limits: { maxDayHours: 10 } } as const;
  return {
    employeeId,
    entries: entries.filter((entry) => entry.employeeId === employeeId),
    limitsOf: limitBook(settings)(employeeId),
    clockOf: () => undefined,
    known: PERIOD,
    history: { knows: () => false, minutesOf: () => new Map() },
    absentDays: undefined,
  };
}

/** A person who worked more than in the previous month. */
const SAMPLE_COMPARISON: PeriodComparison = {
  runId: 'sample',
  label: '2026-09',
  figures: new Map(),
  purged: new Set(),
  digest: null,
  changes: SAMPLE_PEOPLE.slice(0, 1).map(({ id }) => ({
    kind: 'hours',
    employeeId: id,
    payCode: null,
    unit: 'minutes' as const,
    before: 600,
    after: 1561,
  })),
};

function indexWorks(data: PeriodData): ComputedPeriod['works'] {
  const { facts, personIds, of } = groupRecordsByPerson(data);
  const works = establishmentWorks(facts);
  const ids = new Set(data.entries.map(({ id }) => id));
  for (const id of personIds) addRecordWorks(works, of(id), [ids]);
  return works;
}

/** Work without a shift: one example of the checks' findings is enough. */
function sampleFindings(data: PeriodData, timesheet: Timesheet): RatedFinding[] {
  const found = findExceptions(data, timesheet).filter(({ code }) => code === 'ENTRY_NO_SHIFT');
  return rateFindings(found, { severities: {}, accepted: new Map() });
}

function samplePay(timesheet: Timesheet): Pay {
  const pay = computePay({
    worked: timesheet.exported,
    period: PERIOD,
    policy: POLICY,
    rules: PLAIN_RULES,
    holidaysAt: holidaysEverywhere([]),
    columnsOf: () => undefined,
  });
  return { ...pay, lines: pay.lines.flatMap(linesByCode) };
}

/** The line of an entry, divided among the codes of the sample. */
function linesByCode(line: PayLine): PayLine[] {
  const entry = SAMPLE_ENTRIES.find(({ id }) => id === line.entryId);
  const codes = Object.keys(SAMPLE_PAY_CODES) as SamplePayCode[];
  return codes.flatMap((payCode) => {
    const minutes = entry?.minutesByCode[payCode] ?? 0;
    return minutes === 0 ? [] : [{ ...line, payCode, kind: SAMPLE_PAY_CODES[payCode].kind, minutes }];
  });
}

function sampleMapping({ employeeNumbers, mappingColumns }: SampleTarget): MappedEmployees {
  const extraOf = (index: number) =>
    Object.entries(mappingColumns).map(([name, { samples }]) => [
      name,
      samples[index % samples.length] ?? '',
    ]);
  return {
    extraColumns: Object.keys(mappingColumns),
    byId: new Map(
      SAMPLE_PEOPLE.map(({ id, number }, index) => [
        id,
        [{ number: employeeNumbers[index] ?? number, extra: Object.fromEntries(extraOf(index)) }],
      ]),
    ),
  };
}

const AGENCY_WORKER = 'agency-1';
const REVIEWED_AT = '2026-11-02T08:00:00Z';

/** The sample month as a read of the service: employees, and an agency worker with two of the same days. */
function sampleRecords(): PeriodData {
  const own = SAMPLE_ENTRIES.map(buildRecords);
  const agency = SAMPLE_ENTRIES.slice(0, 2).map(buildAgencyRecords);
  const all = [...own, ...agency];
  return {
    establishments: ['North', 'South'].map((label) => ({
      id: `place-${label.toLowerCase()}`,
      zone: 'Europe/Brussels',
      label,
    })),
    holidays: [
      {
        date: toLocalDate('2026-10-12'),
        name: 'Day of the sample',
        originalDate: toLocalDate('2026-10-11'),
      },
    ],
    employees: SAMPLE_PEOPLE.map(({ id, firstName, lastName }) => ({
      id,
      firstName,
      lastName,
      isActive: true,
    })),
    rememberedEmployees: [],
    agencyWorkers: [{ id: AGENCY_WORKER, label: 'Ann Other' }],
    teams: [{ id: 'team-1', label: 'Bakery' }],
    tasks: [],
    shifts: all.flatMap(({ shift }) => shift ?? []),
    entries: all.map(({ entry }) => entry),
    invalid: [],
    changedWhileReading: [],
    goneEstablishments: [],
    unavailable: [],
    readBeganEpoch: requireStamp(REVIEWED_AT).epochSeconds,
    employerZone: undefined,
  };
}

interface Records {
  readonly entry: TimeEntry;
  readonly shift: Shift | undefined;
}

function buildRecords(sample: SampleEntry): Records {
  const start = requireStamp(sample.startsAt);
  const end = requireStamp(sample.endsAt);
  const date = toLocalDate(sample.date);
  const shared: References & { employeeId: string } = {
    establishmentId: `place-${sample.place.toLowerCase()}`,
    teamId: 'team-1',
    taskId: null,
    agencyId: null,
    agencyWorkerId: null,
    employeeId: sample.person.id,
  };
  const { plannedMinutes } = sample;
  const shift: Shift | undefined =
    plannedMinutes === null
      ? undefined
      : {
          ...shared,
          id: sample.id.replace('entry', 'shift'),
          date,
          start,
          end,
          breakMinutes: 0,
          plannedMinutes,
          fillType: 'Internal',
        };
  const entry: TimeEntry = {
    ...shared,
    id: sample.id,
    workDate: date,
    status: 'Completed',
    start,
    end,
    workedMinutes: sample.workedMinutes,
    shiftId: shift?.id ?? null,
    reviewedAtUtc: REVIEWED_AT,
  };
  return { entry, shift };
}

/** The same day again, worked by an agency worker. */
function buildAgencyRecords(sample: SampleEntry): Records {
  const { entry, shift } = buildRecords({ ...sample, id: sample.id.replace('entry', 'entry-agency') });
  const worker = { employeeId: null, agencyWorkerId: AGENCY_WORKER };
  return {
    entry: { ...entry, ...worker },
    shift: shift && { ...shift, ...worker, fillType: 'External' },
  };
}

function requireStamp(text: string): Stamp {
  const stamp = parseStamp(text);
  if (typeof stamp === 'string') throw new TypeError(stamp);
  return stamp;
}
