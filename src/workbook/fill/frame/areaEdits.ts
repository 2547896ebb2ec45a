import { parseArea } from '../../cells/address.js';
import type { XmlEdits } from '../../xml/xmlEdits.js';
import { descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { areaImage, firstCellText, hullText, imageText, type PlacedAxes } from '../sheet/movedAreas.js';

/** Protected ranges, errors to ignore and watched cells. A list of which nothing is left goes, as Excel wants it. */
export function editAreaLists(list: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  let left = 0;
  for (const element of list.children) {
    const { sqref, r } = element.attributes;
    const watched = parseArea(r ?? '');
    const isGone = watched && areaImage(sheet, watched).length === 0;
    const moved = sqref === undefined ? undefined : imageText(sheet, sqref, sheet.drawn.name);
    if (isGone || moved === '') {
      edits.remove(element);
      continue;
    }
    if (element.local !== 'extLst') left++;
    if (r !== undefined) edits.setAttribute(element, 'r', firstCellText(sheet, r));
    if (moved !== undefined) edits.setAttribute(element, 'sqref', moved);
  }
  if (left === 0) edits.remove(list);
}

/** An auto filter or a sort order, of a sheet or a table. */
export function editFilter(element: XmlElement, edits: XmlEdits, axes: PlacedAxes): void {
  for (const each of [element, ...descendantsOf(element, 'sortState', 'sortCondition')]) {
    const { ref } = each.attributes;
    if (ref !== undefined) edits.setAttribute(each, 'ref', hullText(axes, ref));
  }
}
