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

type PlacedAmount = AmountPlace & { readonly unit: AmountUnit };

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

  /** Whether elements of several rows have this name. */
  isShared(place: string): boolean {
    return new Set(this.#homes.filter(({ name }) => name === place).map(rowsOf)).size > 1;
  }

  /** The names that two values of one unit in the same rows have: an amount of a correction could be either. */
  doubles(): readonly string[] {
    const isSame = (one: Home, other: Home) =>
      one.name === other.name && rowsOf(one) === rowsOf(other) && one.isTime === other.isTime;
    const isDouble = (home: Home, index: number) =>
      this.#homes.findIndex((each) => isSame(each, home)) < index;
    return [...new Set(this.#homes.filter(isDouble).map(({ name }) => name))];
  }

  /**
   * The rows that the amount is in; after a change of the layout, the first with its unit. undefined if elements with
   * one name have several, and what the record shows does not tell which.
   */
  of(amount: PlacedAmount, shown: DataRow): TreeRows | undefined {
    const [rows, ...others] = this.#rowsFor(amount, shown);
    return others.length > 0 ? undefined : rows;
  }

  /** Whether elements with one name have several rows, and what the record shows does not tell which has the amount. */
  isUnclear(amount: PlacedAmount, shown: DataRow): boolean {
    return this.#homes.length > 0 && this.#rowsFor(amount, shown).length !== 1;
  }

  #rowsFor({ place, unit }: PlacedAmount, shown: DataRow): readonly (TreeRows | undefined)[] {
    const own = this.#homes.filter(({ name }) => name === place);
    const alike = this.#homes.filter((home) => home.isTime === (unit === 'minutes')).slice(0, 1);
    const found = own.length > 0 ? own : alike;
    const rows = [...new Set(found.map(rowsOf))];
    if (rows.length < 2) return found.length === 0 ? [undefined] : rows;
    return [...new Set(found.filter((each) => this.#accepts(each, shown)).map(rowsOf))];
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

function rowsOf({ around }: Home): TreeRows | undefined {
  return around.at(-1);
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
