import type { CompileContext } from '../plan/compileContext.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import { imageText } from '../sheet/movedAreas.js';
import type { XmlEdits } from '../xml/xmlEdits.js';
import { childrenOf, descendantsOf, type XmlElement } from '../xml/xmlElement.js';
import { formulaFrom, ruleUse } from './formulaAt.js';

/** A conditional format: its cells, and the formulas of its rules and of their limits. */
export function editFormats(
  element: XmlElement,
  edits: XmlEdits,
  sheet: SheetPlan,
  context: CompileContext,
): void {
  if (!editArea(element, edits, sheet)) return;
  const areas = element.attributes.sqref ?? '';
  for (const formula of descendantsOf(element, 'formula')) {
    edits.setText(formula, formulaFrom(areas, formula.text, sheet, context));
  }
  for (const limit of descendantsOf(element, 'cfvo')) {
    const { val, type } = limit.attributes;
    if (val !== undefined && (type === 'formula' || Number.isNaN(Number(val))))
      edits.setAttribute(limit, 'val', formulaFrom(areas, val, sheet, context));
  }
}

export function editValidations(
  list: XmlElement,
  edits: XmlEdits,
  sheet: SheetPlan,
  context: CompileContext,
): void {
  let left = 0;
  for (const element of childrenOf(list, 'dataValidation')) {
    if (!editArea(element, edits, sheet)) continue;
    left++;
    const areas = element.attributes.sqref ?? '';
    for (const formula of descendantsOf(element, 'formula1', 'formula2')) {
      edits.setText(formula, formulaFrom(areas, formula.text, sheet, context, ruleUse(element)));
    }
  }
  if (left === 0) edits.remove(list);
  else if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(left));
}

/** Moves the cells of a rule; without any cell left the rule goes. */
function editArea(element: XmlElement, edits: XmlEdits, sheet: SheetPlan): boolean {
  const { sqref } = element.attributes;
  if (sqref === undefined || !sheet.moves) return true;
  const moved = imageText(sheet.root, sqref, sheet.name);
  if (moved === '') edits.remove(element);
  else edits.setAttribute(element, 'sqref', moved);
  return moved !== '';
}
