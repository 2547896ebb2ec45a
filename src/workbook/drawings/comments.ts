import { parseArea } from '../cells/address.js';
import type { XmlPart } from '../package/templatePackage.js';
import { firstCellName, outputAreas, outputRow, type PlacedAxes } from '../placement/movedAreas.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/parseXml.js';
import { XmlEdits } from '../xml/xmlEdits.js';

/** Notes (comments part), and threaded comments: each moves with its cell; directives are removed. */
export function movedComments(part: XmlPart, sheet: PlacedSheet): string {
  const edits = new XmlEdits(part.source);
  for (const comment of descendantsOf(part.root, 'comment', 'threadedComment')) {
    const cell = comment.attributes.ref ?? '';
    if (sheet.drawn.directiveNotes.has(cell) || isGone(sheet, cell)) edits.remove(comment);
    else edits.setAttribute(comment, 'ref', firstCellName(sheet, cell));
  }
  return edits.apply();
}

function isGone(axes: PlacedAxes, cell: string): boolean {
  const area = parseArea(cell);
  return area !== undefined && outputAreas(axes, area).length === 0;
}

/** The boxes of notes (VML drawing). Rows and columns are counted from 0 there. */
export function movedNoteShapes(part: XmlPart, sheet: PlacedSheet): string {
  const edits = new XmlEdits(part.source);
  const directives = new Set([...sheet.drawn.directiveNotes].map(rowAndColumn));
  for (const shape of descendantsOf(part.root, 'shape')) {
    const data = childOf(shape, 'ClientData');
    if (data) editShape(shape, data, edits, sheet, directives);
  }
  return edits.apply();
}

/** `B4` as its row and column. */
function rowAndColumn(cell: string): string {
  const area = parseArea(cell);
  return `${area?.top} ${area?.left}`;
}

function editShape(
  shape: XmlElement,
  data: XmlElement,
  edits: XmlEdits,
  axes: PlacedAxes,
  directives: ReadonlySet<string>,
): void {
  const rowElement = childOf(data, 'Row');
  const row = Number(rowElement?.text ?? anchorNumbers(data)[2] ?? 0) + 1;
  const column = Number(childOf(data, 'Column')?.text ?? 0) + 1;
  const isDirective = rowElement !== undefined && directives.has(`${row} ${column}`);
  const cell = { top: row, bottom: row, left: column, right: column };
  if (isDirective || outputAreas(axes, cell).length === 0) {
    edits.remove(shape);
    return;
  }
  const shift = outputRow(axes.rows, row, 'first') - row;
  const across = outputRow(axes.columns, column, 'first') - column;
  if (shift === 0 && across === 0) return;
  if (rowElement) edits.setText(rowElement, String(row + shift - 1));
  const columnElement = childOf(data, 'Column');
  if (columnElement) edits.setText(columnElement, String(column + across - 1));
  const numbers = anchorNumbers(data);
  const anchor = childOf(data, 'Anchor');
  if (!anchor || numbers.length < 8) return;
  const moved = numbers.map((number, index) => {
    if (COLUMNS_OF_ANCHOR.has(index)) return number + across;
    return ROWS_OF_ANCHOR.has(index) ? number + shift : number;
  });
  edits.setText(anchor, moved.join(', '));
}

const COLUMNS_OF_ANCHOR = new Set([0, 4]);
const ROWS_OF_ANCHOR = new Set([2, 6]);

/** Left column, offset, top row, offset, right column, offset, bottom row, offset. */
function anchorNumbers(data: XmlElement): number[] {
  return (childOf(data, 'Anchor')?.text ?? '').split(',').map((text) => Number.parseInt(text, 10));
}

/** A button, a form list or a similar control. */
export interface FormControl {
  readonly type: string;
  /** Its cells and its anchor. */
  readonly data: XmlElement;
}

/** Objects other than notes in a VML drawing. */
export function formControls(part: XmlPart): FormControl[] {
  return [...descendantsOf(part.root, 'ClientData')]
    .map((data) => ({ type: data.attributes.ObjectType ?? '', data }))
    .filter(({ type }) => type !== 'Note' && type !== '');
}

/** Text of the notes that are not directives. */
export function plainNotes(part: XmlPart, directives: ReadonlySet<string>): XmlElement[] {
  const list = childrenOf(childOf(part.root, 'commentList'), 'comment');
  return list.filter((comment) => !directives.has(comment.attributes.ref ?? ''));
}
