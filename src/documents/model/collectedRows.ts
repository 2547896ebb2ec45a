import type { ComputedWork, PeriodFrame } from '../../domain/computed/computedPeriod.js';
import { parseStamp } from '../../domain/time/stamp.js';
import { readSorted } from '../../store/externalSorter.js';
import { SpillTable } from '../../store/spillTable.js';
import type { DataRow, DataSet, Scalar } from '../dataSet.js';
import type { PersonOfModel, RowsByPerson } from '../templateModel.js';
import { accountDaysSet, accountsSet } from './accountSets.js';
import { agencyDaysSet, calendarSet, type Day, DayTotals, employeeDaysSet } from './daySets.js';
import { employeesSet } from './employeesSet.js';
import { clockChangesSet, entriesSet, periodEdgesSet, plannedWorkedSet } from './entrySets.js';
import { blankRow, type ColumnarSet } from './fieldDefinition.js';
import { buildLookups, type Lookups, type SetInput } from './modelLookups.js';
import { payLinesSet } from './payLinesSet.js';
import { weeksSet } from './weeksSet.js';

interface EmployeeSet {
  readonly make: (input: SetInput, find: Lookups) => ColumnarSet;
  /** Entries of the period are ordered by start; other sets by employee. */
  readonly isByStart: boolean;
}

/** The data sets with rows of single employees, in the order in which templates list them. */
const EMPLOYEE_SETS: ReadonlyMap<string, EmployeeSet> = new Map([
  ['entries', { make: entriesSet, isByStart: true }],
  ['employee-days', { make: employeeDaysSet, isByStart: false }],
  ['employees', { make: employeesSet, isByStart: false }],
  ['agency-days', { make: agencyDaysSet, isByStart: false }],
  ['pay-lines', { make: payLinesSet, isByStart: false }],
  ['planned-worked', { make: plannedWorkedSet, isByStart: false }],
  ['calendar', { make: calendarSet, isByStart: false }],
  ['clock-changes', { make: clockChangesSet, isByStart: true }],
  ['period-edges', { make: periodEdgesSet, isByStart: true }],
  ['weeks', { make: weeksSet, isByStart: false }],
  ['accounts', { make: accountsSet, isByStart: false }],
  ['account-days', { make: accountDaysSet, isByStart: false }],
]);

/** The data set that sums up the days of all employees. */
const DAYS = 'days';

export const COLLECTED_SETS: ReadonlySet<string> = new Set([...EMPLOYEE_SETS.keys(), DAYS]);

/**
 * Rows of data sets about employees. They are recorded while the employees of a period are computed one at a time, and
 * can then be read in any order and any number of times. Large amounts are on disk.
 */
export class CollectedRows {
  readonly #frame: PeriodFrame;
  readonly #find: Lookups;
  readonly #wanted: ReadonlySet<string>;
  readonly #kept = new SpillTable();
  readonly #ids: (string | null)[] = [];
  readonly #days: DayTotals | undefined;
  readonly #fields = new Map<string, readonly string[]>();
  readonly #blanks = new Map<string, DataRow>();

