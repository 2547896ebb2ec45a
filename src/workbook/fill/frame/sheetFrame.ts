import { openTag } from '../../xml/openingTag.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import { childOf, childrenOf, type XmlElement } from '../../xml/xmlElement.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { hullText } from '../sheet/movedAreas.js';
import { editAreaLists, editFilter } from './areaEdits.js';
import { editExtensions } from './extensions.js';
import { removeUid } from './frameElements.js';
import { addPageBreaks, setOutlineLevels } from './groupPages.js';
import { fillHeaderAndFooter } from './headerAndFooter.js';
import { editBreaks, editColumns, editHyperlinks, editMerges } from './repeatedElements.js';
import { editViews } from './views.js';
import { editValidations, writeRule } from './writeRule.js';

/** What stands before and after the rows of a sheet's part. */
export interface SheetFrame {
  readonly head: string;
  readonly tail: string;
}

/** Writes all of a sheet's part but its rows: what refers to rows follows them, all else stays as it is. */
export function sheetFrame(sheet: PlacedSheet, context: CompileContext): SheetFrame {
  const { source, root } = sheet.drawn.part;
  const edits = new XmlEdits(source);
  if (sheet.drawn.moves) moveReferences(root, edits, sheet, context);
  else editFormulasOnly(root, edits, sheet, context);
  fillHeaderAndFooter(root, edits, sheet, context);
  if (sheet.copy.copy > 0) makeSecondary(root, edits);
  const data = childOf(root, 'sheetData');
  if (!data) return { head: edits.apply(), tail: '' };
  return {
    head: `${edits.apply(0, data.start)}${openTag(source, data)}>`,
    tail: `</${data.name}>${edits.apply(data.end)}`,
  };
}

function moveReferences(
  root: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): void {
  for (const element of root.children) {
    switch (element.local) {
      case 'dimension':
        edits.setAttribute(element, 'ref', hullText(sheet, element.attributes.ref ?? 'A1'));
        break;
      case 'sheetViews':
        editViews(element, edits, sheet);
        break;
      case 'protectedRanges':
      case 'ignoredErrors':
      case 'cellWatches':
        editAreaLists(element, edits, sheet);
        break;
      case 'autoFilter':
      case 'sortState':
        editFilter(element, edits, sheet);
        break;
      case 'mergeCells':
        editMerges(element, edits, sheet);
        break;
      case 'rowBreaks':
        editBreaks(element, edits, sheet, sheet.rows);
        break;
      case 'colBreaks':
        editBreaks(element, edits, sheet, sheet.columns);
        break;
      case 'cols':
        editColumns(element, edits, sheet);
        break;
    }
  }
  addPageBreaks(root, edits, sheet);
  setOutlineLevels(root, edits, sheet);
  editFormulasOnly(root, edits, sheet, context);
}

/** Parts that hold formulas: these may refer to other sheets, so they are looked at even if no row moves here. */
function editFormulasOnly(
  root: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): void {
  for (const element of root.children) {
    if (element.local === 'conditionalFormatting') writeRule(element, edits, sheet, context);
    else if (element.local === 'dataValidations') editValidations(element, edits, sheet, context);
    else if (element.local === 'hyperlinks') editHyperlinks(element, edits, sheet, context);
    else if (element.local === 'extLst') editExtensions(element, edits, sheet, context);
  }
}

/**
 * In a workbook only one sheet is selected: with several, typing into one would change all. What names a sheet once
 * and for all is the first one's.
 */
function makeSecondary(root: XmlElement, edits: XmlEdits): void {
  removeUid(root, edits);
  for (const view of childrenOf(childOf(root, 'sheetViews'), 'sheetView'))
    edits.setAttribute(view, 'tabSelected', undefined);
  const properties = childOf(root, 'sheetPr');
  if (properties) edits.setAttribute(properties, 'codeName', undefined);
}
