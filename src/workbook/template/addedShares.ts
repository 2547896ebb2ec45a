import type { DataRow } from '../../language/languageValues.js';
import { prepareCalculation } from '../formula/calculation.js';
import type { FormulaNode } from '../formula/expression.js';
import { placesMet } from '../formula/functions/areaFunctions.js';
import type { AreaInput } from '../formula/functions/lookupFunctions.js';
import { toTruth } from '../formula/functions/scalarFunctions.js';
import {
  AreaLists,
  type CalculationSources,
  type Counting,
  type FormulaPosition,
  type OutputArea,
  prepareArea,
} from '../formula/ranges.js';
import type { ShownRows } from '../language/shownRows.js';
import { contentAt, type OutputPlace, type WorkbookCells } from './outputCells.js';
import type { PlacedSheet } from './placedSheet.js';
import type { FormulaContent, ValueContent } from './templatePlan.js';

/** What rows of one kind add to a formula's result. */
interface Share {
  readonly shown: ShownRows;
  readonly kind: string;
  /** One of the rows. */
  readonly row: DataRow;
  /** By what their values are multiplied: -1 if they are subtracted. */
  readonly factor: number;
  /** The sum of the values. */
  readonly amount: number;
}

/** By data set, kind and factor. */
export type Shares = ReadonlyMap<string, Share>;
type SharesAt = (at: FormulaPosition) => Shares;

const NONE: Shares = new Map();
const NOTHING: SharesAt = () => NONE;

/** The maximum number of cells to look at in one workbook; formulas beyond it are not examined. */
const MOST_LOOKS = 40_000_000;

/** Formulas over formulas over formulas: deeper ones are not followed. */
const DEEPEST = 100;

interface Prepared {
  /** Undefined if its result is something else than a sum. */
  readonly own: SharesAt | undefined;
  /** The sums within it. */
  readonly sums: readonly SharesAt[];
  readonly results: Map<string, Shares>;
}

interface CountedArea {
  readonly area: OutputArea;
  bottom: number;
  readonly shares: Map<string, Share>;
}

