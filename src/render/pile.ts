/**
 * Things of one kind on their way from one order to another: put down with a key, then taken up in the order of their
 * keys (code unit by code unit; things of one key in the order in which they came), as often as one likes. Plain data
 * only: what is taken up may be a copy.
 */
export interface Pile<Item> extends Iterable<Item> {
  /** Only before anything is taken up. */
  add(key: string, item: Item): void;
  /** Nothing can be taken up afterwards. */
  close(): void;
}

/** Opens a pile. Whoever puts down more than memory should hold is given one that lies on the disk. */
export type OpenPile = <Item>() => Pile<Item>;

/** For as many things as memory holds. */
export const heldPile: OpenPile = <Item>() => new HeldPile<Item>();

class HeldPile<Item> implements Pile<Item> {
  #items: { readonly key: string; readonly item: Item }[] = [];
  #isSorted = true;

  add(key: string, item: Item): void {
    const before = this.#items.at(-1);
    if (before !== undefined && before.key > key) this.#isSorted = false;
    this.#items.push({ key, item });
  }

  *[Symbol.iterator](): Iterator<Item> {
    if (!this.#isSorted) this.#items.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
    this.#isSorted = true;
    for (const { item } of this.#items) yield item;
  }

  close(): void {
    this.#items = [];
  }
}

/** Things in the order of their keys, taken up once. */
export function* inOrderOf<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
  openPile: OpenPile,
): Generator<Item> {
  const pile = openPile<Item>();
  try {
    for (const item of items) pile.add(keyOf(item), item);
    yield* pile;
  } finally {
    pile.close();
  }
}
