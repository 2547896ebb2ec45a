import { addQuantities } from '../../domain/pay/payLine.js';
import type { DataRow } from '../dataSet.js';
import { type CodeLine, CodeSums, codeField, PayCodeColumns, unitsOfLine } from '../reports/periodSums.js';
import type { RowsOfPerson } from '../reports/reportContext.js';
import { numberField, textField } from '../reports/rowAccess.js';

/** The amount of a pay code in one unit: of all people, for each kind of pay lines. */
export interface CodeTotal extends CodeLine {
  /** Its place among the columns of a table, from 1: premiums come last. */
  readonly columnOrder: number;
  /** Whether it is the first premium in that order. */
  readonly startsPremiums: boolean;
  /** Whether every person's amount is the worked time. */
  readonly equalsWorked: boolean;
}

/** The same of one person. */
export interface EmployeeCode extends Pick<CodeLine, 'code' | 'label' | 'unit' | 'amount'> {
  /** A row of `employees`. */
  readonly employee: DataRow;
}

export interface CodeTotals {
  /** Hours first: paid time, premiums, then what is not worked; times and days last. */
  readonly codes: readonly CodeTotal[];
  readonly ofEmployees: readonly EmployeeCode[];
}

type OwnCodes = Map<string, Omit<EmployeeCode, 'employee'>>;

/** Adds up the pay lines of a run, one person after the other. */
export function codeTotals(people: Iterable<RowsOfPerson>): CodeTotals {
  const sums = new CodeSums();
  const columns = new PayCodeColumns();
  const worked = new WorkedComparison();
  const ofEmployees: EmployeeCode[] = [];
  for (const { id, rowsOf } of people) {
    const own: OwnCodes = new Map();
    for (const line of rowsOf('pay-lines')) {
      sums.add(line);
      columns.add(line, id);
      addOwn(own, line);
    }
    const [employee] = rowsOf('employees');
    if (employee === undefined) continue;
    worked.compare(numberField(employee, 'workedMinutes') ?? 0, own);
    for (const amount of own.values()) ofEmployees.push({ ...amount, employee });
  }
  const ordered = columns.columns([]);
  const order = ordered.map(codeField);
  const firstPremium = order[ordered.findIndex(({ isOnTop }) => isOnTop)];
  const codes = sums.lines().map((line): CodeTotal => {
    const key = codeField(line);
    return {
      ...line,
      columnOrder: order.indexOf(key) + 1,
      startsPremiums: key === firstPremium,
      equalsWorked: line.unit === 'minutes' && line.kind !== 'loading' && worked.equals(key),
    };
  });
  return { codes, ofEmployees };
}

function addOwn(own: OwnCodes, line: DataRow): void {
  const code = textField(line, 'payCode');
  const label = textField(line, 'payCodeLabel') || code;
  for (const { unit, amount } of unitsOfLine(line)) {
    const key = codeField({ code, unit });
    own.set(key, { code, label, unit, amount: addQuantities(own.get(key)?.amount ?? 0, amount) });
  }
}

/** Compares amounts with the worked time of one person after the other. */
class WorkedComparison {
  /** Of how many people with worked time an amount is equal to it. */
  readonly #equal = new Map<string, number>();
  readonly #different = new Set<string>();
  #people = 0;

  compare(workedMinutes: number, amounts: ReadonlyMap<string, { readonly amount: number }>): void {
    if (workedMinutes !== 0) this.#people += 1;
    for (const [key, { amount }] of amounts) {
      if (amount !== workedMinutes) this.#different.add(key);
      else if (amount !== 0) this.#equal.set(key, (this.#equal.get(key) ?? 0) + 1);
    }
  }

  equals(key: string): boolean {
    return !this.#different.has(key) && this.#equal.get(key) === this.#people;
  }
}
