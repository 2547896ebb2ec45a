import type { Employee, InvalidRecord } from '../../domain/records/records.js';
import { EMPLOYEES } from '../wire/lists.js';
import { listReading } from './listReading.js';
import type { EmployerAccess, ReadEffects } from './readEmployerOptions.js';
import { readList } from './readList.js';
import { withSession } from './withSession.js';

export interface EmployeesRead {
  readonly employees: readonly Employee[];
  readonly invalid: readonly InvalidRecord[];
}

/**
 * Reads the list of employees and nothing else, with its own scope and no other.
 * @throws PaytallyError as readEmployer does; SCOPE_MISSING without `employees:read`.
 */
export async function readEmployees(
  access: EmployerAccess,
  effects: ReadEffects,
  read: 'once' | 'twice',
): Promise<EmployeesRead> {
  return withSession(effects, async (session) => {
    const ledger = await readList(listReading(session, access, 'employees:read', read), EMPLOYEES, 'all');
    const employees = [...ledger.rows()].flatMap(({ parsed }) => (parsed.ok ? [parsed.value] : []));
    return { employees, invalid: ledger.invalid() };
  });
}
