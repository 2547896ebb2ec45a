import { addQuantities } from '../../domain/pay/payLine.js';
import { ExternalSorter } from '../../store/externalSorter.js';
import type { DataRow } from '../dataSet.js';
import { JoinedExceptions } from './joinedExceptions.js';
import {
  CodeSums,
  codeField,
  DaySums,
  type PayCodeColumn,
  PayCodeColumns,
  PlaceSums,
  unitsOfLine,
} from './periodSums.js';
import type { ReportContext, RowsOfPerson } from './reportContext.js';
import { eachRow, numberField, textField } from './rowAccess.js';

/** The data of a person in the summary and the calendar. */
export interface PersonHours {
  readonly employee: DataRow;
  /** By {@link codeField}: minutes, times or days of a pay code. */
  readonly codeAmounts: Readonly<Record<string, number>>;
  /** Date, worked minutes and difference from the plan of each day. */
  readonly days: readonly DataRow[];
  /** Dates with an absence, from the file of absences. */
  readonly absentOn: readonly string[];
  /** Dates with a holiday for the person. */
  readonly holidays: readonly string[];
}

/** Sums of a field over all people; null if no row has a number. */
export type PeriodSums = Readonly<
  Record<'entries' | 'plannedMinutes' | 'workedMinutes' | 'differenceMinutes', number | null>
>;

/** Amounts of all people that are the same as their worked time. */
export interface EqualToWorked {
  readonly isPaid: boolean;
  readonly codes: readonly PayCodeColumn[];
}

/** The rows of one sheet, which can be iterated repeatedly. */
export type SheetOfRows = Iterable<DataRow>;

/**
 * All data about people in the monthly hours workbook, by name. People are processed once, one at a time. Rows are on
 * disk, sums in memory.
 */
export class HoursOfPeriod {
  readonly people: ExternalSorter<PersonHours>;
  readonly employeeDays: PagedRows;
  readonly plannedWorked: PagedRows;
  readonly clockChanges: PagedRows;
  readonly periodEdges: PagedRows;
  /** In the order of the work list. */
  readonly exceptions: PagedRows;
  readonly joinedExceptions = new JoinedExceptions();
  readonly byDay = new DaySums();
  readonly codes = new CodeSums();
  readonly places = new PlaceSums('establishment.name');
  readonly costCenters = new PlaceSums('costCenter');
  readonly payCodes = new PayCodeColumns();
  readonly #sums: { -readonly [field in keyof PeriodSums]: number | null } = {
    entries: null,
    plannedMinutes: null,
    workedMinutes: null,
    differenceMinutes: null,
  };
  #employees = 0;
  #hasAbsences = false;
  #hasAccounts = false;
  readonly #worked = new WorkedComparison();

  /** @param rowsPerSheet of employee days, and of planned and worked */
  constructor(context: ReportContext, rowsPerSheet: number) {
    this.people = new ExternalSorter();
    this.employeeDays = new PagedRows(rowsPerSheet);
    this.plannedWorked = new PagedRows(rowsPerSheet);
    this.clockChanges = new PagedRows();
    this.periodEdges = new PagedRows();
    this.exceptions = new PagedRows();
    for (const row of eachRow(context.model, 'exceptions')) {
      this.exceptions.add(row);
      this.joinedExceptions.add(row);
    }
    for (const person of context.people) this.#add(person);
  }

  /** The number of people with planned or worked time. */
  get employees(): number {
    return this.#employees;
  }

  get hasAbsences(): boolean {
    return this.#hasAbsences;
  }

  /** Whether anyone has an hours account. */
  get hasAccounts(): boolean {
    return this.#hasAccounts;
  }

  /** What is equal to the worked time of every person; nothing, if there are no people. */
  equalToWorked(codes: readonly PayCodeColumn[]): EqualToWorked {
    if (this.#employees === 0) return { isPaid: false, codes: [] };
    const isEqual = (field: string) => this.#worked.equals(field);
    const base = codes.filter(({ unit, isOnTop }) => unit === 'minutes' && !isOnTop);
    return { isPaid: isEqual(PAID), codes: base.filter((code) => isEqual(codeField(code))) };
  }

  get sums(): PeriodSums {
    return this.#sums;
  }

  close(): void {
    this.people.close();
    const { employeeDays, plannedWorked, clockChanges, periodEdges, exceptions } = this;
    for (const rows of [employeeDays, plannedWorked, clockChanges, periodEdges, exceptions]) rows.close();
  }

  #add({ id, rowsOf }: RowsOfPerson): void {
    const days: DataRow[] = [];
    for (const row of rowsOf('employee-days')) {
      this.employeeDays.add(row);
      this.byDay.add(row);
      days.push(pickFields(row, ['date', 'workedMinutes', 'differenceMinutes']));
    }
    for (const row of rowsOf('planned-worked')) this.plannedWorked.add(row);
    for (const row of rowsOf('clock-changes')) this.clockChanges.add(row);
    for (const row of rowsOf('period-edges')) this.periodEdges.add(row);
    const codeAmounts: Record<string, number> = {};
    const absentOn = new Set<string>();
    for (const row of rowsOf('pay-lines')) {
      this.codes.add(row);
      this.places.add(row);
      this.costCenters.add(row);
      this.payCodes.add(row, id);
      if (textField(row, 'kind') === 'absence') absentOn.add(textField(row, 'date'));
      for (const { unit, amount } of unitsOfLine(row)) {
        const field = codeField({ code: textField(row, 'payCode'), unit });
        codeAmounts[field] = addQuantities(codeAmounts[field] ?? 0, amount);
      }
    }
    if (absentOn.size > 0) this.#hasAbsences = true;
    const [account] = rowsOf('accounts');
    if (account !== undefined) this.#hasAccounts = true;
    for (const row of rowsOf('employees')) {
      // A rehired person has two payroll IDs, and the sheet shows both.
      const employee = {
        ...row,
        'employee.number': row.numbers ?? row['employee.number'] ?? null,
        accountBefore: account?.beforeMinutes ?? null,
        accountAfter: account?.balanceMinutes ?? null,
      };
      this.#employees += 1;
      for (const field of ['entries', 'plannedMinutes', 'workedMinutes', 'differenceMinutes'] as const) {
        const value = numberField(employee, field);
        if (value !== null) this.#sums[field] = (this.#sums[field] ?? 0) + value;
      }
      const paid = numberField(employee, 'paidMinutes') ?? 0;
      this.#worked.compare(numberField(employee, 'workedMinutes') ?? 0, { ...codeAmounts, [PAID]: paid });
      const holidays = textField(employee, 'holidayDates').split('; ');
      this.people.add('', { employee, codeAmounts, days, absentOn: [...absentOn], holidays });
    }
  }
}

