import { AGGREGATES, hasSum, usualAggregate, type ValueType } from './aggregates.js';
import type { Selection } from './clauses.js';
import { compileExpression, type Names } from './compileExpression.js';
import {
  type AggregateExpression,
  type Expression,
  expressionText,
  type FieldExpression,
  partsOf,
} from './grammar.js';
import type { DataRow, Field, LanguageSettings, Scalar } from './languageValues.js';
import { message } from './messageText.js';
import { TemplateError } from './templateError.js';
import { describedBy, isSameWithin, suggest, type TemplateFields } from './templateFields.js';
import { type Args, aggregateOf, groupDiffersError, type Typed } from './typed.js';
export interface RunValues {
  readonly data: { readonly run: DataRow };
}

type OfRow = Typed<[row: DataRow], RunValues>;

/** A selection whose fields and types fit. */
export interface CompiledSelection {
  readonly where: OfRow | undefined;
  readonly keys: readonly OfRow[];
  readonly sortBy: readonly (OfRow & { readonly descending: boolean })[];
  /** Replaces `sortBy` if groups are sorted by their totals. */
  readonly sortGroupsBy: readonly (Typed<[rows: readonly DataRow[]], RunValues> & {
    readonly descending: boolean;
  })[];
}

/** Checks a selection against its data set. @throws TemplateError */
export function compileSelection(
  selection: Selection,
  fields: TemplateFields,
  settings: LanguageSettings,
): CompiledSelection {
  const { dataSet, keys, sortBy, where } = selection;
  if (!fields.dataSets.has(dataSet)) {
    throw new TemplateError(
      message('field.noSet', { name: dataSet }),
      suggest(dataSet, [...fields.dataSets.keys()], 'set'),
    );
  }
  fields.usedSets?.add(dataSet);
  if (where) for (const field of settings.refuses?.needs(dataSet) ?? []) fields.used?.add(field);
  const names = rowNames(dataSet, fields, settings);
  const compiledKeys = keys.map((key) => compileExpression(key, names));
  const ofGroups = groupNames(selection, compiledKeys, names, fields);
  const byTotals = sortBy.some(({ of }) => [...partsOf(of)].some(({ kind }) => kind === 'aggregate'));
  return {
    keys: compiledKeys,
    where: where && compileExpression(where, names),
    sortBy: byTotals ? [] : sortBy.map((key) => ({ ...key, ...sortValue(key.of, selection, fields, names) })),
    sortGroupsBy: byTotals ? sortBy.map((key) => ({ ...key, ...compileExpression(key.of, ofGroups) })) : [],
  };
}

/** Groups are in the order of their first rows, and an amount of one row says nothing about a group. */
function sortValue(
  of: Expression,
  { dataSet, groupBy }: Selection,
  { dataSets }: TemplateFields,
  names: Names<[row: DataRow], RunValues>,
): OfRow {
  const value = compileExpression(of, names);
  const isAmount = value.type === 'minutes' || value.type === 'number';
  const isOfRow =
    of.kind === 'field' && isAmount && !isSameWithin(of.path, groupBy, dataSets.get(dataSet) ?? []);
  if (groupBy.length > 0 && isOfRow)
    throw groupDiffersError(of.path, `sort by ${expressionText(aggregateOf(of, 'sum'))}`);
  return value;
}

const NOT_WATCHED: TotalWatch = {};

const NO_KEY = (): undefined => undefined;

/** The fields of a row of a data set, by their names or `SET.NAME`, and those of the run. */
export function rowNames<At extends Args, Context extends RunValues>(
  dataSet: string,
  fields: TemplateFields,
  settings: LanguageSettings,
  around?: Names<At, Context>,
): Names<[row: DataRow, ...at: At], Context> {
  return {
    settings,
    key: NO_KEY,
    aggregate: (aggregate) => {
      const facts = { text: expressionText(aggregate), set: dataSet };
      throw new TemplateError(message('field.totalOfRow', facts));
    },
    field: ({ path }) => {
      if (around && path.startsWith('row.')) return seenFromRow(around, path);
      const { name, type } = findRowField(path, dataSet, fields);
      return {
        type,
        field: name,
        canBeNegative: settings.canBeNegative(name),
        valueAt:
          ({ data: { run } }) =>
          (...[row]: [row: DataRow, ...at: At]) =>
            row[name] ?? run[name] ?? null,
      };
    },
  };
}

/** `row.employee.id` in the condition of a total: a field of the surrounding row, not of the rows that are added up. */
function seenFromRow<At extends Args, Context>(
  around: Names<At, Context>,
  path: string,
): Typed<[row: DataRow, ...at: At], Context> {
  const name = path.slice('row.'.length);
  const { valueAt, ...found } = around.field({ kind: 'field', path: name === 'number' ? path : name });
  return {
    ...found,
    valueAt: (context) => {
      const valueHere = valueAt(context);
      return (...[, ...at]: [row: DataRow, ...at: At]) => valueHere(...at);
    },
  };
}

