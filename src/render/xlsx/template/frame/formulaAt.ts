import { parseArea } from '../formula/address.js';
import { compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { XmlElement } from '../xml/xmlElement.js';

/** A formula that belongs to the sheet, not to a row: seen from outside of all bands. */
export function outerFormula(text: string, sheet: SheetPlan, context: CompileContext): string {
  const place = { sheet, band: sheet.root };
  return compileFormula(text, place, context).textAt(0);
}

/** What a rule for cells takes its formula for: a list to choose from names cells, all else compares values. */
export function ruleUse(rule: XmlElement): FormulaUse {
  return rule.local === 'dataValidation' && rule.attributes.type === 'list' ? 'range' : 'value';
}

/** A formula that counts from the first cell of an area, as those of formats and validations do. */
export function formulaFrom(
  areas: string,
  text: string,
  sheet: SheetPlan,
  context: CompileContext,
  use?: FormulaUse,
): string {
  const first = parseArea(areas.trim().split(/\s+/)[0] ?? '');
  const place = { sheet, band: sheet.root.at(first?.top ?? 1) };
  return compileFormula(text, place, context, use).textAt(0);
}
