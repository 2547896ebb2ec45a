import type { LineKey, WrittenRow } from './exportedLine.js';

/** What belongs to rows of templates. Names of rows are long, so none is copied into a key. */
export class ByRow<Value> {
  readonly #templates = new Map<string, Map<string, Value>>();

  get({ template, row }: Pick<WrittenRow, 'template' | 'row'>): Value | undefined {
    return this.#templates.get(template)?.get(row);
  }

  set({ template, row }: Pick<WrittenRow, 'template' | 'row'>, value: Value): void {
    const rows = this.#templates.get(template) ?? new Map<string, Value>();
    this.#templates.set(template, rows.set(row, value));
  }

  *values(): Iterable<Value> {
    for (const rows of this.#templates.values()) yield* rows.values();
  }
}

/** Lines row by row, in the order in which they come. */
export function linesByRow<Line extends LineKey>(lines: Iterable<Line>): ByRow<Line[]> {
  const rows = new ByRow<Line[]>();
  for (const line of lines) {
    const mine = rows.get(line);
    if (mine === undefined) rows.set(line, [line]);
    else mine.push(line);
  }
  return rows;
}

/** The key of a line within its row. */
export function keyInRow({ employeeId, date, payCode, establishment, costCenter, unit }: LineKey): string {
  return JSON.stringify([employeeId, date, payCode, establishment, costCenter, unit]);
}
