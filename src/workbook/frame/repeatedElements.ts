import { message } from '../../i18n/message.js';
import { type Area, areaText, MAX_COLUMNS, parseArea } from '../cells/address.js';
import type { PlacedAxis } from '../language/bands.js';
import type { TemplateCell } from '../package/templateRows.js';
import { areaRepetitions, outputRowSpans, repetitions } from '../placement/movedAreas.js';
import { resolveOwnRow } from '../placement/resolveRow.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { MergedCells } from '../template/sheetContents.js';
import { renderRefused, shortQuote } from '../workbookError.js';
import { childOf, childrenOf, prefixOf, type XmlElement } from '../xml/parseXml.js';
import type { XmlEdits } from '../xml/xmlEdits.js';
import type { SheetEdits } from './sheetEdits.js';

/** Widths and looks of columns: repeated columns have those that were drawn. */
export function editColumns(root: XmlElement, edits: SheetEdits): void {
  const list = childOf(root, 'cols');
  if (!list || !edits.sheet.drawn.hasColumnBands) return;
  const columns = childrenOf(list, 'col').flatMap((element) => {
    const [min, max] = [Number(element.attributes.min), Number(element.attributes.max)];
    const spans = outputRowSpans(edits.sheet.columns, min, max).filter(({ top }) => top <= MAX_COLUMNS);
    return spans.map(({ top, bottom }) => {
      const xml = edits.copy(element, (copy) => {
        copy.setAttribute(element, 'min', String(top));
        copy.setAttribute(element, 'max', String(Math.min(MAX_COLUMNS, bottom)));
      });
      return { top, xml };
    });
  });
  const sorted = columns.sort((a, b) => a.top - b.top).map(({ xml }) => xml);
  replaceList(list, sorted, edits);
}

/** Merged cells: within a band once for each repetition; and equal neighbours. */
export function editMerges(root: XmlElement, edits: SheetEdits): void {
  const list = childOf(root, 'mergeCells');
  const prefix = prefixOf(root);
  const merges: string[] = [];
  for (const moved of mergedAreas(list, edits.sheet)) {
    // A merged stretch of which one cell is left is none.
    if (moved.top < moved.bottom || moved.left < moved.right)
      merges.push(`<${prefix}mergeCell ref="${areaText(moved)}"/>`);
    refuseMore(merges.length, MOST_MERGES, 'merges', edits);
  }
  const xml = `<${prefix}mergeCells count="${merges.length}">${merges.join('')}</${prefix}mergeCells>`;
  if (list) replaceList(list, merges, edits);
  else if (merges.length > 0) edits.insert(endBefore('phoneticPr', root), xml);
}

function* mergedAreas(list: XmlElement | undefined, sheet: PlacedSheet): Generator<Area> {
  for (const { attributes } of list ? childrenOf(list, 'mergeCell') : []) {
    const area = parseArea(attributes.ref ?? '');
    if (area) yield* areaRepetitions(sheet, area);
  }
  for (const content of sheet.contents.values()) {
    if (content.merge) yield* equalNeighbours(content.cell, content.merge, sheet);
  }
}

/** The stretches of repetitions of a cell that are merged with the one before. */
function* equalNeighbours(
  { row, column }: TemplateCell,
  { axis, bands, joinsAt }: MergedCells,
  sheet: PlacedSheet,
): Generator<Area> {
  const joins = joinsAt(sheet);
  const rowAt = resolveOwnRow(sheet.rows, bands.rows, row);
  const columnAt = resolveOwnRow(sheet.columns, bands.columns, column);
  const [downs, acrosses] = [sheet.rows.placesOf(bands.rows), sheet.columns.placesOf(bands.columns)];
  for (let instance = 0; instance < downs.starts.length; instance++) {
    for (let across = 0; across < acrosses.starts.length; across++) {
      if (joins(instance, across)) continue;
      let [last, lastAcross] = [instance, across];
      if (axis === 'rows') while (last + 1 < downs.starts.length && joins(last + 1, across)) last++;
      else while (lastAcross + 1 < acrosses.starts.length && joins(instance, lastAcross + 1)) lastAcross++;
      const [top, left] = [rowAt(instance), columnAt(across)];
      yield { top, left, bottom: rowAt(last), right: columnAt(lastAcross) };
    }
  }
}

/** Excel's own limit of page breaks on a sheet (its specification page). */
const MOST_BREAKS = 1_026;
/** A limit of our own: a list of merged cells is held as a whole. */
const MOST_MERGES = 500_000;

