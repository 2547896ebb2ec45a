import { XmlEdits } from '../../xml/xmlEdits.js';
import { childrenOf, descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { cellRule, setAreas } from './cellRule.js';
import { removeUid } from './frameElements.js';
import { type RuleCopy, ruleCopies } from './ruleCopies.js';

/** Writes a rule for the cells that its cells became. Gives how many times it is there now. */
export function writeRule(
  element: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): number {
  const rule = cellRule(element);
  const change = (one: XmlEdits, { areas, formulas }: RuleCopy): void => {
    setAreas(rule, one, areas);
    for (const [index, { text, set }] of rule.formulas.entries()) set(one, formulas[index] ?? text);
  };
  const copies = ruleCopies(rule, sheet, context);
  const [only] = copies;
  if (!only) {
    edits.remove(element);
  } else if (copies.length === 1) {
    change(edits, only);
  } else {
    const written = copies.map((copy, index) => {
      const one = new XmlEdits(edits.source);
      change(one, copy);
      if (index > 0) renumber(element, one, index);
      return one.apply(element.start, element.end);
    });
    edits.replace(element.start, element.end, written.join(''));
  }
  return copies.length;
}

const END_OF_ID = /[0-9A-F]{12}\}$/i;

/** No two rules may have one id. */
function renumber(element: XmlElement, edits: XmlEdits, copy: number): void {
  removeUid(element, edits);
  for (const rule of descendantsOf(element, 'cfRule')) {
    const end = `${copy.toString(16).toUpperCase().padStart(12, '0')}}`;
    if (rule.attributes.id !== undefined)
      edits.setAttribute(rule, 'id', rule.attributes.id.replace(END_OF_ID, end));
  }
}

/** The data validations of a sheet. A list of which nothing is left goes. */
export function editValidations(
  list: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): void {
  let left = 0;
  for (const element of childrenOf(list, 'dataValidation')) left += writeRule(element, edits, sheet, context);
  if (left === 0) edits.remove(list);
  else if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(left));
}
