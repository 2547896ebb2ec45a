import type { DataRow, FieldType, Scalar, WorkbookModel } from '../model.js';
import {
  type Band,
  type BandScope,
  type PlacedAxis,
  RowScope,
  type Selection,
  type SortKey,
} from './bands.js';
import { evaluateCondition } from './condition.js';
import type { GroupKey } from './placeholder.js';

/** A repetition of a band. */
interface BandInstance {
  readonly axis: PlacedAxis;
  readonly band: Band;
  readonly instance: number;
}

/** The rows of a model as bands select them: narrowed by the groups around, filtered, sorted, grouped. */
export class TemplateData {
  readonly #rows = new Map<string, readonly DataRow[]>();
  readonly #indexes = new Map<string, Map<string, DataRow[]>>();

  constructor(
    readonly model: WorkbookModel,
    readonly sortKeyOf: (text: string) => string,
    /** The fields that are looked at, once the template has been read. */
    readonly usedFields: ReadonlySet<string>,
    /** Reads a field in a format, by which groups are told apart. */
    readonly readKey?: (key: GroupKey, type: FieldType) => (row: DataRow) => Scalar,
  ) {}

  /** The rows of a data set; of one whose rows come one after the other what the template uses of them. */
  #rowsOf(dataSet: string): readonly DataRow[] {
    const known = this.#rows.get(dataSet);
    if (known) return known;
    const { rows = [], fields = [], rowsWith } = this.model.dataSets.get(dataSet) ?? {};
    const used = fields.map(({ name }) => name).filter((name) => this.usedFields.has(name));
    const found = Array.isArray(rows)
      ? (rows as readonly DataRow[])
      : columnarRows(rowsWith?.(used) ?? rows, used);
    this.#rows.set(dataSet, found);
    return found;
  }

  get run(): DataRow {
    return this.model.run;
  }

  /** A repetition for each row or group that a band repeats over, within an instance of the band around it. */
  scopes(selection: Selection, around?: BandInstance): readonly BandScope[] {
    const { groupBy: keys } = selection;
    const rows = this.#selected(selection, around);
    if (keys.length === 0) return rows.map((row, index) => new RowScope(row, index + 1));
    const groups = [...grouped(rows, this.#keyReaders(selection)).values()];
    return groups.map((own, index) => ({ rows: own, number: index + 1, isBlank: false }));
  }

  #selected({ dataSet, where, sortBy }: Selection, around: BandInstance | undefined): readonly DataRow[] {
    let rows = this.rowsWithin(dataSet, around);
    if (where) rows = rows.filter((row) => evaluateCondition(where, (field) => this.#value(row, field)));
    if (sortBy.length > 0) rows = [...rows].sort((a, b) => this.#compareRows(a, b, sortBy));
    return rows;
  }

  /** All rows of a set that belong to the groups around: the group's own rows, or those that share its keys. */
  rowsWithin(dataSet: string, around?: BandInstance): readonly DataRow[] {
    const keys = new Map<string, Scalar>();
    let at = around?.instance ?? 0;
    for (let band = around?.band; around && band; band = band.parent) {
      const selection = band.ownSelection;
      const { scopes, parentOf } = around.axis.placesOf(band);
      const rows = scopes[at]?.rows ?? [];
      if (selection?.dataSet === dataSet) return this.#narrow(rows, keys);
      for (const { field, filters } of selection?.keys ?? []) {
        if (filters.length === 0 && !keys.has(field)) keys.set(field, rows[0]?.[field] ?? null);
      }
      at = parentOf[at] ?? 0;
    }
    return this.#joined(dataSet, keys);
  }

  #keyReaders({ dataSet, keys }: Selection): ((row: DataRow) => Scalar)[] {
    const fields = this.model.dataSets.get(dataSet)?.fields ?? [];
    return keys.map((key) => {
      const type = fields.find(({ name }) => name === key.field)?.type;
      if (key.filters.length > 0 && this.readKey && type) return this.readKey(key, type);
      return (row) => row[key.field] ?? null;
    });
  }

  #narrow(rows: readonly DataRow[], keys: ReadonlyMap<string, Scalar>): readonly DataRow[] {
    if (keys.size === 0) return rows;
    return rows.filter((row) => [...keys].every(([field, value]) => !(field in row) || row[field] === value));
  }

  /** Finds all rows of a set that have given values in these fields. */
  finder(dataSet: string, fields: readonly string[]): (values: readonly Scalar[]) => readonly DataRow[] {
    const index = this.#index(dataSet, fields);
    return (values) => index.get(compositeKey(values)) ?? [];
  }

  #index(dataSet: string, fields: readonly string[]): ReadonlyMap<string, DataRow[]> {
    const name = JSON.stringify([dataSet, ...fields]);
    const index = this.#indexes.get(name) ?? indexed(this.#rowsOf(dataSet), fields);
    this.#indexes.set(name, index);
    return index;
  }

  #joined(dataSet: string, keys: ReadonlyMap<string, Scalar>): readonly DataRow[] {
    const set = this.model.dataSets.get(dataSet);
    const shared = [...keys.keys()].filter((key) => set?.fields.some((field) => field.name === key));
    if (!set || shared.length === 0) return this.#rowsOf(dataSet);
    return this.#index(dataSet, shared).get(compositeKey(shared.map((key) => keys.get(key) ?? null))) ?? [];
  }

  /** Texts that are sorted alike stay together by what they are, when all keys have been asked. */
  #compareRows(a: DataRow, b: DataRow, keys: readonly SortKey[]): number {
    const byKey: Compare = (one, other) =>
      typeof one === 'string' && typeof other === 'string'
        ? comparePlainly(this.sortKeyOf(one), this.sortKeyOf(other))
        : comparePlainly(one, other);
    return compareByKeys(a, b, keys, byKey) || compareByKeys(a, b, keys, comparePlainly);
  }

  #value(row: DataRow, field: string): Scalar {
    return row[field] ?? this.run[field] ?? null;
  }
}

/** Values as one text, unlike for unlike values: text says how long it is. */
function compositeKey(values: readonly Scalar[]): string {
  let key = '';
  for (const value of values) key += typeof value === 'string' ? `${value.length}:${value}` : `${value};`;
  return key;
}

/** Rows by the values of fields; groups come in the order of their first rows. */
function indexed(rows: readonly DataRow[], fields: readonly string[]): Map<string, DataRow[]> {
  return grouped(
    rows,
    fields.map((field) => (row: DataRow) => row[field] ?? null),
  );
}

function grouped(
  rows: readonly DataRow[],
  keys: readonly ((row: DataRow) => Scalar)[],
): Map<string, DataRow[]> {
  const groups = new Map<string, DataRow[]>();
  for (const row of rows) {
    const key = compositeKey(keys.map((of) => of(row)));
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

type Compare = (a: Scalar, b: Scalar) => number;

function compareByKeys(a: DataRow, b: DataRow, keys: readonly SortKey[], compare: Compare): number {
  for (const { field, descending } of keys) {
    const order = compare(a[field] ?? null, b[field] ?? null);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Nothing comes last. */
function comparePlainly(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/** Of a column with more different texts than this, further ones are kept one by one. */
const MOST_SHARED_TEXTS = 10_000;

/**
 * Rows that come one after the other, held by columns: only the fields that a template uses, equal texts once. What is
 * made of it looks like the rows, takes a fraction of their memory, and can be looked at in any order.
 */
function columnarRows(rows: Iterable<DataRow>, fields: readonly string[]): DataRow[] {
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
