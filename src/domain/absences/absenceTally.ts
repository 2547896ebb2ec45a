import type { PayLine } from '../pay/payLine.js';
import type { Tally } from '../timesheet/control.js';

/** Absences and their minutes among pay lines. */
export function absenceTally(lines: readonly Pick<PayLine, 'kind' | 'minutes'>[]): Tally {
  const absences = lines.filter(({ kind }) => kind === 'absence');
  return { entries: absences.length, minutes: absences.reduce((sum, line) => sum + line.minutes, 0) };
}
