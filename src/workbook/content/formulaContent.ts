import { message } from '../../i18n/message.js';
import { type Area, areaText, parseArea } from '../cells/address.js';
import { CALCULATED } from '../formula/calculation.js';
import { type CompiledFormula, type CompiledToken, compileFormula } from '../formula/compileFormula.js';
import { parseFormula } from '../formula/expression.js';
import type { FormulaPlace, WrittenSheet } from '../formula/movedReference.js';
import { hasBraces } from '../language/placeholder.js';
import type { CellFormula, TemplateCell } from '../package/templateRows.js';
import { owningBand } from '../placement/movedAreas.js';
import { resolveRow } from '../placement/resolveRow.js';
import type { FormulaContent } from '../template/sheetContents.js';
import type { CompileContext } from '../template/templatePlan.js';
import { TemplateError } from '../workbookError.js';
import { attributeText } from '../xml/escapeXml.js';

/** Prepares a formula cell. `text` is its formula, expanded if it was shared. @throws TemplateError */
export function formulaContent(
  cell: TemplateCell,
  written: CellFormula,
  text: string,
  place: FormulaPlace,
  context: CompileContext,
): FormulaContent {
  const formula = compileFormula(text, place, context);
  if (formula.tokens.some(isPlaceholder)) {
    throw new TemplateError(message('workbook.formula.placeholder'));
  }
  const isPlain = written.kind === 'normal' || written.kind === 'shared';
  return {
    kind: 'formula',
    cell,
    formula,
    isSubtotal: usesSubtotal(formula),
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

function usesSubtotal({ tokens }: CompiledFormula): boolean {
  return tokens.some((token) => token.kind === 'function' && /^(SUBTOTAL|AGGREGATE)$/i.test(token.text));
}

function arrayArea({ area = '' }: CellFormula, { sheet, band }: FormulaPlace): FormulaContent['array'] {
  const cells = parseArea(area);
  if (!cells) return undefined;
  const { root } = sheet;
  const { top, bottom } = cells;
  const crosses = owningBand(root, top, bottom) !== band || root.at(bottom) !== band;
  const holds = band.hasBandIn(top, bottom);
  if (touchesColumns(cells, sheet))
    throw new TemplateError(message('workbook.formula.arrayNearColumns', { area }));
  if (crosses || holds) {
    throw new TemplateError(message('workbook.formula.arrayOverRows', { area }));
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
    throw new TemplateError(message('workbook.formula.dataTableNearColumns', { area }));
  if (band !== root || repeats) {
    throw new TemplateError(message('workbook.formula.dataTableInRows', { area }));
  }
  return (written) => {
    const attributes = Object.entries(element.attributes).map(([name, value]) => {
      const moved = name === 'ref' || name === 'r1' || name === 'r2' ? movedArea(value, written) : value;
      return ` ${name}="${attributeText(moved)}"`;
    });
    return attributes.join('');
  };
}

/** Columns repeat in these cells or to the left of them. */
function touchesColumns({ right }: Area, { columnRoot }: FormulaPlace['sheet']): boolean {
  return columnRoot.hasBandIn(1, right);
}

function movedArea(text: string, { rows }: WrittenSheet): string {
  const area = parseArea(text);
  if (!area) return text;
  const at = (row: number): number => resolveRow(rows, rows.root, { row, isFixed: false, side: 'first' })(0);
  return areaText({ ...area, top: at(area.top), bottom: at(area.bottom) });
}
