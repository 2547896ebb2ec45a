import { parseArea } from '../../cells/address.js';
import { compileFormula } from '../formula/compileFormula.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { TemplateSheet } from '../plan/templateSheet.js';

/** A formula that belongs to the sheet, not to a row: seen from outside of all bands. */
export function outerFormula(text: string, sheet: TemplateSheet, context: CompileContext): string {
  const place = { sheet, band: sheet.root };
  return compileFormula(text, place, context).textAt(0);
}

/** A formula that counts from the first cell of an area. */
export function formulaFrom(
  areas: string,
  text: string,
  sheet: TemplateSheet,
  context: CompileContext,
): string {
  const first = parseArea(areas.trim().split(/\s+/)[0] ?? '');
  const place = {
    ...{ sheet, band: sheet.root.at(first?.top ?? 1) },
    columnBand: sheet.columnBandAt(first?.left ?? 1),
  };
  return compileFormula(text, place, context).textAt(0);
}
