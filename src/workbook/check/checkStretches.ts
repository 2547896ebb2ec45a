import { columnLetters } from '../cells/address.js';
import type { CompiledFormula, CompiledToken } from '../formula/compileFormula.js';
import type { MovedReference } from '../formula/movedReference.js';
import type { PlainToken } from '../formula/tokens.js';
import type { Band } from '../language/bands.js';
import { nameReference } from '../template/areaFinder.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import {
  type CellContent,
  type FormulaContent,
  isNumber,
  type SheetContents,
} from '../template/sheetContents.js';
import { contentsOf, type TemplatePlan } from '../template/templatePlan.js';
import { Mistake, shortQuote } from '../workbookError.js';

const ADDS_UP = new Set(
  'SUM SUMSQ SUMPRODUCT PRODUCT AVERAGE COUNT COUNTA MIN MAX MEDIAN STDEV STDEV.S STDEV.P VAR VAR.S VAR.P SUBTOTAL'.split(
    ' ',
  ),
);
/** They choose by the first argument: numbers in it are counted, those beside labels that do not fit are not. */
const CHOOSES = new Set(['SUMIF', 'AVERAGEIF', 'COUNTIF']);

/**
 * A total over some rows of a band stretches over all repetitions, and so takes in what lies between them: numbers
 * there would be counted that the template does not count.
 */
export function checkStretches(plan: TemplatePlan): void {
  const numbers = numbersOfBands(plan);
  const named = namedCells(plan);
  for (const contents of plan.contents.values()) {
    for (const content of contents.formulas())
      checkFormula(content, contents.sheet, plan, { numbers, named });
  }
}

function checkFormula(
  content: FormulaContent,
  sheet: DrawnSheet,
  plan: TemplatePlan,
  { numbers, named }: { readonly numbers: NumbersOfBands; readonly named: NamedCells },
): void {
  for (const [token, { name, position }] of content.formula.argumentOf) {
    if (!ADDS_UP.has(name) && !(CHOOSES.has(name) && position === 0)) continue;
    const reference = token.kind === 'moved' ? token : named(token, sheet);
    if (reference && !reference.isSingleCell) checkColumns(reference, content, token, sheet, plan);
    if (!reference?.stretchedBand || reference.isSingleCell) continue;
    const { stretchedBand, area } = reference;
    const counting = name === 'SUBTOTAL' ? 'withoutSubtotals' : 'all';
    const found = numbers(reference.sheet as DrawnSheet, stretchedBand, counting).outside(area);
    if (!found) continue;
    const extra = columnLetters(found.column) + found.row;
    const cell = columnLetters(content.cell.column) + content.cell.row;
    plan.context.problems.add(
      sheet.name,
      cell,
      `${callText(content.formula, token)} would also take in ${extra}, which lies between the repeated rows`,
      remedyOf(name, extra, contentsOf(plan, reference.sheet as DrawnSheet).at(found.row, found.column)),
    );
  }
}

/** The same for columns: numbers in columns of the band that a total does not count would lie between. */
function checkColumns(
  { stretchedColumns: band, area, sheet: target }: MovedReference,
  { cell, formula }: FormulaContent,
  token: CompiledToken,
  sheet: DrawnSheet,
  plan: TemplatePlan,
): void {
  if (!band || (area.left <= band.from && band.to <= area.right)) return;
  const drawn = target as DrawnSheet;
  for (let row = area.top; row <= Math.min(area.bottom, drawn.lastRow); row++) {
    for (const { column } of drawn.rows.get(row)?.cells ?? []) {
      const isCounted = area.left <= column && column <= area.right;
      const content =
        column < band.from || column > band.to || isCounted
          ? undefined
          : contentsOf(plan, drawn).at(row, column);
      if (!isNumber(content) || (content && isTotal(content) && callName(formula, token) === 'SUBTOTAL'))
        continue;
      const extra = columnLetters(column) + row;
      plan.context.problems.add(
        sheet.name,
        columnLetters(cell.column) + cell.row,
        `${callText(formula, token)} would also take in ${extra}, which lies between the repeated columns`,
        remedyOf(callName(formula, token), extra, content),
      );
      return;
    }
  }
}

function callName({ argumentOf }: CompiledFormula, token: CompiledToken): string {
  return argumentOf.get(token)?.name ?? '';
}

/** Functions that SUBTOTAL stands for, with their numbers there. */
const SUBTOTALS: Readonly<Record<string, number>> = {
  SUM: 9,
  AVERAGE: 1,
  COUNT: 2,
  COUNTA: 3,
  MAX: 4,
  MIN: 5,
};

/** SUBTOTAL leaves out other subtotals, so it helps where what would be taken in is a total itself. */
function remedyOf(name: string, extra: string, content: CellContent | undefined): string {
  const number = SUBTOTALS[name];
  if (content?.kind === 'formula' && name === 'SUBTOTAL') {
    return `If ${extra} is a total, write it with SUBTOTAL, which leaves out other subtotals. Else put it into a column of its own.`;
  }
  if (content?.kind === 'formula' && number !== undefined) {
    return `Use SUBTOTAL(${number},…) here, and SUBTOTAL for the totals of groups too: it leaves out other subtotals. Or put them into a column of their own.`;
  }
  return `Put ${extra} into a column or row of its own.`;
}

