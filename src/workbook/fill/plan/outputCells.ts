import { AreaLists } from '../formula/areaLists.js';
import { calculationOf } from '../formula/calculation.js';
import type { CellResult } from '../formula/cellResult.js';
import type { Expression } from '../formula/expression.js';
import type { Calculation, FormulaPosition, OutputCells } from '../formula/outputArea.js';
import { type CountedCells, type OutputArea, RangeTotals } from '../formula/rangeTotals.js';
import { type FormulaContent, LEFT_TO_EXCEL, RUNNING } from './cellContent.js';
import { isSpillKept, keptResult } from './keptResult.js';
import type { TemplateSheet } from './templateSheet.js';

/** Formulas that lead to formulas that lead to …: deeper chains are left to Excel. */
const DEEPEST = 100;
/** How often a formula is given a second try that was only reached too deep. */
const MOST_TRIES = 1_000_000;

/** In one workbook. What is not looked at, Excel calculates alone. */
const MOST_KEPT_LOOKS = 2_000_000;

export type AreaFinder = (
  expression: Extract<Expression, { kind: 'table' | 'name' }>,
  at: FormulaPosition,
) => OutputArea | undefined;

/** The values of the workbook being written, found on demand. */
export class WorkbookCells implements OutputCells, CountedCells {
  readonly totals = new RangeTotals(this);
  readonly lists = new AreaLists(this);
  /** Cells that may still be looked at to find out which old results hold. */
  keptLooks = MOST_KEPT_LOOKS;
  /** A chain of formulas was too deep: what is unknown now may be known later. */
  isCutShort = false;
  #depth = 0;
  /** Formulas that stand without a result only because they were reached from too far. */
  #cutShort: (() => void)[] = [];
  #tries = 0;

  constructor(
    readonly areaOf: AreaFinder,
    /** Old results of formulas are none: a program wrote them that does not calculate. */
    readonly isUncalculated: boolean,
    readonly counts1904: boolean,
    readonly constantOf: (name: string, at: FormulaPosition) => CellResult,
  ) {}

  valueOf(sheet: TemplateSheet, row: number, column: number): CellResult {
    const content = this.#contentAt(sheet, row, column);
    if (!content) return null;
    const at = placeAt(sheet, row, column);
    if (content.kind === 'static') return isKeptBlank(at) ? null : content.result;
    if (content.kind === 'formula') return this.formulaResult(content, at);
    if (content.kind === 'spilled') return isSpillKept(content, sheet, this) ? content.result : undefined;
    const value = isBlank(at) ? null : content.valueAt(at.instance, at.columnInstance);
    // Empty text is written as an empty cell.
    return value === '' ? null : value;
  }

  /** What a formula gives in one repetition; what is left to Excel keeps its old result where that holds. */
  formulaResult(content: FormulaContent, at: OutputPlace): CellResult {
    const result = this.#calculatedResult(content, at);
    return result === undefined && !isBlank(at) ? (keptResult(content, at.sheet, this) ?? undefined) : result;
  }

  #calculatedResult(content: FormulaContent, at: OutputPlace): CellResult {
    const { known, expression } = content;
    const { sheet } = at;
    if (isBlank(at)) return null;
    if (!expression) return undefined;
    if (known.epoch !== sheet.epoch) {
      known.epoch = sheet.epoch;
      known.results = [];
    }
    const across = sheet.hasColumnBands ? sheet.columnBandAt(content.cell.column).starts.length : 1;
    const instance = at.instance * across + at.columnInstance;
    const result = known.results[instance];
    if (result === RUNNING || result === LEFT_TO_EXCEL) return undefined;
    if (result !== undefined) return result;
    if (this.#depth > DEEPEST) {
      this.isCutShort = this.#tries < MOST_TRIES;
      return undefined;
    }
    known.results[instance] = RUNNING;
    known.calculation ??= calculationOf(expression, this);
    const calculated = this.#calculated(known.calculation, at);
    known.results[instance] = calculated ?? (calculated === null ? 0 : LEFT_TO_EXCEL);
    if (this.isCutShort) this.#tryAgain(calculated, known.results, instance);
    return calculated === null ? 0 : calculated;
  }

  /** What was reached too deep gets its result from nearer by, once all that led to it is done. */
  #tryAgain(calculated: CellResult, results: FormulaContent['known']['results'], instance: number): void {
    if (calculated === undefined) {
      this.#cutShort.push(() => {
        results[instance] = undefined;
      });
    }
    if (this.#depth > 0) return;
    this.#tries += this.#cutShort.length;
    for (const forget of this.#cutShort) forget();
    this.#cutShort = [];
    this.isCutShort = false;
  }

  #calculated(calculation: Calculation, at: FormulaPosition): CellResult {
    this.#depth++;
    try {
      return this.#writable(calculation(at));
    } finally {
      this.#depth--;
    }
  }

  /** No number is kept that a file cannot hold. */
  #writable(result: CellResult): CellResult {
    return typeof result === 'number' && !Number.isFinite(result) ? undefined : result;
  }

  isSubtotal(sheet: TemplateSheet, row: number, column: number): boolean {
    const content = this.#contentAt(sheet, row, column);
    return content?.kind === 'formula' && content.isSubtotal;
  }

  isHidden(sheet: TemplateSheet, row: number): boolean {
    const hidden = sheet.rows.get(sheet.output.templateRow[row - 1] ?? 0)?.element.attributes.hidden;
    return hidden === '1' || hidden === 'true';
  }

  lastRow(sheet: TemplateSheet): number {
    return sheet.output.templateRow.length;
  }

  lastColumn(sheet: TemplateSheet): number {
    return sheet.outputColumns?.templateRow.length ?? sheet.lastColumn;
  }

  #contentAt(sheet: TemplateSheet, row: number, column: number) {
    const templateRow = sheet.output.templateRow[row - 1];
    return templateRow === undefined ? undefined : sheet.contentAt(templateRow, sheet.templateColumn(column));
  }
}

/** A cell of the output. */
export interface OutputPlace extends FormulaPosition {
  readonly sheet: TemplateSheet;
}

export function placeAt(sheet: TemplateSheet, row: number, column: number): OutputPlace {
  const instance = sheet.output.instance[row - 1] ?? 0;
  return { sheet, row, column, instance, columnInstance: sheet.columnInstance(column) };
}

/** A repetition without data, kept for what refers to it. */
function isBlank({ sheet, row, column, instance, columnInstance }: OutputPlace): boolean {
  const band = sheet.bandAt(sheet.output.templateRow[row - 1] ?? 0);
  return (band.scopes[instance]?.isBlank ?? false) || isBlankColumn(sheet, column, columnInstance);
}

function isBlankColumn(sheet: TemplateSheet, column: number, columnInstance: number): boolean {
  if (!sheet.hasColumnBands) return false;
  const band = sheet.columnBandAt(sheet.templateColumn(column));
  return band.parent !== undefined && (band.scopes[columnInstance]?.isBlank ?? false);
}

/** The same for a band: on a whole sheet without data what is typed stays, as its headings do. */
function isKeptBlank({ sheet, row, column, instance, columnInstance }: OutputPlace): boolean {
  const band = sheet.bandAt(sheet.output.templateRow[row - 1] ?? 0);
  const isBlankRow = band.parent !== undefined && (band.scopes[instance]?.isBlank ?? false);
  return isBlankRow || isBlankColumn(sheet, column, columnInstance);
}
