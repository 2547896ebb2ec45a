import type { SheetPlan } from '../plan/sheetPlan.js';
import type { Band } from '../sheet/band.js';
import { firstCellText, hullText, imageText } from '../sheet/movedAreas.js';
import type { XmlEdits } from '../xml/xmlEdits.js';
import { descendantsOf, type XmlElement } from '../xml/xmlElement.js';

/** Protected ranges, errors to ignore and watched cells. */
export function editAreaLists(list: XmlElement, edits: XmlEdits, sheet: SheetPlan): void {
  for (const element of list.children) {
    const { sqref, r } = element.attributes;
    if (r !== undefined) edits.setAttribute(element, 'r', firstCellText(sheet.root, r));
    if (sqref === undefined) continue;
    const moved = imageText(sheet.root, sqref, sheet.name);
    if (moved === '') edits.remove(element);
    else edits.setAttribute(element, 'sqref', moved);
  }
}

/** An auto filter or a sort order, of a sheet or a table. */
export function editFilter(element: XmlElement, edits: XmlEdits, root: Band): void {
  for (const each of [element, ...descendantsOf(element, 'sortState', 'sortCondition')]) {
    const { ref } = each.attributes;
    if (ref !== undefined) edits.setAttribute(each, 'ref', hullText(root, ref));
  }
}
