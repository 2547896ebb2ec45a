import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import type { ColumnsOn, ExtraColumns } from '../mapping/employeeRows.js';
import type { Days } from '../period/repeatingPeriod.js';
import { addDays, type LocalDate, parseLocalDate } from '../time/localDate.js';
import type { CompiledRule } from './compiledRules.js';
import type { Limit, OverLimits } from './payRules.js';

/** Further columns of an employee's row in the mapping file; undefined if the file has no such row. */
export type Columns = ExtraColumns | undefined;

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

/**
 * Whether a person's contract lasts on a day; open ends are never reached. On a day without a row it does not if the rows
 * before and after it say so: a person whose first row begins with the contract had none before.
 * @throws PaytallyError MAPPING_INVALID
 */
export function isInContract(
  { employeeId, columnsOn }: { readonly employeeId: string; readonly columnsOn: ColumnsOn },
  date: LocalDate,
): boolean {
  const own = columnsOn(date);
  const rows = own === undefined ? (columnsOn.around?.(date) ?? []) : [own];
  return rows.length === 0 || rows.some((columns) => lastsOn({ employeeId, columns }, date));
}

function lastsOn(contract: Pick<ColumnSource, 'employeeId' | 'columns'>, date: LocalDate): boolean {
  const [first, last] = [contractDate(contract, 'contractFrom'), contractDate(contract, 'contractTo')];
  return (first === undefined || date >= first) && (last === undefined || date <= last);
}

/** A column of the mapping that cannot be used. */
export function unreadableColumn(
  id: 'csv.notMinutes' | 'csv.notSignedMinutes' | 'csv.notDate' | 'csv.notDayMinutes' | 'csv.notWeekdays',
  column: string,
  value: string,
  employeeId: string,
): PaytallyError {
  const values = { column, employee: employeeId, value: JSON.stringify(value) };
  return new PaytallyError('MAPPING_INVALID', message(id, values), { record: employeeId });
}

/** Limits of one person in whole minutes, by scope; undefined without a limit. */
export type EmployeeRuleLimits = Readonly<Record<keyof OverLimits, number | undefined>>;

/** The limits of the columns of one row. */
export interface RowLimits {
  readonly of: ReadonlyMap<CompiledRule, EmployeeRuleLimits>;
  /** The minutes of a day or week after which overtime begins; infinite without a limit. */
  readonly least: Readonly<Record<'day' | 'week', number>>;
}

/** The columns of the last of these days on which the employee has a row. */
export function lastColumnsIn({ from, to }: Days, columnsOn: ColumnsOn): Columns {
  for (let date = to; date >= from; date = addDays(date, -1)) {
    const columns = columnsOn(date);
    if (columns !== undefined) return columns;
  }
  return undefined;
}

/**
 * The limits of overtime rules for one employee, by the row of the day. Limits from the mapping are never guessed: on
 * days without a row or value there are none.
 */
export class EmployeeLimits {
  /** Whether a rule limits the minutes of a day or week. */
  readonly hasLimit: Readonly<Record<'day' | 'week', boolean>>;
  readonly #rules: readonly CompiledRule[];
  readonly #employeeId: string;
  readonly #columnsOn: ColumnsOn;
  readonly #known = new Map<Columns, RowLimits>();

  constructor(rules: readonly CompiledRule[], employeeId: string, columnsOn: ColumnsOn) {
    this.#rules = rules.filter(({ over }) => over !== undefined);
    this.#employeeId = employeeId;
    this.#columnsOn = columnsOn;
    const limits = (unit: 'day' | 'week') => this.#rules.some(({ over }) => over?.[unit] !== undefined);
    this.hasLimit = { day: limits('day'), week: limits('week') };
  }

  /** @throws PaytallyError MAPPING_INVALID if a column is missing or its value is not a number */
  on(date: LocalDate): RowLimits {
    return this.#limitsIn(this.#columnsOn(date));
  }

  /** The limits of the week's last day inside the person's rows. @throws PaytallyError MAPPING_INVALID */
  ofWeek(firstDay: LocalDate): RowLimits {
    const week = { from: firstDay, to: addDays(firstDay, 6) };
    return this.#limitsIn(lastColumnsIn(week, this.#columnsOn));
  }

  #limitsIn(columns: Columns): RowLimits {
    const known = this.#known.get(columns);
    if (known !== undefined) return known;
    const limits = rowLimits(this.#rules, { employeeId: this.#employeeId, columns });
    this.#known.set(columns, limits);
    return limits;
  }
}

function rowLimits(rules: readonly CompiledRule[], person: Omit<ColumnSource, 'path'>): RowLimits {
  const limits = new Map<CompiledRule, EmployeeRuleLimits>();
  for (const rule of rules) {
    const { over = {}, path } = rule;
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
