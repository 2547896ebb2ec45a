import type { Config } from '../../config/config.js';
import { payRulesOf } from '../../config/payRules.js';
import type { ComputedWork, WorkByPerson } from '../../domain/computed/computedPeriod.js';
import { computePay, type Pay } from '../../domain/pay/computePay.js';
import type { Period } from '../../domain/period/period.js';
import type { PeriodRecords } from '../../domain/records/periodData.js';
import { buildTimesheet } from '../../domain/timesheet/buildTimesheet.js';
import type { TimePolicy, Timesheet } from '../../domain/timesheet/timesheet.js';
import type { PreparedRun } from '../prepare/prepareRun.js';

export function policyOf({ attribution, dst }: Pick<Config, 'attribution' | 'dst'>): TimePolicy {
  return { attribution, dst };
}

/** Timesheet and pay of one person at a time; pay only where somebody asks for it. */
export function workOfPeople(
  records: PeriodRecords,
  period: Period,
  { config, mapping }: Pick<PreparedRun, 'config' | 'mapping'>,
): WorkByPerson {
  const { hasPlanning, ...facts } = records.facts;
  const policy = policyOf(config);
  const rules = payRulesOf(config);
  const payOf = ({ exported, outside }: Timesheet): Pay =>
    computePay({
      worked: [...exported, ...outside],
      period,
      policy,
      rules,
      holidays: facts.holidays,
      columnsOf: (employeeId) => mapping.employees.byId.get(employeeId)?.extra,
    });
  const of = (personId: string | null): ComputedWork => {
    const { entries, shifts, relatedShifts } = records.of(personId);
    const data = { ...facts, entries, shifts: hasPlanning ? shifts : null };
    const timesheet = buildTimesheet(data, period, policy);
    let pay: Pay | undefined;
    return {
      data,
      relatedShifts,
      timesheet,
      get pay() {
        pay ??= payOf(timesheet);
        return pay;
      },
    };
  };
  return { ids: records.personIds, of };
}
