import type { FormulaPlace, MovedSheet } from '../formula/sheetOfFormula.js';
import { Band, type CellBands } from '../language/band.js';

/** The bands of what belongs to no sheet. */
export function outsideBands({ band, sheet }: FormulaPlace): CellBands {
  return { rows: band, columns: sheet.columnRoot };
}

/** The place of formulas that belong to no sheet: defined names, charts on sheets of their own. */
export function outsidePlace(): FormulaPlace {
  const root = new Band({ kind: 'sheet', selection: undefined }, 1, 1, 'workbook');
  root.starts.push(1);
  root.parentOf.push(0);
  const columnRoot = new Band({ kind: 'sheet', selection: undefined }, 1, 1, 'columns');
  columnRoot.starts.push(1);
  columnRoot.parentOf.push(0);
  const sheet: MovedSheet = {
    columnRoot,
    ...{ name: '', outputName: '', root, isRepeated: false, epoch: 0, tableNames: new Map<string, string>() },
  };
  return { sheet, band: root };
}
