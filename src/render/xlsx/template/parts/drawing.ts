import { PaytallyError } from '../../../../errors.js';
import { compileFormula } from '../formula/compileFormula.js';
import type { FormulaPlace } from '../formula/sheetOfFormula.js';
import type { XmlPart } from '../package/templatePackage.js';
import type { Band } from '../sheet/band.js';
import { rowAt } from '../sheet/movedAreas.js';
import { owningBand, repetitions } from '../sheet/repetitions.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { childOf, descendantsOf, type XmlElement } from '../xml/xmlElement.js';
import { type Edge, edgeOf, endOfSameHeight, RowHeights } from './anchors.js';
import type { SheetCopy } from './partCopy.js';
import { fillShapeTexts, type TextPlace } from './shapeTexts.js';

const ANCHORS = ['twoCellAnchor', 'oneCellAnchor', 'absoluteAnchor'];

/** The anchored objects of a drawing. */
export function anchorsOf(part: XmlPart): XmlElement[] {
  return part.root.children.filter((child) => ANCHORS.includes(child.local));
}

/** First and last row of the template that an object covers; undefined if it is not tied to rows. */
export function anchorRows(anchor: XmlElement): { from: Edge; to: Edge } | undefined {
  const from = childOf(anchor, 'from');
  if (!from) return undefined;
  const to = childOf(anchor, 'to');
  return { from: edgeOf(from), to: to ? edgeOf(to) : edgeOf(from) };
}

/**
 * Pictures, charts and shapes: each moves with the row that it begins in and keeps its height; a picture that lies
 * wholly in repeated rows is there once for each repetition.
 */
export function movedDrawing(part: XmlPart, { sheet, context }: SheetCopy): string {
  const edits = new XmlEdits(part.source);
  const heights = new RowHeights(sheet);
  let nextId =
    Math.max(0, ...[...descendantsOf(part.root, 'cNvPr')].map((each) => Number(each.attributes.id))) + 1;
  for (const child of part.root.children) {
    const band = bandOf(child, sheet);
    const rows = sheet.moves && ANCHORS.includes(child.local) ? anchorRows(child) : undefined;
    if (!rows || band === sheet.root) {
      fillShape(child, edits, { sheet, context, band, instance: 0 });
      if (rows) moveAnchor(child, rows, rowAt(sheet.root, rows.from.row, 'first'), edits, heights);
      continue;
    }
    const places = [...repetitions(sheet.root, rows.from.row, rows.to.row)];
    if (places.length > MOST_PICTURES) throw tooManyPictures(sheet.name, places.length);
    const copies = places.map(({ top, instance }, index) => {
      const one = new XmlEdits(part.source);
      moveAnchor(child, rows, top, one, heights);
      fillShape(child, one, { sheet, context, band, instance });
      if (index > 0)
        for (const named of descendantsOf(child, 'cNvPr')) one.setAttribute(named, 'id', String(nextId++));
      return one.apply(child.start, child.end);
    });
    edits.replace(child.start, child.end, copies.join(''));
  }
  return edits.apply();
}

/** The innermost rows that an object lies wholly in. */
export function bandOf(anchor: XmlElement, { root, moves }: SheetCopy['sheet']): Band {
  const rows = moves && ANCHORS.includes(anchor.local) ? anchorRows(anchor) : undefined;
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
  const moved = compileFormula(drawn, { sheet, band }, context.sheetNamed).textAt(instance);
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

/** Excel slows down long before. */
const MOST_PICTURES = 5_000;

function tooManyPictures(sheet: string, pictures: number): PaytallyError {
  const problem = `Sheet "${sheet}" would have ${pictures} copies of a picture; at most ${MOST_PICTURES} are written`;
  const remedy = 'Move the picture out of the repeated rows.';
  return new PaytallyError('RENDER_REFUSED', problem, { record: sheet, remedy });
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
  if (marker) setEdge(marker, endOfSameHeight(heights, from, to, start), edits);
}

function setEdge(marker: XmlElement | undefined, edge: Edge, edits: XmlEdits): void {
  const row = childOf(marker, 'row');
  const offset = childOf(marker, 'rowOff');
  if (row) edits.setText(row, String(edge.row - 1));
  if (offset) edits.setText(offset, String(edge.offset));
}
