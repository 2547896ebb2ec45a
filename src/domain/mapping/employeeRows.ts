import type { Days } from '../period/repeatingPeriod.js';
import { addDays, type LocalDate } from '../time/localDate.js';
import { employeesMeant, type MeantEmployees } from './employeesMeant.js';

/** Further columns of a row of the mapping file, by name. */
export type ExtraColumns = Readonly<Record<string, string>>;

/** What the mapping file says of an employee on the days of one row. */
export interface EmployeeRow {
  /** The first and the last day; null or absent if open. */
  readonly from?: LocalDate | null;
  readonly to?: LocalDate | null;
  /** The payroll ID; null if the cell is empty. */
  readonly number: string | null;
  readonly extra: ExtraColumns;
  /** As the file has them, for people whom the service no longer lists. */
  readonly firstName?: string | null;
  readonly lastName?: string | null;
}

/** The rows of one employee in the order of their days, which no two of them share. */
export type DatedRows = readonly EmployeeRow[];

/** The employees of a mapping file. */
export interface MappedEmployees {
  readonly extraColumns: readonly string[];
  readonly byId: ReadonlyMap<string, DatedRows>;
}

export const NO_MAPPING: MappedEmployees = { extraColumns: [], byId: new Map() };

/** The row of a day; undefined if the employee has none on it. */
export function rowOn(rows: DatedRows | undefined, date: LocalDate): EmployeeRow | undefined {
  return rows?.find((row) => startsBy(row, date) && lastsTo(row, date));
}

/** The columns that an employee has on a day; undefined without a row. */
export interface ColumnsOn {
  (date: LocalDate): ExtraColumns | undefined;
  /** Those of the last row before a day and of the first after it, as far as they exist. */
  readonly around?: (date: LocalDate) => readonly ExtraColumns[];
}

/** The columns that any employee has on a day. */
export interface ColumnsOf {
  (employeeId: string, date: LocalDate): ExtraColumns | undefined;
  readonly around?: (employeeId: string, date: LocalDate) => readonly ExtraColumns[];
}

export function columnsIn({ byId }: MappedEmployees): ColumnsOf {
  return Object.assign((id: string, date: LocalDate) => rowOn(byId.get(id), date)?.extra, {
    around: (id: string, date: LocalDate) => columnsAround(byId.get(id), date),
  });
}

/** The columns of one employee. */
export function columnsOfEmployee(employees: MappedEmployees, id: string): ColumnsOn {
  return columnsOfOne(columnsIn(employees), id);
}

export function columnsOfOne(columnsOf: ColumnsOf, id: string): ColumnsOn {
  const { around = () => [] } = columnsOf;
  return Object.assign((date: LocalDate) => columnsOf(id, date), {
    around: (date: LocalDate) => around(id, date),
  });
}

function columnsAround(rows: DatedRows = [], date: LocalDate): readonly ExtraColumns[] {
  const before = rows.findLast((row) => startsBy(row, date) && !lastsTo(row, date));
  const after = rows.find((row) => !startsBy(row, date));
  return [before, after].flatMap((row) => (row === undefined ? [] : [row.extra]));
}

/** The row of the last of these days that has one, as for a weekly limit. */
export function lastRowIn(rows: DatedRows | undefined, { from, to }: Days): EmployeeRow | undefined {
  return rows?.findLast((row) => startsBy(row, to) && lastsTo(row, from));
}

/**
 * The row by which a person is named in a period: that of the last day with one, else the next earlier, else the next
 * later one; without a period the newest.
 */
export function rowFor(
  rows: DatedRows | undefined,
  period: Pick<Days, 'to'> | undefined,
): EmployeeRow | undefined {
  if (period === undefined) return rows?.at(-1);
  return rows?.findLast((row) => startsBy(row, period.to)) ?? rows?.[0];
}

/** The rows with a day in a period, in order. */
export function rowsIn(rows: DatedRows | undefined, { from, to }: Days): DatedRows {
  return (rows ?? []).filter((row) => startsBy(row, to) && lastsTo(row, from));
}

