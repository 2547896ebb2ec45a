import { hasSum, sumValues, usualAggregate } from '../../language/aggregates.js';
import type { Selection } from '../../language/clauses.js';
import { expressionText } from '../../language/grammar.js';
import type { DataRow, Field, Scalar } from '../../language/languageValues.js';
import { TemplateError } from '../../language/templateError.js';
import { describedBy, isSameWithin, suggest, type TemplateFields } from '../../language/templateFields.js';
import { aggregateOf, groupDiffersError } from '../../language/typed.js';
import { message } from '../messages.js';
import type { Band, BandScope, CellBands, PlacedAxis } from './bands.js';
import type { Axis } from './directive.js';
import {
  exampleWith,
  type FieldContext,
  type FieldSource,
  type Placed,
  type PlacedBands,
  type ValueAt,
} from './filling.js';
import { sumWatch, useNeeded } from './refusedData.js';

/**
 * Resolves a path: a field of the outer bands, from the inside out; of the run; or of a data set. For cells in repeated
 * rows and columns, see {@link findPivotField}.
 */
export function findFieldSource(path: string, bands: CellBands, context: FieldContext): FieldSource {
  const { rows, columns } = bands;
  if (path === 'row.number')
    return numberSource((placed) => (instance) => repetitionNumber(placed.rows, rows, instance));
  if (path === 'column.number')
    return numberSource(
      (placed) =>
        (_, column = 0) =>
          repetitionNumber(placed.columns, columns, column),
    );
  const inRow = findBandField(path, rows, 'rows', context);
  const ofColumn = columns.parent && findBandField(path, columns, 'columns', context);
  // Seen from a band of columns, for a cell of it.
  const inColumn = ofColumn && {
    ...ofColumn,
    valueAt: ofColumn.valueAt && byColumn(ofColumn.valueAt),
    rowsAt: ofColumn.rowsAt && byColumn(ofColumn.rowsAt),
  };
  const own = inColumn ?? inRow;
  // If both have data, minutes and numbers are those of the combination; descriptions such as a name or a holiday
  // belong to the row or column itself.
  const crossed = findPivotField(path, bands, context);
  const isCrossed = crossed && !crossed.isKey && (crossed.isOfBoth || hasSum(crossed.source.type) || !own);
  return (
    (isCrossed ? crossed.source : own) ??
    findRunField(path, context) ??
    findDataSetField(path, bands, context) ??
    throwUnknownField(path, bands, context)
  );
}

function numberSource(valueAt: Placed<ValueAt<Scalar>>): FieldSource {
  return { type: 'integer', valueAt, rowsAt: undefined, field: undefined };
}

function byColumn<T>(at: Placed<ValueAt<T>>): Placed<ValueAt<T>> {
  return (placed) => {
    const atColumn = at(placed);
    return (_, column = 0) => atColumn(column);
  };
}

function findRunField(path: string, { fields }: FieldContext): FieldSource | undefined {
  const field = findField(fields, fields.run, path);
  if (!field) return undefined;
  return {
    type: field.type,
    valueAt: ({ data }) => {
      const value = data.run[field.name] ?? null;
      return () => value;
    },
    rowsAt: undefined,
    field: field.name,
  };
}

function findDataSetField(path: string, bands: CellBands, context: FieldContext): FieldSource | undefined {
  const { fields } = context;
  const { rows: own } = bands;
  for (const [set, setFields] of fields.dataSets) {
    const isNamed = path === set || path.startsWith(`${set}.`);
    const rowsAt =
      (isNamed ? pivotRows(set, bands, context) : undefined) ??
      (({ rows, data }: PlacedBands): ValueAt<readonly DataRow[]> =>
        (instance) =>
          data.rowsWithin(set, { axis: rows, band: own, instance }));
    const isCount = path === set;
    const field = path.startsWith(`${set}.`)
      ? findField(fields, setFields, path.slice(set.length + 1))
      : undefined;
    if ((isCount || field) && !context.isLookup && !isPivotCell(set, bands, fields))
      refuseUnlinkedTotal(set, own, fields);
    if (isCount) return { type: 'integer', valueAt: undefined, rowsAt, set, field: undefined };
    if (field) return { type: field.type, valueAt: undefined, rowsAt, set, field: field.name };
  }
  return undefined;
}

