/** Where a record stands in its list: the parts of its sort key, the id last. */
export type Position = readonly string[];

/** Negative where `a` comes first. Texts compare by code unit, so the order is the same on every machine. */
export function comparePositions(a: Position, b: Position): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? '';
    if (part !== other) return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** Index of the first record of a sorted list that stands after `position`. */
export function indexAfter<R>(
  sorted: readonly R[],
  position: Position,
  positionOf: (record: R) => Position,
): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const record = sorted[middle];
    if (record !== undefined && comparePositions(positionOf(record), position) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
