import { findExceptions, rateFindings } from '../domain/exceptions/findExceptions.js';
import type { Period } from '../domain/period.js';
import type { PeriodData } from '../domain/periodData.js';
import { buildTimesheet } from '../domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../domain/timesheet/control.js';
import { proveControl } from '../domain/timesheet/proveControl.js';
import { tzdataVersion } from '../domain/tzdata.js';
import type { ReportInput } from '../render/model/reportInput.js';
import { mappingExceptions, severitiesWithout } from './mappingExceptions.js';
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
  proveControl(control, data, timesheet);
  const found = [...findExceptions(data, timesheet), ...mappingExceptions(timesheet, prepared)];
  const severities = { ...severitiesWithout(prepared.needs), ...config.exceptions };
  const findings = rateFindings(found, { severities, accepted: request.accepted });
  const run = {
    employer: prepared.employerKey,
    employerId: prepared.employer.employerId,
    state: request.state,
    tzdata: tzdataVersion,
    version,
    language: config.language,
  };
  return { run, data, timesheet, control, findings, mapping: prepared.mapping.employees };
}
