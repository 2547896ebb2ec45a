import type { Band, PlacedAxis } from '../language/bands.js';

/** The output row of a template row, seen from a repetition of the band that refers to it. */
export type RowAt = (instance: number) => number;

export interface RowTarget {
  /** Row of the template. */
  readonly row: number;
  /** Written with `$`: within the same band it means the first or last repetition, not the own one. */
  readonly isFixed: boolean;
  /** The repetition that a reference from outside means if the target repeats. */
  readonly side: 'first' | 'last';
}

/**
 * Finds the output row of a template row. In bands that target and reference share, it is the reference's own
 * repetition; in further bands of the target it is the first or last one. Without `$`, a row next to the repeated rows
 * is relative: it is in the previous or next repetition, or for the first or last repetition the adjacent row.
 * @param axis of the target's sheet
 * @param own the innermost band that contains the reference, on the target's sheet
 */
export function resolveRow(axis: PlacedAxis, own: Band, target: RowTarget): RowAt {
  if (target.isFixed || !neighbourBand(own, target.row)) return resolveDrawnRow(axis, own, target);
  return neighbourRow(axis, own, target.row);
}

/** A row next to the repeated rows: in the previous or next repetition, or the adjacent row. */
function neighbourRow(axis: PlacedAxis, own: Band, row: number): RowAt {
  const around = own.path.toReversed().filter((band) => band.parent);
  const outside = around.findIndex((band) => containsRow(band, row));
  const steps = (outside < 0 ? around : around.slice(0, outside)).map((band) => {
    const step = row < band.from ? -1 : 1;
    const side = step < 0 ? 'last' : 'first';
    const target = { row: row - step * bandHeight(band), side } as const;
    const { parentOf } = axis.placesOf(band);
    return {
      parentOf,
      step,
      rowAt: isNeighbour(band, row) ? resolveRowInside(axis, band, target) : undefined,
    };
  });
  const side = row < own.from ? 'last' : 'first';
  const drawn = resolveDrawnRow(axis, own, { row, isFixed: false, side });
  return (instance) => {
    let at = instance;
    for (const { parentOf, step, rowAt } of steps) {
      if (rowAt && parentOf[at + step] === parentOf[at]) return rowAt(at + step);
      at = parentOf[at] ?? 0;
    }
    return drawn(instance);
  };
}

/** The row itself, as drawn. */
function resolveDrawnRow(axis: PlacedAxis, own: Band, target: RowTarget): RowAt {
  const { row } = target;
  const innermost = axis.root.at(row);
  const common = sharedBand(innermost, own, target.isFixed);
  const start = common ?? axis.root;
  const isDirect = innermost === start && !hasChildBefore(start, row);
  if (isDirect && start === own) {
    const offset = row - start.from;
    const { starts } = axis.placesOf(start);
    return (instance) => (starts[instance] ?? 0) + offset;
  }
  const rowAt = resolveRowInside(axis, start, target);
  if (!common) return () => rowAt(0);
  return (instance) => rowAt(axis.ancestorInstance(own, instance, common));
}

/** A row seen from a repetition of a band that contains it. */
function resolveRowInside(
  axis: PlacedAxis,
  around: Band,
  { row, side }: Pick<RowTarget, 'row' | 'side'>,
): RowAt {
  const inside = around.at(row).path.slice(around.depth + 1);
  const steps = inside.map((band) => ({ band, places: axis.placesOf(band) }));
  const within = resolveOwnRow(axis, inside.at(-1) ?? around, row);
  return (instance) => {
    let at = instance;
    for (const { band, places } of steps) {
      const first = places.firstOf[at] ?? 0;
      const last = (places.firstOf[at + 1] ?? 0) - 1;
      if (last < first) return resolveEmptyBand(axis, band, at, side);
      at = side === 'last' ? last : first;
    }
    return within(at);
  };
}

/**
 * The innermost band that contains both a target and a reference: there the reference means its own repetition. With
 * `$` it means the first or last repetition of the rows that contain both.
 */
export function sharedBand(target: Band, own: Band, isFixed: boolean): Band | undefined {
  const ownPath = ownPathTowards(target, own, isFixed);
  return target.path.filter((band, depth) => ownPath[depth] === band).at(-1);
}

/** The bands of a reference in which it means its own repetition of a target. */
export function ownPathTowards(target: Band, own: Band, isFixed: boolean): readonly Band[] {
  const repeated = isFixed ? innermostRepeated(own) : undefined;
  const isSkipped = repeated?.parent !== undefined && innermostRepeated(target) === repeated;
  return isSkipped && repeated?.parent ? repeated.parent.path : own.path;
}

function hasChildBefore(band: Band, row: number): boolean {
  return band.firstChildTo(row) > 0;
}

/** A row that belongs to the band itself, not to a band inside it. */
export function resolveOwnRow(axis: PlacedAxis, band: Band, row: number): RowAt {
  const before = band.children[band.firstChildTo(row) - 1];
  const [from, offset] = before
    ? [axis.placesOf(before).endAt, row - before.to - 1]
    : [axis.placesOf(band).starts, row - band.from];
  return (instance) => (from[instance] ?? 0) + offset;
}

/** The position of a band without repetitions: its alternative, or between its neighbours. */
function resolveEmptyBand(
  axis: PlacedAxis,
  band: Band,
  parentInstance: number,
  side: RowTarget['side'],
): number {
  const { startAt, endAt } = axis.placesOf(band.alternative ?? band);
  const start = startAt[parentInstance] ?? 0;
  const end = endAt[parentInstance] ?? 0;
  return side === 'last' ? end - 1 : start;
}

/**
 * The repeated band around a formula if a row is next to it, at most the band's height away: a reference to such a row
 * without `$` is relative, as when Excel copies rows down. Undefined for rows inside the band and farther away.
 */
export function neighbourBand(own: Band, row: number): Band | undefined {
  const band = innermostRepeated(own);
  return band && isNeighbour(band, row) ? band : undefined;
}

function isNeighbour(band: Band, row: number): boolean {
  const distance = row < band.from ? band.from - row : row - band.to;
  return band.repeats && distance > 0 && distance <= bandHeight(band);
}

function bandHeight({ from, to }: Band): number {
  return to - from + 1;
}

function containsRow({ from, to }: Band, row: number): boolean {
  return from <= row && row <= to;
}

/** The innermost outer band that repeats. */
export function innermostRepeated(band: Band): Band | undefined {
  return band.path.filter((each) => each.repeats).at(-1);
}

/**
 * Whether the distance to a neighbour is always as in the template: there are no rows of unknown number in between,
 * neither next to the band nor in the previous or next repetition.
 */
export function hasFixedDistance(band: Band, row: number): boolean {
  const isAbove = row < band.from;
  const mirrored = row + (isAbove ? bandHeight(band) : -bandHeight(band));
  const [from, to] = isAbove ? [mirrored, band.to] : [band.from, mirrored];
  if (band.hasBandIn(from, to)) return false;
  const [outerFrom, outerTo] = isAbove ? [row, band.from - 1] : [band.to + 1, row];
  return outerFrom === outerTo || !band.parent?.hasBandIn(outerFrom, outerTo);
}
