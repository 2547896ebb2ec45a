import { groupBy } from '../collections.js';
import { type Finding, finding } from '../exceptions/finding.js';
import type { PayLine } from '../pay/payLine.js';

/** Employee id -> payroll ID, null if the cell is empty. */
type NumberOf = (employeeId: string) => string | null;

/**
 * Paid employees without a payroll ID, payroll IDs that several of them share, and payroll IDs that seem to have lost a
 * leading zero in a spreadsheet. `employeeIds` are the employees in the output, each once.
 */
export function findMappingProblems(employeeIds: readonly string[], numberOf: NumberOf): Finding[] {
  const unmapped = employeeIds
    .filter((id) => numberOf(id) === null)
    .map((id) => finding('UNMAPPED_EMPLOYEE', { employeeId: id, record: id }));
  return [
    ...unmapped,
    ...findDuplicateNumbers(employeeIds, numberOf),
    ...findLostZero(employeeIds, numberOf),
  ];
}

function findDuplicateNumbers(employeeIds: readonly string[], numberOf: NumberOf): Finding[] {
  const byNumber = groupBy(
    employeeIds.filter((id) => numberOf(id) !== null),
    numberOf,
  );
  return [...byNumber].flatMap(([number, ids]) => {
    if (ids.length < 2 || number === null) return [];
    const facts = { number, others: listIds(ids) };
    return ids.map((id) => finding('DUPLICATE_NUMBER', { employeeId: id, record: id }, facts));
  });
}

/** Payroll IDs of one length give no hint; a pair of lengths does only if the longer one begins with a zero. */
const ENOUGH_OTHERS = 2;

/** A payroll ID of digits that is shorter than all others, which have the same length. */
function findLostZero(employeeIds: readonly string[], numberOf: NumberOf): Finding[] {
  const owners = new Map(employeeIds.map((id) => [numberOf(id), id]));
  const numbers = [...owners.keys()].filter((number) => number !== null);
  if (!numbers.every((number) => /^\d+$/.test(number))) return [];
  const [shortest, other, ...further] = numbers.sort((a, b) => a.length - b.length);
  if (shortest === undefined || other === undefined || shortest.length === other.length) return [];
  const others = [other, ...further];
  const isAlike = others.every(({ length }) => length === other.length);
  const isTelling = others.length >= ENOUGH_OTHERS || other.startsWith('0');
  const employeeId = owners.get(shortest);
  if (!isAlike || !isTelling || employeeId === undefined) return [];
  return [finding('LOST_ZERO', { employeeId, record: employeeId }, { number: shortest, other })];
}

/** Pay codes of the period's lines without an external code in `payCodes`; once each. */
export function findUnmappedCodes(
  lines: readonly Pick<PayLine, 'payCode'>[],
  hasExternal: (payCode: string) => boolean,
): Finding[] {
  const codes = [...new Set(lines.map(({ payCode }) => payCode))].sort();
  return codes
    .filter((payCode) => !hasExternal(payCode))
    .map((payCode) => finding('UNMAPPED_CODE', { record: payCode }, { payCode }));
}

const IDS_NAMED = 10;

/**
 * `a, b, c`; of a long list, the first ten and the number of the rest. A column filled with one number would otherwise
 * list every employee.
 */
export function listIds(ids: readonly string[]): string {
  const more = ids.length - IDS_NAMED;
  return `${ids.slice(0, IDS_NAMED).join(', ')}${more > 0 ? ` … (+${more})` : ''}`;
}
