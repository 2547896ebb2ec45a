import { parseArea } from '../../cells/address.js';
import type { XmlEdits } from '../../xml/xmlEdits.js';
import { descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import type { Band } from '../language/band.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import { firstCellText, hullText, imageText } from '../sheet/movedAreas.js';
import { rowImage } from '../sheet/rowImage.js';

/** Protected ranges, errors to ignore and watched cells. A list of which nothing is left goes, as Excel wants it. */
export function editAreaLists(list: XmlElement, edits: XmlEdits, sheet: SheetPlan): void {
  let left = 0;
  for (const element of list.children) {
    const { sqref, r } = element.attributes;
    const watched = parseArea(r ?? '');
    const isGone = watched && rowImage(sheet.root, watched.top, watched.bottom).length === 0;
    const moved = sqref === undefined ? undefined : imageText(sheet.root, sqref, sheet.name);
    if (isGone || moved === '') {
      edits.remove(element);
      continue;
    }
    if (element.local !== 'extLst') left++;
    if (r !== undefined) edits.setAttribute(element, 'r', firstCellText(sheet.root, r));
    if (moved !== undefined) edits.setAttribute(element, 'sqref', moved);
  }
  if (left === 0) edits.remove(list);
}

/** An auto filter or a sort order, of a sheet or a table. */
export function editFilter(element: XmlElement, edits: XmlEdits, root: Band): void {
  for (const each of [element, ...descendantsOf(element, 'sortState', 'sortCondition')]) {
    const { ref } = each.attributes;
    if (ref !== undefined) edits.setAttribute(each, 'ref', hullText(root, ref));
  }
}