/** Finds the rows that formulas add, through other formulas too, as they are calculated. */
export class AddedRows {
  readonly #lists: AreaLists;
  readonly #prepared = new WeakMap<PlacedSheet, Map<FormulaContent, Prepared>>();
  readonly #values = new WeakMap<PlacedSheet, Map<ValueContent, ReturnType<typeof rowsShown>>>();
  readonly #counted = {
    all: new WeakMap<object, CountedArea>(),
    withoutSubtotals: new WeakMap<object, CountedArea>(),
    visible: new WeakMap<object, CountedArea>(),
  } satisfies Record<Counting, WeakMap<object, CountedArea>>;
  #looks = 0;
  #depth = 0;
  #isCutShort = false;

  constructor(readonly cells: WorkbookCells) {
    this.#lists = new AreaLists(cells);
  }

  /** What each sum in a formula adds. */
  sumsOf(content: FormulaContent, at: OutputPlace): Shares[] {
    return this.#preparedOf(content, at.sheet).sums.map((sharesAt) => sharesAt(at));
  }

  #preparedOf(content: FormulaContent, sheet: PlacedSheet): Prepared {
    const known = this.#prepared.get(sheet) ?? new Map<FormulaContent, Prepared>();
    this.#prepared.set(sheet, known);
    const found = known.get(content);
    if (found) return found;
    const sums: SharesAt[] = [];
    const sources = { cells: this.cells, sheet };
    const own = content.expression && this.#sum(content.expression, sources, sums);
    if (own) sums.push(own);
    const prepared = { own, sums, results: new Map<string, Shares>() };
    known.set(content, prepared);
    return prepared;
  }

  /** Undefined if it does something else than adding; the sums within it are then added to `sums`. */
  #sum(node: FormulaNode, sources: CalculationSources, sums: SharesAt[]): SharesAt | undefined {
    switch (node.kind) {
      case 'constant':
        return NOTHING;
      case 'reference':
      case 'name':
      case 'table':
        return this.#areaSum(node, sources, 'all');
      case 'sheets':
        return together(
          node.of.map((reference) => this.#areaSum({ kind: 'reference', reference }, sources, 'all')),
        );
      case 'sign': {
        const of = this.#sum(node.of, sources, sums);
        return of && times(of, node.sign === '-' ? -1 : node.sign === '%' ? 0.01 : 1);
      }
      case 'binary':
        return this.#operation(node, sources, sums);
      case 'call':
        return this.#call(node, sources, sums);
    }
  }

  #operation(
    node: Extract<FormulaNode, { kind: 'binary' }>,
    sources: CalculationSources,
    sums: SharesAt[],
  ): SharesAt | undefined {
    const { operator, left, right } = node;
    if (operator === '+' || operator === '-') {
      const [one, other] = [left, right].map((side) => this.#sum(side, sources, sums) ?? NOTHING);
      return together([one ?? NOTHING, times(other ?? NOTHING, operator === '-' ? -1 : 1)]);
    }
    const [first, second] = [numberOf(left), numberOf(right)];
    const factor = operator === '/' && second ? 1 / second : operator === '*' ? second : undefined;
    const of = factor === undefined ? right : left;
    const scale = factor ?? (operator === '*' ? first : undefined);
    if (scale === undefined) return this.#others([left, right], sources, sums);
    const shares = this.#sum(of, sources, sums);
    return shares && times(shares, scale);
  }

  #call(
    node: Extract<FormulaNode, { kind: 'call' }>,
    sources: CalculationSources,
    sums: SharesAt[],
  ): SharesAt | undefined {
    const { name, inputs } = node;
    const [first, second, third] = inputs;
    const sumOf = (input: FormulaNode | undefined) => input && this.#sum(input, sources, sums);
    if (name === 'SUM' || name === 'AVERAGE' || (name === 'SUMPRODUCT' && inputs.length === 1))
      return together(inputs.map((input) => sumOf(input) ?? NOTHING));
    if (name === 'SUBTOTAL') return this.#subtotal(inputs, sources);
    if (name === 'SUMIF' || name === 'AVERAGEIF')
      return this.#conditional(third ?? first, [first, second], sources);
    if (name === 'SUMIFS' || name === 'AVERAGEIFS') return this.#conditional(first, inputs.slice(1), sources);
    if (name === 'IF' && first) {
      const test = prepareCalculation(first, sources);
      const branches = [sumOf(second), sumOf(third)];
      if (branches.every((branch) => branch === undefined)) return undefined;
      return (at) => {
        const isMet = toTruth(test(at));
        return (typeof isMet === 'boolean' ? branches[isMet ? 0 : 1]?.(at) : undefined) ?? NONE;
      };
    }
    if (ROUNDED.has(name)) return sumOf(first);
    const limited = LIMITED.has(name) ? limitedInput(inputs) : undefined;
    return limited ? this.#limited(limited, sources, sums) : this.#others(inputs, sources, sums);
  }

  /** `MAX(C1,0)` is C1, but `MAX(C1:C9,0)` is the longest. */
  #limited(input: FormulaNode, sources: CalculationSources, sums: SharesAt[]): SharesAt | undefined {
    if (input.kind === 'sheets') return this.#others([input], sources, sums);
    if (input.kind !== 'reference' && input.kind !== 'name' && input.kind !== 'table')
      return this.#sum(input, sources, sums);
    const areaAt = prepareArea(input, sources);
    return (at) => {
      const area = areaAt(at);
      const isCell = area && area.top === area.bottom && area.left === area.right;
      return isCell ? this.#ofArea(area, 'all') : NONE;
    };
  }

  /** Sums within something else, each on its own; the cells of a lookup or of MAX are not added. */
  #others(
    inputs: readonly (FormulaNode | undefined)[],
    sources: CalculationSources,
    sums: SharesAt[],
  ): undefined {
    for (const input of inputs) {
      if (input?.kind !== 'call' && input?.kind !== 'binary' && input?.kind !== 'sign') continue;
      const sum = this.#sum(input, sources, sums);
      if (sum) sums.push(sum);
    }
    return undefined;
  }

  #subtotal([code, ...inputs]: Inputs, sources: CalculationSources): SharesAt | undefined {
    const number = numberOf(code) ?? 0;
    if (!SUBTOTALS.has(number % 100)) return undefined;
    const counting = number > 100 ? 'visible' : 'withoutSubtotals';
    return together(inputs.map((input) => (input ? this.#areaSum(input, sources, counting) : NOTHING)));
  }

  /** The cells where the conditions of SUMIFS are met. */
  #conditional(of: FormulaNode | undefined, inputs: Inputs, sources: CalculationSources): SharesAt {
    if (!of) return NOTHING;
    const areaAt = prepareArea(of, sources);
    const prepared = inputs.map((input): AreaInput | undefined => {
      const testedAt = input && prepareArea(input, sources);
      if (!testedAt) return undefined;
      return {
        value: prepareCalculation(input, sources),
        list: (at) => {
          const area = testedAt(at);
          return area && this.#lists.listFor(area);
        },
      };
    });
    return (at) => {
      const area = areaAt(at);
      const shares = new Map<string, Share>();
      if (!area) return shares;
      const sheet = area.sheet as PlacedSheet;
      for (const { down, across } of placesMet(prepared, at))
        addTo(shares, this.#ofCell(sheet, area.top + down, area.left + across, 'all'));
      return shares;
    };
  }

  #areaSum(node: FormulaNode, sources: CalculationSources, counting: Counting): SharesAt {
    const areaAt = prepareArea(node, sources);
    return (at) => {
      const area = areaAt(at);
      return area ? this.#ofArea(area, counting) : NONE;
    };
  }

  /** An area that grows from formula to formula is continued. */
  #ofArea(area: OutputArea, counting: Counting): Shares {
    const { top, left } = area;
    const sheet = area.sheet as PlacedSheet;
    const bottom = Math.min(area.bottom, this.cells.lastRow(sheet));
    const right = Math.min(area.right, this.cells.lastColumn(sheet));
    const known = this.#counted[counting].get(area.owner);
    const isSame = known?.area.sheet === sheet && known.area.top === top && known.area.left === left;
    const continues = isSame && known.area.right === area.right && known.bottom <= bottom;
    const counted = continues ? known : { area, bottom: top - 1, shares: new Map<string, Share>() };
    for (let row = counted.bottom + 1; row <= bottom; row++)
      for (let column = left; column <= right; column++)
        addTo(counted.shares, this.#ofCell(sheet, row, column, counting));
    counted.bottom = Math.max(bottom, top - 1);
    if (this.#isCutShort) this.#counted[counting].delete(area.owner);
    else this.#counted[counting].set(area.owner, counted);
    return counted.shares;
  }

  #ofCell(sheet: PlacedSheet, row: number, column: number, counting: Counting): Shares {
    if (++this.#looks > MOST_LOOKS) return NONE;
    const content = contentAt(sheet, row, column);
    if (content?.kind !== 'value' && content?.kind !== 'formula') return NONE;
    if (counting === 'visible' && this.cells.isHidden(sheet, row)) return NONE;
    const [instance, columnInstance] = [sheet.rows.instance(row), sheet.columns.instance(column)];
    if (sheet.isBlank(row, instance, column, columnInstance)) return NONE;
    const at = { sheet, row, column, instance, columnInstance };
    if (content.kind === 'value') return this.#ofValue(content, at);
    return content.isSubtotal && counting !== 'all' ? NONE : this.#ofFormula(content, at);
  }

  #ofValue(content: ValueContent, at: OutputPlace): Shares {
    const { shown = [] } = content;
    if (shown.length === 0) return NONE;
    const amount = this.cells.valueOf(at.sheet, at.row, at.column);
    if (typeof amount !== 'number' || amount === 0) return NONE;
    const known = this.#values.get(at.sheet) ?? new Map<ValueContent, ReturnType<typeof rowsShown>>();
    this.#values.set(at.sheet, known);
    const rowsAt = known.get(content) ?? rowsShown(content, at.sheet);
    known.set(content, rowsAt);
    const shares = new Map<string, Share>();
    for (const { shown: one, rows } of rowsAt(at))
      for (const row of rows) {
        const kind = one.kindOf(row);
        const share = kind === undefined ? undefined : { shown: one, kind, row, factor: 1, amount };
        if (share && !shares.has(keyOf(share))) shares.set(keyOf(share), share);
      }
    return shares;
  }

  #ofFormula(content: FormulaContent, at: OutputPlace): Shares {
    const { own, results } = this.#preparedOf(content, at.sheet);
    if (!own) return NONE;
    const key = `${at.instance} ${at.columnInstance}`;
    const known = results.get(key);
    if (known) return known;
    if (this.#depth >= DEEPEST) {
      this.#isCutShort = true;
      return NONE;
    }
    // A formula that refers to itself adds nothing.
    results.set(key, NONE);
    this.#depth++;
    const shares = new Map(own(at));
    this.#depth--;
    if (this.#isCutShort) results.delete(key);
    else results.set(key, shares);
    if (this.#depth === 0) this.#isCutShort = false;
    return shares;
  }
}

type Inputs = readonly (FormulaNode | undefined)[];

/** Their first input is added, rounded or not. */
const ROUNDED = new Set([
  ...['ROUND', 'ROUNDUP', 'ROUNDDOWN', 'INT', 'TRUNC', 'MROUND', 'CEILING', 'FLOOR'],
  ...['ABS', 'IFERROR', 'IFNA'],
]);

/** With a number as the limit of a single other input. */
const LIMITED = new Set(['MAX', 'MIN']);

function limitedInput(inputs: Inputs): FormulaNode | undefined {
  const others = inputs.filter((input) => numberOf(input) === undefined);
  return others.length === 1 && inputs.length > 1 ? others[0] : undefined;
}

/** AVERAGE and SUM. */
const SUBTOTALS = new Set([1, 9]);

function rowsShown({ shown = [] }: ValueContent, sheet: PlacedSheet) {
  const prepared = shown.map((one) => ({ shown: one, rowsHere: one.rowsAt(sheet) }));
  return ({ instance, columnInstance }: OutputPlace) =>
    prepared.map(({ shown: one, rowsHere }) => ({ shown: one, rows: rowsHere(instance, columnInstance) }));
}

function numberOf(node: FormulaNode | undefined): number | undefined {
  return node?.kind === 'constant' && typeof node.value === 'number' ? node.value : undefined;
}

function keyOf({ shown: { set }, kind, factor }: Share): string {
  return `${set}\n${kind}\n${factor}`;
}

function addTo(sum: Map<string, Share>, shares: Shares): void {
  for (const [key, share] of shares) {
    const known = sum.get(key);
    sum.set(key, known ? { ...known, amount: known.amount + share.amount } : share);
  }
}

function together(parts: readonly SharesAt[]): SharesAt {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  return (at) => {
    const sum = new Map<string, Share>();
    for (const part of parts) addTo(sum, part(at));
    return sum;
  };
}

function times(sharesAt: SharesAt, factor: number): SharesAt {
  if (factor === 1) return sharesAt;
  return (at) => {
    const scaled = [...sharesAt(at).values()].map((share) => {
      return { ...share, factor: Number((share.factor * factor).toPrecision(12)) };
    });
    return new Map(scaled.map((share) => [keyOf(share), share]));
  };
}
