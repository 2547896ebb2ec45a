import { message } from '../../i18n/message.js';
import { type Area, areaText, MAX_COLUMNS, parseArea } from '../cells/address.js';
import type { PlacedAxis } from '../language/bands.js';
import type { TemplateCell } from '../package/templateRows.js';
import {
  areaRepetitions,
  firstCellName,
  outputAreas,
  outputAreasText,
  outputRow,
  outputRowSpans,
  type PlacedAxes,
  repetitions,
  stretchedAreaText,
} from '../placement/movedAreas.js';
import { resolveOwnRow } from '../placement/resolveRow.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { MergedCells } from '../template/sheetContents.js';
import { renderRefused, shortQuote, type WorkbookError } from '../workbookError.js';
import { childOf, childrenOf, descendantsOf, prefixOf, type XmlElement } from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';

/** Widths and formats of columns: repeated columns have the drawn ones. */
export function editColumns(list: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  if (!sheet.drawn.hasColumnBands) return;
  const columns = childrenOf(list, 'col').flatMap((element) => {
    const [min, max] = [Number(element.attributes.min), Number(element.attributes.max)];
    const spans = outputRowSpans(sheet.columns, min, max).filter(({ top }) => top <= MAX_COLUMNS);
    return spans.map(({ top, bottom }) => {
      const one = new XmlEdits(edits.source);
      one.setAttribute(element, 'min', String(top));
      one.setAttribute(element, 'max', String(Math.min(MAX_COLUMNS, bottom)));
      return { top, xml: one.apply(element.start, element.end) };
    });
  });
  const sorted = columns.sort((a, b) => a.top - b.top).map(({ xml }) => xml);
  replaceList(list, sorted, edits);
}