  /** @param wanted names of data sets; the rows of others cannot be read */
  constructor(frame: PeriodFrame, wanted: ReadonlySet<string>) {
    this.#frame = frame;
    this.#find = buildLookups(frame);
    this.#wanted = wanted;
    this.#days = wanted.has(DAYS) ? new DayTotals(frame) : undefined;
    for (const name of EMPLOYEE_SETS.keys())
      this.#fields.set(
        name,
        this.#emptySet(name).fields.map((field) => field.name),
      );
  }

  /** Each employee once; null for work without an employee. */
  add(id: string | null, work: ComputedWork): void {
    for (const name of EMPLOYEE_SETS.keys()) {
      if (!this.#wanted.has(name)) continue;
      const packed = packedColumns(this.#made(name, work).columns());
      if (packed !== undefined) this.#kept.put(name, this.#ids.length, packed);
    }
    if (id !== null) this.#days?.add(work.timesheet);
    this.#ids.push(id);
  }

  /** Sums of all employees by day. */
  days(): readonly Day[] {
    if (this.#days === undefined) throw notCollected(DAYS);
    return this.#days.all();
  }

  /** The data sets with the rows of all employees, or of some. */
  dataSets(only?: ReadonlySet<string>): DataSet[] {
    const places = [...this.#ids.entries()].filter(([, id]) => id === null || (only?.has(id) ?? true));
    return [...EMPLOYEE_SETS].map(([name, { isByStart }]) => {
      const reader = (fields: readonly string[]) => ({
        [Symbol.iterator]: () => {
          const inTurn = this.#rowsAt(
            name,
            places.map(([place]) => place),
            isByStart ? [...new Set([...fields, ...START_FIELDS])] : fields,
          );
          return isByStart ? readSorted(inTurn, startKey) : inTurn;
        },
      });
      const set = this.#emptySet(name);
      return { ...set, rows: reader(set.fields.map((field) => field.name)), rowsWith: reader };
    });
  }

  /** The same rows, one employee at a time. */
  byPerson(only?: ReadonlySet<string>): RowsByPerson {
    const places = new Map(this.#ids.map((id, place) => [id, place]));
    const ids = this.#ids.filter((id) => id === null || (only?.has(id) ?? true));
    return {
      people: ids.map((id) => this.#nameOf(id)),
      rowsOf: (id) => (name) => {
        const [set, place] = [EMPLOYEE_SETS.get(name), places.get(id)];
        if (set === undefined || place === undefined) return [];
        const rows = { [Symbol.iterator]: () => this.#rowsAt(name, [place], this.#fields.get(name) ?? []) };
        return set.isByStart ? readSorted(rows, startKey) : rows;
      },
    };
  }

  close(): void {
    this.#kept.close();
  }

  /** The data set of one employee's work. */
  #made(name: string, work: ComputedWork): ColumnarSet {
    const set = EMPLOYEE_SETS.get(name);
    if (set === undefined) throw new Error(`there is no data set ${name} about employees`);
    return set.make(new WorkInput(this.#frame, work), this.#find);
  }

  /** All fields are wanted once per person. */
  #blankRow(name: string, fields: readonly string[]): DataRow {
    if (fields !== this.#fields.get(name)) return blankRow(fields);
    const known = this.#blanks.get(name) ?? blankRow(fields);
    this.#blanks.set(name, known);
    return known;
  }

  #emptySet(name: string): DataSet {
    const { columns: _, ...set } = this.#made(name, noWork(this.#frame));
    return set;
  }

  #nameOf(id: string | null): PersonOfModel {
    const { lastName, firstName } = this.#find.person(id) ?? {};
    return { id, lastName: lastName ?? '', firstName: firstName ?? '' };
  }

  *#rowsAt(name: string, places: readonly number[], fields: readonly string[]): Generator<DataRow> {
    if (!this.#wanted.has(name)) throw notCollected(name);
    const all = this.#fields.get(name) ?? [];
    const columns = fields.map((field) => [field, all.indexOf(field)] as const);
    const blank = this.#blankRow(name, fields);
    for (const place of places) {
      const packed = this.#kept.get(name, place);
      if (packed !== undefined) yield* unpackedRows(packed, columns, blank);
    }
  }
}

function notCollected(dataSet: string): Error {
  return new Error(`the rows of ${dataSet} were not collected`);
}

/** A value that all rows of the employee have, or one of each row. */
type PackedColumn = Scalar | readonly Scalar[];

/** By column, because most columns have one value for all rows of an employee; undefined without rows. */
function packedColumns(columns: readonly (readonly Scalar[])[]): string | undefined {
  const [first = []] = columns;
  if (first.length === 0) return undefined;
  const packed = columns.map((values): PackedColumn => {
    const [value = null] = values;
    return values.every((other) => other === value) ? value : values;
  });
  return JSON.stringify([first.length, packed]);
}

function* unpackedRows(
  packed: string,
  columns: readonly (readonly [field: string, index: number])[],
  blank: DataRow,
): Generator<DataRow> {
  const [count, values]: [number, readonly PackedColumn[]] = JSON.parse(packed);
  for (let number = 0; number < count; number += 1) {
    const row: Record<string, Scalar> = { ...blank };
    for (const [field, index] of columns) {
      const column = values[index] ?? null;
      row[field] = typeof column === 'object' && column !== null ? (column[number] ?? null) : column;
    }
    yield row;
  }
}

const START_FIELDS = ['entry.startsAt', 'entry.id'];

/** Sorts by instant, then by ID; seconds since the year 1 have fewer than 12 digits. */
function startKey(row: DataRow): string {
  const stamp = parseStamp(String(row['entry.startsAt']));
  const seconds = typeof stamp === 'string' ? 0 : stamp.epochSeconds;
  return `${String(seconds + 100_000_000_000).padStart(13, '0')} ${row['entry.id']}`;
}

/**
 * Pay is computed only for the sets that use it. A class: an object literal with an accessor would keep each person's
 * work in memory (see `PersonWork`).
 */
class WorkInput implements SetInput {
  readonly run: SetInput['run'];
  readonly period: SetInput['period'];
  readonly policy: SetInput['policy'];
  readonly payCodes: SetInput['payCodes'];
  readonly costCenters: SetInput['costCenters'];
  readonly mapping: SetInput['mapping'];
  readonly data: SetInput['data'];
  readonly relatedShifts: SetInput['relatedShifts'];
  readonly timesheet: SetInput['timesheet'];
  readonly holidayOn: SetInput['holidayOn'];
  readonly workingTime: SetInput['workingTime'];
  readonly #work: ComputedWork;

  constructor(frame: PeriodFrame, work: ComputedWork) {
    this.run = frame.run;
    this.period = frame.period;
    this.policy = frame.policy;
    this.payCodes = frame.payCodes;
    this.costCenters = frame.costCenters;
    this.mapping = frame.mapping;
    this.data = work.data;
    this.relatedShifts = work.relatedShifts;
    this.timesheet = work.timesheet;
    this.holidayOn = work.holidayOn;
    this.workingTime = work.workingTime;
    this.#work = work;
  }

  get pay(): SetInput['pay'] {
    return this.#work.pay;
  }

  get account(): SetInput['account'] {
    return this.#work.account;
  }
}

/** Used only for its fields. */
function noWork({ data, period, policy }: PeriodFrame): ComputedWork {
  const { hasPlanning, ...facts } = data;
  const none = { exported: [], outside: [], agency: [], excluded: [], days: [], agencyDays: [] };
  return {
    data: { ...facts, entries: [], shifts: hasPlanning ? [] : null },
    relatedShifts: [],
    timesheet: { period, policy, ...none },
    pay: { lines: [], outsideLines: [], entries: [] },
    holidayOn: () => undefined,
  };
}
