import { type Area, parseArea } from '../cells/address.js';
import { fieldContext } from '../content/valueContent.js';
import type { CellBands } from '../language/bands.js';
import { valueText } from '../language/conversions.js';
import type { PlacedBands, ValueAt } from '../language/filling.js';
import { fillingOf } from '../language/fillValue.js';
import { textPieces } from '../language/placeholder.js';
import { areaRepetitions, owningBand } from '../placement/movedAreas.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { shortQuote, WorkbookError } from '../workbookError.js';
import { childOf, childrenOf, prefixedAttribute, type XmlElement } from '../xml/parseXml.js';

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

/** The links of a sheet whose addresses hold placeholders, one for each repetition; none where nothing is left. */
export function filledLinks(sheet: PlacedSheet, context: CompileContext): FilledLink[] {
  const { drawn } = sheet;
  return drawnLinks(drawn).flatMap(({ element, area, like, address }) => {
    const bands = bandsOf(area, drawn);
    const addressAt = filledAddress(address, bands, drawn.name, cellOf(element), context)(sheet);
    return [...areaRepetitions(sheet, area)].flatMap((place, index) => {
      const { instance, columnInstance } = place;
      if (bands.rows.parent && sheet.rows.isBlank(bands.rows, instance)) return [];
      const filled = addressAt(instance, columnInstance);
      if (filled.length > LONGEST) throw tooLong(filled, drawn.name, cellOf(element));
      if (isOneValue(address) && !isHarmless(filled)) throw unsafe(filled, drawn.name, cellOf(element));
      return filled === '' ? [] : [{ element, area: place, id: `${like}_${index}`, like, address: filled }];
    });
  });
}

/** Looks the addresses through. @throws Mistake, SyntaxError */
export function checkLinks(drawn: DrawnSheet, context: CompileContext, attempt: Attempt): void {
  for (const { element, area, address } of drawnLinks(drawn)) {
    const cell = cellOf(element);
    attempt(cell, () => filledAddress(address, bandsOf(area, drawn), drawn.name, cell, context));
  }
}

type Attempt = (cell: string, action: () => unknown) => void;

function drawnLinks({ part, links }: DrawnSheet) {
  const list = childrenOf(childOf(part.root, 'hyperlinks'), 'hyperlink');
  return list.flatMap((element) => {
    const like = prefixedAttribute(element, 'id');
    const address = like === undefined ? undefined : links.get(like);
    const area = parseArea(cellOf(element));
    return like === undefined || address === undefined || !area ? [] : [{ element, area, like, address }];
  });
}

function cellOf({ attributes }: XmlElement): string {
  return attributes.ref ?? '';
}

function bandsOf(area: Area, { root, columnRoot }: DrawnSheet): CellBands {
  return {
    rows: owningBand(root, area.top, area.bottom),
    columns: owningBand(columnRoot, area.left, area.right),
  };
}

/** What stands for a placeholder is one piece of the address; a placeholder alone is all of it. */
function filledAddress(
  address: string,
  bands: CellBands,
  sheet: string,
  cell: string,
  context: CompileContext,
): (placed: PlacedBands) => ValueAt<string> {
  const { settings } = context;
  const pieces = textPieces(address).map((piece) =>
    typeof piece === 'string' ? piece : fillingOf(piece, bands, fieldContext(context, sheet, cell), settings),
  );
  return (placed) => {
    const texts = pieces.map((piece): ValueAt<string> => {
      if (typeof piece === 'string') return () => piece;
      const valueHere = piece.valueAt(placed);
      // A day is written as programs take it, not as people of a language write it.
      const type = piece.type === 'date' ? 'text' : piece.type;
      const text: ValueAt<string> = (...at) => valueText(valueHere(...at), type, settings);
      return pieces.length === 1 ? text : (...at) => asPiece(text(...at));
    });
    return (...at) => texts.map((text) => text(...at)).join('');
  };
}

/** As one piece of an address; half a character, which no address can hold, becomes the sign for that. */
function asPiece(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd'));
}

/** Whether data choose all of the address. */
function isOneValue(address: string): boolean {
  return textPieces(address).length === 1;
}

const SCHEMES: ReadonlySet<string> = new Set(['https', 'http', 'mailto', 'tel']);

/** Data may name pages, mailboxes, telephones, and files beside the workbook: no programs, disks or other machines. */
function isHarmless(address: string): boolean {
  const plain = address.replace(/[\p{Cc}\p{Cf}\s]/gu, '');
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(plain)?.[1]?.toLowerCase();
  return !/^[\\/]/.test(plain) && (scheme === undefined || SCHEMES.has(scheme));
}

function unsafe(address: string, sheet: string, cell: string): WorkbookError {
  const problem = `Sheet "${shortQuote(sheet)}": the link ${shortQuote(address)} comes from data, which may name pages (https, http), mailboxes (mailto), telephones (tel) and files beside the workbook`;
  const remedy = 'Correct the value, or write the beginning of the address in the template.';
  return new WorkbookError('RENDER_REFUSED', problem, { record: `${sheet}!${cell}`, sheet, cell, remedy });
}

function tooLong(address: string, sheet: string, cell: string): WorkbookError {
  const problem = `Sheet "${shortQuote(sheet)}": the link ${shortQuote(address)} has ${address.length} characters; Excel takes ${LONGEST}`;
  const remedy = 'Use a shorter address.';
  return new WorkbookError('RENDER_REFUSED', problem, { record: `${sheet}!${cell}`, sheet, cell, remedy });
}
