import type { PayrollTarget } from '../../../src/documents/text/textTemplate.js';
import { must, type ReadFile } from '../readLine.js';

/** Amounts by `person|code`, in the system's own smallest unit. */
export type Amounts = ReadonlyMap<string, number>;

/** A payroll system as its template declares it: the effect of an import on a period that already has amounts. */
export class PayrollSystem {
  readonly #periods = new Map<string, Map<string, number>>();

  constructor(readonly takes: Exclude<PayrollTarget['takes'], 'unknown'>) {}

  /** The system's amounts in one period. */
  held(period: string): Map<string, number> {
    const known = this.#periods.get(period) ?? new Map<string, number>();
    this.#periods.set(period, known);
    return known;
  }

  /** A file, as the system's own reader reads it. */
  import(period: string, { lines }: ReadFile): void {
    const inFile = new Map<string, number>();
    for (const { employee, code, units } of lines) {
      const key = keyOf(employee, code);
      // A zero replaces too.
      inFile.set(key, (inFile.get(key) ?? 0) + units);
    }
    const held = this.held(period);
    for (const key of [...held.keys()]) if (this.#replaces(key, inFile)) held.delete(key);
    for (const [key, units] of inFile) add(held, key, units);
  }

  /** A typed entry: a difference from the current amount. */
  type(period: string, key: string, units: number): void {
    must(Number.isInteger(units), `${units} units of ${key}`);
    add(this.held(period), key, units);
  }

  #replaces(key: string, inFile: Amounts): boolean {
    const personOf = (each: string) => each.slice(0, each.indexOf('|'));
    switch (this.takes) {
      case 'adds':
        return false;
      case 'replaces-row':
        return inFile.has(key);
      case 'replaces-person':
        return [...inFile.keys()].some((each) => personOf(each) === personOf(key));
      case 'replaces-period':
        return true;
    }
  }
}

/** Fixed widths are filled with zeros, which the systems do not count. */
export function keyOf(employee: string, code: string): string {
  return `${employee.replace(/^0+/, '')}|${code.replace(/^0+/, '')}`;
}

function add(amounts: Map<string, number>, key: string, units: number): void {
  const sum = (amounts.get(key) ?? 0) + units;
  if (sum === 0) amounts.delete(key);
  else amounts.set(key, sum);
}
