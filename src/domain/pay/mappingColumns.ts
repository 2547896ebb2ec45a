import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { type LocalDate, parseLocalDate } from '../time/localDate.js';
import type { CompiledRule } from './compiledRules.js';
import type { Limit, OverLimits } from './payRules.js';

/** Further columns of an employee's row in the mapping file; undefined if the file has no such row. */
type Columns = Readonly<Record<string, string>> | undefined;

/** The further columns of an employee's row in the mapping file; undefined if the file has no such row. */
export type ColumnsOf = (employeeId: string) => Columns;

/** The employee of a row, and the rule that uses it (`payRules.base[1]`). */
export interface ColumnSource {
  readonly employeeId: string;
  readonly columns: Columns;
  readonly path: string;
}

/**
 * Minutes of a limit: a number, or a column's value times a ratio, rounded down; undefined for employees without a row
 * or value. @throws PaytallyError MAPPING_INVALID
 */
export function limitMinutes(limit: Limit | undefined, question: ColumnSource): number | undefined {
  if (typeof limit !== 'object') return limit;
  const value = columnMinutes(limit.column, question);
  // Ratios have few decimals: 2400 × 1.1 is 2640, not 2640.0000000000005 and not 2639.9.
  return value === undefined ? undefined : Math.floor(Number((value * limit.ratio).toFixed(6)));
}

/** Whole minutes of a column; undefined for employees without a row or value. @throws PaytallyError MAPPING_INVALID */
export function columnMinutes(
  column: string,
  { employeeId, columns, path }: ColumnSource,
): number | undefined {
  if (columns === undefined) return undefined;
  const value = Object.hasOwn(columns, column) ? columns[column]?.trim() : undefined;
  if (value === undefined) {
    throw new PaytallyError('MAPPING_INVALID', message('csv.columnUnknown', { rule: path, column }), {
      record: `${path}.over`,
    });
  }
  if (value === '') return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  throw unreadableColumn('csv.notMinutes', column, value, employeeId);
}

/** A day of the contract; undefined if the column is missing or empty. @throws PaytallyError MAPPING_INVALID */
export function contractDate(
  { employeeId, columns }: Pick<ColumnSource, 'employeeId' | 'columns'>,
  column: 'contractFrom' | 'contractTo',
): LocalDate | undefined {
  const text = columns?.[column]?.trim() ?? '';
  const date = parseLocalDate(text);
  if (text === '' || date !== undefined) return date;
  throw unreadableColumn('csv.notDate', column, text, employeeId);
}

/** A column of the mapping that cannot be used. */
export function unreadableColumn(
  id: 'csv.notMinutes' | 'csv.notDate' | 'csv.notDayMinutes' | 'csv.notWeekdays',
  column: string,
  value: string,
  employeeId: string,
): PaytallyError {
  const values = { column, employee: employeeId, value: JSON.stringify(value) };
  return new PaytallyError('MAPPING_INVALID', message(id, values), { record: employeeId });
}

/** Limits of one person in whole minutes, by scope; undefined without a limit. */
export type EmployeeRuleLimits = Readonly<Record<keyof OverLimits, number | undefined>>;

/** The limits of one person. */
export interface EmployeeLimits {
  readonly of: ReadonlyMap<CompiledRule, EmployeeRuleLimits>;
  /** The minutes of a day or week after which overtime begins; infinite without a limit. */
  readonly least: Readonly<Record<'day' | 'week', number>>;
}

/**
 * The limits of overtime rules for one employee. Limits from the mapping are never guessed: employees without a row or
 * value have none.
 * @throws PaytallyError MAPPING_INVALID if the column is missing or its value is not a number
 */
export function employeeLimits(
  rules: readonly CompiledRule[],
  person: Omit<ColumnSource, 'path'>,
): EmployeeLimits {
  const limits = new Map<CompiledRule, EmployeeRuleLimits>();
  for (const rule of rules) {
    const { over, path } = rule;
    if (over === undefined) continue;
    const own = (unit: keyof OverLimits): number | undefined => limitMinutes(over[unit], { ...person, path });
    limits.set(rule, {
      day: own('day'),
      week: own('week'),
      average: own('average'),
      reference: own('reference'),
    });
  }
  const least = (unit: 'day' | 'week'): number =>
    Math.min(...[...limits.values()].map((own) => own[unit] ?? Number.POSITIVE_INFINITY));
  return { of: limits, least: { day: least('day'), week: least('week') } };
}
