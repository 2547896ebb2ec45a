import type { Band } from '../language/band.js';
import type { PlacedAxis } from '../language/placedBands.js';
import { withinBand } from './rowResolver.js';

/** Rows from `top` to `bottom`, both included. */
export interface RowSpan {
  top: number;
  bottom: number;
}

/**
 * All output rows of the template's rows `top` to `bottom`, as few spans as possible, ascending. It is exact: rows of
 * a band that are not asked for stay out even between repetitions.
 */
export function rowImage(axis: PlacedAxis, top: number, bottom: number): RowSpan[] {
  const spans: RowSpan[] = [];
  addImage(axis, axis.root, 0, { top, bottom }, spans);
  return spans;
}

function addImage(axis: PlacedAxis, band: Band, instance: number, asked: RowSpan, spans: RowSpan[]): void {
  let row = Math.max(asked.top, band.from);
  const end = Math.min(asked.bottom, band.to);
  const add = (top: number, bottom: number): void => {
    const start = withinBand(axis, band, top)(instance);
    push(spans, start, start + bottom - top);
  };
  for (let index = band.firstChildTo(row); index < band.children.length; index++) {
    const child = band.children[index];
    if (!child || child.from > end) break;
    if (row < child.from) add(row, child.from - 1);
    addChildImage(axis, child, instance, asked, spans);
    row = child.to + 1;
  }
  if (row <= end) add(row, end);
}

function addChildImage(
  axis: PlacedAxis,
  child: Band,
  parentInstance: number,
  asked: RowSpan,
  spans: RowSpan[],
): void {
  const { firstOf, startAt, endAt } = axis.of(child);
  const first = firstOf[parentInstance] ?? 0;
  const after = firstOf[parentInstance + 1] ?? 0;
  if (after > first && asked.top <= child.from && asked.bottom >= child.to) {
    push(spans, startAt[parentInstance] ?? 0, (endAt[parentInstance] ?? 0) - 1);
    return;
  }
  for (let instance = first; instance < after; instance++) addImage(axis, child, instance, asked, spans);
}

function push(spans: RowSpan[], top: number, bottom: number): void {
  const last = spans.at(-1);
  if (last && last.bottom === top - 1) last.bottom = bottom;
  else spans.push({ top, bottom });
}