/** In a row of one employee, a total of all employees would look like the employee's own. @throws TemplateError */
function refuseUnlinkedTotal(set: string, own: Band, { dataSets }: TemplateFields): void {
  const names = new Set(dataSets.get(set)?.map((field) => field.name));
  const keys: string[] = [];
  for (let band: Band | undefined = own; band; band = band.parent) {
    const { selection } = band;
    if (selection?.dataSet === set) return;
    keys.push(...(selection?.groupBy ?? []));
  }
  for (const { selection } of own.path) {
    const key = selection?.groupBy.find((each) => each.includes('|'));
    if (selection && key !== undefined) throw unlinkedKeyError(key, set, selection.dataSet);
    if (!selection || selection.groupBy.length > 0) continue;
    const shared = dataSets
      .get(selection.dataSet)
      ?.find(({ name }) => name.endsWith('.id') && names.has(name));
    if (!shared || keys.includes(shared.name)) continue;
    const directive = `{{#each ${selection.dataSet} group by ${shared.name}}}`;
    throw new TemplateError(message('link.rows', { set, around: selection.dataSet, directive }));
  }
}

/** Rows of another data set are found by shared fields, not by a formatted field. */
export function unlinkedKeyError(key: string, set: string, around: string): TemplateError {
  return new TemplateError(message('link.key', { set, key, around }));
}

function listFieldNames(own: Band, fields: TemplateFields): string[] {
  const sets = own.path
    .toReversed()
    .map(({ ownSelection }) => ownSelection?.dataSet)
    .filter((set) => set !== undefined);
  const inBands = sets.flatMap((set) => (fields.dataSets.get(set) ?? []).map((field) => field.name));
  return [...new Set([...inBands, ...fields.run.map((field) => field.name), 'row.number'])];
}

function throwUnknownField(path: string, { rows, columns }: CellBands, { fields }: FieldContext): never {
  const own = columns.parent && !rows.parent ? columns : rows;
  const elsewhere = [...fields.dataSets.entries()].flatMap(([set, list]) => {
    const field = findField(fields, list, path);
    return field ? [{ set, aggregate: usualAggregate(field.type) }] : [];
  })[0];
  const isInBand = own.path.some((band) => band.ownSelection !== undefined);
  if (elsewhere && !isInBand) {
    const { set, aggregate } = elsewhere;
    const directive = `{{#each ${set}}}`;
    const total = expressionText(aggregateOf({ kind: 'field', path: `${set}.${path}` }, aggregate));
    const example = `{{${total}}}`;
    throw new TemplateError(message('field.notInRows', { path, directive, example, aggregate }));
  }
  const set = [...fields.dataSets.keys()].find((name) => path.startsWith(`${name}.`));
  const names = set
    ? (fields.dataSets.get(set) ?? []).map((field) => `${set}.${field.name}`)
    : listFieldNames(own, fields);
  throw new TemplateError(
    message('field.none', { name: path }),
    suggest(path, names, 'field', describedBy(fields)),
  );
}

/** `if` bands count with the band that contains them. */
function repetitionNumber(axis: PlacedAxis, own: Band, instance: number): number {
  let band = own;
  let at = instance;
  while (band.rule.kind !== 'each' && band.parent) {
    at = axis.placesOf(band).parentOf[at] ?? 0;
    band = band.parent;
  }
  return axis.placesOf(band).scopes[at]?.number ?? 1;
}

/** A field of the outer bands, from the inside out; the selection of the whole sheet counts with its rows. */
function findBandField(path: string, own: Band, axis: Axis, context: FieldContext): FieldSource | undefined {
  for (let band: Band | undefined = own; band; band = band.parent) {
    if (!band.parent && axis === 'columns') return undefined;
    const set = band.ownSelection?.dataSet;
    const field =
      set === undefined ? undefined : findField(context.fields, context.fields.dataSets.get(set), path);
    if (field && set !== undefined) return sourceInBand(field, set, { band, own, axis }, context);
  }
  return undefined;
}

interface BandAround {
  readonly band: Band;
  readonly own: Band;
  readonly axis: Axis;
}

function sourceInBand(field: Field, set: string, around: BandAround, context: FieldContext): FieldSource {
  const { name, type } = field;
  const keys = around.band.path.flatMap(({ ownSelection }) => ownSelection?.groupBy ?? []);
  const isGroup = (around.band.ownSelection?.groupBy.length ?? 0) > 0;
  const varies = isGroup && !isSameWithin(name, keys, context.fields.dataSets.get(set) ?? []);
  const rowsAt = (placed: PlacedBands): ValueAt<readonly DataRow[]> => {
    const scopeAt = scopeLookup(around, placed);
    return (instance) => scopeAt(instance)?.rows ?? [];
  };
  const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
    const scopeAt = scopeLookup(around, placed);
    return (instance) => {
      const scope = scopeAt(instance);
      if (scope?.single) return scope.single[name] ?? null;
      const rows = scope?.rows ?? [];
      const value = rows[0]?.[name] ?? null;
      if (rows.length > 1 && rows.some((row) => row[name] !== value)) refuseDifferent(placed, context, field);
      return value;
    };
  };
  return { type, valueAt, rowsAt, set, field: name, varies };
}

