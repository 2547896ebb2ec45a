import { expressionText } from '../../language/grammar.js';
import { hasBraces, parseText } from '../../language/placeholders.js';
import { resultUnless, TemplateError } from '../../language/templateError.js';
import { aggregateOf } from '../../language/typed.js';
import { type Area, areaText, columnLetters, contains, parseArea } from '../cells/address.js';
import { pointsPerLine } from '../cells/textWidth.js';
import { CALCULATED } from '../formula/calculation.js';
import { compileFormula } from '../formula/compileFormula.js';
import { parseFormula } from '../formula/expression.js';
import type { CompiledToken, FormulaPlace } from '../formula/movedReference.js';
import { unfoldSharedFormula } from '../formula/tokens.js';
import type { Band } from '../language/bands.js';
import { DIRECTIVE } from '../language/directive.js';
import { message } from '../messages.js';
import type { CellFormula, CellText, TemplateCell } from '../package/templateCells.js';
import { owningBand, resolveRow } from '../placement/movedAreas.js';
import {
  type CellContent,
  type CompileContext,
  type DrawnSheet,
  type FittedRow,
  type FormulaContent,
  reportErrors,
  SheetContents,
  type SpilledContent,
  staticContentAt,
} from '../template/templatePlan.js';
import type { TemplateTable } from '../template/templateTables.js';
import { childOf, childrenOf } from '../xml/xml.js';
import { attributeText } from '../xml/xmlText.js';
import { compileLooks } from './compileLooks.js';
import { compilePages } from './compilePages.js';
import { HourUnits } from './hourUnits.js';
import { filledTables } from './tableHeadings.js';
import { isFilled, valueContent } from './valueContent.js';

/** Prepares every cell of a sheet; mistakes become problems. */
export function compileCells(
  sheet: DrawnSheet,
  context: CompileContext,
  tables: readonly TemplateTable[],
): SheetContents {
  const filled = new Map<number, Map<number, CellContent>>();
  const fitted = new Map<number, FittedRow>();
  const cells = [...sheet.rows.values()].flatMap((row) => row.cells);
  const units = new HourUnits(context.settings.words.hourNotation ?? 'clock');
  const masters = new Map(
    cells.flatMap((cell) => {
      const { kind, group, text } = cell.formula ?? {};
      return kind === 'shared' && group !== undefined && text !== '' ? [[group, cell] as const] : [];
    }),
  );
  for (const { row, cells } of sheet.rows.values()) {
    if (context.problems.isFull) break;
    const contents = new Map<number, CellContent>();
    for (const cell of cells) {
      if (!cell.formula && !isFilled(cell.value)) continue;
      const name = columnLetters(cell.column) + row;
      const content = reportErrors(context, sheet.name, name, () =>
        compileCell(cell, name, sheet, { masters, units }, context),
      );
      if (content) contents.set(cell.column, content);
    }
    if (contents.size > 0) filled.set(row, contents);
    const texts = wrappedTexts(contents, sheet, context);
    if (texts.length > 0) {
      const points = cells.map(({ style }) => pointsPerLine(context.formats.lineOf(style).fontPoints));
      fitted.set(row, { leastPoints: Math.max(...points), texts });
    }
  }
  if (!context.problems.isFull) addSpilled(filled, sheet, context);
  const looks = compileLooks(sheet, filled, context);
  const headed = filledTables(sheet, filled, tables, context);
  return new SheetContents(sheet, filled, fitted, looks, headed, compilePages(sheet, context));
}

/** The cells of a row with wrapped text. Programs do not fit rows to merged cells either. */
function wrappedTexts(
  contents: ReadonlyMap<number, CellContent>,
  { part, columnWidth }: DrawnSheet,
  { formats }: CompileContext,
): FittedRow['texts'] {
  return [...contents.values()].flatMap((content) => {
    const line = formats.lineOf(content.cell.style);
    if (content.kind !== 'value' || !line.wraps) return [];
    const { row, column } = content.cell;
    const merged = childrenOf(childOf(part.root, 'mergeCells'), 'mergeCell');
    const areas = merged.map(({ attributes: { ref = '' } }) => parseArea(ref));
    if (areas.some((area) => area && contains(area, row, column))) return [];
    return [{ content, line, width: columnWidth(column) }];
  });
}

