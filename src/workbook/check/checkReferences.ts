import { resultUnless, TemplateError } from '../../language/templateError.js';
import { type Area, columnLetters } from '../cells/address.js';
import type { CompiledFormula, CompiledToken, MovedReference } from '../formula/movedReference.js';
import type { PlainToken } from '../formula/tokens.js';
import { cellRule, compiledRule, frameElements } from '../frame/sheetEdits.js';
import type { Band } from '../language/bands.js';
import { type AnyMessage, joined, message, type Text } from '../messages.js';
import { neighbourBand } from '../placement/movedAreas.js';
import { nameReference } from '../template/areaFinder.js';
import {
  type CellContent,
  type DrawnSheet,
  type FormulaContent,
  isNumber,
  type SheetContents,
  sheetContentsIn,
  type TemplatePlan,
} from '../template/templatePlan.js';
import { shortQuote } from '../workbookError.js';

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
  { cell, formula }: FormulaContent,
  sheet: DrawnSheet,
  plan: TemplatePlan,
  { numbers, named }: { readonly numbers: NumbersOfBands; readonly named: NamedCells },
): void {
  for (const [token, { name, position }] of formula.argumentOf) {
    if (!ADDS_UP.has(name) && !(CHOOSES.has(name) && position === 0)) continue;
    if (token.kind === 'sheets') continue;
    const reference = token.kind === 'moved' ? token : named(token, sheet);
    if (!reference || reference.isSingleCell) continue;
    const target = reference.sheet as DrawnSheet;
    const counting = name === 'SUBTOTAL' ? 'withoutSubtotals' : 'all';
    const number = SUBTOTALS[name];
    const { stretchedBand, stretchedColumns, area } = reference;
    const beyond = {
      columns: stretchedColumns && findBetweenColumns(area, stretchedColumns, counting, target, plan),
      rows: stretchedBand && numbers(target, stretchedBand, counting).outside(area),
    };
    for (const line of ['columns', 'rows'] as const) {
      const found = beyond[line];
      if (!found) continue;
      const extra = columnLetters(found.column) + found.row;
      plan.context.problems.add(
        sheet.name,
        columnLetters(cell.column) + cell.row,
        message('formula.stretch', { call: callText(formula, token), cell: extra, line }),
        // SUBTOTAL ignores other subtotals, so it helps if the additional number is a total itself.
        sheetContentsIn(plan, target).at(found.row, found.column)?.kind !== 'formula'
          ? undefined
          : name === 'SUBTOTAL'
            ? message('formula.stretchSubtotal', { cell: extra })
            : number === undefined
              ? undefined
              : message('formula.stretchUseSubtotal', { number }),
      );
    }
  }
}

interface Place {
  readonly row: number;
  readonly column: number;
}

/** The same for columns: a total would include numbers in columns of the band that it does not count. */
function findBetweenColumns(
  { top, bottom, left, right }: Area,
  band: Band,
  counting: Counting,
  target: DrawnSheet,
  plan: TemplatePlan,
): Place | undefined {
  if (left <= band.from && band.to <= right) return undefined;
  const contents = sheetContentsIn(plan, target);
  for (let row = top; row <= Math.min(bottom, target.lastRow); row++) {
    for (const { column } of target.rows.get(row)?.cells ?? []) {
      const isCounted = column < band.from || column > band.to || (left <= column && column <= right);
      if (!isCounted && counts(contents.at(row, column), counting)) return { row, column };
    }
  }
  return undefined;
}

const SUBTOTALS: Readonly<Record<string, number>> = {
  SUM: 9,
  AVERAGE: 1,
  COUNT: 2,
  COUNTA: 3,
  MAX: 4,
  MIN: 5,
};

function callText({ tokens }: CompiledFormula, token: CompiledToken): string {
  const at = tokens.indexOf(token);
  const open = findParenthesis(tokens, at, -1);
  const close = findParenthesis(tokens, at, 1);
  const call = tokens.slice(Math.max(0, open - 1), close + 1);
  return shortQuote(call.map((each) => (each.kind === 'moved' ? each.token.text : each.text)).join(''));
}

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

function numbersOfBands(plan: TemplatePlan): NumbersOfBands {
  const known = { all: new Map<Band, BandNumbers>(), withoutSubtotals: new Map<Band, BandNumbers>() };
  return (sheet, band, counting) => {
    const before = known[counting].get(band);
    const found = before ?? new BandNumbers(sheetContentsIn(plan, sheet), band, counting);
    known[counting].set(band, found);
    return found;
  };
}

function counts(content: CellContent | undefined, counting: Counting): boolean {
  const isTotal = content?.kind === 'formula' && content.isSubtotal;
  return isNumber(content) && !(counting === 'withoutSubtotals' && isTotal);
}

