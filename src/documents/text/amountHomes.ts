import type { AmountPlace } from '../../domain/corrections/rowName.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import type { DataRow } from '../dataSet.js';
import { isAmountLeaf, PAY_LINES_SET, QUANTITIES } from './amountCells.js';
import { unitOfKind } from './printFormats.js';
import { type RenderContext, whenHolds } from './renderContext.js';
import { rowFilter } from './rowFilter.js';
import {
  findInnerRepeats,
  type JsonTree,
  listDirectLeaves,
  listEnclosingRows,
  listLeaves,
  type NamedLeaf,
  type TreeLeaf,
  type TreeRows,
  type XmlTree,
} from './treeSpec.js';

/** A value of a tree that is an amount. */
interface Home extends NamedLeaf {
  readonly isTime: boolean;
  /** The rows around it, from the outside in. */
  readonly around: readonly TreeRows[];
}

/** The elements of a tree that hold amounts: a given amount is written in its own, and nowhere else. */
export class AmountHomes {
  readonly #homes: readonly Home[];

  constructor(
    readonly context: RenderContext,
    tree: XmlTree | JsonTree,
  ) {
    const leaves = amountLeaves(context, tree);
    const around = new Map(listEnclosingRows(tree));
    this.#homes = listLeaves(tree)
      .filter(({ leaf }) => leaves.has(leaf))
      .map((named) => ({ ...named, isTime: isTime(named.leaf), around: around.get(named.leaf) ?? [] }));
  }

  has(place: string | undefined): boolean {
    return this.#homes.some(({ name }) => name === place);
  }

  /**
   * The rows that the amount is in; after a change of the layout, the first with its unit. undefined if elements with
   * one name have several, and what the record shows does not tell which.
   */
  of({ place, unit }: AmountPlace & { readonly unit: AmountUnit }, shown: DataRow): TreeRows | undefined {
    const own = this.#homes.filter(({ name }) => name === place);
    const alike = this.#homes.filter((home) => home.isTime === (unit === 'minutes')).slice(0, 1);
    const found = own.length > 0 ? own : alike;
    if (found.length < 2) return found[0]?.around.at(-1);
    const [home, ...others] = found.filter((each) => this.#accepts(each, shown));
    return others.length > 0 ? undefined : home?.around.at(-1);
  }

  /** Whether rows are those of a home, or around it. Rows around no home have all records. */
  isWithin(home: TreeRows | undefined, rows: TreeRows): boolean {
    const within = this.#homes.filter(({ around }) => around.includes(rows));
    return within.length === 0 || within.some(({ around }) => around.at(-1) === home);
  }

  #accepts({ around, data = PAY_LINES_SET }: Home, shown: DataRow): boolean {
    return around.every(({ filter }) => rowFilter(this.context, filter, data)(shown));
  }
}

function isTime({ field = '', amount }: TreeLeaf): boolean {
  if (amount === undefined || amount === 'none') return !QUANTITIES.includes(field);
  return unitOfKind(amount) === 'minutes';
}

/**
 * The values that write minutes of pay lines row by row: those with the field `minutes` in the innermost rows.
 * Enclosing values, such as an employee's sum, would count the same minutes again.
 */
export function amountLeaves(context: RenderContext, tree: XmlTree | JsonTree): ReadonlySet<TreeLeaf> {
  const found = new Set<TreeLeaf>();
  collectAmountLeaves(context, tree, undefined, found);
  return found;
}

/** @returns whether the rows of this node, or rows within, write minutes */
function collectAmountLeaves(
  context: RenderContext,
  node: XmlTree | JsonTree,
  outer: string | undefined,
  found: Set<TreeLeaf>,
): boolean {
  if (!whenHolds(context, node.when)) return false;
  const data = node.rows?.data ?? outer;
  const inner = findInnerRepeats(node, (each) => whenHolds(context, each.when));
  const areInside = inner.map((each) => collectAmountLeaves(context, each, data, found));
  if (areInside.includes(true)) return true;
  const own = listDirectLeaves(node).filter(
    ({ leaf }) => whenHolds(context, leaf.when) && isAmountLeaf(leaf, data),
  );
  for (const { leaf } of own) found.add(leaf);
  return own.length > 0;
}
