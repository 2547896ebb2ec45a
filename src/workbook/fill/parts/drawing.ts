import { WorkbookError } from '../../workbookError.js';
import { XmlEdits } from '../../xml/xmlEdits.js';
import { childOf, descendantsOf, type XmlElement } from '../../xml/xmlElement.js';
import { compileFormula } from '../formula/compileFormula.js';
import type { FormulaPlace } from '../formula/sheetOfFormula.js';
import type { Band } from '../language/band.js';
import type { XmlPart } from '../package/templatePackage.js';
import { rowAt } from '../sheet/movedAreas.js';
import { owningBand, repetitions } from '../sheet/repetitions.js';
import { type Edge, edgeOf, endOfSameHeight, RowHeights, unmovedEdge } from './anchors.js';
import type { SheetCopy } from './partCopy.js';
import { fillShapeTexts, type TextPlace } from './shapeTexts.js';

const ANCHORS = ['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor'];

const isAnchor = ({ local }: XmlElement): boolean => ANCHORS.includes(local);

/** The objects of a drawing. Office wraps some in a choice between versions: each of these is one then. */
export function objectsOf({ root }: XmlPart): XmlElement[] {
  return root.children.flatMap((child) => {
    if (child.local !== 'AlternateContent') return [child];
    const choices = child.children.flatMap((choice) => choice.children);
    return choices.some(isAnchor) ? choices : [child];
  });
}

/** The anchored objects of a drawing. */
export function anchorsOf(part: XmlPart): XmlElement[] {
  return objectsOf(part).filter(isAnchor);
}

/** First and last row of the template that an object covers; undefined if it is not tied to rows. */
export function anchorRows(
  anchor: XmlElement,
  sheet: SheetCopy['sheet'],
): { from: Edge; to: Edge } | undefined {
  const marker = childOf(anchor, 'from');
  if (!marker || isFixed(anchor)) return undefined;
  const from = edgeOf(marker);
  const to = childOf(anchor, 'to');
  return { from, to: to ? edgeOf(to) : endOfSized(anchor, from, sheet) };
}

/** An object of a size of its own: a chart ends where it ends, a picture belongs to the row that it begins in. */
function endOfSized(anchor: XmlElement, from: Edge, sheet: SheetCopy['sheet']): Edge {
  const height = Number(childOf(anchor, 'ext')?.attributes.cy ?? 0);
  if (!(height > 0) || !childOf(anchor, 'graphicFrame')) return from;
  const heights = new RowHeights(sheet);
  return heights.templateEdge(heights.aboveInTemplate(from) + height);
}

/** "Don't move or size with cells". */
function isFixed({ attributes }: XmlElement): boolean {
  return attributes.editAs === 'absolute';
}

/**
 * Pictures, charts and shapes: each moves with the row that it begins in and keeps its height; a picture that lies
 * wholly in repeated rows is there once for each repetition.
 */
export function movedDrawing(part: XmlPart, { sheet, context }: SheetCopy): string {
  const edits = new XmlEdits(part.source);
  const heights = new RowHeights(sheet);
  const ids = new FreeIds(part);
  let pictures = 0;
  for (const object of objectsOf(part)) {
    const band = bandOf(object, sheet);
    const rows = sheet.moves && isAnchor(object) ? anchorRows(object, sheet) : undefined;
    if (!rows || band === sheet.root) {
      fillShape(object, edits, { sheet, context, band, instance: 0 });
      if (rows) moveAnchor(object, rows, rowAt(sheet.root, rows.from.row, 'first'), edits, heights);
      else if (sheet.moves && isAnchor(object) && isFixed(object)) fixAnchor(object, edits, heights);
      continue;
    }
    const places = [...repetitions(sheet.root, rows.from.row, rows.to.row)];
    pictures += places.length;
    if (places.length > MOST_COPIES || pictures > MOST_PICTURES) throw tooManyPictures(sheet.name, pictures);
    const filled = places.filter(({ instance }) => !band.scopes[instance]?.isBlank);
    const copies = filled.map(({ top, instance }, index) => {
      const one = new XmlEdits(part.source);
      moveAnchor(object, rows, top, one, heights);
      fillShape(object, one, { sheet, context, band, instance });
      if (index > 0) ids.renew(object, one);
      return one.apply(object.start, object.end);
    });
    edits.replace(object.start, object.end, copies.join(''));
  }
  return edits.apply();
}

