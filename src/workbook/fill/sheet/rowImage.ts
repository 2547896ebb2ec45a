import type { Band } from '../language/band.js';
import { rowWithin } from './rowResolver.js';

/** Rows from `top` to `bottom`, both included. */
export interface RowSpan {
  top: number;
  bottom: number;
}

/**
 * All output rows of the template's rows `top` to `bottom`, as few spans as possible, ascending. It is exact: rows of
 * a band that are not asked for stay out even between repetitions.
 */
export function rowImage(root: Band, top: number, bottom: number): RowSpan[] {
  const spans: RowSpan[] = [];
  addImage(root, 0, top, bottom, spans);
  return spans;
}

function addImage(band: Band, instance: number, top: number, bottom: number, spans: RowSpan[]): void {
  let row = Math.max(top, band.from);
  const end = Math.min(bottom, band.to);
  for (let index = band.firstChildTo(row); index < band.children.length; index++) {
    const child = band.children[index];
    if (!child || child.from > end) break;
    if (row < child.from) addRows(band, instance, row, child.from - 1, spans);
    addChildImage(child, instance, top, bottom, spans);
    row = child.to + 1;
  }
  if (row <= end) addRows(band, instance, row, end, spans);
}

function addChildImage(
  child: Band,
  parentInstance: number,
  top: number,
  bottom: number,
  spans: RowSpan[],
): void {
  const first = child.firstOf[parentInstance] ?? 0;
  const after = child.firstOf[parentInstance + 1] ?? 0;
  if (after > first && top <= child.from && bottom >= child.to) {
    push(spans, child.startAt[parentInstance] ?? 0, (child.endAt[parentInstance] ?? 0) - 1);
    return;
  }
  for (let instance = first; instance < after; instance++) addImage(child, instance, top, bottom, spans);
}

function addRows(band: Band, instance: number, top: number, bottom: number, spans: RowSpan[]): void {
  const start = rowWithin(band, instance, top);
  push(spans, start, start + bottom - top);
}

function push(spans: RowSpan[], top: number, bottom: number): void {
  const last = spans.at(-1);
  if (last && last.bottom === top - 1) last.bottom = bottom;
  else spans.push({ top, bottom });
}
