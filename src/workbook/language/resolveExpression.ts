import { AGGREGATES, usualAggregate } from '../../language/aggregates.js';
import { compileExpression, type Names } from '../../language/compileExpression.js';
import { refuseCountedField, rowNames, totalOf } from '../../language/compileSelection.js';
import { isFormat } from '../../language/formatNames.js';
import {
  type AggregateExpression,
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
import { totalWatch } from './refusedData.js';

type At = [instance: number, columnInstance?: number];

export function resolveExpression(own: CellBands, context: FieldContext): ResolvedPlaceholder {
  return compileExpression(context.written.expression, cellNames(own, context));
}

/** Name resolution in a cell: fields of its bands and of the run, and totals of data sets. */
function cellNames(own: CellBands, context: FieldContext): Names<At, PlacedBands> {
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
function totalAround(
  aggregate: AggregateExpression,
  own: CellBands,
  context: FieldContext,
  names: Names<At, PlacedBands>,
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
  const watch = totalWatch(aggregate, found.set, context);
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
