import { MAX_ROWS } from '../cells/address.js';
import { countUntil } from '../cells/countUntil.js';
import { outputRow } from '../placement/movedAreas.js';
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

/** Rows with the sums of their heights, in English metric units (914,400 to the inch). */
class SummedRows {
  constructor(
    /** The sum of the first n heights, for each n. */
    readonly sums: Float64Array,
    /** Of each row after those. */
    readonly usualHeight: number,
  ) {}

  /** The height above an edge. */
  above({ row, offset }: Edge): number {
    const rows = Math.min(row - 1, this.sums.length - 1);
    return (this.sums[rows] ?? 0) + (row - 1 - rows) * this.usualHeight + offset;
  }

  /** The edge at this height: the row after those that fit. */
  edge(height: number): Edge {
    const { sums, usualHeight } = this;
    const rows = sums.length - 1;
    const past = height - (sums[rows] ?? 0);
    if (past < 0) {
      const whole = Math.max(0, countUntil(sums.length, (at) => (sums[at] ?? 0) <= height) - 1);
      return { row: whole + 1, offset: Math.max(0, height - (sums[whole] ?? 0)) };
    }
    const further = usualHeight === 0 ? 0 : Math.floor(past / usualHeight);
    const row = Math.min(MAX_ROWS, rows + 1 + further);
    return { row, offset: row === MAX_ROWS ? 0 : past - further * usualHeight };
  }
}

/** The template's rows, which never change; shared by all callers. */
const knownHeights = new WeakMap<DrawnSheet, SummedRows>();

export function drawnHeights(sheet: DrawnSheet): SummedRows {
  const known =
    knownHeights.get(sheet) ??
    summedRows(
      sheet,
      Array.from({ length: sheet.lastRow }, (_, index) => index + 1),
    );
  knownHeights.set(sheet, known);
  return known;
}

/** Heights of the rows as drawn and as written. */
export class RowHeights {
  #output: SummedRows | undefined;

  constructor(readonly placed: PlacedSheet) {}

  get drawn(): SummedRows {
    return drawnHeights(this.placed.drawn);
  }

  get output(): SummedRows {
    this.#output ??= summedRows(this.placed.drawn, this.placed.rows.drawnAt ?? []);
    return this.#output;
  }
}

/** The rows of a template, one after the other. */
function summedRows(sheet: DrawnSheet, rows: readonly number[]): SummedRows {
  const format = childOf(sheet.part.root, 'sheetFormatPr');
  const isHidden = format?.attributes.zeroHeight === '1';
  const usual = isHidden ? 0 : inUnits(Number(format?.attributes.defaultRowHeight ?? DEFAULT_POINTS));
  const sums = new Float64Array(rows.length + 1);
  for (const [index, row] of rows.entries()) {
    const { ht, hidden } = sheet.rows.get(row)?.element.attributes ?? {};
    const shown = ht === undefined ? usual : inUnits(Number(ht));
    sums[index + 1] = (sums[index] ?? 0) + (hidden === '1' || hidden === 'true' ? 0 : shown);
  }
  return new SummedRows(sums, usual);
}

function inUnits(points: number): number {
  return points > 0 && Number.isFinite(points) ? Math.round(points * EMU_PER_POINT) : 0;
}

/** Reads `from` or `to` of an anchor. A row beyond the sheet counts as its last row. */
export function readEdge(marker: XmlElement): Edge {
  const number = (local: string): number => {
    const value = Number(childOf(marker, local)?.text ?? 0);
    return Number.isFinite(value) ? value : 0;
  };
  return { row: Math.min(MAX_ROWS, Math.max(1, Math.floor(number('row')) + 1)), offset: number('rowOff') };
}

/** The lower edge of an object that begins at `start` of the output and keeps its height from the template. */
function endAtSameHeight(heights: RowHeights, from: Edge, to: Edge, start: number): Edge {
  const top = heights.output.above({ row: start, offset: 0 });
  const height = heights.drawn.above(to) - heights.drawn.above({ row: from.row, offset: 0 });
  return heights.output.edge(top + Math.max(0, height));
}

/** The output position of an edge that keeps its place on the page, independent of the rows. */
function unmovedEdge(heights: RowHeights, edge: Edge): Edge {
  return heights.output.edge(heights.drawn.above(edge));
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
  if (marker) setEdge(marker, endAtSameHeight(heights, from, to, start), edits);
}

/** An object moves with its first column, and covers as many columns as before. */
function moveAcross(
  from: XmlElement | undefined,
  to: XmlElement | undefined,
  edits: XmlEdits,
  { drawn, columns }: PlacedSheet,
): void {
  const column = Number(childOf(from, 'col')?.text ?? 0) + 1;
  const shift = drawn.hasColumnBands ? outputRow(columns, column, 'first') - column : 0;
  if (shift === 0) return;
  for (const element of [childOf(from, 'col'), childOf(to, 'col')])
    if (element) edits.setText(element, String(Number(element.text) + shift));
}

/** Keeps its place on the page. */
export function fixAnchor(anchor: XmlElement, edits: XmlEdits, heights: RowHeights): void {
  for (const marker of [childOf(anchor, 'from'), childOf(anchor, 'to')])
    if (marker) setEdge(marker, unmovedEdge(heights, readEdge(marker)), edits);
}

function setEdge(marker: XmlElement | undefined, edge: Edge, edits: XmlEdits): void {
  const row = childOf(marker, 'row');
  const offset = childOf(marker, 'rowOff');
  if (row) edits.setText(row, String(edge.row - 1));
  if (offset) edits.setText(offset, String(edge.offset));
}
