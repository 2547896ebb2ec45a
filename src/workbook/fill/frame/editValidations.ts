import type { XmlEdits } from '../../xml/xmlEdits.js';
import { childrenOf, type XmlElement } from '../../xml/xmlElement.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { TemplateSheet } from '../plan/templateSheet.js';
import { writeRule } from './writeRule.js';

/** The data validations of a sheet. A list of which nothing is left goes. */
export function editValidations(
  list: XmlElement,
  edits: XmlEdits,
  sheet: TemplateSheet,
  context: CompileContext,
): void {
  let left = 0;
  for (const element of childrenOf(list, 'dataValidation')) left += writeRule(element, edits, sheet, context);
  if (left === 0) edits.remove(list);
  else if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(left));
}
