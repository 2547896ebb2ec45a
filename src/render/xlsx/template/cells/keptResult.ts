import { type CellResult, FormulaError } from '../formula/cellResult.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { FormulaContent } from './cellContent.js';

/** Functions whose result changes by itself. */
const VOLATILE = /\b(NOW|TODAY|RAND|RANDBETWEEN|OFFSET|INDIRECT|CELL|INFO)\(/i;
/** Cells that are looked at to find out whether a formula's old result still holds. */
const MOST_LOOKED_AT = 20_000;

/** The old result of a formula that is left to Excel, if all cells that it refers to stay what they were. */
export function keptResult(content: FormulaContent, sheet: SheetPlan): CellResult {
  if (!isKept(content, sheet)) return undefined;
  const { value, error } = content.cell;
  if (error !== undefined) return new FormulaError(error);
  return value !== null && typeof value === 'object' ? value.text : value;
}

function isKept({ formula, expression }: FormulaContent, sheet: SheetPlan): boolean {
  if (expression || VOLATILE.test(formula.source)) return false;
  return formula.tokens.every((token) => {
    if (token.kind !== 'moved')
      return token.kind !== 'name' && token.kind !== 'table' && token.kind !== 'external';
    return token.sheet === sheet && !token.stretchedBand && isStatic(sheet, token.area);
  });
}

function isStatic(
  sheet: SheetPlan,
  area: { top: number; bottom: number; left: number; right: number },
): boolean {
  const bottom = Math.min(area.bottom, sheet.lastRow);
  const right = Math.min(area.right, sheet.lastColumn);
  if ((bottom - area.top + 1) * (right - area.left + 1) > MOST_LOOKED_AT) return false;
  for (let row = area.top; row <= bottom; row++) {
    for (let column = area.left; column <= right; column++) {
      if ((sheet.contentAt(row, column)?.kind ?? 'static') !== 'static') return false;
    }
  }
  return true;
}
