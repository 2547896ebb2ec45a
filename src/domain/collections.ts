/** Groups in the order of their first items (Map.groupBy is missing from Node 20). */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/**
 * The items sorted by `compare`, equal ones in their original order. Data is usually read in order, and checking that
 * takes a fraction of the time of sorting: the result is then the same list.
 */
export function sortIfNeeded<Item>(
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

/** Compares by code units, like a sort without a comparison function. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
