import { payRulesOf } from '../config/schema/paySchema.js';
import { type HolidayPay, type PaidBefore, payHolidays } from '../domain/absences/holidayPay.js';
import { isInside, type Period } from '../domain/period/period.js';
import type { PeriodRecords } from '../domain/records/periodData.js';
import type { Timesheet } from '../domain/timesheet/timesheet.js';
import type { PreparedRun } from '../run.js';

const NOTHING: HolidayPay = { lines: [], findings: [] };

/** Holidays of the period that rules pay without work. */
export interface PaidHolidays {
  /** The employees who may be owed such pay, sorted; empty if no rule pays any. */
  readonly ids: readonly string[];
  readonly of: (
    personId: string | null,
    timesheet: Pick<Timesheet, 'days'>,
    paidBefore: () => PaidBefore,
  ) => HolidayPay;
}

/**
 * By the plan they concern who has a record; by contract and by average also who has none but a row in the mapping, while the service
 * lists the person as active, or where its list cannot be read.
 */
export function paidHolidays(
  { facts, personIds }: PeriodRecords,
  period: Period,
  { config, mapping }: Pick<PreparedRun, 'config' | 'mapping'>,
): PaidHolidays {
  const rules = payRulesOf(config).notWorked ?? [];
  const granted = new Set(facts.holidays.map(({ date }) => date));
  const holidays = [...granted].filter((date) => isInside(date, period)).sort();
  if (rules.length === 0 || holidays.length === 0) return { ids: [], of: () => NOTHING };
  const { byId } = mapping.employees;
  const active = new Set((facts.employees ?? []).filter(({ isActive }) => isActive).map(({ id }) => id));
  const isExpected = (id: string): boolean => facts.employees === null || active.has(id);
  const contracted = rules.some(({ by }) => by !== 'planned') ? [...byId.keys()].filter(isExpected) : [];
  return {
    ids: [...new Set([...personIds, ...contracted])].sort(),
    of: (employeeId, { days }, paidBefore) => {
      if (employeeId === null) return NOTHING;
      const columns = byId.get(employeeId)?.extra;
      const own = days.filter(({ personId }) => personId === employeeId);
      const isEmployed = active.has(employeeId);
      const { hasPlanning } = facts;
      const person = { employeeId, days: own, hasPlanning, isEmployed, columns, paidBefore };
      return payHolidays(rules, person, holidays);
    },
  };
}