function findRowField(path: string, dataSet: string, fields: TemplateFields): Field {
  const own = fields.dataSets.get(dataSet) ?? [];
  const name = path.startsWith(`${dataSet}.`) ? path.slice(dataSet.length + 1) : path;
  const found = [...own, ...fields.run].find((field) => field.name === name);
  const names = own.map((field) => field.name);
  if (!found)
    throw new TemplateError(
      message('field.noneInSet', { set: dataSet, name }),
      suggest(name, names, 'field', describedBy(fields)),
    );
  fields.used?.add(found.name);
  return found;
}

function groupNames(
  { dataSet, groupBy }: Selection,
  keys: readonly OfRow[],
  names: Names<[row: DataRow], RunValues>,
  fields: TemplateFields,
): Names<[rows: readonly DataRow[]], RunValues> {
  const { dataSets } = fields;
  const ofFirst = (one: OfRow): Typed<[rows: readonly DataRow[]], RunValues> => ({
    ...one,
    valueAt: (context) => {
      const valueIn = one.valueAt(context);
      return ([first]) => (first ? valueIn(first) : null);
    },
  });
  return {
    settings: names.settings,
    key: (text) => {
      const key = keys[groupBy.indexOf(text)];
      return key && ofFirst(key);
    },
    field: (field) => {
      const found = names.field(field);
      if (!isSameWithin(field.path, groupBy, dataSets.get(dataSet) ?? [])) {
        const total = expressionText(aggregateOf(field, usualAggregate(found.type)));
        throw groupDiffersError(field.path, `sort by ${total}`);
      }
      return ofFirst(found);
    },
    aggregate: (aggregate) => {
      refuseCountedField(aggregate, names.field, fields);
      return totalOf(
        aggregate,
        names,
        () => (rows) => rows,
        (row): [DataRow] => [row],
      );
    },
  };
}

/**
 * `count(entries)` in rows of days, which have a field of that name with a number: it would count the days.
 * @throws TemplateError
 */
export function refuseCountedField(
  aggregate: AggregateExpression,
  typeOf: (field: FieldExpression) => { readonly type: ValueType },
  { dataSets }: TemplateFields,
): void {
  const { name, of } = aggregate;
  if (name !== 'count' || of.kind !== 'field' || !dataSets.has(of.path) || !hasSum(typeOf(of).type)) return;
  const example = expressionText({ ...aggregate, name: 'sum' });
  throw new TemplateError(
    message('field.countsRows', { source: expressionText(aggregate), field: of.path, example }),
  );
}

/** Watches the rows of a total while it is computed. */
export interface TotalWatch {
  /** The rows that are added. */
  readonly added?: ((rows: readonly DataRow[]) => void) | undefined;
  /** Each row that the condition tests. @param holds tests other values of it */
  readonly tested?: ((row: DataRow, holds: (row: DataRow) => boolean) => void) | undefined;
}

/** A total of rows. @throws TemplateError if the values have no such total */
export function totalOf<At extends Args, Inner extends Args, Context>(
  { name, of, where, inputs }: AggregateExpression,
  names: Names<Inner, Context>,
  rowsAt: (context: Context) => (...at: At) => readonly DataRow[],
  bind: (row: DataRow, at: At) => Inner,
  watch: (context: Context) => TotalWatch = () => NOT_WATCHED,
): Typed<At, Context> {
  const value = compileExpression(of, names);
  const test = where && compileExpression(where, names);
  const total = AGGREGATES[name];
  if (!total) throw new Error(`there is no total "${name}"`);
  const given = inputs.filter((input) => typeof input !== 'object');
  if (given.length < inputs.length) throw new TemplateError(message('grammar.noInput', { name }));
  if (value.hasWords && name !== 'count') throw new TemplateError(message('format.words', { name }));
  if (total.isOfNumbers && !hasSum(value.type)) {
    const path = expressionText(of);
    throw new TemplateError(message('field.noSum', { path, type: value.type, name }));
  }
  return {
    type: total.typeOf(value.type),
    field: value.field,
    canBeNegative: Boolean(value.canBeNegative),
    valueAt: (context) => {
      const [rowsHere, valueIn, holds] = [rowsAt(context), value.valueAt(context), test?.valueAt(context)];
      const { added, tested } = watch(context);
      return (...at) => {
        const rows = rowsHere(...at);
        const keeps = holds && ((row: DataRow): boolean => Boolean(holds(...bind(row, at))));
        if (keeps && tested) for (const row of rows) tested(row, keeps);
        const kept = keeps ? rows.filter(keeps) : rows;
        if (total.isOfNumbers) added?.(kept);
        const values: Scalar[] = kept.map((row) => valueIn(...bind(row, at)));
        return total.reduce(values, given);
      };
    },
  };
}
