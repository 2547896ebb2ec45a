import type { SheetPlan } from '../plan/sheetPlan.js';
import { childOf, type XmlElement } from '../xml/xmlElement.js';

const EMU_PER_POINT = 12_700;
const DEFAULT_POINTS = 15;

/** Heights of rows of the template, in English metric units (914,400 to the inch). */
export class RowHeights {
  readonly #defaultPoints: number;

  constructor(readonly sheet: SheetPlan) {
    const format = childOf(sheet.part.root, 'sheetFormatPr');
    const hidden = format?.attributes.zeroHeight === '1';
    this.#defaultPoints = hidden ? 0 : Number(format?.attributes.defaultRowHeight ?? DEFAULT_POINTS);
  }

  ofTemplateRow(row: number): number {
    const { ht, hidden } = this.sheet.rows.get(row)?.element.attributes ?? {};
    if (hidden === '1' || hidden === 'true') return 0;
    return Math.round((ht === undefined ? this.#defaultPoints : Number(ht)) * EMU_PER_POINT);
  }

  ofOutputRow(row: number): number {
    const { templateRow } = this.sheet.output;
    const past = row - templateRow.length;
    return this.ofTemplateRow(past > 0 ? this.sheet.lastRow + past : (templateRow[row - 1] ?? 0));
  }
}

/** A height on the sheet: a row, counted from 1, and an offset into it. */
export interface Edge {
  readonly row: number;
  readonly offset: number;
}

/** Reads `from` or `to` of an anchor. */
export function edgeOf(marker: XmlElement): Edge {
  const number = (local: string): number => Number(childOf(marker, local)?.text ?? 0);
  return { row: number('row') + 1, offset: number('rowOff') };
}

/** Where something ends that begins at `start` of the output and is as high as it was in the template. */
export function endOfSameHeight(heights: RowHeights, from: Edge, to: Edge, start: number): Edge {
  let height = to.offset - from.offset;
  for (let row = from.row; row < to.row; row++) height += heights.ofTemplateRow(row);
  let row = start;
  let left = height + from.offset;
  // The bound is against rows without height.
  for (const last = start + 10_000; row < last && left >= heights.ofOutputRow(row); row++)
    left -= heights.ofOutputRow(row);
  return { row, offset: Math.max(0, left) };
}
