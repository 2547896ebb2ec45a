import type { Area } from '../../cells/address.js';
import type { Band } from '../language/band.js';
import type { PlacedAxis } from '../language/placedBands.js';
import type { PlacedAxes } from './movedAreas.js';
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
  axes: PlacedAxes,
  area: Area,
): Generator<Area & { readonly instance: number; readonly columnInstance: number }> {
  const across = [...repetitions(axes.columns, area.left, area.right)];
  for (const { top, bottom, instance } of repetitions(axes.rows, area.top, area.bottom)) {
    for (const { top: left, bottom: right, instance: columnInstance } of across)
      yield { top, bottom, left, right, instance, columnInstance };
  }
}

/** Where rows stand in a repetition of their band. */
export interface Repetition extends RowSpan {
  readonly instance: number;
}

/** For each repetition of the band that owns the rows: where they stand. Bands inside stretch. */
export function* repetitions(axis: PlacedAxis, top: number, bottom: number): Generator<Repetition> {
  const owner = owningBand(axis.root, top, bottom);
  const topAt = rowResolver(axis, owner, { row: top, isFixed: false, side: 'first' });
  const bottomAt = rowResolver(axis, owner, { row: bottom, isFixed: false, side: 'last' });
  const { starts } = axis.of(owner);
  for (let instance = 0; instance < starts.length; instance++) {
    const span = { top: topAt(instance), bottom: bottomAt(instance), instance };
    if (span.top <= span.bottom) yield span;
  }
}
