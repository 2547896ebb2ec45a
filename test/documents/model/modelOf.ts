import { buildModel } from '../../../src/documents/buildModel.js';
import type { DataRow } from '../../../src/documents/dataSet.js';
import { type HeldModel, withRowsHeld } from '../../../src/documents/templateModel.js';
import { countAbsences } from '../../../src/domain/absences/absenceDays.js';
import { groupWorkByPerson, type PayCodes } from '../../../src/domain/computed/computedPeriod.js';
import { addRecordWorks, establishmentWorks } from '../../../src/domain/computed/recordWork.js';
import { findExceptions, rateFindings } from '../../../src/domain/exceptions/ratedFindings.js';
import type { HolidayRow } from '../../../src/domain/holidays/dayHoliday.js';
import { HolidayCalendar, holidaysEverywhere } from '../../../src/domain/holidays/holidayCalendar.js';
import { type MappedEmployees, NO_MAPPING } from '../../../src/domain/mapping/employeeRows.js';
import { computePay } from '../../../src/domain/pay/computePay.js';
import { sumPaidTotals } from '../../../src/domain/pay/paidTotals.js';
import { sumLineAmounts } from '../../../src/domain/pay/payAmounts.js';
import type { PayRules } from '../../../src/domain/pay/payRules.js';
import type { Period } from '../../../src/domain/period/period.js';
import { groupRecordsByPerson, type PeriodData } from '../../../src/domain/records/periodData.js';
import type { Attribution } from '../../../src/domain/time/attribution.js';
import { tzdataVersion } from '../../../src/domain/time/tzdata.js';
import { buildTimesheet } from '../../../src/domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../../src/domain/timesheet/controlTotals.js';
import type { TimePolicy } from '../../../src/domain/timesheet/timesheet.js';
import { OCTOBER } from '../../support/records/periodFixture.js';

export interface ModelOptions {
  /** Rows of the file of holidays. */
  readonly holidays?: readonly HolidayRow[];
  readonly attribution?: Attribution;
  readonly dst?: TimePolicy['dst'];
  readonly period?: Period;
  readonly rules?: Partial<PayRules>;
  readonly payCodes?: PayCodes;
  readonly mapping?: MappedEmployees;
  readonly language?: string;
}

const PLAIN_RULES: PayRules = {
  rounding: { level: 'none', step: 15, mode: 'nearest', grace: 0 },
  breaks: { allocate: 'proportional' },
  weekStartsOn: 'monday',
  base: [{ code: 'NORMAL' }],
  loadings: [],
};

/** The model that templates use, from records. */
export function modelOf(data: PeriodData, options: ModelOptions = {}): HeldModel {
  const {
    attribution = 'start',
    dst = 'elapsed',
    period = OCTOBER,
    payCodes = {},
    language = 'en',
  } = options;
  const policy = { attribution, dst };
  const timesheet = buildTimesheet(data, period, policy);
  const pay = computePay({
    worked: [...timesheet.exported, ...timesheet.outside],
    period,
    policy,
    rules: { ...PLAIN_RULES, ...options.rules },
    holidaysAt: holidaysEverywhere(data.holidays),
    columnsOf: () => undefined,
  });
  const control = controlTotals(timesheet, data.invalid);
  const run = {
    employer: 'bakery',
    employerName: 'bakery',
    employerId: 'b',
    state: 'draft',
    tzdata: tzdataVersion,
    version: '1',
  } as const;
  const records = groupRecordsByPerson(data);
  const works = establishmentWorks(records.facts);
  const found = findExceptions(data, timesheet);
  const asked = new Set(found.map(({ record }) => record));
  for (const id of [...records.personIds, null]) addRecordWorks(works, records.of(id), [asked]);
  const holidays = new HolidayCalendar(data, options.holidays ?? []);
  const holidayOn = holidays.of(() => undefined)(null).on;
  const model = buildModel({
    run: { ...run, language },
    period,
    policy,
    data: records.facts,
    holidays,
    people: groupWorkByPerson({ data, relatedShifts: [], timesheet, pay, holidayOn }),
    peopleWithRows: [...new Set(timesheet.days.flatMap(({ personId }) => personId ?? []))],
    works,
    control,
    paid: sumPaidTotals(pay, period, control.exported.minutes),
    amounts: sumLineAmounts(pay.lines),
    absences: countAbsences(pay.lines),
    payCodes,
    findings: rateFindings(found, { severities: {}, accepted: new Map() }),
    mapping: options.mapping ?? NO_MAPPING,
    figures: new Map(),
    workedOn: new Map(),
  });
  return withRowsHeld(model);
}

/** Some fields of each row, in order. */
export function rowsOf(model: HeldModel, name: string, ...fields: readonly string[]): unknown[][] {
  const rows: readonly DataRow[] = model.dataSets.get(name)?.rows ?? [];
  return rows.map((row) => fields.map((field) => row[field]));
}
