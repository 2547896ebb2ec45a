import { payRulesOf } from '../config/payRules.js';
import { findExceptions, rateFindings } from '../domain/exceptions/findExceptions.js';
import type { Finding } from '../domain/exceptions/finding.js';
import { unmappedCodes } from '../domain/exceptions/unmappedCodes.js';
import { computePay, type Pay } from '../domain/pay/computePay.js';
import type { Period } from '../domain/period.js';
import type { PeriodData } from '../domain/periodData.js';
import { buildTimesheet } from '../domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../domain/timesheet/control.js';
import { paidTotals } from '../domain/timesheet/paidTotals.js';
import { proveControl } from '../domain/timesheet/proveControl.js';
import type { Timesheet } from '../domain/timesheet/timesheet.js';
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
  const pay = payOf(timesheet, data, prepared, request);
  const paid = paidTotals(pay, period, control.exported.minutes);
  const found = [
    ...findExceptions(data, timesheet),
    ...mappingExceptions(timesheet, prepared),
    ...codeExceptions(pay, prepared, request),
  ];
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
  const { payCodes } = config;
  return {
    run,
    data,
    timesheet,
    control,
    pay,
    paid,
    payCodes,
    findings,
    mapping: prepared.mapping.employees,
  };
}

function payOf(
  timesheet: Timesheet,
  data: PeriodData,
  { mapping }: PreparedRun,
  { loaded }: RunRequest,
): Pay {
  const { exported, outside, period, policy } = timesheet;
  return computePay({
    worked: [...exported, ...outside],
    period,
    policy,
    rules: payRulesOf(loaded.config),
    holidays: data.holidays,
    columnsOf: (employeeId) => mapping.employees.byId.get(employeeId)?.extra,
  });
}

/** Who maps no code and uses no template that needs codes is not told about them. */
function codeExceptions({ lines }: Pay, { needs }: PreparedRun, { loaded }: RunRequest): Finding[] {
  const { payCodes } = loaded.config;
  if (!needs.payCodes && Object.keys(payCodes).length === 0) return [];
  return unmappedCodes(lines, (payCode) => Object.hasOwn(payCodes, payCode));
}
