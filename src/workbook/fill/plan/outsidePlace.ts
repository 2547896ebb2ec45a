import type { FormulaPlace, FormulaSheet, WrittenSheet } from '../formula/sheetOfFormula.js';
import { Band, type CellBands } from '../language/band.js';
import type { PlacedBands } from '../language/filling.js';
import { unmovedAxis } from '../language/placedBands.js';
import type { Placing } from './placedSheet.js';

/** The bands of what belongs to no sheet. */
export function outsideBands({ band, sheet }: FormulaPlace): CellBands {
  return { rows: band, columns: sheet.columnRoot };
}

/** The place of formulas that belong to no sheet: defined names, charts on sheets of their own. */
export function outsidePlace(): FormulaPlace {
  const root = new Band({ kind: 'sheet', selection: undefined }, 1, 1, 'workbook');
  const columnRoot = new Band({ kind: 'sheet', selection: undefined }, 1, 1, 'columns');
  return { sheet: { name: '', root, columnRoot, isRepeated: false }, band: root };
}

/** What belongs to no sheet, once all sheets have been placed. */
export function placedOutside({ plan, data, refusals, others }: Placing): WrittenSheet & PlacedBands {
  const { sheet: drawn } = plan.outside;
  const sheetOf = (other: FormulaSheet): WrittenSheet => {
    const found = other === drawn ? outside : others.get(other);
    if (!found) throw new Error(`sheet ${other.name} is written many times`);
    return found;
  };
  const outside = {
    ...{ drawn, name: drawn.name, tableNames: new Map<string, string>(), data, refusals, sheetOf },
    ...{ rows: unmovedAxis(drawn.root), columns: unmovedAxis(drawn.columnRoot) },
  };
  return outside;
}
