import type { Selection } from '../../language/clauses.js';
import { type CompiledSelection, compileSelection } from '../../language/compileSelection.js';
import type { DataRow, Scalar } from '../../language/languageValues.js';
import type { TemplateFields } from '../../language/templateFields.js';
import type { Args, Typed } from '../../language/typed.js';
import type { FullSettings, WorkbookModel } from '../model.js';
import { Problems } from '../workbookError.js';
import { type BandData, type BandInstance, type BandScope, type DataPlace, RowScope } from './bands.js';
import { conditionWatch } from './refusedData.js';

/** The rows of a model as bands select them: narrowed by the outer groups, filtered, sorted, grouped. */
export class TemplateData implements BandData {
  readonly #rows = new Map<string, readonly DataRow[]>();
  /** Rows -> the fields of an index -> their values -> rows. */
  readonly #indexes = new WeakMap<readonly DataRow[], Map<string, Map<string, DataRow[]>>>();

  readonly #selections = new Map<Selection, CompiledSelection>();
  /** What is wrong with the data, as they are selected and written. */
  readonly refusals = new Problems();

  constructor(
    readonly model: WorkbookModel,
    /** The used fields are known after the template has been read. */
    readonly fields: TemplateFields,
    readonly settings: FullSettings,
  ) {}