/** The call that a token is an argument of, as it is written. */
function callText({ tokens }: CompiledFormula, token: CompiledToken): string {
  const at = tokens.indexOf(token);
  const open = edgeOfCall(tokens, at, -1);
  const close = edgeOfCall(tokens, at, 1);
  const call = tokens.slice(Math.max(0, open - 1), close + 1);
  return shortQuote(call.map((each) => (each.kind === 'moved' ? each.token.text : each.text)).join(''));
}

/** Where the parentheses around a token begin or end. */
function edgeOfCall(tokens: readonly CompiledToken[], from: number, step: 1 | -1): number {
  const [outer, inner] = step === 1 ? ['close', 'open'] : ['open', 'close'];
  let depth = 0;
  for (let at = from + step; at >= 0 && at < tokens.length; at += step) {
    const kind = tokens[at]?.kind;
    if (kind === outer && depth === 0) return at;
    if (kind === inner) depth++;
    else if (kind === outer) depth--;
  }
  return from;
}

type NamedCells = (token: PlainToken, sheet: DrawnSheet) => MovedReference | undefined;

/** The cells that names stand for, looked up once. A name that cannot follow has been told already. */
function namedCells(plan: TemplatePlan): NamedCells {
  const known = new Map<string, MovedReference | undefined>();
  return ({ text }, sheet) => {
    const key = `${sheet.name}\n${text}`;
    if (!known.has(key))
      known.set(
        key,
        followed(() => nameReference(text, sheet, plan)),
      );
    return known.get(key);
  };
}

function followed<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof Mistake) return undefined;
    throw error;
  }
}

type Counting = 'all' | 'withoutSubtotals';
type NumbersOfBands = (sheet: DrawnSheet, band: Band, counting: Counting) => BandNumbers;

/** The numbers within each band, looked for once. */
function numbersOfBands(plan: TemplatePlan): NumbersOfBands {
  const known = { all: new Map<Band, BandNumbers>(), withoutSubtotals: new Map<Band, BandNumbers>() };
  return (sheet, band, counting) => {
    const before = known[counting].get(band);
    if (before) return before;
    const counts = (content: CellContent): boolean =>
      isNumber(content) && !(counting === 'withoutSubtotals' && isTotal(content));
    const found = new BandNumbers(contentsOf(plan, sheet), band, counts);
    known[counting].set(band, found);
    return found;
  };
}

function isTotal(content: CellContent): boolean {
  return content.kind === 'formula' && content.isSubtotal;
}

/** A cell of the template. */
interface CellAt {
  readonly row: number;
  readonly column: number;
}

/**
 * The numbers within the rows of a band: of each column the first and the last. Which rows a total leaves out is then
 * found without looking at every cell again for every total.
 */
class BandNumbers {
  readonly #columns: readonly number[];
  readonly #first: ColumnTree;
  readonly #last: ColumnTree;

  constructor(contents: SheetContents, band: Band, counts: (content: CellContent) => boolean) {
    const { sheet } = contents;
    const first = new Map<number, number>();
    const last = new Map<number, number>();
    for (let row = band.from; row <= Math.min(band.to, sheet.lastRow); row++) {
      for (const { column } of sheet.rows.get(row)?.cells ?? []) {
        const content = contents.at(row, column);
        if (!content || !counts(content)) continue;
        if (!first.has(column)) first.set(column, row);
        last.set(column, row);
      }
    }
    this.#columns = [...first.keys()].sort((a, b) => a - b);
    this.#first = new ColumnTree(this.#columns.map((column) => -(first.get(column) ?? 0)));
    this.#last = new ColumnTree(this.#columns.map((column) => last.get(column) ?? 0));
  }

  /** A number in these columns that stands above `top` or below `bottom`. */
  outside(area: { top: number; bottom: number; left: number; right: number }): CellAt | undefined {
    const from = this.#firstFrom(area.left);
    const to = this.#firstFrom(area.right + 1);
    const above = this.#first.greatest(from, to);
    if (above && -above.value < area.top) return this.#cell(-above.value, above.index);
    const below = this.#last.greatest(from, to);
    return below && below.value > area.bottom ? this.#cell(below.value, below.index) : undefined;
  }

  #cell(row: number, index: number): CellAt {
    return { row, column: this.#columns[index] ?? 0 };
  }

  #firstFrom(column: number): number {
    let [low, high] = [0, this.#columns.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#columns[middle] ?? 0) < column) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

interface Entry {
  readonly value: number;
  readonly index: number;
}

/** Finds the greatest of a stretch of values; of equal ones the first. */
class ColumnTree {
  readonly #size: number;
  readonly #nodes: (Entry | undefined)[];

  constructor(values: readonly number[]) {
    this.#size = values.length;
    this.#nodes = new Array(2 * this.#size).fill(undefined);
    values.forEach((value, index) => {
      this.#nodes[this.#size + index] = { value, index };
    });
    for (let node = this.#size - 1; node > 0; node--)
      this.#nodes[node] = greater(this.#nodes[2 * node], this.#nodes[2 * node + 1]);
  }

  /** From `from` to `to`, the latter excluded. */
  greatest(from: number, to: number): Entry | undefined {
    let found: Entry | undefined;
    for (let low = from + this.#size, high = to + this.#size; low < high; low >>>= 1, high >>>= 1) {
      if (low & 1) found = greater(found, this.#nodes[low++]);
      if (high & 1) found = greater(found, this.#nodes[--high]);
    }
    return found;
  }
}

function greater(a: Entry | undefined, b: Entry | undefined): Entry | undefined {
  if (!a || !b) return a ?? b;
  return b.value > a.value || (b.value === a.value && b.index < a.index) ? b : a;
}
