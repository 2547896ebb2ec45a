import { addQuantities } from '../../domain/pay/payLine.js';
import { message } from '../../i18n/message.js';
import type { DataRow, DataSet, Scalar } from '../dataSet.js';
import { findDataSet } from './fieldValues.js';
import type { RenderContext } from './renderContext.js';
import { rowFilter } from './rowFilter.js';
import { conditionFields } from './rowSelection.js';
import type { TreeData, TreeScope } from './treeScope.js';
import type { TreeLeaf } from './treeSpec.js';

/** The value of a leaf in a scope. */
export interface LeafSource {
  readonly type: DataSet['fields'][number]['type'];
  of(scope: TreeScope): Scalar | undefined;
}

/** The data set that a total names: `pay-lines.minutes`. */
function setOfPath({ model }: RenderContext, path: string, outer: DataSet | undefined): string | undefined {
  if (outer?.fields.some(({ name }) => name === path)) return undefined;
  return [...model.dataSets.keys()].find((name) => path.startsWith(`${name}.`));
}

/** Sums and counts over the rows of the node, or of a named data set. */
export function createAggregate(
  data: TreeData,
  leaf: TreeLeaf,
  outer: DataSet | undefined,
  place: string,
): LeafSource | undefined {
  const path = leaf.sum ?? leaf.count ?? '';
  const named = leaf.data ?? setOfPath(data.context, path, outer);
  const name = leaf.data === undefined && named !== undefined ? path.slice(named.length + 1) : path;
  const dataSet = named === undefined ? outer : findDataSet(data.context, named, place);
  if (dataSet === undefined) {
    if (named === undefined) data.context.problems.add(message('template.tree.noRows'), { column: place });
    return undefined;
  }
  data.fieldsOf(dataSet).requireOwn(name, place);
  const keep = rowFilter(data.context, leaf.filter, dataSet.name);
  const isKnown = knownFields(data, dataSet, [name, ...leaf.filter.flatMap(conditionFields)], place);
  const rowsOf = (scope: TreeScope) => {
    const rows = named === undefined ? scope.rows : data.rowsOf(dataSet);
    const { given } = data.rowUnits ?? {};
    return (given === undefined ? rows : rows.flatMap((row) => given.knownRows(row)).filter(isKnown)).filter(
      keep,
    );
  };
  if (leaf.count !== undefined) {
    const distinct = (scope: TreeScope) => new Set(rowsOf(scope).flatMap((row) => row[name] ?? []));
    return { type: 'integer', of: (scope) => distinct(scope).size };
  }
  const type = dataSet.fields.find((field) => field.name === name)?.type ?? 'integer';
  return {
    type,
    of: (scope) => rowsOf(scope).reduce((sum, row) => addQuantities(sum, Number(row[name] ?? 0)), 0),
  };
}

/** Whether the fields of a total are known of a row of a correction; one that is not is a problem. */
function knownFields(
  { context }: TreeData,
  { fields }: DataSet,
  names: readonly string[],
  place: string,
): (row: DataRow) => boolean {
  const own = names.filter((name) => fields.some((field) => field.name === name));
  return (row) => {
    const unknown = own.find((name) => !Object.hasOwn(row, name));
    if (unknown !== undefined)
      context.problems.add(message('template.correctionTotal', { field: unknown }), { column: place });
    return unknown === undefined;
  };
}
