/**
 * The items sorted by `compare`, equal ones as they came. What is read most often comes in order, and finding that out
 * takes a fraction of sorting: it is then the same list.
 */
export function inOrder<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): readonly Item[] {
  let before = items[0];
  for (const item of items) {
    if (before !== undefined && compare(before, item) > 0) return [...items].sort(compare);
    before = item;
  }
  return items;
}

/** Compares by code units, as sorting without a comparison does. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
