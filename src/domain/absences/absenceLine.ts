import type { PayLine } from '../pay/payLine.js';
import type { Tally } from '../timesheet/tallyTable.js';
import type { AbsenceDay } from './absence.js';

/** Absences as pay lines of a kind of their own: never worked time, and of no entry. */
export function absenceLine({ employeeId, date, code, minutes, days }: AbsenceDay): PayLine {
  return {
    employeeId,
    date,
    payCode: code,
    kind: 'absence',
    minutes: minutes ?? 0,
    quantity: days ?? undefined,
    isWithoutMinutes: minutes === null,
    entryId: null,
    establishmentId: null,
    teamId: null,
    taskId: null,
    rule: 'absences',
    overtime: undefined,
    fromEpoch: 0,
    toEpoch: 0,
    spanSeconds: 0,
  };
}

/** Absences and their minutes among pay lines. */
export function absenceTally(lines: readonly Pick<PayLine, 'kind' | 'minutes'>[]): Tally {
  const absences = lines.filter(({ kind }) => kind === 'absence');
  return { entries: absences.length, minutes: absences.reduce((sum, line) => sum + line.minutes, 0) };
}