function pickFields(row: DataRow, fields: readonly string[]): DataRow {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

const PAID = 'paid';

/** Compares amounts with the worked time of one person after the other. */
class WorkedComparison {
  /** Of how many people with worked time an amount is equal to it. */
  readonly #equal = new Map<string, number>();
  readonly #different = new Set<string>();
  #people = 0;

  compare(workedMinutes: number, amounts: Readonly<Record<string, number>>): void {
    if (workedMinutes !== 0) this.#people += 1;
    for (const [field, amount] of Object.entries(amounts)) {
      if (amount !== workedMinutes) this.#different.add(field);
      else if (amount !== 0) this.#equal.set(field, (this.#equal.get(field) ?? 0) + 1);
    }
  }

  equals(field: string): boolean {
    return !this.#different.has(field) && this.#equal.get(field) === this.#people;
  }
}

/** Rows in their original order, split into sheets; a single page, possibly empty, if they fit. */
export class PagedRows {
  readonly #rowsPerPage: number;
  readonly #pages: ExternalSorter<DataRow>[];
  #onLast = 0;
  #count = 0;

  constructor(rowsPerPage = Number.POSITIVE_INFINITY) {
    this.#rowsPerPage = rowsPerPage;
    this.#pages = [new ExternalSorter()];
  }

  get count(): number {
    return this.#count;
  }

  get pages(): readonly SheetOfRows[] {
    return this.#pages;
  }

  /** All rows as one page. */
  get whole(): SheetOfRows {
    const pages = this.#pages;
    return {
      *[Symbol.iterator]() {
        for (const page of pages) yield* page;
      },
    };
  }

  add(row: DataRow): void {
    if (this.#onLast === this.#rowsPerPage) {
      this.#pages.push(new ExternalSorter());
      this.#onLast = 0;
    }
    this.#pages.at(-1)?.add('', row);
    this.#onLast += 1;
    this.#count += 1;
  }

  close(): void {
    for (const page of this.#pages) page.close();
  }
}
