import { groupBy } from '../../domain/collections.js';
import { message } from '../../i18n/message.js';
import type { DataRow, DataSet } from '../dataSet.js';
import { FieldValues, findDataSet } from './fieldValues.js';
import type { FilePart } from './filePart.js';
import type { FileSpec } from './fileSpec.js';
import type { RenderContext } from './renderContext.js';
import { findMentionedFields, type Mentions } from './resolvedFile.js';
import { rowFilter } from './rowFilter.js';
import {
  fieldsKey,
  groupRows,
  mergeGiven,
  NO_CODES,
  type RowRecord,
  refuseSeveralNumbers,
  sortRecords,
} from './rowRecords.js';
import { conditionFields } from './rowSelection.js';
import type { GivenLayout, RowUnits } from './rowUnits.js';
import { listEnclosingRows, type TreeRows } from './treeSpec.js';

/** The scope of values in a tree: a row or a group of rows, and their data set. */
export interface TreeScope {
  /** undefined at the root, where only fields of the run and the file are known. */
  readonly dataSet: DataSet | undefined;
  readonly record: RowRecord;
  readonly rows: readonly DataRow[];
  /** The grouping of the rows, here and in outer scopes; undefined without groups. */
  readonly group: readonly string[] | undefined;
  /** Values of the outer scopes. */
  readonly around: DataRow;
}

const NOTHING: DataSet = { name: 'file', fields: [], rows: [] };

/** Finds rows and fields for the nodes of a tree. */
export class TreeData {
  readonly #fields = new Map<string, FieldValues>();
  readonly #rows = new Map<string, readonly DataRow[]>();

