import { message } from '../../i18n/message.js';
import { type Area, areaText, parseArea } from '../cells/address.js';
import { fillText } from '../content/valueContent.js';
import type { CellBands } from '../language/bands.js';
import { formatValue } from '../language/formats.js';
import { parseText } from '../language/placeholder.js';
import { areaRepetitions, outputAreas, owningBand } from '../placement/movedAreas.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import { type CompileContext, reportErrors } from '../template/templatePlan.js';
import { renderRefused, shortQuote } from '../workbookError.js';
import { childOf, childrenOf, prefixedAttribute, type XmlElement } from '../xml/parseXml.js';
import { refuseMore, replaceList } from './repeatedElements.js';
import type { SheetEdits } from './sheetEdits.js';

/** A link of a repetition to an address of its own. */
export interface FilledLink {
  readonly element: XmlElement;
  readonly area: Area;
  /** Relationship of the sheet's part, and the one that it was drawn with. */
  readonly id: string;
  readonly like: string;
  readonly address: string;
}

/** The longest address that Excel takes. */
const LONGEST = 2_079;

/** Excel's own limit of links on a sheet. */
const MOST_LINKS = 65_530;

/** The links of a sheet whose addresses hold placeholders, one for each repetition; none where nothing is left. */
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
        const text = message('workbook.link.tooLong', { ...named, ...size });
        throw renderRefused(drawn.name, text, linkCell(element));
      }
      if (isSinglePlaceholder(address) && !isHarmless(filled))
        throw renderRefused(drawn.name, message('workbook.link.harmful', named), linkCell(element));
      return filled === '' ? [] : [{ element, area: place, id: `${like}_${index}`, like, address: filled }];
    });
  });
}

/** Looks the addresses through; what is wrong becomes problems. */
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

/** What stands for a placeholder is one piece of the address; a placeholder alone is all of it. */
function filledAddress({ address, element, area }: DrawnLink, drawn: DrawnSheet, context: CompileContext) {
  const place = { sheet: drawn.name, name: linkCell(element), bands: linkBands(area, drawn) };
  return fillText(address, place, context, (value, type) => {
    // A day is written as programs take it, not as people of a language write it.
    const text = formatValue(value, type === 'date' ? 'text' : type, context.settings);
    // Half a character, which no address can hold, becomes the sign for that.
    return isSinglePlaceholder(address) ? text : encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
  });
}

/** Whether data choose all of the address. */
function isSinglePlaceholder(address: string): boolean {
  return parseText(address).length === 1;
}

const SCHEMES: ReadonlySet<string> = new Set(['https', 'http', 'mailto', 'tel']);

/** Data may name pages, mailboxes, telephones, and files beside the workbook: no programs, disks or other machines. */
function isHarmless(address: string): boolean {
  const plain = address.replace(/[\p{Cc}\p{Cf}\s]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase();
  return !/^[\\/]/.test(plain) && (scheme === undefined || SCHEMES.has(scheme));
}

/** Links: their cells, and places in this workbook that they lead to. */
export function editHyperlinks(list: XmlElement, edits: SheetEdits): void {
  const { sheet, context } = edits;
  const filled = filledLinks(sheet, context);
  const links: string[] = [];
  for (const element of childrenOf(list, 'hyperlink')) {
    const isFilled = sheet.drawn.links.has(prefixedAttribute(element, 'id') ?? '');
    const copies = isFilled
      ? filled.filter((link) => link.element === element).map((link) => filledLinkText(link, edits))
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

function filledLinkText({ element, area, id }: FilledLink, edits: SheetEdits): string {
  return edits.copy(element, (copy) => {
    copy.setAttribute(element, 'ref', areaText(area));
    for (const name of Object.keys(element.attributes)) {
      if (name.endsWith(':id')) copy.setAttribute(element, name, id);
      else if (name === 'display' || name.endsWith(':uid')) copy.setAttribute(element, name, undefined);
    }
  });
}
