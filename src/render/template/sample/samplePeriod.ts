import { absenceTally } from '../../../domain/absences/absenceDays.js';
import type { PeriodComparison } from '../../../domain/changes/runComparison.js';
import { type ComputedPeriod, type PayCodes, workByPerson } from '../../../domain/computed/computedPeriod.js';
import { addWorks, worksOfPlaces } from '../../../domain/computed/recordWork.js';
import type { RatedFinding } from '../../../domain/exceptions/finding.js';
import { findExceptions, rateFindings } from '../../../domain/exceptions/ratedFindings.js';
import { computePay, type Pay } from '../../../domain/pay/computePay.js';
import { paidTotals } from '../../../domain/pay/paidTotals.js';
import type { PayLine } from '../../../domain/pay/payLine.js';
import type { PayRules } from '../../../domain/pay/payRules.js';
import type { MappedEmployees } from '../../../domain/people/peopleDirectory.js';
import { type PeriodData, recordsByPerson } from '../../../domain/records/periodData.js';
import { localDateOf } from '../../../domain/time/localDate.js';
import { buildTimesheet } from '../../../domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../../domain/timesheet/controlTotals.js';
import type { Timesheet } from '../../../domain/timesheet/timesheet.js';
import { sampleRecords } from './sampleRecords.js';
import { SAMPLE_ENTRIES, SAMPLE_PAY_CODES, SAMPLE_PEOPLE, type SamplePayCode } from './sampleWork.js';

/** What a template says of its target: numbers, codes and mapping columns as they would be there. */
export interface SampleTarget {
  /** Of the sample people, in their order; default: their own. */
  readonly employeeNumbers: readonly string[];
  readonly payCodes: PayCodes;
  /** Column of the mapping -> values for the sample people, in turn. */
  readonly mappingColumns: Readonly<Record<string, { readonly samples: readonly string[] }>>;
}

const NO_TARGET: SampleTarget = { employeeNumbers: [], payCodes: {}, mappingColumns: {} };
const PERIOD = { from: localDateOf('2026-10-01'), to: localDateOf('2026-10-31'), label: '2026-10' };
const POLICY = { attribution: 'start', dst: 'elapsed' } as const;

/** Everybody's minutes in one code: who gets which of the others stands in the sample itself. */
const PLAIN_RULES: PayRules = {
  rounding: { level: 'none', step: 1, mode: 'nearest', grace: 0 },
  breaks: { allocate: 'proportional' },
  weekStartsOn: 'monday',
  base: [{ code: 'NORMAL' }],
  loadings: [],
};

/** October 2026 of a small made-up employer, computed as an export computes it. The same every time. */
export function samplePeriod(target: SampleTarget = NO_TARGET): ComputedPeriod {
  const data = sampleRecords();
  const timesheet = buildTimesheet(data, PERIOD, POLICY);
  const control = controlTotals(timesheet, data.invalid);
  const pay = samplePay(timesheet);
  const findings = sampleFindings(data, timesheet);
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
    people: workByPerson({ data, relatedShifts: [], timesheet, pay }),
    workedIds: [...new Set(timesheet.days.flatMap(({ personId }) => personId ?? []))],
    control,
    paid: paidTotals(pay, PERIOD, control.exported.minutes),
    absences: absenceTally(pay.lines),
    payCodes: { ...SAMPLE_PAY_CODES, ...target.payCodes },
    findings,
    works: worksOf(data),
    mapping: sampleMapping(target),
    figures: new Map(),
    closing: { earlierPeriod: SAMPLE_COMPARISON },
  };
}

/** One person who worked more than in the month before. */
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
    beforeMinutes: 600,
    afterMinutes: 1561,
  })),
};

function worksOf(data: PeriodData): ComputedPeriod['works'] {
  const { facts, personIds, of } = recordsByPerson(data);
  const works = worksOfPlaces(facts);
  const ids = new Set(data.entries.map(({ id }) => id));
  for (const id of personIds) addWorks(works, of(id), [ids]);
  return works;
}

/** Work without a shift: of all that the checks would find in the sample, one thing is enough. */
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
    holidays: [],
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
        { number: employeeNumbers[index] ?? number, extra: Object.fromEntries(extraOf(index)) },
      ]),
    ),
  };
}