/** The days of a period on which none of the rows holds, as spans in order. */
export function daysWithoutRow(rows: DatedRows, { from, to }: Days): Days[] {
  const found: Days[] = [];
  let next: LocalDate = from;
  for (const row of rowsIn(rows, { from, to })) {
    const own = daysOf(row, { from, to });
    if (own.from > next) found.push({ from: next, to: addDays(own.from, -1) });
    next = addDays(own.to, 1);
  }
  if (next <= to) found.push({ from: next, to });
  return found;
}

/** The days between the first and the last of the rows on which none holds. */
export function gapsBetween(rows: DatedRows): Days[] {
  return rows.slice(1).flatMap((row, index): Days[] => {
    const before = rows[index]?.to ?? null;
    if (before === null || (row.from ?? null) === null) return [];
    const gap = { from: addDays(before, 1), to: addDays(row.from ?? before, -1) };
    return gap.from <= gap.to ? [gap] : [];
  });
}

/** Where a row is in relation to a day: it holds, it is over, or it begins later. */
export function rowTime(row: EmployeeRow, today: LocalDate): 'now' | 'over' | 'later' {
  if (!startsBy(row, today)) return 'later';
  return lastsTo(row, today) ? 'now' : 'over';
}

/** The days of a row within a period. */
export function daysOf({ from, to }: Pick<EmployeeRow, 'from' | 'to'>, period: Days): Days {
  const [, first = period.from] = [from ?? period.from, period.from].sort();
  const [last = period.to] = [to ?? period.to, period.to].sort();
  return { from: first, to: last };
}

/** The different payroll IDs of rows, in the order of their days. */
export function numbersOf(rows: DatedRows | undefined): string[] {
  return [...new Set((rows ?? []).flatMap(({ number }) => number ?? []))];
}

/**
 * The employees who have a payroll ID on one of some days; if none has, those who have it on any day. A number that was
 * given to another person later is each one's on their own days.
 */
export function numberOwners({ byId }: MappedEmployees): NumberOwners {
  const owners = new Map<string, { readonly id: string; readonly row: EmployeeRow }[]>();
  for (const [id, rows] of byId)
    for (const row of rows)
      if (row.number !== null) owners.set(row.number, [...(owners.get(row.number) ?? []), { id, row }]);
  return (number, days, which = 'else-any-day') => {
    const all = owners.get(number) ?? [];
    const then = all.filter(({ row }) => rowsIn([row], days).length > 0);
    const found = then.length > 0 || which === 'these-days' ? then : all;
    return [...new Set(found.map(({ id }) => id))];
  };
}

type NumberOwners = (number: string, days: Days, which?: 'these-days' | 'else-any-day') => readonly string[];

/**
 * Who is meant by a text on some days: an employee by ID, or by the payroll ID of these days.
 * @param isKnown employees of the service, in addition to those of the mapping
 */
export function employeeFinder(
  mapping: MappedEmployees,
  isKnown: (id: string) => boolean = () => false,
): (text: string, days: Days) => MeantEmployees {
  const ownersOf = numberOwners(mapping);
  const byId = (id: string) => (mapping.byId.has(id) || isKnown(id) ? [id] : []);
  return (text, days) =>
    employeesMeant(text, {
      byId,
      // A payroll ID of other days does not make an ID ambiguous.
      byNumber: (number, isId) => ownersOf(number, days, isId ? 'these-days' : 'else-any-day'),
    });
}

/** Whether a row begins or ends on a date, so that another may hold before or after it. */
export function isDated({ from, to }: Pick<EmployeeRow, 'from' | 'to'>): boolean {
  return (from ?? to ?? null) !== null;
}

/** Two rows of one employee with a common day. */
export function shareDays(a: EmployeeRow, b: EmployeeRow): boolean {
  return isBy(a.from, b.to) && isBy(b.from, a.to);
}

/** By first day; a row that is open at its beginning comes first. */
export function byFirstDay({ from: a }: EmployeeRow, { from: b }: EmployeeRow): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}

function startsBy({ from }: EmployeeRow, date: LocalDate): boolean {
  return isBy(from, date);
}

function lastsTo({ to }: EmployeeRow, date: LocalDate): boolean {
  return isBy(date, to);
}

/** Whether one day is not after the other; open ends are beyond all days. */
function isBy(day: LocalDate | null | undefined, other: LocalDate | null | undefined): boolean {
  return (day ?? null) === null || (other ?? null) === null || String(day) <= String(other);
}
