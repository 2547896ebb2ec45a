import type { Finding } from '../exceptions/finding.js';
import { groupBy } from '../groupBy.js';
import { namedIds } from './namedIds.js';

/** Employee id -> payroll number, null where the cell is empty. */
export type NumberOf = (employeeId: string) => string | null;

/**
 * People who are to be paid and have no number, and numbers that stand for more than one of them.
 * `employeeIds` are those that the output names, each once.
 */
export function mappingFindings(employeeIds: readonly string[], numberOf: NumberOf): Finding[] {
  const unmapped = employeeIds
    .filter((id) => numberOf(id) === null)
    .map((id): Finding => ({ code: 'UNMAPPED_EMPLOYEE', employeeId: id, date: null, record: id, facts: {} }));
  return [...unmapped, ...duplicates(employeeIds, numberOf)];
}

function duplicates(employeeIds: readonly string[], numberOf: NumberOf): Finding[] {
  const byNumber = groupBy(
    employeeIds.filter((id) => numberOf(id) !== null),
    numberOf,
  );
  return [...byNumber].flatMap(([number, ids]) => {
    if (ids.length < 2 || number === null) return [];
    const facts = { number, others: namedIds(ids) };
    return ids.map(
      (id): Finding => ({ code: 'DUPLICATE_NUMBER', employeeId: id, date: null, record: id, facts }),
    );
  });
}
