import { columnLetters, parseArea } from '../cells/address.js';
import { fillText } from '../content/valueContent.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import { message } from '../messages.js';
import { areaRepetitions, owningBand } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { childOf, childrenOf, descendantsOf, prefixedAttribute, type XmlElement } from '../xml/xml.js';
import { openTag } from '../xml/xmlEdits.js';
import { editColumns } from './columnWidths.js';
import { editPageSetup } from './pageSetup.js';
import { editBreaks, editHyperlinks, editMerges, refuseMore, setOutlineLevels } from './repeatedElements.js';
import { editValidations, followCells, removeUid, SheetEdits, setCount, writeRule } from './sheetEdits.js';

export interface SheetFrame {
  readonly head: string;
  readonly tail: string;
}

export interface FrameChanges {
  /** Widths of columns that fit their content. */
  readonly widths: ReadonlyMap<number, number>;
  /** The relationships of tables that are not shown, and of the boxes of notes if no note is left. */
  readonly gone: ReadonlySet<string>;
}

/** Elements of a sheet's part that only name its cells. Others, such as `customSheetViews`, are unchanged. */
const FOLLOWING = 'dimension sheetViews protectedRanges ignoredErrors cellWatches autoFilter sortState'.split(
  ' ',
);

/** Writes all of a sheet's part except its rows: references to rows are adjusted, the rest remains unchanged. */
export function sheetFrame(
  sheet: PlacedSheet,
  context: CompileContext,
  { widths, gone }: FrameChanges,
): SheetFrame {
  const { source, root } = sheet.drawn.part;
  const edits = new SheetEdits(sheet.drawn.part, sheet, context);
  if (sheet.drawn.moves) {
    for (const element of root.children) if (FOLLOWING.includes(element.local)) followCells(element, edits);
    editMerges(root, edits);
    editBreaks(root, edits, 'row');
    editBreaks(root, edits, 'col');
    setOutlineLevels(root, edits);
  }
  editColumns(root, edits, widths);
  editFormulas(root, edits);
  fillHeaderAndFooter(root, edits);
  editPageSetup(root, edits, sheet.contents.pages(sheet));
  if (sheet.copy.copy > 0) makeSecondary(root, edits);
  if (gone.size > 0) removeParts(root, edits, gone);
  const data = childOf(root, 'sheetData');
  if (!data) return { head: edits.apply(), tail: '' };
  return {
    head: `${edits.apply(0, data.start)}${openTag(source, data)}>`,
    tail: `</${data.name}>${edits.apply(data.end)}`,
  };
}

function removeParts(root: XmlElement, edits: SheetEdits, gone: ReadonlySet<string>): void {
  const list = childOf(root, 'tableParts');
  const parts = childrenOf(list, 'tablePart');
  const removed = parts.filter((part) => gone.has(prefixedAttribute(part, 'id') ?? ''));
  for (const part of removed) edits.remove(part);
  if (list) setCount(list, parts.length - removed.length, edits);
  const boxes = childOf(root, 'legacyDrawing');
  if (boxes && gone.has(prefixedAttribute(boxes, 'id') ?? '')) edits.remove(boxes);
}

/** Elements with formulas: these may refer to other sheets, so they are examined even if no row moves here. */
function editFormulas(root: XmlElement, edits: SheetEdits): void {
  for (const element of root.children) {
    if (element.local === 'conditionalFormatting') writeRule(element, edits);
    else if (element.local === 'dataValidations') editValidations(element, edits);
    else if (element.local === 'hyperlinks') editHyperlinks(element, edits);
    else if (element.local === 'extLst') {
      const kept = element.children.map((extension) => editExtension(extension, edits));
      // A list without items would not be valid.
      if (kept.length > 0 && !kept.includes(true)) edits.remove(element);
    }
  }
}

const RULES = ['conditionalFormatting', 'dataValidation', 'ignoredError', 'protectedRange'];

function editExtension(extension: XmlElement, edits: SheetEdits): boolean {
  const kept = new Map<XmlElement, number>();
  const add = (element: XmlElement, count: number): void => {
    const list = element.parent ?? extension;
    kept.set(list, (kept.get(list) ?? 0) + count);
  };
  for (const group of descendantsOf(extension, 'sparklineGroup'))
    add(group, editSparklines(group, edits) ? 1 : 0);
  for (const rule of descendantsOf(extension, ...RULES)) add(rule, writeRule(rule, edits));
  for (const [list, left] of kept) setCount(list, left, edits);
  const isLeft = kept.size === 0 || [...kept.values()].some((left) => left > 0);
  if (!isLeft) edits.remove(extension);
  return isLeft;
}

