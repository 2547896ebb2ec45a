import type { AbsenceDay } from '../../domain/absences/absence.js';
import { absenceDays } from '../../domain/absences/absenceDays.js';
import { absenceLine } from '../../domain/absences/absenceLine.js';
import { absencesOf } from '../../domain/absences/absenceOwners.js';
import { groupBy } from '../../domain/groupBy.js';
import type { Pay } from '../../domain/pay/computePay.js';
import type { PayLine } from '../../domain/pay/payLine.js';
import type { Period } from '../../domain/period/period.js';
import type { PeriodData } from '../../domain/records/periodData.js';
import type { PreparedRun } from '../prepare/prepareRun.js';

/** The days of all absences in the period, person by person. @throws PaytallyError ABSENCES_INVALID, MAPPING_INVALID */
export function absencesInPeriod(
  data: PeriodData,
  period: Period,
  { absences: { rows, path = '' }, mapping }: Pick<PreparedRun, 'absences' | 'mapping'>,
): AbsenceDay[] {
  const concerned = rows.filter(({ from, to }) => from <= period.to && to >= period.from);
  if (concerned.length === 0) return [];
  const listed = [...(data.employees ?? []), ...data.rememberedEmployees].map(({ id }) => id);
  const known = new Set([...listed, ...data.entries.flatMap(({ employeeId }) => employeeId ?? [])]);
  const people = groupBy(
    absencesOf(concerned, mapping.employees, known, path),
    ({ employeeId }) => employeeId,
  );
  const planned = groupBy(data.shifts ?? [], ({ employeeId }) => employeeId);
  const span = { from: period.from, to: period.to, holidays: new Set(data.holidays.map(({ date }) => date)) };
  return [...people].flatMap(([employeeId, own]) => {
    const dates = (planned.get(employeeId) ?? []).map(({ date }) => date);
    const plannedDates = data.shifts === null ? null : new Set(dates);
    const columns = mapping.employees.byId.get(employeeId)?.extra;
    return absenceDays(own, { employeeId, plannedDates, columns }, span);
  });
}

/** Absences among the pay lines, in their order: by employee, then by date. */
export function withAbsences(pay: Pay, absences: readonly AbsenceDay[]): Pay {
  if (absences.length === 0) return pay;
  const lines = [...pay.lines, ...absences.map(absenceLine)];
  return { ...pay, lines: lines.sort(byEmployeeAndDate) };
}

function byEmployeeAndDate(a: PayLine, b: PayLine): number {
  return compare(a.employeeId, b.employeeId) || compare(a.date, b.date);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
