import type { EmployerData } from '../../../src/sandbox/sandboxData.js';

/** A completed entry of an employee. */
export function entryOn([employer]: readonly EmployerData[], day: string) {
  const entries = employer?.records['time-entries'] ?? [];
  if ('onDate' in entries) throw new Error('the sample is a list of records');
  return [...entries].find(
    ({ status, workDate, employeeId }) => status === 'Completed' && workDate === day && employeeId,
  );
}
