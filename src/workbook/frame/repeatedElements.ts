import { areaText, MAX_COLUMNS, parseArea } from '../cells/address.js';
import type { PlacedAxis } from '../language/bands.js';
import {
  areaImage,
  areaRepetitions,
  firstCellText,
  hullText,
  imageText,
  type PlacedAxes,
  repetitions,
  rowAt,
  rowImage,
} from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { shortQuote, WorkbookError } from '../workbookError.js';
import {
  childOf,
  childrenOf,
  descendantsOf,
  prefixedAttribute,
  prefixOf,
  type XmlElement,
} from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { outerFormula } from './frameElements.js';
import { type FilledLink, filledLinks } from './links.js';

/** Widths and looks of columns: repeated columns have those that were drawn. */
export function editColumns(list: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  if (!sheet.drawn.hasColumnBands) return;
  const columns = childrenOf(list, 'col').flatMap((element) => {
    const [min, max] = [Number(element.attributes.min), Number(element.attributes.max)];
    const spans = rowImage(sheet.columns, min, max).filter(({ top }) => top <= MAX_COLUMNS);
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

/** Merged cells: within a band once for each repetition. */
export function editMerges(list: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  const merges: string[] = [];
  for (const element of childrenOf(list, 'mergeCell')) {
    const area = parseArea(element.attributes.ref ?? '');
    if (!area) continue;
    for (const moved of areaRepetitions(sheet, area)) {
      // A merged stretch of which one cell is left is none.
      if (moved.top < moved.bottom || moved.left < moved.right)
        merges.push(`<${element.name} ref="${areaText(moved)}"/>`);
      if (merges.length > MOST_MERGES) throw tooMany(sheet, 'too many merged cells', MOST_MERGES, NO_MERGES);
    }
  }
  replaceList(list, merges, edits);
}

/** Excel's own limits (its specification page): page breaks and links on a sheet. */
const MOST_BREAKS = 1_026;
const MOST_LINKS = 65_530;
/** A limit of our own: a list of merged cells is held as a whole. */
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
      if (breaks.length > MOST_BREAKS) throw tooMany(sheet, 'too many page breaks', MOST_BREAKS, NO_BREAKS);
    }
  }
  const drawn = new Set(breaks.map(({ row }) => row));
  for (const row of axis === sheet.rows ? pageBreakRows(axis) : []) {
    const xml = `<${prefixOf(list)}brk id="${row}" max="16383" man="1"/>`;
    if (!drawn.has(row)) breaks.push({ row, xml, isManual: true });
  }
  if (breaks.length > MOST_BREAKS) throw tooMany(sheet, 'too many page breaks', MOST_BREAKS, NO_BREAKS);
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

function replaceList(list: XmlElement, items: readonly string[], edits: XmlEdits): void {
  if (items.length === 0) {
    edits.remove(list);
    return;
  }
  if (list.attributes.count !== undefined) edits.setAttribute(list, 'count', String(items.length));
  edits.setInner(list, items.join(''));
}

/** Links: their cells, and places in this workbook that they lead to. */
export function editHyperlinks(
  list: XmlElement,
  edits: XmlEdits,
  sheet: PlacedSheet,
  context: CompileContext,
): void {
  const links: string[] = [];
  const filled = filledLinks(sheet, context);
  for (const element of childrenOf(list, 'hyperlink')) {
    if (sheet.drawn.links.has(prefixedAttribute(element, 'id') ?? '')) {
      for (const link of filled) if (link.element === element) links.push(filledLinkText(link, edits.source));
      if (links.length > MOST_LINKS) throw tooMany(sheet, 'too many links', MOST_LINKS, NO_LINKS);
      continue;
    }
    const area = parseArea(element.attributes.ref ?? '');
    if (!area) continue;
    const { location, display } = element.attributes;
    const target = location === undefined ? undefined : outerFormula(location, sheet, context);
    for (const piece of areaImage(sheet, area)) {
      const one = new XmlEdits(edits.source);
      one.setAttribute(element, 'ref', areaText(piece));
      if (target !== undefined) {
        one.setAttribute(element, 'location', target);
        if (display === location) one.setAttribute(element, 'display', target);
      }
      links.push(one.apply(element.start, element.end));
      if (links.length > MOST_LINKS) throw tooMany(sheet, 'too many links', MOST_LINKS, NO_LINKS);
    }
  }
  const written = list.children.map((each) => edits.source.slice(each.start, each.end)).join('');
  if (links.join('') !== written) replaceList(list, links, edits);
}

function filledLinkText({ element, area, id }: FilledLink, source: string): string {
  const one = new XmlEdits(source);
  one.setAttribute(element, 'ref', areaText(area));
  for (const name of Object.keys(element.attributes)) {
    if (name.endsWith(':id')) one.setAttribute(element, name, id);
    else if (name === 'display' || name.endsWith(':uid')) one.setAttribute(element, name, undefined);
  }
  return one.apply(element.start, element.end);
}

const NO_BREAKS = 'Use a sheet for each group ({{#sheet SET group by FIELD}}).';
const NO_LINKS = 'Use the HYPERLINK function in the repeated row instead.';
const NO_MERGES = 'Use "Center Across Selection" in the repeated row instead of merged cells.';

function tooMany(
  { drawn: { name } }: PlacedSheet,
  what: string,
  most: number,
  remedy: string,
): WorkbookError {
  const problem = `Sheet "${shortQuote(name)}" would have ${what}; at most ${most} are possible`;
  return new WorkbookError('RENDER_REFUSED', problem, { record: name, sheet: name, remedy });
}

/** Excel's own limit of page breaks on a sheet. */
const MOST_ADDED_BREAKS = 1_026;

/** Rows after which `page break` of a group begins a new page: all repetitions but the last of each. */
function pageBreakRows(axis: PlacedAxis): number[] {
  const rows = new Set<number>();
  for (const band of axis.root.within()) {
    if (band.rule.kind !== 'each' || !band.rule.breaksPage) continue;
    const { starts, parentOf } = axis.of(band);
    for (let instance = 1; instance < starts.length; instance++) {
      if (parentOf[instance] === parentOf[instance - 1]) rows.add((starts[instance] ?? 1) - 1);
    }
  }
  return [...rows].sort((a, b) => a - b);
}

/** What stands before the page breaks in a sheet's part (ECMA-376 18.3.1.99). */
const BEFORE_BREAKS = new Set(
  [
    'sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate',
    'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions',
    'pageMargins pageSetup headerFooter',
  ].flatMap((names) => names.split(' ')),
);

/** Adds the page breaks of groups to a sheet on which none were drawn. @throws WorkbookError RENDER_REFUSED */
export function addPageBreaks(root: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  const rows = pageBreakRows(sheet.rows);
  if (rows.length === 0 || childOf(root, 'rowBreaks')) return;
  refuseMany(rows.length, sheet.drawn.name);
  const prefix = prefixOf(root);
  const breaks = rows.map((row) => `<${prefix}brk id="${row}" max="16383" man="1"/>`).join('');
  const count = `count="${rows.length}" manualBreakCount="${rows.length}"`;
  const before = root.children.findLast(({ local }) => BEFORE_BREAKS.has(local));
  edits.insert(before?.end ?? root.closeStart, `<${prefix}rowBreaks ${count}>${breaks}</${prefix}rowBreaks>`);
}

function refuseMany(breaks: number, name: string): void {
  if (breaks <= MOST_ADDED_BREAKS) return;
  const problem = `Sheet "${name}" would have ${breaks} page breaks; at most ${MOST_ADDED_BREAKS} are possible`;
  const remedy = 'Use a sheet for each group ({{#sheet SET group by FIELD}}).';
  throw new WorkbookError('RENDER_REFUSED', problem, { record: name, sheet: name, remedy });
}

/** Groups that fold need room for their signs beside the rows. */
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

/** What a sheet shows first: scrolled place, frozen rows, selected cells. */
export function editViews(views: XmlElement, edits: XmlEdits, sheet: PlacedSheet): void {
  for (const view of childrenOf(views, 'sheetView')) {
    moveCell(view, 'topLeftCell', edits, sheet);
    for (const pane of childrenOf(view, 'pane')) {
      moveCell(pane, 'topLeftCell', edits, sheet);
      const columns = frozenColumns(pane);
      if (columns > 0) edits.setAttribute(pane, 'xSplit', String(rowAt(sheet.columns, columns, 'last')));
      const rows = frozenRows(pane);
      if (rows > 0) edits.setAttribute(pane, 'ySplit', String(rowAt(sheet.rows, rows, 'last')));
    }
    for (const selection of childrenOf(view, 'selection')) {
      moveCell(selection, 'activeCell', edits, sheet);
      const areas = selection.attributes.sqref?.split(' ').map((area) => firstCellText(sheet, area));
      if (areas) edits.setAttribute(selection, 'sqref', areas.join(' '));
    }
  }
}

/** Rows that stay on top while the rest scrolls; 0 if none do. */
export function frozenRows(pane: XmlElement): number {
  const { state = '', ySplit = '0' } = pane.attributes;
  return state.startsWith('frozen') ? Number(ySplit) : 0;
}

/** The same for columns on the left. */
export function frozenColumns(pane: XmlElement): number {
  const { state = '', xSplit = '0' } = pane.attributes;
  return state.startsWith('frozen') ? Number(xSplit) : 0;
}

function moveCell(element: XmlElement, name: string, edits: XmlEdits, sheet: PlacedSheet): void {
  const cell = element.attributes[name];
  if (cell !== undefined) edits.setAttribute(element, name, firstCellText(sheet, cell));
}

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
