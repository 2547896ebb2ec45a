import type { Scalar } from '../../language/languageValues.js';
import { prepareCalculation } from '../formula/calculation.js';
import type { FormulaNode } from '../formula/expression.js';
import {
  AreaLists,
  type Calculation,
  type CellResult,
  type CountedCells,
  type FormulaPosition,
  type OutputArea,
  type OutputCells,
  RangeTotals,
} from '../formula/ranges.js';
import type { ValueAt } from '../language/filling.js';
import { isTrue } from '../xml/xml.js';
import type { KeptResults } from './keptResults.js';
import type { PlacedSheet } from './placedSheet.js';
import type { CellContent, FormulaContent, ValueContent } from './templatePlan.js';

/** The maximum depth of formulas that depend on formulas; deeper chains are left to Excel. */
const DEEPEST = 100;
/** The maximum number of retries of formulas that were reached too deep. */
const MOST_TRIES = 1_000_000;

/** The calculation of a formula on a placed sheet, and its results by instance. */
interface Calculated {
  readonly calculation: Calculation;
  readonly results: InstanceResults;
  readonly across: number;
}

interface KnownCells {
  readonly sheet: PlacedSheet;
  readonly formulas: Map<FormulaContent, Calculated | undefined>;
  readonly values: Map<ValueContent, ValueAt<Scalar>>;
  /** Whether rows of the template are hidden. */
  readonly hidden: (boolean | undefined)[];
}

export type AreaFinder = (
  expression: Extract<FormulaNode, { kind: 'table' | 'name' }>,
  at: FormulaPosition,
) => OutputArea | undefined;

export class WorkbookCells implements OutputCells, CountedCells {
  readonly totals = new RangeTotals(this);
  readonly lists = new AreaLists(this);
  /** A chain of formulas was too deep, so unknown results may be known later. */
  isCutShort = false;
  /** Examines what a formula adds, where it is written. */
  examine: ((content: FormulaContent, at: OutputPlace) => void) | undefined;
  #depth = 0;
  /** Formulas without a result only because they were reached too deep. */
  #cutShort: (() => void)[] = [];
  #tries = 0;
  readonly #known = new WeakMap<PlacedSheet, KnownCells>();
  #last: KnownCells | undefined;

  constructor(
    readonly areaOf: AreaFinder,
    readonly kept: KeptResults,
    readonly counts1904: boolean,
    readonly constantOf: (name: string, at: FormulaPosition) => CellResult,
  ) {}

  valueOf(sheet: PlacedSheet, row: number, column: number): CellResult {
    const content = contentAt(sheet, row, column);
    if (!content) return null;
    const instance = sheet.rows.instance(row);
    const columnInstance = sheet.columns.instance(column);
    switch (content.kind) {
      case 'static':
        return sheet.isKeptBlank(row, instance, column, columnInstance) ? null : content.result;
      case 'formula':
        return this.formulaResult(content, { sheet, row, column, instance, columnInstance });
      case 'spilled':
        return this.kept.holdsSpilled(content, sheet) ? content.result : undefined;
      case 'value': {
        if (sheet.isBlank(row, instance, column, columnInstance)) return null;
        const value = this.#valueAt(content, sheet)(instance, columnInstance);
        // Empty text is written as an empty cell.
        return value === '' ? null : value;
      }
    }
  }

