import type { XmlEdits } from '../../xml/xmlEdits.js';
import { childOf, type XmlElement } from '../../xml/xmlElement.js';
import type { PlacedSheet } from '../plan/placedSheet.js';
import { rowAt } from '../sheet/movedAreas.js';
import { type Edge, edgeOf, endOfSameHeight, type RowHeights, unmovedEdge } from './anchors.js';

export function moveAnchor(
  anchor: XmlElement,
  { from, to }: { from: Edge; to: Edge },
  start: number,
  edits: XmlEdits,
  heights: RowHeights,
): void {
  setEdge(childOf(anchor, 'from'), { row: start, offset: from.offset }, edits);
  const marker = childOf(anchor, 'to');
  moveAcross(childOf(anchor, 'from'), marker, edits, heights.placed);
  if (marker) setEdge(marker, endOfSameHeight(heights, from, to, start), edits);
}

/** An object moves with the column that it begins in, and covers as many columns as before. */
function moveAcross(
  from: XmlElement | undefined,
  to: XmlElement | undefined,
  edits: XmlEdits,
  { drawn, columns }: PlacedSheet,
): void {
  const column = Number(childOf(from, 'col')?.text ?? 0) + 1;
  const shift = drawn.hasColumnBands ? rowAt(columns, column, 'first') - column : 0;
  if (shift === 0) return;
  for (const element of [childOf(from, 'col'), childOf(to, 'col')])
    if (element) edits.setText(element, String(Number(element.text) + shift));
}

/** Keeps its place on the page. */
export function fixAnchor(anchor: XmlElement, edits: XmlEdits, heights: RowHeights): void {
  for (const marker of [childOf(anchor, 'from'), childOf(anchor, 'to')])
    if (marker) setEdge(marker, unmovedEdge(heights, edgeOf(marker)), edits);
}

function setEdge(marker: XmlElement | undefined, edge: Edge, edits: XmlEdits): void {
  const row = childOf(marker, 'row');
  const offset = childOf(marker, 'rowOff');
  if (row) edits.setText(row, String(edge.row - 1));
  if (offset) edits.setText(offset, String(edge.offset));
}
