import type { Band } from '../language/band.js';
import { heightOf, holds, isBeside, neighbourBand, repeatedAround } from './neighbours.js';

/** The output row of something in a template, seen from a repetition of the band that refers to it. */
export type RowAt = (instance: number) => number;

export interface RowTarget {
  /** Row of the template. */
  readonly row: number;
  /** Written with `$`: among repetitions of the same band the first or last one, not one's own. */
  readonly isFixed: boolean;
  /** Which repetition stands for all where the target repeats and the reference comes from outside. */
  readonly side: 'first' | 'last';
}

/**
 * Finds where a row of the template stands in the output. Bands that target and reference share count as "one's own
 * repetition"; in further bands around the target it is the first or the last repetition. Without `$` a row beside
 * the repeated rows is relative: the repetition before or after has it, the first or last one sees what stands there.
 * @param root of the target's sheet
 * @param own the innermost band around the reference; of another sheet if the reference crosses sheets
 */
export function rowResolver(root: Band, own: Band, target: RowTarget): RowAt {
  if (target.isFixed || !neighbourBand(own, target.row)) return drawnRow(root, own, target);
  const { row } = target;
  return (instance) => {
    let at = instance;
    for (let band = own; band.parent && !holds(band, row); band = band.parent) {
      if (isBeside(band, row)) {
        const step = row < band.from ? -1 : 1;
        if (band.parentOf[at + step] === band.parentOf[at]) {
          const side = step < 0 ? 'last' : 'first';
          return rowInside(band, at + step, { row: row - step * heightOf(band), side });
        }
      }
      at = band.parentOf[at] ?? 0;
    }
    const side = row < own.from ? 'last' : 'first';
    return drawnRow(root, own, { row, isFixed: false, side })(instance);
  };
}

/** The row itself: where it was drawn. */
function drawnRow(root: Band, own: Band, target: RowTarget): RowAt {
  const { row } = target;
  const innermost = root.at(row);
  const common = commonBand(innermost, own, target.isFixed);
  const start = common ?? root;
  const isDirect = innermost.depth === start.depth && !hasChildBefore(start, row);
  if (isDirect && start === own) {
    const offset = row - start.from;
    return (instance) => (start.starts[instance] ?? 0) + offset;
  }
  return (instance) => rowInside(start, common ? own.ancestorInstance(instance, common) : 0, target);
}

/** A row seen from a repetition of a band around it. */
function rowInside(around: Band, instance: number, { row, side }: Pick<RowTarget, 'row' | 'side'>): number {
  let at = instance;
  let band = around;
  for (const next of around.at(row).path.slice(around.depth + 1)) {
    const first = next.firstOf[at] ?? 0;
    const last = (next.firstOf[at + 1] ?? 0) - 1;
    if (last < first) return emptyRow(next, at, side);
    at = side === 'last' ? last : first;
    band = next;
  }
  return rowWithin(band, at, row);
}

/**
 * The innermost band around a target that a reference stands in as well: there it means its own repetition. With `$`
 * it means the first or last one of the rows that repeat around both.
 */
export function commonBand(target: Band, own: Band, isFixed: boolean): Band | undefined {
  const ownPath = pathSeen(target, own, isFixed);
  return target.path.filter((band, depth) => ownPath[depth] === band).at(-1);
}

/** The bands around a reference whose repetition is its own, seen towards a target. */
export function pathSeen(target: Band, own: Band, isFixed: boolean): readonly Band[] {
  const repeated = isFixed ? repeatedAround(own) : undefined;
  const isSkipped = repeated?.parent !== undefined && repeatedAround(target) === repeated;
  return isSkipped && repeated?.parent ? repeated.parent.path : own.path;
}

function hasChildBefore(band: Band, row: number): boolean {
  return band.firstChildTo(row) > 0;
}

/** A row that belongs to the band itself, not to a band inside it. */
export function rowWithin(band: Band, instance: number, row: number): number {
  const before = band.children[band.firstChildTo(row) - 1];
  if (!before) return (band.starts[instance] ?? 0) + row - band.from;
  return (before.endAt[instance] ?? 0) + row - before.to - 1;
}

/** Where a band without repetitions would stand: its alternative, or between its neighbours. */
function emptyRow(band: Band, parentInstance: number, side: RowTarget['side']): number {
  const place = band.alternative ?? band;
  const start = place.startAt[parentInstance] ?? 0;
  const end = place.endAt[parentInstance] ?? 0;
  return side === 'last' ? end - 1 : start;
}