function compileCell(
  cell: TemplateCell,
  name: string,
  sheet: DrawnSheet,
  { masters, units }: { readonly masters: ReadonlyMap<string, TemplateCell>; readonly units: HourUnits },
  context: CompileContext,
): CellContent | undefined {
  const bands = { rows: sheet.root.at(cell.row), columns: sheet.columnBandAt(cell.column) };
  const { formula, value } = cell;
  const place = { sheet, band: bands.rows, columnBand: bands.columns };
  if (formula) {
    const isCopy = formula.kind === 'shared' && formula.text === '';
    const master = isCopy ? masters.get(formula.group ?? '') : cell;
    const [down, across] = [cell.row - (master?.row ?? 0), cell.column - (master?.column ?? 0)];
    const text = master?.formula?.text ?? '';
    return formulaContent(
      cell,
      formula,
      isCopy && master ? unfoldSharedFormula(text, down, across) : text,
      place,
      context,
    );
  }
  const isPivot = sheet.pivots.some((area) => contains(area, cell.row, cell.column));
  if (isPivot || !isFilled(value)) return undefined;
  const subtotal = subtotalFormula(cell, value, sheet, context);
  if (subtotal !== undefined) {
    const { element } = cell;
    const written = { text: subtotal, kind: 'normal', group: undefined, area: undefined, element } as const;
    return formulaContent(cell, written, subtotal, place, context);
  }
  const own = { ...bands, rows: bands.rows.inColumn(cell.column) };
  return valueContent(cell, value, { sheet: sheet.name, name, bands: own, units }, context);
}

/** The maximum number of rows to check for array formulas of a sheet; real sheets need fewer. */
const MOST_LOOKS = 10_000_000;

type Filled = Map<number, Map<number, CellContent>>;

/** Adds the cells that array formulas and data tables fill, so that an old result does not count as typed content. */
function addSpilled(filled: Filled, sheet: DrawnSheet, context: CompileContext): void {
  let left = MOST_LOOKS;
  reportErrors(context, sheet.name, undefined, () => {
    for (const { from, area } of spillingFormulas(filled)) {
      const bottom = Math.min(area.bottom, sheet.lastRow);
      left -= Math.max(0, bottom - area.top + 1);
      if (left < 0) throw new TemplateError(message('formula.arraysTooMany'));
      for (let row = area.top; row <= bottom; row++) {
        for (const cell of sheet.rows.get(row)?.cells ?? []) {
          if (!contains(area, row, cell.column) || filled.get(row)?.has(cell.column)) continue;
          const content = staticContentAt(sheet, row, cell.column);
          if (content?.kind !== 'static') continue;
          const contents = filled.get(row) ?? new Map<number, CellContent>();
          filled.set(row, contents.set(cell.column, { kind: 'spilled', cell, result: content.result, from }));
        }
      }
    }
  });
}

type Spill = Pick<SpilledContent, 'from'> & { readonly area: Area };

function spillingFormulas(filled: Filled): Spill[] {
  return [...filled.values()]
    .flatMap((row) => [...row.values()])
    .flatMap((from) => {
      if (from.kind !== 'formula' || !(from.array || from.dataTable)) return [];
      const area = parseArea(from.cell.formula?.area ?? '');
      const isMany = area && (area.top < area.bottom || area.left < area.right);
      return isMany ? [{ from, area }] : [];
    });
}

/**
 * The formula of `{{workedMinutes | subtotal}}`: the sum of the cells in its column that show the field, in the
 * repeated rows of its group or, outside of groups, in all rows. Other subtotals are not included. Undefined for other
 * cells. @throws TemplateError if there is no such cell
 */
function subtotalFormula(
  { row, column }: Pick<TemplateCell, 'row' | 'column'>,
  written: CellText,
  sheet: DrawnSheet,
  { fields }: CompileContext,
): string | undefined {
  if (!/\|\s*subtotal\s*\}\}/.test(written.text)) return undefined;
  const [only, ...more] = parseText(written.text.trim());
  const isAlone = only !== undefined && typeof only !== 'string' && more.length === 0;
  const { expression } = isAlone ? only : { expression: undefined };
  if (
    expression?.kind !== 'format' ||
    expression.call.name !== 'subtotal' ||
    expression.of.kind === 'format'
  ) {
    throw new TemplateError(message('subtotal.notAlone', { text: written.text.trim() }));
  }
  const path = expressionText(expression.of);
  const detail = detailRow(path, column, sheet.root.at(row), sheet);
  if (detail === undefined) {
    const isInRows = sheet.root.at(row).selection !== undefined;
    const [set] = [...fields.dataSets].find(([, list]) => list.some(({ name }) => name === path)) ?? [];
    const of = isInRows || !set ? expression.of : ({ kind: 'field', path: `${set}.${path}` } as const);
    const total = expressionText(aggregateOf(of, 'sum'));
    const place = { source: `{{${expressionText(expression)}}}`, path, column: columnLetters(column) };
    const right = { field: `{{${path}}}`, example: `{{${total}}}` };
    throw new TemplateError(message('subtotal.noDetail', { ...place, ...right }));
  }
  const cell = columnLetters(column) + detail;
  return `SUBTOTAL(9,${cell}:${cell})`;
}