  #valueAt(content: ValueContent, sheet: PlacedSheet): ValueAt<Scalar> {
    const { values } = this.#knownOf(sheet);
    const known = values.get(content) ?? content.valueAt(sheet);
    values.set(content, known);
    return known;
  }

  /**
   * The result of a formula in one repetition; a formula that is left to Excel keeps its old result if that is still
   * valid.
   */
  formulaResult(content: FormulaContent, at: OutputPlace): CellResult {
    const { sheet } = at;
    if (sheet.isBlank(at.row, at.instance, at.column, at.columnInstance)) return null;
    const result = this.#calculatedResult(content, at);
    const isExact = typeof result !== 'number' && result !== undefined;
    const old = isExact ? undefined : this.kept.oldResult(content, sheet);
    if (result === undefined) return old ?? undefined;
    return isNearly(result, old) ? old : result;
  }

  #calculatedResult(content: FormulaContent, at: OutputPlace): CellResult {
    const known = this.#calculatedOf(content, at.sheet);
    if (!known) return undefined;
    const { results, calculation, across } = known;
    const instance = at.instance * across + at.columnInstance;
    const result = results.get(instance);
    if (result === RUNNING || result === LEFT_TO_EXCEL) return undefined;
    if (result !== undefined) return result;
    if (this.#depth > DEEPEST) {
      this.isCutShort = this.#tries < MOST_TRIES;
      return undefined;
    }
    results.set(instance, RUNNING);
    const calculated = this.#calculated(calculation, at);
    results.set(instance, calculated ?? (calculated === null ? 0 : LEFT_TO_EXCEL));
    if (this.isCutShort) this.#tryAgain(calculated, results, instance);
    return calculated === null ? 0 : calculated;
  }

  #calculatedOf(content: FormulaContent, sheet: PlacedSheet): Calculated | undefined {
    const { formulas } = this.#knownOf(sheet);
    const known = formulas.get(content);
    if (known || !content.expression) return known;
    const { drawn, columns, rows } = sheet;
    const { row, column } = content.cell;
    const across = drawn.hasColumnBands ? columns.placesOf(drawn.columnBandAt(column)).starts.length : 1;
    const calculation = prepareCalculation(content.expression, { cells: this, sheet });
    const down = rows.placesOf(drawn.bandAt(row)).starts.length;
    const calculated = { calculation, results: new InstanceResults(down * across), across };
    formulas.set(content, calculated);
    return calculated;
  }

  #knownOf(sheet: PlacedSheet): KnownCells {
    if (this.#last?.sheet === sheet) return this.#last;
    const known = this.#known.get(sheet) ?? { sheet, formulas: new Map(), values: new Map(), hidden: [] };
    this.#known.set(sheet, known);
    this.#last = known;
    return known;
  }

  /** Formulas that were reached too deep are calculated again from a shorter chain, after those that depend on them. */
  #tryAgain(calculated: CellResult, results: Calculated['results'], instance: number): void {
    if (calculated === undefined) {
      this.#cutShort.push(() => {
        results.set(instance, undefined);
      });
    }
    if (this.#depth > 0) return;
    this.#tries += this.#cutShort.length;
    for (const forget of this.#cutShort) forget();
    this.#cutShort = [];
    this.isCutShort = false;
  }

  /** Numbers that a file cannot store are not kept. */
  #calculated(calculation: Calculation, at: FormulaPosition): CellResult {
    this.#depth++;
    try {
      const result = calculation(at);
      return typeof result === 'number' && !Number.isFinite(result) ? undefined : result;
    } finally {
      this.#depth--;
    }
  }

  isSubtotal(sheet: PlacedSheet, row: number, column: number): boolean {
    const content = contentAt(sheet, row, column);
    return content?.kind === 'formula' && content.isSubtotal;
  }

  isHidden(sheet: PlacedSheet, row: number): boolean {
    const { hidden } = this.#knownOf(sheet);
    const drawn = sheet.rows.drawnLine(row) ?? 0;
    hidden[drawn] ??= isTrue(sheet.drawn.rows.get(drawn)?.element.attributes.hidden);
    return hidden[drawn];
  }

  lastRow(sheet: PlacedSheet): number {
    return sheet.rows.length ?? sheet.drawn.lastRow;
  }

  lastColumn(sheet: PlacedSheet): number {
    return sheet.columns.length ?? sheet.drawn.lastColumn;
  }
}

/** Equal except for rounding errors of binary fractions, because another program may add up in another order. */
function isNearly(result: CellResult, old: CellResult): boolean {
  if (typeof result !== 'number' || typeof old !== 'number') return false;
  return Math.abs(result - old) <= Math.abs(old) * 1e-12;
}

export interface OutputPlace extends FormulaPosition {
  readonly sheet: PlacedSheet;
}

/** What the template has at a place of the output. */
export function contentAt(
  { rows, columns, contents }: PlacedSheet,
  row: number,
  column: number,
): CellContent | undefined {
  const drawn = rows.drawnLine(row);
  return drawn === undefined ? undefined : contents.at(drawn, columns.drawnLine(column) ?? column);
}

/** Marks among the numbers of results, which are finite. */
const [RUNNING, LEFT_TO_EXCEL] = [Infinity, -Infinity];

/** The results of a formula, by instance. There may be a million numbers, so they are stored as bytes. */
class InstanceResults {
  readonly #numbers: Float64Array;
  readonly #others = new Map<number, CellResult>();

  constructor(count: number) {
    this.#numbers = new Float64Array(count).fill(Number.NaN);
  }

  /** Undefined if it has not been calculated. */
  get(instance: number): CellResult {
    const number = this.#numbers[instance];
    return number === undefined || Number.isNaN(number) ? this.#others.get(instance) : number;
  }

  set(instance: number, result: CellResult): void {
    const isNumber = typeof result === 'number';
    this.#numbers[instance] = isNumber ? result : Number.NaN;
    if (isNumber) this.#others.delete(instance);
    else this.#others.set(instance, result);
  }
}
