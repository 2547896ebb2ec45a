import { columnLetters, contains } from '../../cells/address.js';
import { unfoldSharedFormula } from '../formula/sharedFormula.js';
import type { FormulaPlace } from '../formula/sheetOfFormula.js';
import type { Band, CellBands } from '../language/band.js';
import { checkComparedTypes } from '../language/comparedTypes.js';
import { conditionFields, holds } from '../language/condition.js';
import type { Axis } from '../language/directive.js';
import { fieldSource } from '../language/fieldSource.js';
import type { CellContent } from '../plan/cellContent.js';
import { attempt, type CompileContext } from '../plan/compileContext.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import type { CellFormula, TemplateCell } from '../sheet/templateRows.js';
import { fieldContext } from './fillText.js';
import { formulaContent } from './formulaContent.js';
import { markSpilled } from './markSpilled.js';
import { subtotalFormula } from './subtotalFormula.js';
import { fieldValues, isFilled, valueContent } from './valueContent.js';

/** Prepares every cell and condition of a sheet; what is wrong becomes problems. All sheets must have their bands. */
export function compileSheet(sheet: TemplateSheet, context: CompileContext): void {
  compileConditions(sheet.root, 'rows', sheet, context);
  compileConditions(sheet.columnRoot, 'columns', sheet, context);
  const masters = sharedMasters(sheet);
  for (const { row, cells } of sheet.rows.values()) {
    if (context.problems.isFull) return;
    const contents = new Map<number, CellContent>();
    for (const cell of cells) {
      if (!cell.formula && !isFilled(cell.value)) continue;
      const name = columnLetters(cell.column) + row;
      const content = attempt(context, sheet.name, name, () =>
        compileCell(cell, name, sheet, masters, context),
      );
      if (content) contents.set(cell.column, content);
    }
    if (contents.size > 0) sheet.contents.set(row, contents);
  }
  markSpilled(sheet, context);
}

function compileCell(
  cell: TemplateCell,
  name: string,
  sheet: TemplateSheet,
  masters: ReadonlyMap<string, TemplateCell>,
  context: CompileContext,
): CellContent | undefined {
  const bands = { rows: sheet.root.at(cell.row), columns: sheet.columnBandAt(cell.column) };
  const { formula, value } = cell;
  if (formula) {
    const text = formulaText(cell, formula, masters);
    return formulaContent(cell, formula, text, placeOf(sheet, bands), context);
  }
  const isPivot = sheet.pivots.some((area) => contains(area, cell.row, cell.column));
  if (isPivot || !isFilled(value)) return undefined;
  const subtotal = subtotalFormula(cell, value, sheet);
  if (subtotal !== undefined) {
    const written: CellFormula = {
      text: subtotal,
      kind: 'normal',
      group: undefined,
      area: undefined,
      element: cell.element,
    };
    return formulaContent(cell, written, subtotal, placeOf(sheet, bands), context);
  }
  return valueContent(cell, value, { sheet: sheet.name, name, bands }, context);
}

function placeOf(sheet: TemplateSheet, { rows, columns }: CellBands): FormulaPlace {
  return { sheet, band: rows, columnBand: columns };
}

function sharedMasters(sheet: TemplateSheet): Map<string, TemplateCell> {
  const masters = new Map<string, TemplateCell>();
  for (const { cells } of sheet.rows.values()) {
    for (const cell of cells) {
      const { formula } = cell;
      if (formula?.kind === 'shared' && formula.group !== undefined && formula.text !== '')
        masters.set(formula.group, cell);
    }
  }
  return masters;
}

function formulaText(
  cell: TemplateCell,
  formula: CellFormula,
  masters: ReadonlyMap<string, TemplateCell>,
): string {
  if (formula.kind !== 'shared' || formula.text !== '') return formula.text;
  const master = masters.get(formula.group ?? '');
  const text = master?.formula?.text;
  if (!master || text === undefined) return '';
  return unfoldSharedFormula(text, cell.row - master.row, cell.column - master.column);
}

function compileConditions(band: Band, axis: Axis, sheet: TemplateSheet, context: CompileContext): void {
  const { rule, parent } = band;
  if (rule.kind === 'if' && parent) {
    const bands = axis === 'rows' ? { ...sheet.outer, rows: parent } : { ...sheet.outer, columns: parent };
    const place = { sheet: sheet.name, name: band.place, bands };
    const values = attempt(context, sheet.name, band.place, () => {
      const fieldsHere = fieldContext(context, sheet.name, band.place);
      checkComparedTypes(rule.condition, (field) => fieldSource(field, bands, fieldsHere).type);
      return fieldValues(conditionFields(rule.condition), place, context);
    });
    band.test = (instance) => {
      const [row, column] = axis === 'rows' ? [instance, 0] : [0, instance];
      return holds(rule.condition, (field) => values?.get(field)?.(row, column) ?? null);
    };
  }
  for (const child of band.children) compileConditions(child, axis, sheet, context);
}
