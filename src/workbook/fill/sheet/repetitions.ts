import type { Area } from '../../cells/address.js';
import type { Band } from '../language/band.js';
import type { SheetBands } from './movedAreas.js';
import type { RowSpan } from './rowImage.js';
import { rowResolver } from './rowResolver.js';

/**
 * The innermost band that holds all of the rows: something that covers them (a merged cell, a link, a picture in a
 * row) repeats with it.
 */
export function owningBand(root: Band, top: number, bottom: number): Band {
  let band = root.at(top);
  while (band.parent && bottom > band.to) band = band.parent;
  return band;
}

/** For each repetition of the rows and columns that own an area: where it stands. Bands inside stretch. */
export function* areaRepetitions(
  bands: SheetBands,
  area: Area,
): Generator<Area & { readonly instance: number }> {
  const across = [...repetitions(bands.columnRoot, area.left, area.right)];
  for (const { top, bottom, instance } of repetitions(bands.root, area.top, area.bottom)) {
    for (const { top: left, bottom: right } of across) yield { top, bottom, left, right, instance };
  }
}

/** Where rows stand in a repetition of their band. */
export interface Repetition extends RowSpan {
  readonly instance: number;
}

/** For each repetition of the band that owns the rows: where they stand. Bands inside stretch. */
export function* repetitions(root: Band, top: number, bottom: number): Generator<Repetition> {
  const owner = owningBand(root, top, bottom);
  const topAt = rowResolver(root, owner, { row: top, isFixed: false, side: 'first' });
  const bottomAt = rowResolver(root, owner, { row: bottom, isFixed: false, side: 'last' });
  for (let instance = 0; instance < owner.starts.length; instance++) {
    const span = { top: topAt(instance), bottom: bottomAt(instance), instance };
    if (span.top <= span.bottom) yield span;
  }
}
