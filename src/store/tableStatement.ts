import type { StatementSyncInstance } from '@photostructure/sqlite';

/**
 * A statement whose rows are taken as lists and named here. For a row with names the driver calls back into JavaScript,
 * and where Ctrl-C ends the work at that moment it aborts the whole process (@photostructure/sqlite 1.2.1).
 */
export class TableStatement {
  readonly #statement: StatementSyncInstance;
  #names: readonly string[] | undefined;

  constructor(statement: StatementSyncInstance) {
    this.#statement = statement;
    statement.setReturnArrays(true);
  }

  /** All rows, each with the names of its columns. */
  all(values: Parameters<StatementSyncInstance['all']>): Record<string, unknown>[] {
    const rows = this.#statement.all(...values) as unknown as (readonly unknown[])[];
    const [first] = rows;
    if (first === undefined) return [];
    const names = this.#namesOf(first.length);
    return rows.map((row) => named(row, names));
  }

  /** The columns of `SELECT *` are known once the statement has run, and are others where the tables have changed. */
  #namesOf(columns: number): readonly string[] {
    const known = this.#names;
    if (known?.length === columns) return known;
    const names = this.#statement.columns().map(({ name }) => name);
    this.#names = names;
    return names;
  }
}

function named(values: readonly unknown[], names: readonly string[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [column, name] of names.entries()) row[name] = values[column];
  return row;
}
