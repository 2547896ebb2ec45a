import type { Selection } from '../../language/clauses.js';
import { type AggregateExpression, type Expression, expressionText } from '../../language/grammar.js';
import type { DataRow } from '../../language/languageValues.js';
import { aggregateOf } from '../../language/typed.js';
import type { Band, CellBands } from './bands.js';
import type { Axis } from './directive.js';
import { findFieldSource } from './fieldSource.js';
import { exampleWith, type FieldContext, type Placed, type ValueAt } from './filling.js';
import { fieldsOf, useNeeded, withCondition } from './refusedData.js';
import { cellNames, totalAround } from './resolveExpression.js';

/** Rows of a data set whose values a cell shows, which formulas may add to those of other cells. */
export interface ShownRows {
  readonly set: string;
  readonly fields: readonly string[];
  readonly rowsAt: Placed<ValueAt<readonly DataRow[]>>;
  /** What one row of each tells about a total of all; undefined for rows that do not matter. */
  readonly kindOf: (row: DataRow) => string | undefined;
  /** The directive of its rows with a further condition, or else its own text. */
  readonly example: (where: Expression) => string;
}

/** The rows that a cell shows, of the data whose totals may be refused. */
export function shownRows(own: CellBands, context: FieldContext): readonly ShownRows[] {
  if (context.settings.refuses === undefined) return [];
  return valuesIn(context.written.expression).flatMap((part) => {
    if (part.kind === 'field') return rowsOfField(part.path, own, context) ?? [];
    return part.kind === 'aggregate' ? (rowsOfTotal(part, own, context) ?? []) : [];
  });
}

/** The parts whose values become the value: not the conditions. */
function valuesIn(part: Expression): Expression[] {
  if (part.kind === 'format') return valuesIn(part.of);
  if (part.kind === 'binary') return [...valuesIn(part.left), ...valuesIn(part.right)];
  if (part.kind === 'choice') return [...valuesIn(part.whenTrue), ...valuesIn(part.otherwise)];
  return [part];
}

function rowsOfField(path: string, own: CellBands, context: FieldContext): ShownRows | undefined {
  const { set, field, rowsAt, valueAt } = findFieldSource(path, own, context);
  if (set === undefined || field === undefined || !rowsAt || !valueAt) return undefined;
  const total = aggregateOf({ kind: 'field', path: `${set}.${field}` }, 'sum') as AggregateExpression;
  return watched(set, [field], rowsAt, own, context, (where) =>
    exampleWith(context.written, (each) =>
      each.kind === 'field' && each.path === path ? withCondition(total, where) : undefined,
    ),
  );
}

function rowsOfTotal(
  total: AggregateExpression,
  own: CellBands,
  context: FieldContext,
): ShownRows | undefined {
  let set = '';
  let kept: readonly DataRow[] = [];
  const typed = totalAround(total, own, context, cellNames(own, context), (_, found) => {
    set = found;
    return () => ({
      added: (rows) => {
        kept = rows;
      },
    });
  });
  const rowsAt: ShownRows['rowsAt'] = (placed) => {
    const valueHere = typed.valueAt(placed);
    return (...at) => {
      kept = [];
      valueHere(...at);
      return kept;
    };
  };
  return watched(set, fieldsOf(total.of, set), rowsAt, own, context, (where) =>
    exampleWith(context.written, (each) => (each === total ? withCondition(total, where) : undefined)),
  );
}

/** Undefined if all rows of the set may be added. */
function watched(
  set: string,
  fields: readonly string[],
  rowsAt: ShownRows['rowsAt'],
  own: CellBands,
  { fields: known, settings }: FieldContext,
  ofCell: ShownRows['example'],
): ShownRows | undefined {
  const kindOf = settings.refuses?.kindIn(set, fields);
  if (kindOf === undefined) return undefined;
  useNeeded(set, known, settings);
  const example: ShownRows['example'] = (where) => {
    const around = bandOf(set, own);
    return around ? directiveText(around.band, around.axis, where) : ofCell(where);
  };
  return { set, fields, rowsAt, kindOf, example };
}

/** The innermost band that repeats over a data set. */
function bandOf(set: string, own: CellBands): { readonly band: Band; readonly axis: Axis } | undefined {
  for (const axis of ['columns', 'rows'] as const) {
    const around = own[axis].path.filter(({ parent }) => parent || axis === 'rows');
    const band = around.findLast(({ ownSelection }) => ownSelection?.dataSet === set);
    if (band) return { band, axis };
  }
  return undefined;
}

/** `{{#each pay-lines where kind != "loading" group by employee.id rows 2}}` */
function directiveText({ rule, from, to, ownSelection }: Band, axis: Axis, condition: Expression): string {
  if (!ownSelection) return '';
  const count = to - from + 1;
  const { breaksPage, isOutlined, least } =
    rule.kind === 'each' ? rule : { breaksPage: false, isOutlined: false, least: undefined };
  const words = [
    rule.kind === 'each' ? '#each' : '#sheet',
    ...selectionWords(withCondition(ownSelection, condition)),
    ...(least === undefined ? [] : [`at least ${least}`]),
    ...(rule.kind === 'each' && axis === 'columns' ? [count === 1 ? 'columns' : `columns ${count}`] : []),
    ...(rule.kind === 'each' && axis === 'rows' && count > 1 ? [`rows ${count}`] : []),
    ...(breaksPage ? ['page break'] : []),
    ...(isOutlined ? ['outline'] : []),
  ];
  return `{{${words.join(' ')}}}`;
}

function selectionWords({ dataSet, where, groupBy, sortBy, limit }: Selection): string[] {
  const keys = sortBy.map(({ of, descending }) => `${expressionText(of)}${descending ? ' desc' : ''}`);
  return [
    dataSet,
    ...(where ? [`where ${expressionText(where)}`] : []),
    ...(groupBy.length > 0 ? [`group by ${groupBy.join(', ')}`] : []),
    ...(keys.length > 0 ? [`sort by ${keys.join(', ')}`] : []),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
  ];
}
