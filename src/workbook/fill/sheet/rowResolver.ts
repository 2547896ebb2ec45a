import type { Band } from '../language/band.js';

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
 * repetition"; in further bands around the target it is the first or the last repetition.
 * @param root of the target's sheet
 * @param own the innermost band around the reference; of another sheet if the reference crosses sheets
 */
export function rowResolver(root: Band, own: Band, target: RowTarget): RowAt {
  const { row, side } = target;
  const innermost = root.at(row);
  const path = innermost.path;
  const common = commonBand(path, own, target.isFixed && innermost === own);
  const beyond = common ? path.slice(common.depth + 1) : path.slice(1);
  const start = common ?? root;
  if (beyond.length === 0 && !hasChildBefore(start, row)) {
    const offset = row - start.from;
    if (start === own) return (instance) => (start.starts[instance] ?? 0) + offset;
  }
  return (instance) => {
    let at = common ? own.ancestorInstance(instance, common) : 0;
    let band = start;
    for (const next of beyond) {
      const first = next.firstOf[at] ?? 0;
      const last = (next.firstOf[at + 1] ?? 0) - 1;
      if (last < first) return emptyRow(next, at, side);
      at = side === 'last' ? last : first;
      band = next;
    }
    return rowWithin(band, at, row);
  };
}

/** The innermost band around a target that a reference stands in as well: there it means its own repetition. */
export function commonBand(path: readonly Band[], own: Band, skipsOwn: boolean): Band | undefined {
  const ownPath = skipsOwn && own.parent ? own.parent.path : own.path;
  return path.filter((band, depth) => ownPath[depth] === band).at(-1);
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
