import { message } from '../../i18n/message.js';
import { fillText } from '../content/valueContent.js';
import { stretchedAreaText } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { childOf, childrenOf, type XmlElement } from '../xml/parseXml.js';
import { openTag, XmlEdits } from '../xml/xmlEdits.js';
import { editValidations, writeRule } from './cellRules.js';
import { editExtensions } from './extensions.js';
import { removeUid } from './frameElements.js';
import { editHyperlinks } from './links.js';
import {
  addPageBreaks,
  editAreaLists,
  editBreaks,
  editColumns,
  editFilter,
  editMerges,
  editViews,
  setOutlineLevels,
} from './repeatedElements.js';

/** The content before and after the rows of a sheet's part. */
export interface SheetFrame {
  readonly head: string;
  readonly tail: string;
}

/** Writes all of a sheet's part except its rows: references to rows are adjusted, the rest remains unchanged. */
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
        edits.setAttribute(element, 'ref', stretchedAreaText(sheet, element.attributes.ref ?? 'A1'));
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
  editMerges(root, edits, sheet);
  addPageBreaks(root, edits, sheet);
  setOutlineLevels(root, edits, sheet);
  editFormulasOnly(root, edits, sheet, context);
}

/** Parts with formulas: these may refer to other sheets, so they are checked even if no row moves here. */
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
 * Only one sheet of a workbook is selected: with several, typing into one would change all. Unique names of a sheet
 * belong to its first copy.
 */
function makeSecondary(root: XmlElement, edits: XmlEdits): void {
  removeUid(root, edits);
  for (const view of childrenOf(childOf(root, 'sheetViews'), 'sheetView'))
    edits.setAttribute(view, 'tabSelected', undefined);
  const properties = childOf(root, 'sheetPr');
  if (properties) edits.setAttribute(properties, 'codeName', undefined);
}

/** All three sections of a header, with their codes (MS-XLSB 2.5.73). */
const LONGEST = 255;

/** Fills headers and footers. An ampersand in a value is doubled, because a single one starts a code. */
function fillHeaderAndFooter(
  root: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): void {
  const { drawn } = sheet;
  for (const element of childOf(root, 'headerFooter')?.children ?? []) {
    if (!element.text.includes('{{')) continue;
    const place = message('workbook.place.headerOrFooter', { element: element.local });
    let filled = '';
    for (const piece of element.text.split(/(\{\{[^{}]*\}\})/)) {
      const filledPiece = (): string =>
        fillText(piece, { sheet: drawn.name, name: place, bands: drawn.outer }, context)(sheet)(0);
      const text = piece.startsWith('{{') ? filledPiece().replaceAll('&', '&&') : piece;
      filled += needsSpace(filled, text) ? ` ${text}` : text;
    }
    edits.setText(element, filled);
    if (filled.length > LONGEST)
      sheet.refusals.add(drawn.name, place, message('workbook.sheet.headerTooLong', { most: LONGEST }));
  }
}

const FONT_SIZE = /(?<!&)(?:&&)*&\d{1,2}$/;
const PAGE_NUMBER = /(?<!&)(?:&&)*&[PN]$/i;
const PAGE_OFFSET = /(?<!&)(?:&&)*&[PN][+-]\d*$/i;

/** Digits after `&12` would be read as part of the font size, `-3` after `&P` as a calculation: a space keeps both. */
function needsSpace(before: string, text: string): boolean {
  if (/^\d/.test(text)) return FONT_SIZE.test(before) || PAGE_OFFSET.test(before);
  return /^[+-]\d/.test(text) && PAGE_NUMBER.test(before);
}

/** Whether a placeholder would complete the code that an ampersand before it begins. */
export function hasOpenCode(text: string): boolean {
  return /(?<!&)(?:&&)*&\{\{/.test(text);
}
