import { areaText, MAX_COLUMNS, parseArea } from '../../cells/address.js';
import { shortQuote } from '../../shortText.js';
import { WorkbookError } from '../../workbookError.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import { childrenOf, prefixedAttribute, prefixOf, type XmlElement } from '../../xml/xmlElement.js';
import type { PlacedAxis } from '../language/placedBands.js';
import type { CompileContext } from '../plan/compileContext.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { areaImage } from '../sheet/movedAreas.js';
import { areaRepetitions, repetitions } from '../sheet/repetitions.js';
import { rowImage } from '../sheet/rowImage.js';
import { type FilledLink, filledLinks } from './filledLinks.js';
import { outerFormula } from './formulaAt.js';
import { pageBreakRows } from './groupPages.js';

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
