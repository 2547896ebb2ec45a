import type { Scalar } from '../dataSet.js';
import type { ColumnWriter } from './cellWriter.js';
import type { ColumnSpec } from './columnSpec.js';
import { isAmountOf } from './recognisedAmounts.js';
import { type RenderContext, whenHolds } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecord.js';
import type { TreeData, TreeScope } from './treeScope.js';
import { directLeaves, type JsonTree, repeatsWithin, type TreeLeaf, type XmlTree } from './treeSpec.js';

/**
 * The values that write minutes of pay lines row by row: those with the field `minutes` in the innermost rows. What
 * stands around them, such as the sum of an employee, would count the same minutes again.
 */
export function amountLeaves(context: RenderContext, tree: XmlTree | JsonTree): ReadonlySet<TreeLeaf> {
  const found = new Set<TreeLeaf>();
  collect(context, tree, undefined, found);
  return found;
}

/** @returns whether the rows of this node, or rows within, write minutes */
function collect(
  context: RenderContext,
  node: XmlTree | JsonTree,
  outer: string | undefined,
  found: Set<TreeLeaf>,
): boolean {
  if (!whenHolds(context, node.when)) return false;
  const data = node.rows?.data ?? outer;
  const inner = repeatsWithin(node, (each) => whenHolds(context, each.when));
  const areInside = inner.map((each) => collect(context, each, data, found));
  if (areInside.includes(true)) return true;
  const own = directLeaves(node).filter(
    ({ leaf }) => whenHolds(context, leaf.when) && isAmountOf(leaf, data),
  );
  for (const { leaf } of own) found.add(leaf);
  return own.length > 0;
}

const MINUTES_PER_HOUR = 60;

/** The units that are printed of a row's minutes. */
export type UnitsOf = (scope: TreeScope) => number | undefined;

/** Asks once for each row and unit what is printed; values in another unit keep to their own rounding. */
export class TreeUnits {
  readonly #decided = new Map<
    string,
    WeakMap<RowRecord, { units: number | undefined; unitsOfOne: number }>
  >();

  constructor(
    readonly data: TreeData,
    readonly file: ResolvedFile,
  ) {}

  of(value: TreeAmount): UnitsOf {
    const { spec, place, reconciled } = value;
    const { format } = value.writer;
    const unitsOfOne = format.kind === 'number' ? (format.scale ?? format.unitsOfOne ?? MINUTES_PER_HOUR) : 0;
    // 7 and 30 of 7:30 stand apart, and are one amount.
    const name = spec.amount === undefined && spec.field === 'minutes' ? 'minutes' : place;
    const decided = this.#decided.get(name) ?? new WeakMap();
    this.#decided.set(name, decided);
    return (scope) => {
      const known = decided.get(scope.record) ?? { units: this.#decide(scope, value), unitsOfOne };
      decided.set(scope.record, known);
      return known.unitsOfOne === unitsOfOne ? known.units : reconciled(scope);
    };
  }

  #decide(scope: TreeScope, { spec, writer, place, reconciled, valueIn }: TreeAmount): number | undefined {
    const { dataSet, record, group } = scope;
    const { rowUnits, context, part } = this.data;
    const agreed = reconciled(scope);
    if (rowUnits === undefined) return agreed;
    const value = valueIn(scope);
    const [units] = rowUnits.decide({
      spec: context.spec,
      file: this.file,
      part,
      place,
      section: { data: dataSet?.name ?? '', group: group === undefined ? undefined : [...group] },
      columns: [
        {
          ...{ spec, format: writer.format, heading: place },
          isAmount: true,
          quantity: () => (typeof value === 'number' ? value : null),
          plain: () => writer.plain(value),
        },
      ],
      records: [record],
      lines: () => 1,
      units: [agreed === undefined ? undefined : new Map([[record, agreed]])],
    });
    return units?.get(record, 0);
  }
}

/** A value of a tree that is an amount. */
interface TreeAmount {
  readonly spec: ColumnSpec;
  readonly writer: ColumnWriter;
  readonly place: string;
  /** Units that agree with a total, where the value asks for it. */
  readonly reconciled: UnitsOf;
  readonly valueIn: (scope: TreeScope) => Scalar | undefined;
}
