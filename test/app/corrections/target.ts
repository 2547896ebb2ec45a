/*
 * A payroll system as docs/ledger.md describes it: what it has after it imported the files of a template, in order. It
 * knows nothing of the ledger. A row is known by its texts; amounts are whole hundredths of hours, minutes or counts.
 */

/** How the system imports a file. */
export type Takes = 'adds' | 'replaces-row' | 'replaces-person' | 'replaces-period';

export interface TargetRow {
  /** The employee's payroll ID. */
  readonly person: string;
  /** All texts by which the system knows the amount, the employee's included. */
  readonly key: string;
  readonly amount: number;
}

export class Target {
  readonly #periods = new Map<string, Map<string, { person: string; amount: number }>>();

  constructor(readonly takes: Takes) {}

  /** @param period of the file: of its final, if its amounts replace others */
  import(period: string, rows: readonly TargetRow[]): void {
    const held = this.#periods.get(period) ?? new Map<string, { person: string; amount: number }>();
    this.#periods.set(period, held);
    const people = new Set(rows.map(({ person }) => person));
    const keys = new Set(rows.map(({ key }) => key));
    for (const [key, { person }] of [...held]) {
      const isReplaced =
        this.takes === 'replaces-period' ||
        (this.takes === 'replaces-person' && people.has(person)) ||
        (this.takes === 'replaces-row' && keys.has(key));
      if (isReplaced) held.delete(key);
    }
    for (const { person, key, amount } of rows)
      held.set(key, { person, amount: (held.get(key)?.amount ?? 0) + amount });
  }

  /** What it pays in sum, without zeros. @param keyOf as the comparison needs it */
  pays(keyOf: (key: string) => string = (key) => key): Record<string, number> {
    const sums = new Map<string, number>();
    for (const held of this.#periods.values())
      for (const [key, { amount }] of held) sums.set(keyOf(key), (sums.get(keyOf(key)) ?? 0) + amount);
    return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).sort());
  }
}
