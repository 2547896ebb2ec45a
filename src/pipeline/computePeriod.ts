import { findExceptions, rateFindings } from '../domain/exceptions/findExceptions.js';
import type { Period } from '../domain/period.js';
import type { PeriodData } from '../domain/periodData.js';
import { buildTimesheet } from '../domain/timesheet/buildTimesheet.js';
import { controlTotals, proveControl, type Tally } from '../domain/timesheet/control.js';
import { tzdataVersion } from '../domain/tzdata.js';
import type { ReportInput } from '../render/model/reportInput.js';
import type { PreparedRun } from './prepareRun.js';
import type { RunRequest } from './runRequest.js';

/** From records to minutes, findings and totals. Pure. @throws PaytallyError CONTROL_MISMATCH */
export function computePeriod(
  data: PeriodData,
  period: Period,
  prepared: PreparedRun,
  request: RunRequest,
  version: string,
): ReportInput {
  const { config } = request.loaded;
  const timesheet = buildTimesheet(data, period, { attribution: config.attribution, dst: config.dst });
  const control = controlTotals(timesheet, data.invalid);
  proveControl(control, fetchedTally(data), timesheet);
  const findings = rateFindings(findExceptions(data, timesheet), {
    severities: config.exceptions,
    accepted: request.accepted,
  });
  const run = {
    employer: prepared.employerKey,
    employerId: prepared.employer.employerId,
    state: request.state,
    tzdata: tzdataVersion,
    version,
    language: config.language,
  };
  return { run, data, timesheet, control, findings, mapping: prepared.mapping };
}

/** Counted from the records as they came, on no other way. */
function fetchedTally({ entries, invalid }: PeriodData): Tally {
  const invalidEntries = invalid.filter(({ list }) => list === 'time-entries');
  const minutes = [...entries, ...invalidEntries].reduce(
    (sum, record) => sum + (record.workedMinutes ?? 0),
    0,
  );
  return { entries: entries.length + invalidEntries.length, minutes };
}
