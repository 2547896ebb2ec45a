import type { DataRow, Scalar } from '../../../dataSet.js';
import type { ReportModel } from '../../../reportModel.js';
import type { Band, Selection, SortKey } from '../sheet/band.js';
import { holds } from './condition.js';

/** The rows of a model as bands select them: narrowed by the groups around, filtered, sorted, grouped. */
export class TemplateData {
  readonly #indexes = new Map<string, Map<string, DataRow[]>>();

  constructor(readonly model: ReportModel) {}

  get run(): DataRow {
    return this.model.run;
  }

  /** The groups (or single rows) that a band repeats over, within an instance of the band around it. */
  groups(selection: Selection, around: Band | undefined, instance: number): readonly (readonly DataRow[])[] {
    const { where, sortBy, groupBy } = selection;
    let rows = this.rowsWithin(selection.dataSet, around, instance);
    if (where) rows = rows.filter((row) => holds(where, (field) => this.#value(row, field)));
    if (sortBy.length > 0) rows = [...rows].sort((a, b) => compareRows(a, b, sortBy));
    if (groupBy.length === 0) return rows.map((row) => [row]);
    return [...indexed(rows, groupBy).values()];
  }

  /** All rows of a set that belong to the groups around: the group's own rows, or those that share its keys. */
  rowsWithin(dataSet: string, around: Band | undefined, instance: number): readonly DataRow[] {
    const keys = new Map<string, Scalar>();
    let at = instance;
    for (let band = around; band; band = band.parent) {
      const selection =
        band.rule.kind === 'each' || band.rule.kind === 'sheet' ? band.rule.selection : undefined;
      const rows = band.scopes[at]?.rows ?? [];
      if (selection?.dataSet === dataSet) return this.#narrow(rows, keys);
      for (const field of selection?.groupBy ?? []) {
        if (!keys.has(field)) keys.set(field, rows[0]?.[field] ?? null);
      }
      at = band.parentOf[at] ?? 0;
    }
    return this.#joined(dataSet, keys);
  }

  #narrow(rows: readonly DataRow[], keys: ReadonlyMap<string, Scalar>): readonly DataRow[] {
    if (keys.size === 0) return rows;
    return rows.filter((row) => [...keys].every(([field, value]) => !(field in row) || row[field] === value));
  }

  #joined(dataSet: string, keys: ReadonlyMap<string, Scalar>): readonly DataRow[] {
    const set = this.model.dataSets.get(dataSet);
    const shared = [...keys.keys()].filter((key) => set?.fields.some((field) => field.name === key));
    if (!set || shared.length === 0) return set?.rows ?? [];
    const name = JSON.stringify([dataSet, ...shared]);
    const index = this.#indexes.get(name) ?? indexed(set.rows, shared);
    this.#indexes.set(name, index);
    return index.get(JSON.stringify(shared.map((key) => keys.get(key) ?? null))) ?? [];
  }

  #value(row: DataRow, field: string): Scalar {
    return row[field] ?? this.run[field] ?? null;
  }
}

/** Rows by the values of fields; groups come in the order of their first rows. */
function indexed(rows: readonly DataRow[], fields: readonly string[]): Map<string, DataRow[]> {
  const index = new Map<string, DataRow[]>();
  for (const row of rows) {
    const key = JSON.stringify(fields.map((field) => row[field] ?? null));
    const group = index.get(key);
    if (group) group.push(row);
    else index.set(key, [row]);
  }
  return index;
}

function compareRows(a: DataRow, b: DataRow, keys: readonly SortKey[]): number {
  for (const { field, descending } of keys) {
    const order = compareValues(a[field] ?? null, b[field] ?? null);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Nothing comes last. Text goes by its letters, so that Étienne stands by Eva, on every machine the same. */
function compareValues(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a !== 'string' || typeof b !== 'string') return a < b ? -1 : 1;
  const [left, right] = [letters(a), letters(b)];
  if (left !== right) return left < right ? -1 : 1;
  return a < b ? -1 : 1;
}

const known = new Map<string, string>();
const MOST_KNOWN = 100_000;

/** Text without capitals and accents. Not Intl.Collator, whose order differs between versions of Node.js. */
function letters(text: string): string {
  const seen = known.get(text);
  if (seen !== undefined) return seen;
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, plain);
  return plain;
}
