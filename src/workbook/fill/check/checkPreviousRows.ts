import { columnLetters } from '../../cells/address.js';
import type { MovedReference } from '../formula/movedReference.js';
import type { Band } from '../language/band.js';
import { type FormulaContent, isNumber } from '../plan/cellContent.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { WorkbookPlan } from '../plan/workbookPlan.js';

/**
 * What stands above repeated rows stays, so `H4+G5` in the repeated row 5 adds H4 in each: in the column of the
 * formula itself the repetition before was meant, for a running total. With `$` the cell above is meant.
 */
export function checkPreviousRows(plan: WorkbookPlan): void {
  for (const sheet of plan.sheets) {
    for (const row of sheet.contents.values()) {
      for (const content of row.values()) if (content.kind === 'formula') checkFormula(content, sheet, plan);
    }
  }
}

function checkFormula(content: FormulaContent, sheet: SheetPlan, { context }: WorkbookPlan): void {
  const { cell, formula } = content;
  const band = repeatedAround(sheet.bandAt(cell.row));
  if (!band || band.from !== cell.row) return;
  const references = formula.tokens.filter((token) => token.kind === 'moved');
  const above = references.find((each) => each.sheet === sheet && isCellAbove(each, content));
  if (!above) return;
  const { text } = above.token;
  context.problems.add(
    sheet.name,
    columnLetters(cell.column) + cell.row,
    `${text} stands above the repeated rows: each of them refers to it, none to the row before itself`,
    `${rightTotal(content, sheet, references)}. If ${text} itself is meant, write ${withFixedRows(text)}.`,
  );
}

function repeatedAround(band: Band): Band | undefined {
  return band.path.filter((each) => each.repeats).at(-1);
}

/** The cell right above the formula, its row without `$`. */
function isCellAbove({ area, token }: MovedReference, { cell }: FormulaContent): boolean {
  const { first, last = first } = token;
  const isOwnColumn = first.column !== undefined && area.left === cell.column && area.right === cell.column;
  const isAbove = area.top === cell.row - 1 && area.bottom === cell.row - 1;
  return isOwnColumn && isAbove && !(first.rowFixed && last.rowFixed);
}

/** What a running total looks like: over the numbers of the same row that the formula adds, if there are any. */
function rightTotal(
  { cell }: FormulaContent,
  sheet: SheetPlan,
  references: readonly MovedReference[],
): string {
  const added = references.find(({ area, sheet: target }) => {
    const isOneCell = area.top === cell.row && area.bottom === cell.row && area.left === area.right;
    return target === sheet && isOneCell && isNumber(sheet.contentAt(cell.row, area.left));
  });
  if (added) return `For a running total write ${totalOf(added.area.left, cell.row)}`;
  const beside = cell.column === 1 ? 2 : cell.column - 1;
  return `For a running number write {{row.number}}, for a running total for example ${totalOf(beside, cell.row)}`;
}

function totalOf(column: number, row: number): string {
  const letters = columnLetters(column);
  return `SUM(${letters}$${row}:${letters}${row})`;
}

/** `Hours!H4` as `Hours!H$4`. */
function withFixedRows(reference: string): string {
  const cells = reference.lastIndexOf('!') + 1;
  return reference.slice(0, cells) + reference.slice(cells).replace(/([A-Z])([0-9])/gi, '$1$$$2');
}
