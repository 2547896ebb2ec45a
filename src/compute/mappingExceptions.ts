import type { ExceptionCode, Finding, Severity } from '../domain/exceptions/finding.js';
import { findMappingProblems } from '../domain/people/mappingFindings.js';
import type { MappingNeeds } from '../render/template/needsMapping.js';
import type { PreparedRun } from '../run.js';

/**
 * People of the period without a payroll number, or with the number of another person; empty if the run needs no
 * numbers.
 */
export function mappingExceptions(
  employeeIds: readonly string[],
  { mapping, needs }: Pick<PreparedRun, 'mapping' | 'needs'>,
): Finding[] {
  if (mapping.path === undefined && !needs.employeeNumbers) return [];
  return findMappingProblems(employeeIds, (id) => mapping.employees.byId.get(id)?.number ?? null);
}

/** A gap in the mapping blocks only a run with a template that needs the value; in other runs it is a warning. */
export function severitiesWithout(needs: MappingNeeds): Partial<Record<ExceptionCode, Severity>> {
  return {
    ...(needs.employeeNumbers ? {} : { UNMAPPED_EMPLOYEE: 'warn', DUPLICATE_NUMBER: 'warn' }),
    ...(needs.payCodes ? {} : { UNMAPPED_CODE: 'warn', HOLIDAY_HOURS: 'warn' }),
    ...(needs.minutes ? {} : { ABSENCE_HOURS: 'warn' }),
  };
}
