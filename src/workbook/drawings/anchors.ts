import { MAX_ROWS } from '../cells/address.js';
import { rowAt } from '../placement/movedAreas.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import { childOf, type XmlElement } from '../xml/parseXml.js';
import type { XmlEdits } from '../xml/xmlEdits.js';

const EMU_PER_POINT = 12_700;
const DEFAULT_POINTS = 15;

/** A height on the sheet: a row, counted from 1, and an offset into it. */
export interface Edge {
  readonly row: number;
  readonly offset: number;
}

/** Of the template's rows, which never change; for all that asks for them. */
const drawnSums = new WeakMap<DrawnSheet, Float64Array>();

/** Heights of rows as they were drawn, in English metric units (914,400 to the inch). */
export class DrawnHeights {
  readonly #default: number;

  constructor(readonly sheet: DrawnSheet) {
    const format = childOf(sheet.part.root, 'sheetFormatPr');
    const hidden = format?.attributes.zeroHeight === '1';
    this.#default = hidden ? 0 : inUnits(Number(format?.attributes.defaultRowHeight ?? DEFAULT_POINTS));
  }

  /** The height of all that stands above an edge in the template. */
  above({ row, offset }: Edge): number {
    return this.heightAbove(this.#sums(), row) + offset;
  }

  /** The edge above which there is this height: the row after those that fit. */
  edge(height: number): Edge {
    return this.edgeIn(this.#sums(), height);
  }

  protected edgeIn(known: Float64Array, height: number): Edge {
    const rows = known.length - 1;
    const past = height - (known[rows] ?? 0);
    if (past < 0) {
      const whole = lastNotAbove(known, height);
      return { row: whole + 1, offset: Math.max(0, height - (known[whole] ?? 0)) };
    }
    const further = this.#default === 0 ? 0 : Math.floor(past / this.#default);
    const row = Math.min(MAX_ROWS, rows + 1 + further);
    return { row, offset: row === MAX_ROWS ? 0 : past - further * this.#default };
  }

  protected heightAbove(known: Float64Array, row: number): number {
    const rows = Math.min(row - 1, known.length - 1);
    return (known[rows] ?? 0) + (row - 1 - rows) * this.#default;
  }

  #sums(): Float64Array {
    const before = drawnSums.get(this.sheet);
    const known = before ?? sums(this.sheet.lastRow, (index) => this.ofRow(index + 1));
    if (!before) drawnSums.set(this.sheet, known);
    return known;
  }

  protected ofRow(row: number): number {
    const { ht, hidden } = this.sheet.rows.get(row)?.element.attributes ?? {};
    if (hidden === '1' || hidden === 'true') return 0;
    return ht === undefined ? this.#default : inUnits(Number(ht));
  }
}

/** Heights of rows as they were drawn, and as they are written. */
export class RowHeights extends DrawnHeights {
  #output: Float64Array | undefined;

  constructor(readonly placed: PlacedSheet) {
    super(placed.drawn);
  }

  aboveInOutput({ row, offset }: Edge): number {
    return this.heightAbove(this.#outputSums(), row) + offset;
  }

  outputEdge(height: number): Edge {
    return this.edgeIn(this.#outputSums(), height);
  }

  #outputSums(): Float64Array {
    const drawnAt = this.placed.rows.drawnAt ?? [];
    this.#output ??= sums(drawnAt.length, (index) => this.ofRow(drawnAt[index] ?? 0));
    return this.#output;
  }
}

function inUnits(points: number): number {
  return points > 0 && Number.isFinite(points) ? Math.round(points * EMU_PER_POINT) : 0;
}

/** The sum of the first n heights, for each n. */
function sums(count: number, heightAt: (index: number) => number): Float64Array {
  const known = new Float64Array(count + 1);
  for (let index = 0; index < count; index++) known[index + 1] = (known[index] ?? 0) + heightAt(index);
  return known;
}

/** The last place whose sum is not above a height. */
function lastNotAbove(known: Float64Array, height: number): number {
  let [low, high] = [0, known.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((known[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Reads `from` or `to` of an anchor. What no sheet has is taken for its last row. */
export function edgeOf(marker: XmlElement): Edge {
  const number = (local: string): number => {
    const value = Number(childOf(marker, local)?.text ?? 0);
    return Number.isFinite(value) ? value : 0;
  };
  return { row: Math.min(MAX_ROWS, Math.max(1, Math.floor(number('row')) + 1)), offset: number('rowOff') };
}

/** Where something ends that begins at `start` of the output and is as high as it was in the template. */
function endOfSameHeight(heights: RowHeights, from: Edge, to: Edge, start: number): Edge {
  const top = heights.aboveInOutput({ row: start, offset: 0 });
  const height = heights.above(to) - heights.above({ row: from.row, offset: 0 });
  return heights.outputEdge(top + Math.max(0, height));
}

/** Where an edge stands in the output if it keeps its place on the page, whatever the rows do. */
function unmovedEdge(heights: RowHeights, edge: Edge): Edge {
  return heights.outputEdge(heights.above(edge));
}

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