  #compiled(selection: Selection): CompiledSelection {
    const known = this.#selections.get(selection) ?? compileSelection(selection, this.fields, this.settings);
    this.#selections.set(selection, known);
    return known;
  }

  /** The rows of a data set; for a streamed data set, the fields that the template uses. */
  #rowsOf(dataSet: string): readonly DataRow[] {
    const known = this.#rows.get(dataSet);
    if (known) return known;
    const { rows = [], fields = [], rowsWith } = this.model.dataSets.get(dataSet) ?? {};
    const used = fields.map(({ name }) => name).filter((name) => this.fields.used?.has(name));
    const found = Array.isArray(rows)
      ? (rows as readonly DataRow[])
      : columnarRows(rowsWith?.(used) ?? rows, used);
    this.#rows.set(dataSet, found);
    return found;
  }

  get run(): DataRow {
    return this.model.run;
  }

  /** A repetition for each row or group that a band repeats over, within an instance of the outer band. */
  scopes(selection: Selection, at: DataPlace, around?: BandInstance): readonly BandScope[] {
    const { groupBy, limit = Number.POSITIVE_INFINITY } = selection;
    const { keys } = this.#compiled(selection);
    const rows = this.#selected(selection, at, around);
    if (groupBy.length === 0) return rows.slice(0, limit).map((row, index) => new RowScope(row, index + 1));
    const groups = [...grouped(rows, keys.map(this.#prepare)).values()];
    const sorted = this.#sorted(groups, this.#compiled(selection).sortGroupsBy);
    return sorted.slice(0, limit).map((own, index) => ({ rows: own, number: index + 1, isBlank: false }));
  }

  #prepare = <At extends Args>({ valueAt }: RunTyped<At>): ((...at: At) => Scalar) => valueAt({ data: this });

  #selected(selection: Selection, at: DataPlace, around: BandInstance | undefined): readonly DataRow[] {
    const rows = this.rowsWithin(selection.dataSet, around);
    const holds = this.tester(selection, at);
    return this.#sorted(selection.where ? rows.filter(holds) : rows, this.#compiled(selection).sortBy);
  }

  tester(selection: Selection, at: DataPlace): (row: DataRow) => boolean {
    const { where } = this.#compiled(selection);
    const valueIn = where && this.#prepare(where);
    const holds = (row: DataRow): boolean => valueIn === undefined || Boolean(valueIn(row));
    const watch = conditionWatch(selection.where, selection.dataSet, this.settings)?.(this.refusals, at);
    if (watch === undefined) return holds;
    return (row) => {
      watch(row, holds);
      return holds(row);
    };
  }

  /** All rows of a set that belong to the outer groups: the group's own rows, or those that share its keys. */
  rowsWithin(dataSet: string, around?: BandInstance): readonly DataRow[] {
    const keys = new Map<string, Scalar>();
    let at = around?.instance ?? 0;
    for (let band = around?.band; around && band; band = band.parent) {
      const selection = band.ownSelection;
      const { scopes, parentOf } = around.axis.placesOf(band);
      const rows = scopes[at]?.rows ?? [];
      if (selection?.dataSet === dataSet) return this.#having(dataSet, keys, rows);
      for (const key of selection?.keys ?? []) {
        if (key.kind === 'field' && !keys.has(key.path)) keys.set(key.path, rows[0]?.[key.path] ?? null);
      }
      at = parentOf[at] ?? 0;
    }
    return this.#having(dataSet, keys);
  }

  /** Finds all rows of a set with given values in these fields. */
  finder(dataSet: string, fields: readonly string[]): (values: readonly Scalar[]) => readonly DataRow[] {
    const index = this.#index(this.#rowsOf(dataSet), fields);
    return (values) => index.get(compositeKey(values)) ?? [];
  }

  #index(rows: readonly DataRow[], fields: readonly string[]): ReadonlyMap<string, DataRow[]> {
    const indexes = this.#indexes.get(rows) ?? new Map<string, Map<string, DataRow[]>>();
    this.#indexes.set(rows, indexes);
    const name = JSON.stringify(fields);
    const keys = fields.map((field) => (row: DataRow) => row[field] ?? null);
    const index = indexes.get(name) ?? grouped(rows, keys);
    indexes.set(name, index);
    return index;
  }

  /** The rows with some values, in the fields that their set has. */
  #having(
    dataSet: string,
    values: ReadonlyMap<string, Scalar>,
    rows = this.#rowsOf(dataSet),
  ): readonly DataRow[] {
    const fields = this.model.dataSets.get(dataSet)?.fields ?? [];
    const shared = [...values.keys()].filter((key) => fields.some(({ name }) => name === key));
    if (shared.length === 0) return rows;
    return this.#index(rows, shared).get(compositeKey(shared.map((key) => values.get(key) ?? null))) ?? [];
  }

  /** Texts with equal sort keys are grouped by their exact value, after all keys. */
  #sorted<Item>(
    items: readonly Item[],
    keys: readonly (RunTyped<[Item]> & { readonly descending: boolean })[],
  ): readonly Item[] {
    if (keys.length === 0) return items;
    const prepared = keys.map((key) => ({ of: this.#prepare(key), descending: key.descending }));
    const { sortKeyOf } = this.settings;
    const asRead: Compare = (one, other) =>
      typeof one === 'string' && typeof other === 'string'
        ? comparePlainly(sortKeyOf(one), sortKeyOf(other))
        : comparePlainly(one, other);
    const order = (a: Item, b: Item, compare: Compare): number => {
      for (const { of, descending } of prepared) {
        const found = compare(of(a), of(b));
        if (found !== 0) return descending ? -found : found;
      }
      return 0;
    };
    return [...items].sort((a, b) => order(a, b, asRead) || order(a, b, comparePlainly));
  }
}

/** Values as one text that is unique: text is prefixed with its length. */
function compositeKey(values: readonly Scalar[]): string {
  let key = '';
  for (const value of values) key += typeof value === 'string' ? `${value.length}:${value}` : `${value};`;
  return key;
}

/** Groups are in the order of their first rows. */
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

type RunTyped<At extends Args> = Typed<At, { readonly data: { readonly run: DataRow } }>;

type Compare = (a: Scalar, b: Scalar) => number;

/** null is last. */
function comparePlainly(a: Scalar, b: Scalar): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
}

/** If a column has more different texts than this, further texts are not shared. */
const MOST_SHARED_TEXTS = 10_000;

/**
 * Streamed rows stored by column: only the fields that a template uses, equal texts once. The result behaves like the
 * rows, uses a fraction of their memory, and can be read in any order.
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