function detailRow(path: string, column: number, own: Band, sheet: DrawnSheet): number | undefined {
  for (const [row, { cells }] of sheet.rows) {
    const band = sheet.root.at(row);
    const isInside =
      band !== own && band.path.includes(own) && band.path.slice(own.depth + 1).some((each) => each.repeats);
    const value = isInside ? cells.find((cell) => cell.column === column)?.value : undefined;
    if (value !== undefined && isFilled(value) && shows(value.text, path)) return row;
  }
  return undefined;
}

function shows(text: string, path: string): boolean {
  const pieces = resultUnless(TemplateError, () => parseText(text.replace(DIRECTIVE, ''))) ?? [];
  return pieces.some((piece) => {
    if (typeof piece === 'string') return false;
    let { expression } = piece;
    while (expression.kind === 'format' && expression.call.name !== 'subtotal') expression = expression.of;
    return expressionText(expression) === path;
  });
}

/** Prepares a formula cell. `text` is its formula, expanded if it was shared. @throws TemplateError */
function formulaContent(
  cell: TemplateCell,
  written: CellFormula,
  text: string,
  place: FormulaPlace,
  context: CompileContext,
): FormulaContent {
  const formula = compileFormula(text, place, context);
  if (formula.tokens.some(isPlaceholder)) {
    throw new TemplateError(message('formula.placeholder'));
  }
  const isPlain = written.kind === 'normal' || written.kind === 'shared';
  return {
    kind: 'formula',
    cell,
    formula,
    isSubtotal: formula.tokens.some(
      (token) => token.kind === 'function' && /^(SUBTOTAL|AGGREGATE)$/i.test(token.text),
    ),
    expression: isPlain ? parseFormula(formula.tokens, CALCULATED) : undefined,
    array: written.kind === 'array' ? arrayArea(written, place) : undefined,
    dataTable: written.kind === 'dataTable' ? dataTable(written, place) : undefined,
  };
}

/** Sheets may have placeholders in their names; text and the bare formula may not. */
function isPlaceholder(token: CompiledToken): boolean {
  if (token.kind === 'moved') return false;
  return token.kind === 'text' ? hasBraces(token.text) : token.kind === 'other' && token.text === '{';
}

function arrayArea({ area = '' }: CellFormula, { sheet, band }: FormulaPlace): FormulaContent['array'] {
  const cells = parseArea(area);
  if (!cells) return undefined;
  const { root } = sheet;
  const { top, bottom } = cells;
  const crosses = owningBand(root, top, bottom) !== band || root.at(bottom) !== band;
  const holds = band.hasBandIn(top, bottom);
  if (touchesColumns(cells, sheet)) throw new TemplateError(message('formula.arrayNearColumns', { area }));
  if (crosses || holds) {
    throw new TemplateError(message('formula.arrayOverRows', { area }));
  }
  return cells;
}

/** Attributes of `<f t="dataTable">`: its cells, and its input cells. */
function dataTable(
  { element, area = '' }: CellFormula,
  { sheet, band }: FormulaPlace,
): FormulaContent['dataTable'] {
  const { root } = sheet;
  const touched = parseArea(area);
  const repeats = touched && root.hasBandIn(touched.top, touched.bottom);
  if (touched && touchesColumns(touched, sheet))
    throw new TemplateError(message('formula.dataTableNearColumns', { area }));
  if (band !== root || repeats) {
    throw new TemplateError(message('formula.dataTableInRows', { area }));
  }
  return ({ rows }) => {
    const rowAt = (row: number): number =>
      resolveRow(rows, rows.root, { row, isFixed: false, side: 'first' })(0);
    const attributes = Object.entries(element.attributes).map(([name, value]) => {
      const cells = ['ref', 'r1', 'r2'].includes(name) ? parseArea(value) : undefined;
      const moved = cells && areaText({ ...cells, top: rowAt(cells.top), bottom: rowAt(cells.bottom) });
      return ` ${name}="${attributeText(moved ?? value)}"`;
    });
    return attributes.join('');
  };
}

/** Columns repeat in these cells or to the left of them. */
function touchesColumns({ right }: Area, { columnRoot }: FormulaPlace['sheet']): boolean {
  return columnRoot.hasBandIn(1, right);
}