/** Our own limit, because the list is kept in memory as a whole. */
const MOST_SPARKLINES = 100_000;

/** Sparklines: within a band one per repetition, for the cells of that repetition. */
function editSparklines(group: XmlElement, edits: SheetEdits): boolean {
  for (const formula of childrenOf(group, 'f')) edits.setText(formula, edits.outerFormula(formula.text));
  let left = 0;
  for (const sparkline of descendantsOf(group, 'sparkline')) {
    const copies = sparklineCopies(sparkline, edits);
    left += copies.length;
    refuseMore(left, MOST_SPARKLINES, 'sparklines', edits);
    edits.replace(sparkline.start, sparkline.end, copies.join(''));
  }
  if (left === 0) edits.remove(group);
  return left > 0;
}

function sparklineCopies(sparkline: XmlElement, edits: SheetEdits): string[] {
  const { sheet, context, source } = edits;
  const formula = childOf(sparkline, 'f');
  const cell = childOf(sparkline, 'sqref');
  const area = parseArea(cell?.text ?? '');
  if (!cell || !area) return [source.slice(sparkline.start, sparkline.end)];
  const { drawn, rows } = sheet;
  const band = owningBand(drawn.root, area.top, area.bottom);
  const columnBand = owningBand(drawn.columnRoot, area.left, area.right);
  refuseMore(rows.placesOf(band).starts.length, MOST_SPARKLINES, 'sparklines', edits);
  const place = { sheet: drawn, band, columnBand };
  const textAt = formula && formulaText(compileFormula(formula.text, place, context, 'range'), sheet);
  return [...areaRepetitions(sheet, area)].map(({ top, left, instance, columnInstance }) =>
    edits.copy(sparkline, (copy) => {
      if (formula && textAt) copy.setText(formula, textAt(instance, columnInstance));
      copy.setText(cell, `${columnLetters(left)}${top}`);
    }),
  );
}

/**
 * Only one sheet of a workbook is selected: with several, typing into one would change all. Unique names of a sheet
 * belong to its first copy.
 */
function makeSecondary(root: XmlElement, edits: SheetEdits): void {
  removeUid(root, edits);
  for (const view of childrenOf(childOf(root, 'sheetViews'), 'sheetView'))
    edits.setAttribute(view, 'tabSelected', undefined);
  const properties = childOf(root, 'sheetPr');
  if (properties) edits.setAttribute(properties, 'codeName', undefined);
}

/** All three sections of a header, with their codes (MS-XLSB 2.5.73). */
const LONGEST = 255;

/** Fills headers and footers. An ampersand in a value is doubled, because a single one starts a code. */
function fillHeaderAndFooter(root: XmlElement, edits: SheetEdits): void {
  const { sheet, context } = edits;
  const { drawn } = sheet;
  for (const element of childOf(root, 'headerFooter')?.children ?? []) {
    if (!element.text.includes('{{')) continue;
    const place = message('place.headerOrFooter', { element: element.local });
    let filled = '';
    for (const piece of headerPieces(
      element,
      { sheet: drawn.name, name: place, bands: drawn.outer },
      context,
    )) {
      const text = typeof piece === 'string' ? piece : piece(sheet)(0).replaceAll('&', '&&');
      filled += needsSpace(filled, text) ? ` ${text}` : text;
    }
    edits.setText(element, filled);
    if (filled.length > LONGEST)
      sheet.refusals.add(drawn.name, place, message('sheet.headerTooLong', { most: LONGEST }));
  }
}

type HeaderPiece = string | ReturnType<typeof fillText>;

/** Prepared once for all copies of a sheet. */
const HEADER_PIECES = new WeakMap<XmlElement, readonly HeaderPiece[]>();

function headerPieces(
  element: XmlElement,
  place: Parameters<typeof fillText>[1],
  context: CompileContext,
): readonly HeaderPiece[] {
  const known = HEADER_PIECES.get(element);
  if (known) return known;
  const pieces = element.text
    .split(/(\{\{[^{}]*\}\})/)
    .map((piece) => (piece.startsWith('{{') ? fillText(piece, place, context) : piece));
  HEADER_PIECES.set(element, pieces);
  return pieces;
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
