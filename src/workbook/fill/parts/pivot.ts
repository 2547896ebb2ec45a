import { type Area, areaText, MAX_COLUMNS, MAX_ROWS, parseArea } from '../../cells/address.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import { childOf, type XmlElement } from '../../xml/xmlElement.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { hullText, rowAt } from '../sheet/movedAreas.js';

/** The cells that a pivot cache was read from, where these are in this workbook. */
export function pivotSource(part: XmlPart): XmlElement | undefined {
  return childOf(childOf(part.root, 'cacheSource'), 'worksheetSource');
}

/** The cells that pivot tables show were counted from old rows: Excel counts again when it opens the workbook. */
export function movedPivotCache(part: XmlPart, source: PlacedSheet | undefined): string {
  const edits = new XmlEdits(part.source);
  const element = pivotSource(part);
  if (source && element?.attributes.ref !== undefined) {
    edits.setAttribute(element, 'ref', hullText(source, element.attributes.ref));
    if (element.attributes.sheet !== undefined) edits.setAttribute(element, 'sheet', source.name);
  }
  edits.setAttribute(part.root, 'refreshOnLoad', '1');
  return edits.apply();
}

/** A pivot table moves with its first row and keeps its size until Excel refreshes it. */
export function movedPivotTable(part: XmlPart, sheet: PlacedSheet): string {
  const edits = new XmlEdits(part.source);
  const location = childOf(part.root, 'location');
  const area = parseArea(location?.attributes.ref ?? '');
  if (location && area) edits.setAttribute(location, 'ref', areaText(shifted(area, sheet)));
  return edits.apply();
}

function shifted(area: Area, sheet: PlacedSheet): Area {
  const top = rowAt(sheet.rows, area.top, 'first');
  const left = rowAt(sheet.columns, area.left, 'first');
  const right = Math.min(MAX_COLUMNS, left + area.right - area.left);
  return { top, bottom: Math.min(MAX_ROWS, top + area.bottom - area.top), left, right };
}
