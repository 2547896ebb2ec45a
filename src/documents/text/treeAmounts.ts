import type { ColumnSpec } from './columnSpec.js';
import { type RenderContext, whenHolds } from './renderContext.js';
import type { ResolvedFile } from './resolvedFile.js';
import type { RowRecord } from './rowRecord.js';
import type { TreeData, TreeScope } from './treeScope.js';
import { directLeaves, type JsonTree, repeatsWithin, type TreeLeaf, type XmlTree } from './treeSpec.js';
import type { ValueFormat } from './valueFormat.js';

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
  if (data !== 'pay-lines') return false;
  const own = directLeaves(node).filter(
    ({ leaf }) => leaf.field === 'minutes' && whenHolds(context, leaf.when),
  );
  for (const { leaf } of own) found.add(leaf);
  return own.length > 0;
}

const MINUTES_PER_HOUR = 60;

/** The units that are printed of a row's minutes. */
export type UnitsOf = (scope: TreeScope) => number | undefined;

/** Asks once for each row what is printed of its minutes; values in another unit keep to their own rounding. */
export class TreeUnits {
  readonly #decided = new WeakMap<RowRecord, { units: number | undefined; unitsPerHour: number }>();

  constructor(
    readonly data: TreeData,
    readonly file: ResolvedFile,
  ) {}

  /** @param reconciled units that agree with a total, where the value asks for it */
  of(spec: ColumnSpec, format: ValueFormat, place: string, reconciled: UnitsOf): UnitsOf {
    const unitsPerHour = format.kind === 'number' ? (format.scale ?? MINUTES_PER_HOUR) : 0;
    return (scope) => {
      const known = this.#decided.get(scope.record);
      const decided = known ?? {
        units: this.#decide(scope, spec, format, place, reconciled(scope)),
        unitsPerHour,
      };
      this.#decided.set(scope.record, decided);
      return decided.unitsPerHour === unitsPerHour ? decided.units : reconciled(scope);
    };
  }

  #decide(
    { dataSet, record, group }: TreeScope,
    spec: ColumnSpec,
    format: ValueFormat,
    place: string,
    reconciled: number | undefined,
  ): number | undefined {
    const { rowUnits, context, part } = this.data;
    if (rowUnits === undefined) return reconciled;
    const given = reconciled === undefined ? undefined : new Map([[record, reconciled]]);
    const [units] = rowUnits.decide({
      spec: context.spec,
      file: this.file,
      part,
      place,
      section: { data: dataSet?.name ?? '', group: group === undefined ? undefined : [...group] },
      columns: [{ spec, format, isAmount: true, quantity: minutesOf }],
      records: [record],
      lines: () => 1,
      units: [given],
    });
    return units?.get(record, 0);
  }
}

function minutesOf({ row }: RowRecord): number | null {
  return typeof row.minutes === 'number' ? row.minutes : null;
}