/** Numbers for copied objects that no other has. */
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

/** The innermost rows that an object lies wholly in. */
export function bandOf(anchor: XmlElement, sheet: SheetCopy['sheet']): Band {
  const { root, moves } = sheet;
  const rows = moves && isAnchor(anchor) ? anchorRows(anchor, sheet) : undefined;
  return rows ? owningBand(root, rows.from.row, rows.to.row) : root;
}

/** Fills the texts of an object; the cells that it shows follow. */
function fillShape(within: XmlElement, edits: XmlEdits, place: TextPlace & FormulaPlace): void {
  fillShapeTexts(within, edits, place);
  for (const { element, name, formula } of shapeLinks(within)) {
    edits.setAttribute(element, name, linkAt(formula, place));
  }
}

/** Excel writes links with `$` always; one from repeated rows to these rows means its own row nevertheless. */
function linkAt(formula: string, { sheet, band, instance, context }: TextPlace & FormulaPlace): string {
  const isOfRow = band.parent !== undefined;
  const cells = formula.lastIndexOf('!') + 1;
  const drawn = isOfRow ? formula.slice(0, cells) + formula.slice(cells).replace(/\$(?=\d)/g, '') : formula;
  const moved = compileFormula(drawn, { sheet, band }, context).textAt(instance);
  const at = moved.lastIndexOf('!') + 1;
  return isOfRow ? moved.slice(0, at) + moved.slice(at).replace(/(?<=[A-Z])(?=\d)/gi, '$$') : moved;
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

/** Copies of one object, and of all of a sheet. Excel slows down long before. */
const MOST_COPIES = 5_000;
const MOST_PICTURES = 20_000;

function tooManyPictures(sheet: string, pictures: number): WorkbookError {
  const problem = `Sheet "${sheet}" would have ${pictures} copies of pictures; at most ${MOST_COPIES} of one and ${MOST_PICTURES} of all are written`;
  const remedy = 'Move the picture out of the repeated rows.';
  return new WorkbookError('RENDER_REFUSED', problem, { record: sheet, sheet, remedy });
}

function moveAnchor(
  anchor: XmlElement,
  { from, to }: { from: Edge; to: Edge },
  start: number,
  edits: XmlEdits,
  heights: RowHeights,
): void {
  setEdge(childOf(anchor, 'from'), { row: start, offset: from.offset }, edits);
  const marker = childOf(anchor, 'to');
  moveAcross(childOf(anchor, 'from'), marker, edits, heights.sheet);
  if (marker) setEdge(marker, endOfSameHeight(heights, from, to, start), edits);
}

/** An object moves with the column that it begins in, and covers as many columns as before. */
function moveAcross(
  from: XmlElement | undefined,
  to: XmlElement | undefined,
  edits: XmlEdits,
  { columnRoot, hasColumnBands }: SheetCopy['sheet'],
): void {
  const column = Number(childOf(from, 'col')?.text ?? 0) + 1;
  const shift = hasColumnBands ? rowAt(columnRoot, column, 'first') - column : 0;
  if (shift === 0) return;
  for (const element of [childOf(from, 'col'), childOf(to, 'col')])
    if (element) edits.setText(element, String(Number(element.text) + shift));
}

/** Keeps its place on the page. */
function fixAnchor(anchor: XmlElement, edits: XmlEdits, heights: RowHeights): void {
  for (const marker of [childOf(anchor, 'from'), childOf(anchor, 'to')])
    if (marker) setEdge(marker, unmovedEdge(heights, edgeOf(marker)), edits);
}

function setEdge(marker: XmlElement | undefined, edge: Edge, edits: XmlEdits): void {
  const row = childOf(marker, 'row');
  const offset = childOf(marker, 'rowOff');
  if (row) edits.setText(row, String(edge.row - 1));
  if (offset) edits.setText(offset, String(edge.offset));
}
