import { parseArea } from '../../cells/address.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import { descendantsOf } from '../../xml/xmlElement.js';
import { editFilter } from '../frame/areaEdits.js';
import { formulaFrom, outerFormula } from '../frame/formulaAt.js';
import { removeUid } from '../frame/frameElements.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { hullText } from '../sheet/movedAreas.js';

/** A table stretches with its rows. In a copy of its sheet it has a name and number of its own. */
export function movedTable(
  part: XmlPart,
  sheet: PlacedSheet,
  context: CompileContext,
  renamed: { name: string; id: number } | undefined,
): string {
  const edits = new XmlEdits(part.source);
  const { root } = part;
  edits.setAttribute(root, 'ref', hullText(sheet, root.attributes.ref ?? ''));
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
  const dataRow = firstDataRow(root.attributes.ref ?? '', Number(root.attributes.headerRowCount ?? '1'));
  for (const formula of descendantsOf(root, 'calculatedColumnFormula')) {
    edits.setText(formula, formulaFrom(dataRow, formula.text, sheet, context));
  }
  return edits.apply();
}

function firstDataRow(ref: string, headerRows: number): string {
  return `A${(parseArea(ref)?.top ?? 1) + headerRows}`;
}
