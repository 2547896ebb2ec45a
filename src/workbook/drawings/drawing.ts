import { message } from '../../i18n/message.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText } from '../formula/placedFormula.js';
import { fixReferences, unfixOwnRows } from '../formula/tokens.js';
import type { Band } from '../language/bands.js';
import type { XmlPart } from '../package/templatePackage.js';
import { outputRow, owningBand, repetitions } from '../placement/movedAreas.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import type { CompileContext } from '../template/templatePlan.js';
import { renderRefused, type WorkbookError } from '../workbookError.js';
import { childOf, descendantsOf, type XmlElement } from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { drawnHeights, type Edge, fixAnchor, moveAnchor, RowHeights, readEdge } from './anchors.js';
import { fillShapeTexts, type TextPlace } from './shapeTexts.js';

const ANCHORS = ['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor'];

const isAnchor = ({ local }: XmlElement): boolean => ANCHORS.includes(local);

/** The objects of a drawing. Office wraps some in version alternatives: each alternative is then an object. */
export function listObjects({ root }: XmlPart): XmlElement[] {
  return root.children.flatMap((child) => {
    if (child.local !== 'AlternateContent') return [child];
    const choices = child.children.flatMap((choice) => choice.children);
    return choices.some(isAnchor) ? choices : [child];
  });
}

/** The anchored objects of a drawing. */
export function listAnchors(part: XmlPart): XmlElement[] {
  return listObjects(part).filter(isAnchor);
}

/** First and last row of the template that an object covers; undefined if it is not anchored to rows. */
export function readAnchorRows(anchor: XmlElement, sheet: DrawnSheet): { from: Edge; to: Edge } | undefined {
  const marker = childOf(anchor, 'from');
  if (!marker || isFixed(anchor)) return undefined;
  const from = readEdge(marker);
  const to = childOf(anchor, 'to');
  return { from, to: to ? readEdge(to) : endOfSized(anchor, from, sheet) };
}

/** Whether the object has its own size: a chart ends at its anchor's end, a picture belongs to its first row. */
function endOfSized(anchor: XmlElement, from: Edge, sheet: DrawnSheet): Edge {
  const height = Number(childOf(anchor, 'ext')?.attributes.cy ?? 0);
  if (!(height > 0) || !childOf(anchor, 'graphicFrame')) return from;
  const heights = drawnHeights(sheet);
  return heights.edge(heights.above(from) + height);
}

/** "Don't move or size with cells". */
function isFixed({ attributes }: XmlElement): boolean {
  return attributes.editAs === 'absolute';
}

/**
 * The relationship of an element in a repetition: undefined for the original one, null for a picture that is not shown.
 */
export type CopiedRelations = (
  element: XmlElement,
  id: string,
  instance: number,
) => string | null | undefined;

/** The relationship attributes in an object: `r:id`, `r:embed`. */
export function* listRelations(object: XmlElement) {
  const open = [object];
  for (let element = open.pop(); element; element = open.pop()) {
    for (const [name, id] of Object.entries(element.attributes))
      if (/^r:|:(?:id|embed)$/.test(name)) yield { element, name, id };
    open.push(...element.children);
  }
}

/**
 * Pictures, charts and shapes: each moves with its first row and keeps its height; a picture or chart entirely within
 * repeated rows occurs once per repetition.
 */
