import type { CellContent, FormulaContent } from '../cells/cellContent.js';
import { columnLetters } from '../formula/address.js';
import type { MovedReference } from '../formula/movedReference.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { WorkbookPlan } from '../plan/workbookPlan.js';

const ADDS_UP = new Set(['SUM', 'AVERAGE', 'COUNT', 'COUNTA', 'MIN', 'MAX', 'PRODUCT', 'SUBTOTAL']);

/**
 * A total over some rows of a band stretches over all repetitions, and so takes in what lies between them: numbers
 * there would be counted that the template does not count.
 */
export function checkStretches(plan: WorkbookPlan): void {
  for (const sheet of plan.sheets) {
    for (const row of sheet.contents.values()) {
      for (const content of row.values()) if (content.kind === 'formula') checkFormula(content, sheet, plan);
    }
  }
}

function checkFormula(content: FormulaContent, sheet: SheetPlan, plan: WorkbookPlan): void {
  for (const [reference, name] of content.formula.functionOf) {
    if (!ADDS_UP.has(name) || reference.isSingleCell) continue;
    const extra = extraNumber(reference, name === 'SUBTOTAL');
    if (extra === undefined) continue;
    const cell = columnLetters(content.cell.column) + content.cell.row;
    plan.context.problems.add(
      sheet.name,
      cell,
      `${name}(${reference.token.text}) would also take in ${extra}, which lies between the repeated rows`,
      'Use SUBTOTAL(9,…) for the totals of groups and for this total: it leaves out other subtotals.',
    );
  }
}

/** A cell with numbers in the rows that the reference stretches over without naming them. */
function extraNumber(
  { sheet, area, stretchedBand }: MovedReference,
  isSubtotal: boolean,
): string | undefined {
  if (!stretchedBand) return undefined;
  const plan = sheet as SheetPlan;
  for (let row = stretchedBand.from; row <= Math.min(stretchedBand.to, plan.lastRow); row++) {
    if (row >= area.top && row <= area.bottom) continue;
    for (let column = area.left; column <= Math.min(area.right, plan.lastColumn); column++) {
      const content = plan.contentAt(row, column);
      if (content && isNumber(content) && !(isSubtotal && isTotal(content)))
        return columnLetters(column) + row;
    }
  }
  return undefined;
}

function isNumber(content: CellContent): boolean {
  if (content.kind === 'formula') return true;
  return content.kind === 'value' ? content.isNumeric : typeof content.result === 'number';
}

function isTotal(content: CellContent): boolean {
  return content.kind === 'formula' && content.isSubtotal;
}