/** Page breaks: after a row, or a column, of a band once for each repetition; and those between groups. */
export function editBreaks(root: XmlElement, edits: SheetEdits, line: 'row' | 'col'): void {
  const { rows, columns } = edits.sheet;
  const axis = line === 'row' ? rows : columns;
  const list = childOf(root, `${line}Breaks`);
  const prefix = prefixOf(root);
  const breaks = new Map<number, { readonly xml: string; readonly isManual: boolean }>();
  for (const element of childrenOf(list, 'brk')) {
    const row = Number(element.attributes.id ?? 0);
    for (const { bottom } of repetitions(axis, row, row)) {
      const xml = edits.copy(element, (copy) => copy.setAttribute(element, 'id', String(bottom)));
      breaks.set(bottom, { xml, isManual: element.attributes.man === '1' });
      refuseMore(breaks.size, MOST_BREAKS, 'tooManyBreaks', edits);
    }
  }
  for (const row of line === 'row' ? pageBreakRows(axis) : []) {
    const xml = `<${prefix}brk id="${row}" max="16383" man="1"/>`;
    if (!breaks.has(row)) breaks.set(row, { xml, isManual: true });
  }
  refuseMore(breaks.size, MOST_BREAKS, 'tooManyBreaks', edits);
  const sorted = [...breaks].sort(([a], [b]) => a - b).map(([, { xml }]) => xml);
  const manual = [...breaks.values()].filter(({ isManual }) => isManual).length;
  if (list) {
    replaceList(list, sorted, edits);
    if (list.attributes.manualBreakCount !== undefined)
      edits.setAttribute(list, 'manualBreakCount', String(manual));
  } else if (sorted.length > 0) {
    const counts = `count="${sorted.length}" manualBreakCount="${manual}"`;
    const xml = `<${prefix}rowBreaks ${counts}>${sorted.join('')}</${prefix}rowBreaks>`;
    edits.insert(endBefore('rowBreaks', root), xml);
  }
}

export function replaceList(list: XmlElement, items: readonly string[], edits: XmlEdits): void {
  setCount(list, items.length, edits);
  if (items.length > 0) edits.setInner(list, items.join(''));
}

/** Tells how many items a list has. One of which nothing is left goes. */
export function setCount(list: XmlElement, count: number, edits: XmlEdits): void {
  if (count === 0) edits.remove(list);
  else if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(count));
}

/** @throws WorkbookError RENDER_REFUSED */
export function refuseMore(
  count: number,
  most: number,
  what: 'links' | 'merges' | 'sparklines' | 'tooManyBreaks',
  { sheet }: SheetEdits,
): void {
  if (count <= most) return;
  const { name } = sheet.drawn;
  throw renderRefused(name, message(`workbook.size.${what}`, { sheet: shortQuote(name), most }));
}

/** Rows after which `page break` of a group begins a new page: all repetitions but the last of each. */
function pageBreakRows(axis: PlacedAxis): number[] {
  const rows = new Set<number>();
  for (const band of axis.root.within()) {
    if (band.rule.kind !== 'each' || !band.rule.breaksPage) continue;
    const { starts, parentOf } = axis.placesOf(band);
    for (let instance = 1; instance < starts.length; instance++) {
      if (parentOf[instance] === parentOf[instance - 1]) rows.add((starts[instance] ?? 1) - 1);
    }
  }
  return [...rows].sort((a, b) => a - b);
}

/** The order of the elements of a sheet's part after its rows (ECMA-376 18.3.1.99), up to the page breaks. */
const ORDER = [
  'sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate',
  'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions',
  'pageMargins pageSetup headerFooter rowBreaks',
].flatMap((names) => names.split(' '));

/** The end of what stands before an element that is not there. */
function endBefore(element: 'phoneticPr' | 'rowBreaks', root: XmlElement): number {
  const before = new Set(ORDER.slice(0, ORDER.indexOf(element)));
  return root.children.findLast(({ local }) => before.has(local))?.end ?? root.closeStart;
}

/** Groups that fold need room for their signs beside the rows. */
export function setOutlineLevels(root: XmlElement, edits: SheetEdits): void {
  const deepest = Math.max(0, ...[...edits.sheet.drawn.root.within()].map((band) => band.outlineLevel));
  if (deepest === 0) return;
  const format = childOf(root, 'sheetFormatPr');
  if (format) {
    const drawn = Number(format.attributes.outlineLevelRow ?? 0);
    edits.setAttribute(format, 'outlineLevelRow', String(Math.min(7, Math.max(drawn, deepest))));
    return;
  }
  const before = root.children.findLast(({ local }) =>
    ['sheetPr', 'dimension', 'sheetViews'].includes(local),
  );
  const xml = `<${prefixOf(root)}sheetFormatPr defaultRowHeight="15" outlineLevelRow="${Math.min(7, deepest)}"/>`;
  edits.insert(before?.end ?? root.openEnd, xml);
}
