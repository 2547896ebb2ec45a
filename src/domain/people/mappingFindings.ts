import { groupBy } from '../collections.js';
import { type Finding, finding } from '../exceptions/finding.js';
import { type DatedRows, rowOn, rowsIn } from '../mapping/employeeRows.js';
import type { PayLine } from '../pay/payLine.js';
import type { Days } from '../period/repeatingPeriod.js';
import type { LocalDate } from '../time/localDate.js';

/** An employee in the output. */
export interface NumberedEmployee {
  readonly id: string;
  /** The days with anything in the output that have no payroll ID, in order. */
  readonly daysWithout: readonly LocalDate[];
  /** The rows with payroll IDs that hold on days with anything in the output. */
  readonly rows: DatedRows;
}

/** An employee by the rows of the days in the output; without any day, by the rows of the period. */
export function numberedEmployee(
  id: string,
  rows: DatedRows | undefined,
  { dates, period }: { readonly dates: readonly LocalDate[]; readonly period: Days },
): NumberedEmployee {
  const used = dates.length === 0 ? rowsIn(rows, period) : dates.flatMap((date) => rowOn(rows, date) ?? []);
  const lacks = (date: LocalDate): boolean => (rowOn(rows, date)?.number ?? null) === null;
  const numbered = [...new Set(used)].filter(({ number }) => number !== null);
  const lacksAll = dates.length === 0 && numbered.length === 0;
  return { id, rows: numbered, daysWithout: lacksAll ? [period.from] : dates.filter(lacks) };
}

/**
 * Paid employees without a payroll ID on a day, payroll IDs that several of them have on days in the output, and
 * payroll IDs that seem to have lost a leading zero in a spreadsheet.
 */
export function findMappingProblems(employees: readonly NumberedEmployee[]): Finding[] {
  return [
    ...employees.flatMap(findUnmapped),
    ...findDuplicateNumbers(employees),
    ...findLostZero(employees.flatMap(({ id, rows }) => rows.map(({ number }) => ({ id, number })))),
  ];
}

/** The finding has a date if the employee has a payroll ID on other days. */
function findUnmapped({ id, rows, daysWithout }: NumberedEmployee): Finding[] {
  const [first] = daysWithout;
  if (first === undefined) return [];
  const isDated = rows.length > 0;
  const date = isDated ? first : null;
  const days = isDated ? daysWithout.length : 0;
  return [finding('UNMAPPED_EMPLOYEE', { employeeId: id, date, record: id }, { days, first })];
}

/**
 * Also a payroll ID that passes from one employee to another within the period: a payroll system has one person with
 * it, and would add up both.
 */
function findDuplicateNumbers(employees: readonly NumberedEmployee[]): Finding[] {
  const owned = employees.flatMap(({ id, rows }) => rows.map((row) => ({ id, row })));
  return [...groupBy(owned, ({ row }) => row.number)].flatMap(([number, same]) => {
    const ids = [...new Set(same.map(({ id }) => id))];
    if (ids.length < 2 || number === null) return [];
    const facts = { number, others: listIds(ids) };
    return ids.map((id) => finding('DUPLICATE_NUMBER', { employeeId: id, record: id }, facts));
  });
}

/** Payroll IDs of one length give no hint; a pair of lengths does only if the longer one begins with a zero. */
const ENOUGH_OTHERS = 2;

/** A payroll ID of digits that is shorter than all others, which have the same length. */
export function findLostZero(
  numbered: readonly { readonly id: string; readonly number: string | null }[],
): Finding[] {
  const owners = new Map(numbered.map(({ id, number }) => [number, id]));
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
