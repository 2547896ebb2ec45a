import { type Area, areaText, MAX_COLUMNS, MAX_ROWS, parseArea } from '../cells/address.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import { outerFormula, removeUid } from '../frame/frameElements.js';
import { editFilter } from '../frame/repeatedElements.js';
import type { XmlPart } from '../package/templatePackage.js';
import { outputRow, stretchedAreaText } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { childOf, descendantsOf, type XmlElement } from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';

/** A table grows with its rows. In a copy of its sheet it has its own name and number. */
export function movedTable(
  part: XmlPart,
  sheet: PlacedSheet,
  context: CompileContext,
  renamed: { name: string; id: number } | undefined,
): string {
  const edits = new XmlEdits(part.source);
  const { root } = part;
  edits.setAttribute(root, 'ref', stretchedAreaText(sheet, root.attributes.ref ?? ''));
  if (renamed) {
    edits.setAttribute(root, 'id', String(renamed.id));
    edits.setAttribute(root, 'name', renamed.name);
    edits.setAttribute(root, 'displayName', renamed.name);
    for (const element of [root, ...descendantsOf(root, 'autoFilter', 'tableColumn')])
      removeUid(element, edits);
  }
  for (const child of root.children) {
    if (child.local === 'autoFilter' || child.local === 'sortState') editFilter(child, edits, sheet);
  }
  for (const formula of descendantsOf(root, 'totalsRowFormula')) {
    edits.setText(formula, outerFormula(formula.text, sheet, context));
  }
  const firstRow =
    (parseArea(root.attributes.ref ?? '')?.top ?? 1) + Number(root.attributes.headerRowCount ?? '1');
  const { drawn } = sheet;
  const place = { sheet: drawn, band: drawn.root.at(firstRow), columnBand: drawn.columnBandAt(1) };
  for (const formula of descendantsOf(root, 'calculatedColumnFormula')) {
    edits.setText(formula, formulaText(compileFormula(formula.text, place, context), sheet)(0));
  }
  return edits.apply();
}

/** The source cells of a pivot cache, if they are in this workbook. */
export function pivotSource(part: XmlPart): XmlElement | undefined {
  return childOf(childOf(part.root, 'cacheSource'), 'worksheetSource');
}

/** Pivot tables show results of old rows: Excel refreshes them when it opens the workbook. */
export function movedPivotCache(part: XmlPart, source: PlacedSheet | undefined): string {
  const edits = new XmlEdits(part.source);
  const element = pivotSource(part);
  if (source && element?.attributes.ref !== undefined) {
    edits.setAttribute(element, 'ref', stretchedAreaText(source, element.attributes.ref));
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
  const top = outputRow(sheet.rows, area.top, 'first');
  const left = outputRow(sheet.columns, area.left, 'first');
  const right = Math.min(MAX_COLUMNS, left + area.right - area.left);
  return { top, bottom: Math.min(MAX_ROWS, top + area.bottom - area.top), left, right };
}