  readonly #scopes = new Map<TreeRows, Map<TreeScope, readonly TreeScope[]>>();
  readonly #root: TreeScope = {
    dataSet: undefined,
    record: { row: {}, codes: NO_CODES },
    rows: [],
    group: [],
    around: {},
  };

  readonly #mentions: Mentions;
  readonly #innermost: ReadonlySet<TreeRows | undefined>;

  /** @param rowUnits reads or sets the printed units of minutes */
  constructor(
    readonly context: RenderContext,
    readonly file: FileSpec,
    readonly part: FilePart,
    readonly rowUnits?: RowUnits,
  ) {
    this.#mentions = findMentionedFields(file, context.variables);
    const repeats = file.tree === undefined ? [] : listEnclosingRows(file.tree).map(([, rows]) => rows);
    const inner = new Set(repeats.flatMap((rows) => rows.slice(0, -1)));
    this.#innermost = new Set(repeats.map((rows) => rows.at(-1)).filter((rows) => rows && !inner.has(rows)));
  }

  /** Whether no rows are repeated within these. */
  isInnermost(rows: TreeRows): boolean {
    return this.#innermost.has(rows);
  }

  root(): TreeScope {
    return this.#root;
  }

  /**
   * All nested scopes of a file for these rows. Later calls return the same objects, so that common decisions about
   * them can be looked up.
   */
  scopesWithin(around: readonly TreeRows[], place: string): readonly TreeScope[] {
    return around.reduce<readonly TreeScope[]>(
      (outers, rows) => {
        const kept = this.#scopes.get(rows) ?? new Map<TreeScope, readonly TreeScope[]>();
        this.#scopes.set(rows, kept);
        return outers.flatMap((outer) => {
          const scopes = kept.get(outer) ?? this.#scopesOf(rows, outer, place);
          kept.set(outer, scopes);
          return scopes;
        });
      },
      [this.#root],
    );
  }

  fieldsOf(dataSet: DataSet | undefined): FieldValues {
    const of = dataSet ?? NOTHING;
    const found = this.#fields.get(of.name) ?? new FieldValues(this.context, of, this.part);
    this.#fields.set(of.name, found);
    return found;
  }

  /** The rows of a data set that belong to this file. */
  rowsOf(dataSet: DataSet): readonly DataRow[] {
    const { name, rows } = dataSet;
    const given = this.rowUnits?.given?.treeRows(this.file, this.part);
    if (given === undefined) this.fieldsOf(dataSet).requireSplit();
    const found = given ?? this.#rows.get(name) ?? [...rows].filter((row) => this.part.accepts(row));
    this.#rows.set(name, found);
    return found;
  }

  /** The scopes of a repeated node, in order. */
  scopesOf(rows: TreeRows, outer: TreeScope, place: string): readonly TreeScope[] {
    return this.#scopes.get(rows)?.get(outer) ?? this.#scopesOf(rows, outer, place);
  }

  #scopesOf(rows: TreeRows, outer: TreeScope, place: string): TreeScope[] {
    const dataSet = rows.data === undefined ? outer.dataSet : findDataSet(this.context, rows.data, place);
    if (dataSet === undefined) {
      if (rows.data === undefined)
        this.context.problems.add(message('template.tree.noRows'), { column: place });
      return [];
    }
    this.#checkNames(rows, dataSet, place);
    const around = { ...outer.around, ...outer.record.row };
    const given = this.rowUnits?.given;
    if (given !== undefined) return this.#givenScopes(given, rows, outer, { dataSet, around });
    const keep = rowFilter(this.context, rows.filter, dataSet.name);
    const isSame = rows.data === undefined || rows.data === outer.dataSet?.name;
    const candidates = isSame && outer.dataSet !== undefined ? outer.rows : this.rowsOf(dataSet);
    const chosen = candidates.filter(
      (row) => keep(row) && (isSame || matchesOn(row, outer.record.row, rows.on)),
    );
    // What connects rows of another data set with those around them keeps the lines of people apart.
    const outside = isSame ? (outer.group ?? []) : rows.on;
    const group = rows.group && [...new Set([...outside, ...rows.group])];
    const records = groupRows(this.context, dataSet, chosen, { ...rows, sum: [] });
    refuseSeveralNumbers(this.context, this.#mentions, records, place);
    return sortRecords(records, rows.sort).map((record) => ({
      dataSet,
      record,
      rows: record.members ?? [record.row],
      group,
      around,
    }));
  }

  /** Given rows are in the elements of their values; each innermost element has rows of one record only. */
  #givenScopes(
    given: GivenLayout,
    rows: TreeRows,
    outer: TreeScope,
    { dataSet, around }: { readonly dataSet: DataSet; readonly around: DataRow },
  ): TreeScope[] {
    const all = given.treeRows(this.file, this.part);
    const own = (outer.dataSet === undefined ? all : outer.rows).filter((row) =>
      given.isWithin(this.file, row, rows),
    );
    const keyOf = (row: DataRow): string =>
      this.isInnermost(rows)
        ? given.elementKey(row)
        : fieldsKey(row, rows.group ?? [...rows.on, ...IDENTITY]);
    const records = [...groupBy(own, keyOf).values()].map((members) => ({
      row: mergeGiven(dataSet.fields, members),
      codes: NO_CODES,
      members,
      known: members.flatMap((row) => given.knownRows(row)),
    }));
    return sortRecords(records, rows.sort).map((record) => {
      const group = rows.group ?? [];
      return { dataSet, record, rows: record.members ?? [], group, around };
    });
  }

  #checkNames(rows: TreeRows, dataSet: DataSet, place: string): void {
    const fields = this.fieldsOf(dataSet);
    const names = [
      ...rows.on,
      ...rows.filter.flatMap(conditionFields),
      ...(rows.group ?? []),
      ...rows.join,
      ...rows.sort.map(({ field }) => field),
    ];
    for (const name of names) fields.requireOwn(name, place);
  }
}

/** Fields that keep given rows of different people apart. */
const IDENTITY = ['employee.id'];

function matchesOn(row: DataRow, outer: DataRow, names: readonly string[]): boolean {
  return names.every((name) => (row[name] ?? null) === (outer[name] ?? null));
}
