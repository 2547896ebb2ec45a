import { groupBy } from '../../domain/collections.js';
import { compileExpression, type Names } from '../../language/compileExpression.js';
import { rowNames, type TotalWatch, totalOf } from '../../language/compileSelection.js';
import {
  type AggregateExpression,
  type Expression,
  expressionText,
  pathsIn,
} from '../../language/grammar.js';
import { message } from '../../language/messageText.js';
import { TemplateError } from '../../language/templateError.js';
import type { TemplateFields } from '../../language/templateFields.js';
import type { Args, Typed } from '../../language/typed.js';
import type { DataRow } from '../dataSet.js';

/** The rows around a total: their data set, and the fields by which they are grouped, blocks included. */
export interface RowsAround {
  readonly data: string;
  readonly group?: readonly string[] | undefined;
}

/** A field of the rows that are added up, and the field of the surrounding row that it equals. */
interface RowLink {
  readonly field: string;
  readonly of: string;
}

interface OtherRows<At extends Args> {
  readonly around: RowsAround;
  readonly fields: TemplateFields;
  readonly names: Names<At, unknown>;
  readonly run: DataRow;
  readonly rowsOf: (set: string) => readonly DataRow[];
  readonly watch?: TotalWatch | undefined;
}

const FROM_ROW = 'row.';

/** The data set that a total names, if it is not that of the rows around it. */
export function otherSetOf(
  { of }: AggregateExpression,
  own: string,
  { dataSets }: TemplateFields,
): string | undefined {
  const isOwn = (path: string) => dataSets.get(own)?.some(({ name }) => name === path) === true;
  const named = pathsIn(of).flatMap((path) => (isOwn(path) ? [] : (setOfPath(path, dataSets.keys()) ?? [])));
  return named.find((name) => name !== own);
}

/** The data set at the start of a path: `pay-lines.minutes`, or `pay-lines` alone. */
export function setOfPath(path: string, names: Iterable<string>): string | undefined {
  return [...names].find((name) => path === name || path.startsWith(`${name}.`));
}

/**
 * A total over the rows of another data set that belong to a row: by the condition (`where employee.id =
 * row.employee.id`), or by the fields of its group. @throws TemplateError if they would be the rows of all people
 */
export function totalOfOther<At extends Args>(
  aggregate: AggregateExpression,
  set: string,
  { around, fields, names, run, rowsOf, watch }: OtherRows<At>,
): Typed<At, unknown> {
  const links = linksOf(aggregate, set, around, fields);
  const fieldNames = links.map(({ field }) => field);
  const ends = links.map(({ of }) => names.field({ kind: 'field', path: of }));
  const ofRow = rowNames<At, { readonly data: { readonly run: DataRow } }>(
    set,
    fields,
    names.settings,
    names,
  );
  const test = aggregate.where && compileExpression(aggregate.where, ofRow);
  const context = { data: { run } };
  const rowsAt = () => {
    const values = ends.map(({ valueAt }) => valueAt(undefined));
    const holds = test?.valueAt(context);
    let index: ReadonlyMap<string, readonly DataRow[]> | undefined;
    return (...at: At): readonly DataRow[] => {
      index ??= groupBy(rowsOf(set), (row) => JSON.stringify(fieldNames.map((name) => row[name] ?? null)));
      const linked = index.get(JSON.stringify(values.map((value) => value(...at)))) ?? [];
      if (holds === undefined) return linked;
      const keeps = (row: DataRow): boolean => Boolean(holds(row, ...at));
      for (const row of watch?.tested ? linked : []) watch?.tested?.(row, keeps);
      return linked.filter(keeps);
    };
  };
  const all = { ...counting(aggregate, set), where: undefined };
  const typed = totalOf(
    all,
    ofRow,
    rowsAt,
    (row: DataRow, at: At): [DataRow, ...At] => [row, ...at],
    () => ({ added: watch?.added }),
  );
  const isSameForAll = links.length === 0 && !usesRow(aggregate.where);
  return {
    ...typed,
    valueAt: () => {
      const valueHere = typed.valueAt(context);
      return isSameForAll ? once(valueHere) : valueHere;
    },
  };
}

/** `count(pay-lines where …)` counts rows. */
function counting(aggregate: AggregateExpression, set: string): AggregateExpression {
  const isOfRows = aggregate.of.kind === 'field' && aggregate.of.path === set;
  return isOfRows ? { ...aggregate, of: { kind: 'constant', value: true } } : aggregate;
}

function once<At extends Args, T>(valueAt: (...at: At) => T): (...at: At) => T {
  let known: { readonly value: T } | undefined;
  return (...at) => {
    known ??= { value: valueAt(...at) };
    return known.value;
  };
}

function linksOf(
  aggregate: AggregateExpression,
  set: string,
  { data, group = [] }: RowsAround,
  { dataSets }: TemplateFields,
): readonly RowLink[] {
  const { where } = aggregate;
  if (usesRow(where)) return where === undefined ? [] : conjuncts(where).flatMap(linkIn);
  const names = new Set(dataSets.get(set)?.map(({ name }) => name));
  const shared = group.filter((name) => names.has(name));
  if (shared.length > 0) return shared.map((name) => ({ field: name, of: name }));
  const key = dataSets.get(data)?.find(({ name }) => name.endsWith('.id') && names.has(name));
  if (key === undefined) return [];
  const example = expressionText({ ...aggregate, where: linkedBy(key.name, where) });
  throw new TemplateError(message('field.unlinked', { set, around: data, example: `{{${example}}}` }));
}

function linkedBy(key: string, where: Expression | undefined): Expression {
  const link: Expression = {
    kind: 'binary',
    sign: '=',
    left: { kind: 'field', path: key },
    right: { kind: 'field', path: `${FROM_ROW}${key}` },
  };
  return where === undefined ? link : { kind: 'binary', sign: 'and', left: where, right: link };
}

/** Whether a condition compares with the surrounding row. */
export function usesRow(where: Expression | undefined): boolean {
  return where !== undefined && pathsIn(where).some((path) => path.startsWith(FROM_ROW));
}

function conjuncts(where: Expression): Expression[] {
  return where.kind === 'binary' && where.sign === 'and'
    ? [...conjuncts(where.left), ...conjuncts(where.right)]
    : [where];
}

/** `employee.id = row.employee.id`, by which rows are found; everything else is tested row by row. */
function linkIn(condition: Expression): RowLink[] {
  if (condition.kind !== 'binary' || condition.sign !== '=') return [];
  const { left, right } = condition;
  if (left.kind !== 'field' || right.kind !== 'field') return [];
  const [one, other] = left.path.startsWith(FROM_ROW) ? [right.path, left.path] : [left.path, right.path];
  if (one.startsWith(FROM_ROW) || !other.startsWith(FROM_ROW)) return [];
  return [{ field: one, of: other.slice(FROM_ROW.length) }];
}