export function movedDrawing(
  part: XmlPart,
  sheet: PlacedSheet,
  context: CompileContext,
  related: CopiedRelations = () => undefined,
): string {
  const { drawn } = sheet;
  const edits = new XmlEdits(part.source);
  const heights = new RowHeights(sheet);
  const ids = new FreeIds(part);
  let pictures = 0;
  for (const object of listObjects(part)) {
    const band = bandAround(object, drawn);
    const rows = drawn.moves && isAnchor(object) ? readAnchorRows(object, drawn) : undefined;
    if (!rows || band === drawn.root) {
      fillShape(object, edits, { sheet, context, band, instance: 0 });
      setRelations(object, edits, 0, related);
      if (rows) moveAnchor(object, rows, outputRow(sheet.rows, rows.from.row, 'first'), edits, heights);
      else if (drawn.moves && isAnchor(object) && isFixed(object)) fixAnchor(object, edits, heights);
      continue;
    }
    const places = [...repetitions(sheet.rows, rows.from.row, rows.to.row)];
    pictures += places.length;
    if (places.length > MOST_COPIES || pictures > MOST_PICTURES) throw tooManyPictures(drawn.name, pictures);
    const filled = places.filter(({ instance }) => !sheet.rows.isBlank(band, instance));
    const copies = filled.map(({ top, instance }, index) => {
      const one = new XmlEdits(part.source);
      moveAnchor(object, rows, top, one, heights);
      fillShape(object, one, { sheet, context, band, instance });
      if (index > 0) ids.renew(object, one);
      setRelations(object, one, instance, related);
      return one.apply(object.start, object.end);
    });
    edits.replace(object.start, object.end, copies.join(''));
  }
  return edits.apply();
}

function setRelations(object: XmlElement, edits: XmlEdits, instance: number, related: CopiedRelations): void {
  for (const { element, name, id } of listRelations(object)) {
    const own = related(element, id, instance);
    if (own === null) edits.remove(findPicture(element, object));
    else if (own !== undefined) edits.setAttribute(element, name, own);
  }
}

/** The picture around an element; with its anchor if the anchor contains nothing else. */
function findPicture(element: XmlElement, object: XmlElement): XmlElement {
  let picture = element;
  while (picture.parent && picture.local !== 'pic') picture = picture.parent;
  return picture.parent === object ? object : picture;
}

/** Unique numbers for copied objects. */
class FreeIds {
  #last = 0;

  constructor({ root }: XmlPart) {
    for (const { attributes } of descendantsOf(root, 'cNvPr'))
      this.#last = Math.max(this.#last, Number(attributes.id) || 0);
  }

  renew(object: XmlElement, edits: XmlEdits): void {
    for (const named of descendantsOf(object, 'cNvPr')) edits.setAttribute(named, 'id', String(++this.#last));
  }
}

/** The innermost band that contains an object entirely. */
export function bandAround(anchor: XmlElement, sheet: DrawnSheet): Band {
  const { root, moves } = sheet;
  const rows = moves && isAnchor(anchor) ? readAnchorRows(anchor, sheet) : undefined;
  return rows ? owningBand(root, rows.from.row, rows.to.row) : root;
}

/** Fills the texts of an object and adjusts the cells that it shows. */
function fillShape(within: XmlElement, edits: XmlEdits, place: TextPlace): void {
  fillShapeTexts(within, edits, place);
  for (const { element, name, formula } of shapeLinks(within)) {
    edits.setAttribute(element, name, movedLink(formula, place));
  }
}

function movedLink(formula: string, { sheet, band, instance, context }: TextPlace): string {
  const place = { sheet: sheet.drawn, band };
  const compiled = compileFormula(unfixOwnRows(formula, band), place, context);
  return fixReferences(formulaText(compiled, sheet)(instance), band);
}

/** The cells whose text a shape shows. */
export function* shapeLinks(within: XmlElement) {
  for (const element of descendantsOf(within, 'sp', 'cxnSp', 'cameraTool')) {
    for (const name of ['textlink', 'cellRange']) {
      const formula = element.attributes[name] ?? '';
      if (formula !== '') yield { element, name, formula };
    }
  }
}

/** The maximum number of copies of one object, and per sheet. Excel slows down long before. */
const MOST_COPIES = 5_000;
const MOST_PICTURES = 20_000;

function tooManyPictures(sheet: string, pictures: number): WorkbookError {
  const most = { mostOfOne: MOST_COPIES, most: MOST_PICTURES };
  return renderRefused(sheet, message('workbook.size.pictures', { sheet, count: pictures, ...most }));
}
