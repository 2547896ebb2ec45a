import type { MappedEmployees } from '../../src/domain/people/peopleDirectory.js';
import type { CaseRow } from './peopleOracle.js';

/** The rows of a case as the mapping file gives them. */
export function mappingOf(rows: readonly CaseRow[]): MappedEmployees {
  const byId = new Map(
    rows.map(({ employeeId, number, columns }) => [employeeId, { number, extra: columns }] as const),
  );
  return { extraColumns: Object.keys(rows[0]?.columns ?? {}), byId };
}
