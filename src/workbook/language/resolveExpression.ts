import { AGGREGATES, usualAggregate, type ValueType } from '../../language/aggregates.js';
import { compileExpression, type Names } from '../../language/compileExpression.js';
import { refuseCountedField, rowNames, totalOf } from '../../language/compileSelection.js';
import { isFormat } from '../../language/formatNames.js';
import {
  type AggregateExpression,
  type Expression,
  expressionText,
  type FieldExpression,
  partsOf,
  pathsIn,
} from '../../language/grammar.js';
import type { DataRow, Scalar } from '../../language/languageValues.js';
import { TemplateError } from '../../language/templateError.js';
import { aggregateOf, groupDiffersError, type Typed } from '../../language/typed.js';
import { message } from '../messages.js';
import type { CellBands } from './bands.js';
import { findFieldSource } from './fieldSource.js';
import {
  exampleWith,
  type FieldContext,
  type PlacedBands,
  type ResolvedPlaceholder,
  type ValueAt,
} from './filling.js';
import { conditionWatch, totalWatch, useNeeded } from './refusedData.js';

type At = [instance: number, columnInstance?: number];

export function resolveExpression(own: CellBands, context: FieldContext): ResolvedPlaceholder {
  const { expression } = context.written;
  const typed = compileExpression(expression, cellNames(own, context));
  const watches = conditionsIn(expression, typed.type).flatMap((each) => watchesOf(each, own, context));
  if (watches.length === 0) return typed;
  const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
    const value = typed.valueAt(placed);
    const examine = watches.map((watch) => watch(placed));
    return (...at) => {
      for (const each of examine) each(...at);
      return value(...at);
    };
  };
  return { ...typed, valueAt };
}

/** The conditions of choices, and the expression itself if it is one; those of totals are examined with their rows. */
function conditionsIn(expression: Expression, type: ValueType): Expression[] {
  if (type === 'boolean' && expression.kind !== 'field') return [expression];
  return partsOutsideTotals(expression).flatMap((part) => (part.kind === 'choice' ? [part.condition] : []));
}

/** Examines the rows whose fields a condition in a cell, or of `{{#if …}}`, tests. */
function watchesOf(
  condition: Expression,
  own: CellBands,
  context: FieldContext,
): ((placed: PlacedBands) => (...at: At) => void)[] {
  const { fields, sheet, cell: place, settings } = context;
  const sources = partsOutsideTotals(condition).flatMap((part) =>
    part.kind === 'field' ? [findFieldSource(part.path, own, context)] : [],
  );
  const sets = new Map(sources.flatMap(({ set, rowsAt }) => (set && rowsAt ? [[set, rowsAt] as const] : [])));
  return [...sets].flatMap(([set, rowsAt]) => {
    const watch = conditionWatch(condition, set, settings);
    if (watch === undefined || settings.refuses?.needs(set).length === 0) return [];
    useNeeded(set, fields, settings);
    const tested: { row: DataRow | undefined } = { row: undefined };
    const test = compileExpression(condition, testedNames(own, context, set, tested));
    return [
      (placed: PlacedBands) => {
        const [rowsHere, holdsHere] = [rowsAt(placed), test.valueAt(placed)];
        const examine = watch(placed.refusals, { sheet, place });
        return (...at: At) => {
          const [row] = rowsHere(...at);
          if (row === undefined) return;
          examine(row, (other) => {
            tested.row = other;
            const holds = Boolean(holdsHere(...at));
            tested.row = undefined;
            return holds;
          });
        };
      },
    ];
  });
}

/** In a total, names are those of its rows. */
function partsOutsideTotals(expression: Expression): Expression[] {
  const parts = [...partsOf(expression)];
  const totals = parts.filter(({ kind }) => kind === 'aggregate');
  const inside = new Set(totals.flatMap((total) => [...partsOf(total)]));
  return parts.filter((part) => !inside.has(part));
}

/** The names in a cell; while a row is tested, the fields of its set are those of that row. */
function testedNames(
  own: CellBands,
  context: FieldContext,
  set: string,
  tested: { readonly row: DataRow | undefined },
): Names<At, PlacedBands> {
  const names = cellNames(own, context);
  return {
    ...names,
    field: (part) => {
      const typed = names.field(part);
      const source = findFieldSource(part.path, own, context);
      const { field } = source;
      if (source.set !== set || field === undefined) return typed;
      const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
        const value = typed.valueAt(placed);
        return (...at) => (tested.row === undefined ? value(...at) : (tested.row[field] ?? null));
      };
      return { ...typed, valueAt };
    },
  };
}

