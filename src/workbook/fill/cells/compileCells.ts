import { columnLetters, contains } from '../../cells/address.js';
import { unfoldSharedFormula } from '../formula/sharedFormula.js';
import type { FormulaPlace } from '../formula/sheetOfFormula.js';
import type { CellBands } from '../language/band.js';
import type { CellContent } from '../plan/cellContent.js';
import { attempt, type CompileContext } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import { SheetContents } from '../plan/sheetContents.js';
import type { CellFormula, TemplateCell } from '../sheet/templateRows.js';
import { addSpilled } from './addSpilled.js';
import { formulaContent } from './formulaContent.js';
import { subtotalFormula } from './subtotalFormula.js';
import { isFilled, valueContent } from './valueContent.js';

/** Prepares every cell of a sheet; what is wrong becomes problems. */
export function compileCells(sheet: DrawnSheet, context: CompileContext): SheetContents {
  const filled = new Map<number, Map<number, CellContent>>();
  const masters = sharedMasters(sheet);
  for (const { row, cells } of sheet.rows.values()) {
    if (context.problems.isFull) return new SheetContents(sheet, filled);
    const contents = new Map<number, CellContent>();
    for (const cell of cells) {
      if (!cell.formula && !isFilled(cell.value)) continue;
      const name = columnLetters(cell.column) + row;
      const content = attempt(context, sheet.name, name, () =>
        compileCell(cell, name, sheet, masters, context),
      );
      if (content) contents.set(cell.column, content);
    }
    if (contents.size > 0) filled.set(row, contents);
  }
  addSpilled(filled, sheet, context);
  return new SheetContents(sheet, filled);
}

function compileCell(
  cell: TemplateCell,
  name: string,
  sheet: DrawnSheet,
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

function placeOf(sheet: DrawnSheet, { rows, columns }: CellBands): FormulaPlace {
  return { sheet, band: rows, columnBand: columns };
}

function sharedMasters(sheet: DrawnSheet): Map<string, TemplateCell> {
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