function scopeLookup(
  { band, own, axis }: BandAround,
  placed: PlacedBands,
): (instance: number) => BandScope | undefined {
  const { scopes } = placed[axis].placesOf(band);
  if (band === own) return (instance) => scopes[instance];
  return (instance) => scopes[placed[axis].ancestorInstance(own, instance, band)];
}

function findField(
  { used }: TemplateFields,
  fields: readonly Field[] | undefined,
  name: string,
): Field | undefined {
  const found = fields?.find((field) => field.name === name);
  if (found) used?.add(name);
  return found;
}

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

interface Link {
  readonly band: Band;
  readonly field: string;
}

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
    const watch = crossedWatch(path, set, name, context);
    const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
      const rowsHere = rowsAt(placed);
      const examine = watch?.(placed.refusals, { sheet: context.sheet, place: context.cell });
      return (...at) => {
        const rows = rowsHere(...at);
        const value = rows[0]?.[name] ?? null;
        if (rows.length <= 1) return value;
        if (type === 'minutes' || type === 'number') {
          examine?.(rows);
          return sumValues(rows.map((row) => row[name] ?? null));
        }
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

/** Examines the rows that are added where rows and columns cross. */
function crossedWatch(path: string, set: string, name: string, context: FieldContext) {
  const { fields, settings, written } = context;
  useNeeded(set, fields, settings);
  const of = { kind: 'field', path: `${set}.${name}` } as const;
  return sumWatch(of, set, settings, (where) =>
    exampleWith(written, (part) =>
      part.kind === 'field' && part.path === path ? { ...aggregateOf(of, 'sum'), where } : undefined,
    ),
  );
}

/** Whether a data set has the keys of both the repeated rows and the repeated columns of a cell. */
export function isPivotCell(set: string, { rows, columns }: CellBands, fields: TemplateFields): boolean {
  return linksTo(set, rows, fields).length > 0 && linksAcross(set, columns, fields).length > 0;
}

/** The rows of a data set that belong to a repeated column and to the outer rows; undefined if it has no column key. */
export function pivotRows(
  set: string,
  { rows, columns }: CellBands,
  { fields, sheet, cell }: FieldContext,
): Placed<ValueAt<readonly DataRow[]>> | undefined {
  const across = linksAcross(set, columns, fields);
  if (across.length === 0) return undefined;
  const down = linksTo(set, rows, fields);
  const conditions = [...rows.path, ...columns.path].flatMap(({ ownSelection }) =>
    ownSelection?.where && ownSelection.dataSet === set ? [ownSelection] : [],
  );
  const names = [...down, ...across].map(({ field }) => field);
  for (const name of names) fields.used?.add(name);
  const isOwnRow = rows.ownSelection?.dataSet === set && rows.ownSelection.groupBy.length === 0;
  return (placed) => {
    const { data } = placed;
    const find = data.finder(set, names);
    const { scopes } = placed.rows.placesOf(rows);
    const tests = conditions.map((selection) => data.tester(selection, { sheet, place: cell }));
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

function linksTo(set: string, own: Band, fields: TemplateFields): Link[] {
  const known = fields.dataSets.get(set) ?? [];
  const links = own.path.flatMap((band) => {
    const { dataSet = '', groupBy = [] } = band.ownSelection ?? {};
    // For single rows, the first field that is a name or a day.
    const first = fields.dataSets
      .get(dataSet)
      ?.find(({ name, type }) => name.endsWith('.id') || type === 'date');
    const keys = groupBy.length > 0 || !first ? groupBy : [first.name];
    return keys.filter((key) => known.some(({ name }) => name === key)).map((field) => ({ band, field }));
  });
  return links.filter(({ field }, at) => links.findLastIndex((other) => other.field === field) === at);
}

/** The selection of repeated columns; the selection of the whole sheet is not one. */
function selectionAcross(columns: Band): Selection | undefined {
  return columns.path
    .filter(({ parent }) => parent)
    .map(({ ownSelection }) => ownSelection)
    .findLast((each) => each !== undefined);
}
