import { payRulesOf } from '../../config/payRules.js';
import { absenceFindings } from '../../domain/absences/absenceFindings.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { findExceptions, rateFindings } from '../../domain/exceptions/findExceptions.js';
import type { Finding } from '../../domain/exceptions/finding.js';
import { unmappedCodes } from '../../domain/exceptions/unmappedCodes.js';
import { computePay, type Pay } from '../../domain/pay/computePay.js';
import { paidTotals } from '../../domain/pay/paidTotals.js';
import type { Period } from '../../domain/period/period.js';
import type { PeriodData } from '../../domain/records/periodData.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { buildTimesheet } from '../../domain/timesheet/buildTimesheet.js';
import { controlTotals } from '../../domain/timesheet/control.js';
import { proveControl } from '../../domain/timesheet/proveControl.js';
import type { Timesheet } from '../../domain/timesheet/timesheet.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { unreadableRuleDates } from '../prepare/ruleColumns.js';
import type { RunRequest } from '../runRequest.js';
import { absencesInPeriod, withAbsences } from './absences.js';
import { mappingExceptions, severitiesWithout } from './mappingExceptions.js';

type ComputedFor = Pick<PreparedRun, 'config' | 'mapping' | 'needs' | 'absences'>;
type ComputedAs = Pick<RunRequest, 'state' | 'accepted'>;

/** From records to minutes, findings and totals. Pure. @throws PaytallyError CONTROL_MISMATCH, MAPPING_INVALID */
export function computePeriod(
  data: PeriodData,
  period: Period,
  prepared: ComputedFor,
  request: ComputedAs,
  version: string,
): ComputedPeriod {
  const { config } = prepared;
  const timesheet = buildTimesheet(data, period, { attribution: config.attribution, dst: config.dst });
  const control = controlTotals(timesheet, data.invalid);
  proveControl(control, data, timesheet);
  const absences = absencesInPeriod(data, period, prepared);
  const pay = withAbsences(payOf(timesheet, data, prepared), absences);
  const paid = paidTotals(pay, period, control.exported.minutes);
  const found = [
    ...findExceptions(data, timesheet),
    ...mappingExceptions(timesheet, absences, prepared),
    ...absenceFindings(absences, timesheet.days),
    ...codeExceptions(pay, prepared),
  ];
  const severities = { ...severitiesWithout(prepared.needs), ...config.exceptions };
  const findings = rateFindings(found, { severities, accepted: request.accepted });
  const run = {
    employer: config.employerKey,
    employerName: config.employerName,
    employerId: config.employer.employerId,
    state: request.state,
    tzdata: tzdataVersion,
    version,
    language: config.language,
  };
  const { payCodes, costCenters } = config;
  return {
    run,
    data,
    timesheet,
    control,
    pay,
    paid,
    payCodes,
    costCenters,
    findings,
    mapping: prepared.mapping.employees,
  };
}

function payOf(timesheet: Timesheet, data: PeriodData, { config, mapping }: ComputedFor): Pay {
  const { exported, outside, period, policy } = timesheet;
  const worked = [...exported, ...outside];
  const rules = payRulesOf(config);
  const people = new Set(worked.flatMap(({ entry }) => entry.employeeId ?? []));
  const unreadable = unreadableRuleDates(rules, mapping, people);
  if (unreadable !== undefined) throw unreadable;
  return computePay({
    worked,
    period,
    policy,
    rules,
    holidays: data.holidays,
    columnsOf: (employeeId) => mapping.employees.byId.get(employeeId)?.extra,
  });
}

/** Who maps no code and uses no template that needs codes is not told about them. */
function codeExceptions({ lines }: Pay, { config, needs }: ComputedFor): Finding[] {
  const { payCodes } = config;
  if (!needs.payCodes && Object.keys(payCodes).length === 0) return [];
  return unmappedCodes(lines, (payCode) => Object.hasOwn(payCodes, payCode));
}
