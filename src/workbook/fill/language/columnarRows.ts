import type { DataRow, Scalar } from '../../model.js';

/** Of a column with more different texts than this, further ones are kept one by one. */
const MOST_SHARED_TEXTS = 10_000;

/**
 * Rows that come one after the other, held by columns: only the fields that a template uses, equal texts once. What is
 * made of it looks like the rows, takes a fraction of their memory, and can be looked at in any order.
 */
export function columnarRows(rows: Iterable<DataRow>, fields: readonly string[]): DataRow[] {
  const columns = fields.map((field) => new Column(field));
  const View = viewOf(columns);
  const views: DataRow[] = [];
  for (const row of rows) {
    for (const column of columns) column.add(row);
    views.push(new View(views.length) as unknown as DataRow);
  }
  return views;
}

class Column {
  readonly values: Scalar[] = [];
  readonly #texts = new Map<string, string>();

  constructor(readonly field: string) {}

  add(row: DataRow): void {
    const value = row[this.field] ?? null;
    this.values.push(typeof value === 'string' ? this.#shared(value) : value);
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < MOST_SHARED_TEXTS) this.#texts.set(text, text);
    return text;
  }
}

/** A class of rows whose fields are looked up in the columns. */
function viewOf(columns: readonly Column[]): new (at: number) => object {
  class RowView {
    constructor(readonly at: number) {}
  }
  for (const { field, values } of columns) {
    Object.defineProperty(RowView.prototype, field, {
      get(this: RowView) {
        return values[this.at];
      },
    });
  }
  return RowView;
}
