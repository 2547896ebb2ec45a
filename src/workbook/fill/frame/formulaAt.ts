import { parseArea } from '../../cells/address.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { PlacedSheet } from '../plan/placedSheet.js';

/** A formula that belongs to the sheet, not to a row: seen from outside of all bands. */
export function outerFormula(text: string, sheet: PlacedSheet, context: CompileContext): string {
  const { drawn } = sheet;
  return formulaText(compileFormula(text, { sheet: drawn, band: drawn.root }, context), sheet)(0);
}

/** A formula that counts from the first cell of an area. */
export function formulaFrom(
  areas: string,
  text: string,
  sheet: PlacedSheet,
  context: CompileContext,
): string {
  const first = parseArea(areas.trim().split(/\s+/)[0] ?? '');
  const place = {
    ...{ sheet: sheet.drawn, band: sheet.drawn.root.at(first?.top ?? 1) },
    columnBand: sheet.drawn.columnBandAt(first?.left ?? 1),
  };
  return formulaText(compileFormula(text, place, context), sheet)(0);
}
