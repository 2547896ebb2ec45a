import { message } from '../../i18n/message.js';
import type { Scalar } from '../model.js';
import { TemplateError } from '../workbookError.js';
import type { CellBands } from './bands.js';
import { findFieldSource } from './fieldSource.js';
import {
  AGGREGATE_NAMES,
  aggregate,
  type FieldContext,
  type FieldSource,
  isAggregate,
  type PlacedBands,
  type ResolvedPlaceholder,
  type ResolveSettings,
  usualAggregate,
  type ValueAt,
  type ValueType,
} from './filling.js';
import { convertPlaceholder, groupKeyReader, isConversion } from './formats.js';
import { groupKeyText, type Placeholder } from './placeholder.js';

/** Resolves a placeholder and its formats. @throws TemplateError */
export function resolvePlaceholder(
  placeholder: Placeholder,
  own: CellBands,
  context: FieldContext,
  settings: ResolveSettings,
): ResolvedPlaceholder {
  const ofKey = resolveGroupKey(placeholder, own, context, settings);
  if (ofKey) return ofKey;
  const source = findFieldSource(placeholder.path, own, context);
  const [first, ...others] = placeholder.filters;
  const aggregates = first !== undefined && isAggregate(first.name);
  let filling = aggregates
    ? aggregate(first.name, source, placeholder)
    : resolvePlainField(source, placeholder);
  refuseEarlyDefault(placeholder, filling.type);
  for (const filter of aggregates ? others : placeholder.filters) {
    filling = convertPlaceholder(filter, filling, settings);
  }
  return filling;
}

/** What groups around are told apart by, in the same format: one value, though the field itself has many. */
function resolveGroupKey(
  { path, filters }: Placeholder,
  own: CellBands,
  { fields }: FieldContext,
  settings: ResolveSettings,
): ResolvedPlaceholder | undefined {
  for (let count = filters.length; count > 0; count--) {
    const text = groupKeyText(path, filters.slice(0, count));
    for (const axis of ['columns', 'rows'] as const) {
      // What the whole sheet is about counts with its rows.
      const around = own[axis].path.filter(({ parent }) => parent || axis === 'rows');
      const band = around.findLast(({ ownSelection }) => ownSelection?.groupBy.includes(text));
      const set = fields.dataSets.get(band?.ownSelection?.dataSet ?? '');
      const field = set?.find(({ name }) => name === path);
      if (!band || !field) continue;
      const { type, of } = groupKeyReader(
        { field: path, filters: filters.slice(0, count) },
        field.type,
        settings,
      );
      const valueAt = (placed: PlacedBands): ValueAt<Scalar> => {
        const { scopes } = placed[axis].placesOf(band);
        return (row, column = 0) => {
          const at = placed[axis].ancestorInstance(own[axis], axis === 'rows' ? row : column, band);
          const [first] = scopes[at]?.rows ?? [];
          return first ? of(first) : null;
        };
      };
      const filling: ResolvedPlaceholder = { type, valueAt, field: path };
      return filters
        .slice(count)
        .reduce((before, call) => convertPlaceholder(call, before, settings), filling);
    }
  }
  return undefined;
}

/** Words instead of a number or date cannot become hours. */
function refuseEarlyDefault({ filters, source }: Placeholder, type: ValueType): void {
  const at = filters.findIndex(({ name }) => name === 'default');
  const next = filters[at + 1]?.name;
  const isText = type === 'text' || typeof filters[at]?.inputs[0] !== 'string';
  if (at < 0 || next === undefined || isText || ['text', 'upper', 'lower'].includes(next)) return;
  throw new TemplateError(message('workbook.format.defaultTooEarly', { source, next }));
}

function resolvePlainField(source: FieldSource, placeholder: Placeholder): ResolvedPlaceholder {
  const { type, valueAt, field } = source;
  if (!valueAt) throw manyRowsError(placeholder, field === undefined ? 'count' : usualAggregate(type));
  return { type, valueAt, field };
}

function manyRowsError({ path, source, filters: [first] }: Placeholder, example: string): TemplateError {
  if (first && !isConversion(first.name)) {
    const names = AGGREGATE_NAMES.join(', ');
    return new TemplateError(message('workbook.field.noAggregate', { source, name: first.name, names }));
  }
  const rest = first ? source.slice(source.indexOf('|')) : '}}';
  const right = `{{${path} | ${example}${first ? ` ${rest}` : rest}`;
  return new TemplateError(message('workbook.field.manyRows', { source, example: right }));
}
