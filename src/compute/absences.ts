import { type Absence, type AbsenceDay, expandAbsences } from '../domain/absences/absenceDays.js';
import { resolveAbsences } from '../domain/absences/parseAbsences.js';
import { compareText, groupBy } from '../domain/collections.js';
import type { Pay } from '../domain/pay/computePay.js';
import type { PayLine } from '../domain/pay/payLine.js';
import type { Period } from '../domain/period/period.js';
import type { PeriodRecords } from '../domain/records/periodData.js';
import type { Shift } from '../domain/records/records.js';
import type { PreparedRun } from '../run.js';

/** The absent employees of a period, in the order of the file. */
export interface PeriodAbsences {
  readonly ids: readonly string[];
  /** The days of one person. @throws PaytallyError ABSENCES_INVALID, MAPPING_INVALID */
  readonly daysOf: (employeeId: string, shifts: readonly Shift[] | null) => readonly AbsenceDay[];
}

/** @throws PaytallyError ABSENCES_INVALID for an unknown employee */
export function absencesInPeriod(
  { facts, personIds }: PeriodRecords,
  period: Period,
  { absences: { rows, path = '' }, mapping }: Pick<PreparedRun, 'absences' | 'mapping'>,
): PeriodAbsences {
  const concerned = rows.filter(({ from, to }) => from <= period.to && to >= period.from);
  if (concerned.length === 0) return { ids: [], daysOf: () => [] };
  const listed = [...(facts.employees ?? []), ...facts.rememberedEmployees].map(({ id }) => id);
  const known = new Set([...listed, ...personIds]);
  const people: ReadonlyMap<string, readonly Absence[]> = groupBy(
    resolveAbsences(concerned, mapping.employees, known, path),
    ({ employeeId }) => employeeId,
  );
  const holidays = new Set(facts.holidays.map(({ date }) => date));
  const span = { from: period.from, to: period.to, holidays };
  return {
    ids: [...people.keys()],
    daysOf: (employeeId, shifts) => {
      const own = people.get(employeeId);
      if (own === undefined) return [];
      const plannedDates = shifts === null ? null : new Set(shifts.map(({ date }) => date));
      const columns = mapping.employees.byId.get(employeeId)?.extra;
      return expandAbsences(own, { employeeId, plannedDates, columns }, span);
    },
  };
}

/** Lines of no entry among one person's pay lines, in the order of dates. */
export function withUnworked(pay: Pay, unworked: readonly PayLine[]): Pay {
  if (unworked.length === 0) return pay;
  const lines: PayLine[] = [...pay.lines, ...unworked];
  return { ...pay, lines: lines.sort((a, b) => compareText(a.date, b.date)) };
}
