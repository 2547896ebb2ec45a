import { formatValue } from '../../language/formats.js';
import { parseText } from '../../language/placeholders.js';
import { type Area, areaText, parseArea } from '../cells/address.js';
import { fillText } from '../content/valueContent.js';
import type { CellBands, PlacedAxis } from '../language/bands.js';
import { message } from '../messages.js';
import type { TemplateCell } from '../package/templateCells.js';
import {
  areaRepetitions,
  outputAreas,
  owningBand,
  repetitions,
  resolveOwnRow,
} from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import {
  type CompileContext,
  type DrawnSheet,
  type MergedCells,
  reportErrors,
} from '../template/templatePlan.js';
import { renderRefused, shortQuote } from '../workbookError.js';
import { childOf, childrenOf, prefixedAttribute, prefixOf, type XmlElement } from '../xml/xml.js';
import { replaceList, type SheetEdits } from './sheetEdits.js';

/** Merged cells: within a band once per repetition, and equal neighbours. */
export function editMerges(root: XmlElement, edits: SheetEdits): void {
  const list = childOf(root, 'mergeCells');
  const prefix = prefixOf(root);
  const merges: string[] = [];
  for (const moved of mergedAreas(list, edits.sheet)) {
    // A merged area with one remaining cell is removed.
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

export function refuseMore(
  count: number,
  most: number,
  what: 'links' | 'merges' | 'sparklines' | 'tooManyBreaks',
  { sheet }: SheetEdits,
): void {
  if (count <= most) return;
  const { name } = sheet.drawn;
  throw renderRefused(name, message(`size.${what}`, { sheet: shortQuote(name), most }));
}

/** Rows after which a group's `page break` begins a new page: all repetitions except the last. */
function* pageBreakRows(axis: PlacedAxis): Generator<number> {
  for (const band of axis.root.within()) {
    if (band.rule.kind !== 'each' || !band.rule.breaksPage) continue;
    const { starts, parentOf } = axis.placesOf(band);
    for (let instance = 1; instance < starts.length; instance++) {
      if (parentOf[instance] === parentOf[instance - 1]) yield (starts[instance] ?? 1) - 1;
    }
  }
}

/** The order of the elements of a sheet's part after its rows (ECMA-376 18.3.1.99), up to the page breaks. */
const ORDER = [
  'sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate',
  'customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions',
  'pageMargins pageSetup headerFooter rowBreaks',
].flatMap((names) => names.split(' '));

function endBefore(element: 'phoneticPr' | 'rowBreaks', root: XmlElement): number {
  const before = new Set(ORDER.slice(0, ORDER.indexOf(element)));
  return root.children.findLast(({ local }) => before.has(local))?.end ?? root.closeStart;
}

/** Outline groups need space for their buttons next to the rows. */
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

/** A repetition's link with its own address. */
export interface FilledLink {
  readonly element: XmlElement;
  readonly area: Area;
  /** The relationship of the sheet's part, and the drawn one. */
  readonly id: string;
  readonly like: string;
  readonly address: string;
}

const LONGEST = 2_079;

const MOST_LINKS = 65_530;

/** The links of a sheet with placeholders in their addresses, one per repetition; empty if none is left. */
export function filledLinks(sheet: PlacedSheet, context: CompileContext): FilledLink[] {
  const { drawn } = sheet;
  return drawnLinks(drawn).flatMap((link) => {
    const { element, area, like, address } = link;
    const bands = linkBands(area, drawn);
    const addressAt = filledAddress(link, drawn, context)(sheet);
    return [...areaRepetitions(sheet, area)].flatMap((place, index) => {
      const { instance, columnInstance } = place;
      if (bands.rows.parent && sheet.rows.isBlank(bands.rows, instance)) return [];
      const filled = addressAt(instance, columnInstance);
      const named = { sheet: shortQuote(drawn.name), link: shortQuote(filled) };
      if (filled.length > LONGEST) {
        const size = { length: filled.length, most: LONGEST };
        const text = message('link.tooLong', { ...named, ...size });
        throw renderRefused(drawn.name, text, linkCell(element));
      }
      if (isSinglePlaceholder(address) && !isHarmless(filled))
        throw renderRefused(drawn.name, message('link.harmful', named), linkCell(element));
      return filled === '' ? [] : [{ element, area: place, id: `${like}_${index}`, like, address: filled }];
    });
  });
}

export function checkLinks(drawn: DrawnSheet, context: CompileContext): void {
  for (const link of drawnLinks(drawn))
    reportErrors(context, drawn.name, linkCell(link.element), () => filledAddress(link, drawn, context));
}

type DrawnLink = Pick<FilledLink, 'element' | 'area' | 'like' | 'address'>;

function drawnLinks({ part, links }: DrawnSheet): DrawnLink[] {
  const list = childrenOf(childOf(part.root, 'hyperlinks'), 'hyperlink');
  return list.flatMap((element) => {
    const like = prefixedAttribute(element, 'id');
    const address = like === undefined ? undefined : links.get(like);
    const area = parseArea(linkCell(element));
    return like === undefined || address === undefined || !area ? [] : [{ element, area, like, address }];
  });
}

function linkCell({ attributes }: XmlElement): string {
  return attributes.ref ?? '';
}

function linkBands(area: Area, { root, columnRoot }: DrawnSheet): CellBands {
  return {
    rows: owningBand(root, area.top, area.bottom).inColumn(area.left),
    columns: owningBand(columnRoot, area.left, area.right),
  };
}

/** The value of a placeholder is one part of the address, or the whole address if there is nothing else. */
function filledAddress({ address, element, area }: DrawnLink, drawn: DrawnSheet, context: CompileContext) {
  const place = { sheet: drawn.name, name: linkCell(element), bands: linkBands(area, drawn) };
  return fillText(address, place, context, (value, type) => {
    // A day is written in ISO format, not in the language's format.
    const text = formatValue(value, type === 'date' ? 'text' : type, context.settings);
    // Half a character, which is not valid in an address, becomes the replacement character.
    return isSinglePlaceholder(address) ? text : encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
  });
}

function isSinglePlaceholder(address: string): boolean {
  return parseText(address).length === 1;
}

const SCHEMES: ReadonlySet<string> = new Set(['https', 'http', 'mailto', 'tel']);

/**
 * Data may name web pages, mailboxes, phone numbers, and files in the workbook's folder, but no programs, drives or
 * other machines.
 */
function isHarmless(address: string): boolean {
  const plain = address.replace(/[\p{Cc}\p{Cf}\s]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase();
  return !/^[\\/]/.test(plain) && (scheme === undefined || SCHEMES.has(scheme));
}

/** Links: their cells, and their targets in this workbook. */
export function editHyperlinks(list: XmlElement, edits: SheetEdits): void {
  const { sheet, context } = edits;
  const filled = filledLinks(sheet, context);
  const links: string[] = [];
  for (const element of childrenOf(list, 'hyperlink')) {
    const isFilled = sheet.drawn.links.has(prefixedAttribute(element, 'id') ?? '');
    const copies = isFilled
      ? filled
          .filter((link) => link.element === element)
          .map(({ area, id }) =>
            edits.copy(element, (copy) => {
              copy.setAttribute(element, 'ref', areaText(area));
              for (const name of Object.keys(element.attributes)) {
                if (name.endsWith(':id')) copy.setAttribute(element, name, id);
                else if (name === 'display' || name.endsWith(':uid'))
                  copy.setAttribute(element, name, undefined);
              }
            }),
          )
      : movedLinkTexts(element, edits);
    for (const copy of copies) links.push(copy);
    refuseMore(links.length, MOST_LINKS, 'links', edits);
  }
  const written = list.children.map((each) => edits.source.slice(each.start, each.end)).join('');
  if (links.join('') !== written) replaceList(list, links, edits);
}

function movedLinkTexts(element: XmlElement, edits: SheetEdits): string[] {
  const area = parseArea(linkCell(element));
  if (!area) return [];
  const { location, display } = element.attributes;
  const target = location === undefined ? undefined : edits.outerFormula(location);
  const pieces = outputAreas(edits.sheet, area);
  refuseMore(pieces.length, MOST_LINKS, 'links', edits);
  return pieces.map((piece) =>
    edits.copy(element, (copy) => {
      copy.setAttribute(element, 'ref', areaText(piece));
      copy.setAttribute(element, 'location', target);
      if (location !== undefined && display === location) copy.setAttribute(element, 'display', target);
    }),
  );
}
