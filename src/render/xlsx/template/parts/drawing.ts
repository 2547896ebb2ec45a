import { PaytallyError } from '../../../../errors.js';
import { fieldContext, fillText } from '../cells/fillText.js';
import { outerFormula } from '../frame/formulaAt.js';
import type { XmlPart } from '../package/templatePackage.js';
import { rowAt } from '../sheet/movedAreas.js';
import { owningBand, repetitions } from '../sheet/repetitions.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { childOf, descendantsOf, type XmlElement } from '../xml/xmlElement.js';
import { type Edge, edgeOf, endOfSameHeight, RowHeights } from './anchors.js';
import type { SheetCopy } from './partCopy.js';

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
  for (const text of descendantsOf(part.root, 't')) {
    if (!text.text.includes('{{')) continue;
    edits.setText(
      text,
      fillText(text.text, sheet.root, fieldContext(context, sheet.name, 'text box'), context)(0),
    );
  }
  for (const linked of descendantsOf(part.root, 'sp', 'cxnSp', 'cameraTool')) {
    for (const name of ['textlink', 'cellRange']) {
      const formula = linked.attributes[name];
      if (formula !== undefined && formula !== '')
        edits.setAttribute(linked, name, outerFormula(formula, sheet, context));
    }
  }
  for (const anchor of sheet.moves ? anchorsOf(part) : []) {
    const rows = anchorRows(anchor);
    if (!rows) continue;
    const starts = startsOf(rows, sheet);
    if (starts.length > MOST_PICTURES) throw tooManyPictures(sheet.name, starts.length);
    const copies = starts.map((start, index) => {
      const one = new XmlEdits(part.source);
      moveAnchor(anchor, rows, start, one, heights);
      if (index > 0)
        for (const named of descendantsOf(anchor, 'cNvPr')) one.setAttribute(named, 'id', String(nextId++));
      return one;
    });
    const [only] = copies;
    if (copies.length === 1 && only) moveAnchor(anchor, rows, starts[0] ?? 1, edits, heights);
    else
      edits.replace(
        anchor.start,
        anchor.end,
        copies.map((one) => one.apply(anchor.start, anchor.end)).join(''),
      );
  }
  return edits.apply();
}

/** Excel slows down long before. */
const MOST_PICTURES = 5_000;

function tooManyPictures(sheet: string, pictures: number): PaytallyError {
  const problem = `Sheet "${sheet}" would have ${pictures} copies of a picture; at most ${MOST_PICTURES} are written`;
  const remedy = 'Move the picture out of the repeated rows.';
  return new PaytallyError('RENDER_REFUSED', problem, { record: sheet, remedy });
}

function startsOf({ from, to }: { from: Edge; to: Edge }, { root }: SheetCopy['sheet']): number[] {
  const owner = owningBand(root, from.row, to.row);
  if (owner === root) return [rowAt(root, from.row, 'first')];
  return [...repetitions(root, from.row, to.row)].map((span) => span.top);
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