/** Name resolution in a cell: fields of its bands and of the run, and totals of data sets. */
export function cellNames(own: CellBands, context: FieldContext): Names<At, PlacedBands> {
  const { settings } = context;
  const names: Names<At, PlacedBands> = {
    settings,
    key: (text) => groupKey(text, own, context),
    field: ({ path }) => {
      const { type, valueAt, field, varies, set } = findFieldSource(path, own, context);
      if (set !== undefined) context.fields.usedSets?.add(set);
      if (!valueAt) throw manyRowsError(path, own, context);
      if (varies) throw groupDiffersError(path, correctedText(own, context));
      return { type, valueAt, field, canBeNegative: settings.canBeNegative(field ?? '') };
    },
    aggregate: (aggregate) => totalAround(aggregate, own, context, names),
  };
  return names;
}

/** A total of the surrounding rows, or of the rows of a data set that belong to them. @throws TemplateError */
export function totalAround(
  aggregate: AggregateExpression,
  own: CellBands,
  context: FieldContext,
  names: Names<At, PlacedBands>,
  watchOf: typeof totalWatch = totalWatch,
): Typed<At, PlacedBands> {
  const { of, where, name } = aggregate;
  const { fields, written } = context;
  const isLookup = where !== undefined && pathsIn(where).some((path) => path.startsWith('row.'));
  const path = pathsIn(of).find((each) => !fields.run.some((field) => field.name === each));
  const found = path === undefined ? undefined : findFieldSource(path, own, { ...context, isLookup });
  const source = written.within(expressionText(written.expression));
  if (!found?.rowsAt || found.set === undefined)
    throw new TemplateError(message('field.oneValue', { source, path: expressionText(of), name }));
  fields.usedSets?.add(found.set);
  const isOfRows = found.field === undefined;
  if (!isOfRows) refuseCountedField(aggregate, () => found, fields);
  if (isOfRows && (name !== 'count' || of.kind !== 'field')) {
    const ofField: FieldExpression = { kind: 'field', path: `${path}.FIELD` };
    const example = `{{${expressionText(aggregateOf(ofField, name))}}}`;
    throw new TemplateError(message('field.rowsHaveNo', { source, name, example }));
  }
  const counted = isOfRows ? { ...aggregate, of: { kind: 'constant', value: true } as const } : aggregate;
  const ofRow = rowNames(found.set, fields, names.settings, names);
  const watch = watchOf(aggregate, found.set, context);
  return totalOf(
    counted,
    ofRow,
    found.rowsAt,
    (row: DataRow, at: At): [DataRow, ...At] => [row, ...at],
    watch,
  );
}

/** The keys of surrounding groups: one value, although the fields in it have many. */
function groupKey(
  text: string,
  own: CellBands,
  { fields, settings }: FieldContext,
): Typed<At, PlacedBands> | undefined {
  for (const axis of ['columns', 'rows'] as const) {
    // The selection of the whole sheet counts with its rows.
    const around = own[axis].path.filter(({ parent }) => parent || axis === 'rows');
    const band = around.findLast(({ ownSelection }) => ownSelection?.groupBy.includes(text));
    const selection = band?.ownSelection;
    const key = selection?.keys[selection.groupBy.indexOf(text)];
    if (!band || !selection || !key) continue;
    const typed = compileExpression(key, rowNames<[], PlacedBands>(selection.dataSet, fields, settings));
    const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
      const { scopes } = placed[axis].placesOf(band);
      const valueIn = typed.valueAt(placed);
      return (row, column = 0) => {
        const at = placed[axis].ancestorInstance(own[axis], axis === 'rows' ? row : column, band);
        const [first] = scopes[at]?.rows ?? [];
        return first ? valueIn(first) : null;
      };
    };
    return { ...typed, valueAt };
  }
  return undefined;
}

/** The same text, with totals instead of fields with many values. */
function correctedText(own: CellBands, context: FieldContext): string {
  return exampleWith(context.written, (part) => {
    if (part.kind === 'aggregate') return part;
    if (part.kind !== 'field') return undefined;
    const { type, valueAt, varies, field } = findFieldSource(part.path, own, context);
    if (valueAt && !varies) return part;
    return aggregateOf(part, field === undefined ? 'count' : usualAggregate(type));
  });
}

function manyRowsError(path: string, own: CellBands, context: FieldContext): TemplateError {
  const { expression, within } = context.written;
  const source = within(expressionText(expression));
  const unknown = [...partsOf(expression)].find(
    (part) =>
      part.kind === 'format' &&
      part.of.kind === 'field' &&
      part.of.path === path &&
      !isFormat(part.call.name),
  );
  if (unknown?.kind === 'format') {
    const names = Object.keys(AGGREGATES).join(', ');
    const { name } = unknown.call;
    return new TemplateError(message('field.noAggregate', { source, name, names }));
  }
  const example = correctedText(own, context);
  return new TemplateError(message('field.manyRows', { source, example }));
}