/**
 * The numbers within the rows of a band: the first and last of each column. The rows that a total leaves out can then
 * be found without a scan of all cells for each total.
 */
class BandNumbers {
  readonly #columns = new Map<number, { readonly column: number; readonly first: number; last: number }>();

  constructor(contents: SheetContents, band: Band, counting: Counting) {
    const { sheet } = contents;
    for (let row = band.from; row <= Math.min(band.to, sheet.lastRow); row++) {
      for (const { column } of sheet.rows.get(row)?.cells ?? []) {
        if (!counts(contents.at(row, column), counting)) continue;
        const known = this.#columns.get(column);
        if (known) known.last = row;
        else this.#columns.set(column, { column, first: row, last: row });
      }
    }
  }

  /** A number in these columns above `top` or below `bottom`: the farthest, and the leftmost of equal ones. */
  outside({ top, bottom, left, right }: Area): Place | undefined {
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

/** How a reference to a row or column next to the repeated ones was interpreted, and the effect of `$`. */
export interface Reading {
  readonly sheet: string;
  /** `B5`, or the usual name of the place: `conditional format`. */
  readonly cell: Text;
  readonly reading: AnyMessage;
}

/** `Hours!B5: A4 means the row before in each repetition …` */
export function readingMessage({ sheet, cell, reading }: Reading): AnyMessage {
  return message('inPlace', { place: joined([sheet, cell], '!'), text: reading });
}

const MOST_READINGS = 200;

/** Reports how every reference from repeated rows to a row next to them was interpreted. */
export function neighbourReadings(plan: TemplatePlan): Reading[] {
  const readings = plan.sheets.flatMap((sheet) => [
    ...impliedReadings(sheet, plan),
    ...formulaReadings(sheet, plan),
  ]);
  const distinct = new Map(readings.map((each) => [JSON.stringify(each), each]));
  return [...distinct.values()].slice(0, MOST_READINGS);
}

function* impliedReadings({ name, implied }: DrawnSheet, { context }: TemplatePlan): Generator<Reading> {
  for (const { row, column, sets } of implied) {
    const [set = '', ...others] = sets;
    if (others.length > 0) continue;
    const rows = { ofCaller: context.settings.describeSet(set) };
    yield {
      sheet: name,
      cell: columnLetters(column) + row,
      reading: message('implied', { row, set, rows }),
    };
  }
}

function* formulaReadings(sheet: DrawnSheet, plan: TemplatePlan): Generator<Reading> {
  for (const { cell, formula } of sheetContentsIn(plan, sheet).formulas())
    yield* findReadings(formula, columnLetters(cell.column) + cell.row, sheet);
  for (const element of frameElements(sheet, 'conditionalFormatting', 'dataValidation')) {
    const kind = element.local === 'dataValidation' ? 'dataValidationOf' : 'conditionalFormatOf';
    const rule = cellRule(element);
    for (const formula of resultUnless(TemplateError, () => compiledRule(rule, sheet, plan.context)) ?? [])
      yield* findReadings(formula, message(`place.${kind}`, { areas: rule.areas }), sheet);
  }
}

function* findReadings(
  { tokens, place }: CompiledFormula,
  cell: Text,
  sheet: DrawnSheet,
): Generator<Reading> {
  for (const token of tokens) {
    if (token.kind !== 'moved' || token.sheet !== sheet) continue;
    const { first, last = first } = token.token;
    for (const corner of [first, last]) {
      if (corner.row !== undefined && !corner.rowFixed && neighbourBand(place.band, corner.row))
        yield { sheet: sheet.name, cell, reading: readingText(token, 'row', corner.row < place.band.from) };
      const across = place.columnBand;
      if (
        corner.column !== undefined &&
        !corner.columnFixed &&
        across &&
        neighbourBand(across, corner.column)
      )
        yield { sheet: sheet.name, cell, reading: readingText(token, 'column', corner.column < across.from) };
    }
  }
}

function readingText({ token }: MovedReference, line: 'row' | 'column', isBefore: boolean): AnyMessage {
  const reference = token.text;
  const fixed = fixedReference(reference, line);
  return message('reading', { reference, fixed, line, side: isBefore ? 'before' : 'after' });
}

/** `Hours!H4` as `Hours!H$4`, or as `Hours!$H4`. */
function fixedReference(reference: string, line: 'row' | 'column'): string {
  const cells = reference.lastIndexOf('!') + 1;
  const text = reference.slice(cells);
  const marked =
    line === 'row' ? text.replace(/([A-Z])([0-9])/gi, '$1$$$2') : text.replace(/(^|:)([A-Z])/gi, '$1$$$2');
  return reference.slice(0, cells) + marked;
}
