import { type AnyMessage, message } from '../../i18n/message.js';
import { type Area, columnLetters } from '../cells/address.js';
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
import { sheetContentsIn, type TemplatePlan } from '../template/templatePlan.js';
import { resultUnless, shortQuote, TemplateError } from '../workbookError.js';

const ADDS_UP = new Set(
  'SUM SUMSQ SUMPRODUCT PRODUCT AVERAGE COUNT COUNTA MIN MAX MEDIAN STDEV STDEV.S STDEV.P VAR VAR.S VAR.P SUBTOTAL'.split(
    ' ',
  ),
);
/** They select by the first argument: numbers in it are counted, but not those next to labels that do not match. */
const CHOOSES = new Set(['SUMIF', 'AVERAGEIF', 'COUNTIF']);

/**
 * A total of some rows of a band expands over all repetitions and the rows between them, so it would include numbers
 * that the template does not include.
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
    if (token.kind === 'sheets') continue;
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
      message('workbook.formula.stretch', {
        call: callText(content.formula, token),
        cell: extra,
        line: 'rows',
      }),
      suggestRemedy(
        name,
        extra,
        sheetContentsIn(plan, reference.sheet as DrawnSheet).at(found.row, found.column),
      ),
    );
  }
}

/** The same for columns: it would include numbers in columns of the band that are not part of the total. */
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
          : sheetContentsIn(plan, drawn).at(row, column);
      if (!isNumber(content) || (content && isTotal(content) && callName(formula, token) === 'SUBTOTAL'))
        continue;
      const extra = columnLetters(column) + row;
      plan.context.problems.add(
        sheet.name,
        columnLetters(cell.column) + cell.row,
        message('workbook.formula.stretch', {
          call: callText(formula, token),
          cell: extra,
          line: 'columns',
        }),
        suggestRemedy(callName(formula, token), extra, content),
      );
      return;
    }
  }
}

function callName({ argumentOf }: CompiledFormula, token: CompiledToken): string {
  return argumentOf.get(token)?.name ?? '';
}

/** The functions of SUBTOTAL, with their numbers. */
const SUBTOTALS: Readonly<Record<string, number>> = {
  SUM: 9,
  AVERAGE: 1,
  COUNT: 2,
  COUNTA: 3,
  MAX: 4,
  MIN: 5,
};

/** SUBTOTAL ignores other subtotals, so it helps if the additional number is a total itself. */
function suggestRemedy(
  name: string,
  extra: string,
  content: CellContent | undefined,
): AnyMessage | undefined {
  const number = SUBTOTALS[name];
  if (content?.kind !== 'formula') return undefined;
  if (name === 'SUBTOTAL') return message('workbook.formula.stretchSubtotal', { cell: extra });
  return number === undefined ? undefined : message('workbook.formula.stretchUseSubtotal', { number });
}

/** The function call around a token, as written. */
function callText({ tokens }: CompiledFormula, token: CompiledToken): string {
  const at = tokens.indexOf(token);
  const open = findParenthesis(tokens, at, -1);
  const close = findParenthesis(tokens, at, 1);
  const call = tokens.slice(Math.max(0, open - 1), close + 1);
  return shortQuote(call.map((each) => (each.kind === 'moved' ? each.token.text : each.text)).join(''));
}

/** Where the parentheses around a token begin or end. */
function findParenthesis(tokens: readonly CompiledToken[], from: number, step: 1 | -1): number {
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

/** The cells of names, looked up once. A name that cannot be adjusted has been reported already. */
function namedCells(plan: TemplatePlan): NamedCells {
  const known = new Map<string, MovedReference | undefined>();
  return ({ text }, sheet) => {
    const key = `${sheet.name}\n${text}`;
    if (!known.has(key))
      known.set(
        key,
        resultUnless(TemplateError, () => nameReference(text, sheet, plan)),
      );
    return known.get(key);
  };
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
    const found = new BandNumbers(sheetContentsIn(plan, sheet), band, counts);
    known[counting].set(band, found);
    return found;
  };
}

function isTotal(content: CellContent): boolean {
  return content.kind === 'formula' && content.isSubtotal;
}

/**
 * The numbers within the rows of a band: the first and last of each column. The rows that a total leaves out can then
 * be found without a scan of all cells for each total.
 */
class BandNumbers {
  readonly #columns = new Map<number, { readonly column: number; readonly first: number; last: number }>();

  constructor(contents: SheetContents, band: Band, counts: (content: CellContent) => boolean) {
    const { sheet } = contents;
    for (let row = band.from; row <= Math.min(band.to, sheet.lastRow); row++) {
      for (const { column } of sheet.rows.get(row)?.cells ?? []) {
        const content = contents.at(row, column);
        if (!content || !counts(content)) continue;
        const known = this.#columns.get(column);
        if (known) known.last = row;
        else this.#columns.set(column, { column, first: row, last: row });
      }
    }
  }

  /** A number in these columns above `top` or below `bottom`: the farthest, and the leftmost of equal ones. */
  outside({ top, bottom, left, right }: Area): { row: number; column: number } | undefined {
    let above = { row: top, column: 0 };
    let below = { row: bottom, column: 0 };
    for (const { column, first, last } of this.#columns.values()) {
      if (column < left || column > right) continue;
      if (first < above.row || (first === above.row && column < above.column)) above = { row: first, column };
      if (last > below.row || (last === below.row && column < below.column)) below = { row: last, column };
    }
    if (above.row < top) return above;
    return below.row > bottom ? below : undefined;
  }
}
