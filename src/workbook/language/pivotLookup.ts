import type { DataRow, Field, Scalar } from '../model.js';
import { sumValues, usualAggregate } from './aggregates.js';
import type { Band, CellBands, PlacedAxis, Selection } from './bands.js';
import {
  aggregateOf,
  exampleWith,
  type FieldContext,
  type FieldSource,
  groupDiffersError,
  type Placed,
  type PlacedBands,
  type ValueAt,
} from './filling.js';
import type { TemplateFields } from './templateFields.js';

/** Rows that belong together have different values of a field that is shown as one. */
export function refuseDifferent(
  { refusals }: PlacedBands,
  { sheet, cell, written }: FieldContext,
  { name, type }: Field,
): void {
  const example = exampleWith(written, (part) =>
    part.kind === 'field' && part.path === name ? aggregateOf(part, usualAggregate(type)) : undefined,
  );
  const { text } = groupDiffersError(name, example);
  refusals.add(sheet, cell, text);
}

/** A field that links rows of a data set to a repetition of a band. */
interface Link {
  readonly band: Band;
  readonly field: string;
}

/** A source at the intersection of repeated rows and columns. */
export interface PivotField {
  readonly source: FieldSource;
  /** Rows and columns repeat over the data set itself. */
  readonly isOfBoth: boolean;
  /** The field is a key of the rows or columns. */
  readonly isKey: boolean;
}

/**
 * Finds a field of the rows that belong to a repeated row and a repeated column: of the first data set with the field
 * and the keys of both. With employees in rows and days in columns, it is the employee's value of the day. Undefined
 * without an intersection, or if no data set has both keys.
 */
export function findPivotField(
  path: string,
  bands: CellBands,
  context: FieldContext,
): PivotField | undefined {
  const { fields } = context;
  const [rowSet, columnSet] = [bands.rows.selection?.dataSet, selectionAcross(bands.columns)?.dataSet];
  if (rowSet === undefined || columnSet === undefined) return undefined;
  for (const set of new Set([columnSet, rowSet, ...fields.dataSets.keys()])) {
    const field = fields.dataSets.get(set)?.find(({ name }) => name === path);
    const rowsAt = field && isPivotCell(set, bands, fields) ? pivotRows(set, bands, context) : undefined;
    if (!field || !rowsAt) continue;
    const { name, type } = field;
    fields.used?.add(name);
    const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
      const rowsHere = rowsAt(placed);
      return (...at) => {
        const rows = rowsHere(...at);
        const value = rows[0]?.[name] ?? null;
        if (rows.length <= 1) return value;
        if (type === 'minutes' || type === 'number') return sumValues(rows.map((row) => row[name] ?? null));
        if (rows.some((row) => row[name] !== value)) refuseDifferent(placed, context, field);
        return value;
      };
    };
    const links = [...linksTo(set, bands.rows, fields), ...linksTo(set, bands.columns, fields)];
    return {
      source: { type, valueAt, rowsAt, set, field: name },
      isOfBoth: set === rowSet && set === columnSet,
      isKey: links.some((link) => link.field === path),
    };
  }
  return undefined;
}

/** Whether a data set has the keys of both the repeated rows and the repeated columns of a cell. */
export function isPivotCell(set: string, { rows, columns }: CellBands, fields: TemplateFields): boolean {
  return linksTo(set, rows, fields).length > 0 && linksAcross(set, columns, fields).length > 0;
}

/** The rows of a data set that belong to a repeated column and to the outer rows; undefined if it has no column key. */
export function pivotRows(
  set: string,
  { rows, columns }: CellBands,
  { fields }: FieldContext,
): Placed<ValueAt<readonly DataRow[]>> | undefined {
  const across = linksAcross(set, columns, fields);
  if (across.length === 0) return undefined;
  const down = linksTo(set, rows, fields);
  const conditions = [...rows.path, ...columns.path].flatMap((band) => conditionsOn(set, band));
  const names = [...down, ...across].map(({ field }) => field);
  for (const name of names) fields.used?.add(name);
  const isOwnRow = rows.ownSelection?.dataSet === set && rows.ownSelection.groupBy.length === 0;
  return (placed) => {
    const { data } = placed;
    const find = data.finder(set, names);
    const { scopes } = placed.rows.placesOf(rows);
    const tests = conditions.map((selection) => data.tester(selection));
    return (instance, column = 0) => {
      const keys = [
        ...keysAt(down, placed.rows, rows, instance),
        ...keysAt(across, placed.columns, columns, column),
      ];
      const found = isOwnRow
        ? (scopes[instance]?.rows ?? []).filter((row) => names.every((name, at) => row[name] === keys[at]))
        : find(keys);
      return tests.length === 0 ? found : found.filter((row) => tests.every((holds) => holds(row)));
    };
  };
}

function keysAt(links: readonly Link[], axis: PlacedAxis, own: Band, instance: number): Scalar[] {
  return links.map(({ band, field }) => {
    const scope = axis.placesOf(band).scopes[axis.ancestorInstance(own, instance, band)];
    return (scope?.single ?? scope?.rows[0])?.[field] ?? null;
  });
}

function linksAcross(set: string, columns: Band, fields: TemplateFields): Link[] {
  return selectionAcross(columns) ? linksTo(set, columns, fields).filter(({ band }) => band.parent) : [];
}

/** The key fields of a cell's repetitions that a data set has. */
function linksTo(set: string, own: Band, fields: TemplateFields): Link[] {
  const known = fields.dataSets.get(set) ?? [];
  const links = own.path.flatMap((band) => {
    const selection = band.ownSelection;
    return selection ? keysOf(selection, fields, known).map((field) => ({ band, field })) : [];
  });
  return links.filter(({ field }, at) => links.findLastIndex((other) => other.field === field) === at);
}

/** The grouping of a selection; for single rows, the first field that is a name or a day. */
function keysOf(
  { dataSet, groupBy }: Selection,
  { dataSets }: TemplateFields,
  known: readonly Field[],
): string[] {
  const isKnown = (name: string): boolean => known.some((field) => field.name === name);
  if (groupBy.length > 0) return groupBy.filter(isKnown);
  const first = dataSets.get(dataSet)?.find(({ name, type }) => name.endsWith('.id') || type === 'date');
  return first && isKnown(first.name) ? [first.name] : [];
}

function conditionsOn(set: string, { ownSelection }: Band): Selection[] {
  return ownSelection?.where && ownSelection.dataSet === set ? [ownSelection] : [];
}

/** The selection of repeated columns; the selection of the whole sheet is not one. */
function selectionAcross(columns: Band): Selection | undefined {
  return columns.path
    .filter(({ parent }) => parent)
    .map(({ ownSelection }) => ownSelection)
    .findLast((each) => each !== undefined);
}
