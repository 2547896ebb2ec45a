import type { FormulaPlace, MovedSheet } from '../formula/sheetOfFormula.js';
import { Band } from '../language/band.js';

/** The place of formulas that belong to no sheet: defined names, charts on sheets of their own. */
export function outsidePlace(): FormulaPlace {
  const root = new Band({ kind: 'sheet', selection: undefined }, 1, 1, 'workbook');
  root.starts.push(1);
  root.parentOf.push(0);
  const sheet: MovedSheet = {
    ...{ name: '', outputName: '', root, isRepeated: false, epoch: 0, tableNames: new Map<string, string>() },
  };
  return { sheet, band: root };
}