/** Merged cells: within a band once per repetition, and equal neighbours. */
export function editMerges(root: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  const list = childOf(root, 'mergeCells');
  const prefix = prefixOf(root);
  const merges: string[] = [];
  for (const moved of mergedAreas(list, sheet)) {
    // A merged area with one remaining cell is removed.
    if (moved.top < moved.bottom || moved.left < moved.right)
      merges.push(`<${prefix}mergeCell ref="${areaText(moved)}"/>`);
    if (merges.length > MOST_MERGES) throw tooManyElements(sheet, 'merges', MOST_MERGES);
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

/** The runs of repetitions of a cell that are merged with the previous one. */
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
/** Our own limit, because the list of merged cells is kept in memory as a whole. */
const MOST_MERGES = 500_000;

/** Page breaks: after a row, or a column, of a band once for each repetition. */
export function editBreaks(list: XmlElement, edits: XmlEdits, sheet: PlacedSheet, axis: PlacedAxis): void {
  const breaks: { row: number; xml: string; isManual: boolean }[] = [];
  for (const element of childrenOf(list, 'brk')) {
    const row = Number(element.attributes.id ?? 0);
    for (const { bottom } of repetitions(axis, row, row)) {
      const one = new XmlEdits(edits.source);
      one.setAttribute(element, 'id', String(bottom));
      breaks.push({
        row: bottom,
        xml: one.apply(element.start, element.end),
        isManual: element.attributes.man === '1',
      });
      if (breaks.length > MOST_BREAKS) throw tooManyElements(sheet, 'tooManyBreaks', MOST_BREAKS);
    }
  }
  const drawn = new Set(breaks.map(({ row }) => row));
  for (const row of axis === sheet.rows ? pageBreakRows(axis) : []) {
    const xml = `<${prefixOf(list)}brk id="${row}" max="16383" man="1"/>`;
    if (!drawn.has(row)) breaks.push({ row, xml, isManual: true });
  }
  if (breaks.length > MOST_BREAKS) throw tooManyElements(sheet, 'tooManyBreaks', MOST_BREAKS);
  breaks.sort((a, b) => a.row - b.row);
  replaceList(
    list,
    breaks.map((each) => each.xml),
    edits,
  );
  const manual = breaks.filter((each) => each.isManual).length;
  if (list.attributes.manualBreakCount !== undefined)
    edits.setAttribute(list, 'manualBreakCount', String(manual));
}

export function replaceList(list: XmlElement, items: readonly string[], edits: XmlEdits): void {
  if (items.length === 0) {
    edits.remove(list);
    return;
  }
  if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(items.length));
  edits.setInner(list, items.join(''));
}

export function tooManyElements(
  { drawn: { name } }: PlacedSheet,
  what: 'links' | 'merges' | 'tooManyBreaks',
  most: number,
): WorkbookError {
  return renderRefused(name, message(`workbook.size.${what}`, { sheet: shortQuote(name), most }));
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

/** The position at which a missing element belongs. */
function endBefore(element: 'phoneticPr' | 'rowBreaks', root: XmlElement): number {
  const before = new Set(ORDER.slice(0, ORDER.indexOf(element)));
  return root.children.findLast(({ local }) => before.has(local))?.end ?? root.closeStart;
}

/** Adds the page breaks of groups to a sheet on which none were drawn. @throws WorkbookError RENDER_REFUSED */
export function addPageBreaks(root: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  const rows = pageBreakRows(sheet.rows);
  if (rows.length === 0 || childOf(root, 'rowBreaks')) return;
  const { name } = sheet.drawn;
  if (rows.length > MOST_BREAKS) {
    const size = { count: rows.length, most: MOST_BREAKS };
    throw renderRefused(name, message('workbook.size.breaks', { sheet: name, ...size }));
  }
  const prefix = prefixOf(root);
  const breaks = rows.map((row) => `<${prefix}brk id="${row}" max="16383" man="1"/>`).join('');
  const count = `count="${rows.length}" manualBreakCount="${rows.length}"`;
  edits.insert(endBefore('rowBreaks', root), `<${prefix}rowBreaks ${count}>${breaks}</${prefix}rowBreaks>`);
}

/** Outline groups need room for their buttons next to the rows. */
export function setOutlineLevels(root: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  const deepest = Math.max(0, ...[...sheet.drawn.root.within()].map((band) => band.outlineLevel));
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

/** The initial view of a sheet: scroll position, frozen rows, selected cells. */
export function editViews(views: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  for (const view of childrenOf(views, 'sheetView')) {
    moveCell(view, 'topLeftCell', edits, sheet);
    for (const pane of childrenOf(view, 'pane')) {
      moveCell(pane, 'topLeftCell', edits, sheet);
      const columns = frozenLines(pane, 'xSplit');
      if (columns > 0) edits.setAttribute(pane, 'xSplit', String(outputRow(sheet.columns, columns, 'last')));
      const rows = frozenLines(pane, 'ySplit');
      if (rows > 0) edits.setAttribute(pane, 'ySplit', String(outputRow(sheet.rows, rows, 'last')));
    }
    for (const selection of childrenOf(view, 'selection')) {
      moveCell(selection, 'activeCell', edits, sheet);
      const areas = selection.attributes.sqref?.split(' ').map((area) => firstCellName(sheet, area));
      if (areas) edits.setAttribute(selection, 'sqref', areas.join(' '));
    }
  }
}

/** Rows that stay on top (`ySplit`), or columns that stay on the left when the rest scrolls; 0 if none do. */
export function frozenLines({ attributes }: XmlElement, axis: 'ySplit' | 'xSplit'): number {
  return (attributes.state ?? '').startsWith('frozen') ? Number(attributes[axis] ?? 0) : 0;
}

function moveCell(element: XmlElement, name: string, edits: XmlEdits, sheet: PlacedSheet): void {
  const cell = element.attributes[name];
  if (cell !== undefined) edits.setAttribute(element, name, firstCellName(sheet, cell));
}

/** Protected ranges, errors to ignore and watched cells. An empty list is removed, as Excel requires. */
export function editAreaLists(list: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  let left = 0;
  for (const element of list.children) {
    const { sqref, r } = element.attributes;
    const watched = parseArea(r ?? '');
    const isGone = watched && outputAreas(sheet, watched).length === 0;
    const moved = sqref === undefined ? undefined : outputAreasText(sheet, sqref, sheet.drawn.name);
    if (isGone || moved === '') {
      edits.remove(element);
      continue;
    }
    if (element.local !== 'extLst') left++;
    if (r !== undefined) edits.setAttribute(element, 'r', firstCellName(sheet, r));
    if (moved !== undefined) edits.setAttribute(element, 'sqref', moved);
  }
  if (left === 0) edits.remove(list);
}

/** An auto filter or a sort order, of a sheet or a table. */
export function editFilter(element: XmlElement, edits: XmlEdits, axes: PlacedAxes): void {
  for (const each of [element, ...descendantsOf(element, 'sortState', 'sortCondition')]) {
    const { ref } = each.attributes;
    if (ref !== undefined) edits.setAttribute(each, 'ref', stretchedAreaText(axes, ref));
  }
}
