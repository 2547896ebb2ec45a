import type { Finding } from '../exceptions/finding.js';
import type { PersonDay } from '../timesheet/timesheet.js';
import type { AbsenceDay } from './absence.js';

/** Whole days of leave with worked time, and absences in days that nobody can turn into minutes. */
export function absenceFindings(absences: readonly AbsenceDay[], days: readonly PersonDay[]): Finding[] {
  const worked = new Map(days.map((day) => [`${day.personId} ${day.date}`, day.workedMinutes]));
  return absences.flatMap(({ employeeId, date, code, minutes, days: part }): Finding[] => {
    const workedMinutes = worked.get(`${employeeId} ${date}`) ?? 0;
    const about = { employeeId, date, record: `${employeeId} ${date} ${code}` };
    const onLeave = workedMinutes > 0 && (part === null || part === 1);
    return [
      ...(onLeave
        ? [{ ...about, code: 'WORKED_ON_ABSENCE' as const, facts: { payCode: code, workedMinutes } }]
        : []),
      ...(minutes === null ? [{ ...about, code: 'ABSENCE_HOURS' as const, facts: { payCode: code } }] : []),
    ];
  });
}
