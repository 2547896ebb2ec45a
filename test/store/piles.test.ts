import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heldPile, inOrderOf, type Pile } from '../../src/render/pile.js';
import { ExternalSorter } from '../../src/store/externalSorter.js';

interface Thing {
  readonly key: string;
  readonly value: string | number | boolean | null;
}

const things = fc.array(
  fc.record({
    key: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom('', 'a', '\uffff', '😀', '\ud83d'),
    ),
    value: fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)),
  }),
  { maxLength: 60 },
);

function filled(pile: Pile<Thing>, items: readonly Thing[]): Pile<Thing> {
  for (const item of items) pile.add(item.key, item);
  return pile;
}

/** By comparing code units, and then the places: nothing of either pile. */
function inOrder(items: readonly Thing[]): Thing[] {
  const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const compare = (a: readonly number[], b: readonly number[]): number => {
    const at = a.findIndex((unit, index) => unit !== b[index]);
    if (at < 0) return a.length - b.length;
    return at >= b.length ? 1 : (a[at] ?? 0) - (b[at] ?? 0);
  };
  return items
    .map((item, place) => ({ item, place, key: units(item.key) }))
    .sort((a, b) => compare(a.key, b.key) || a.place - b.place)
    .map(({ item }) => item);
}

describe.each([
  ['held in memory', () => heldPile<Thing>()],
  ['on the disk from the first thing on', () => new ExternalSorter<Thing>(0)],
  ['on the disk from the eleventh thing on', () => new ExternalSorter<Thing>(10)],
  ['on the disk when there are thousands', () => new ExternalSorter<Thing>()],
])('a pile %s', (_, open) => {
  test('gives things in the order of their keys, and of one key as they came', () => {
    fc.assert(
      fc.property(things, (items) => {
        const pile = filled(open(), items);
        expect([...pile]).toEqual(inOrder(items));
        pile.close();
      }),
      { numRuns: 60 },
    );
  });

  test('can be taken up again, and half-way', () => {
    const items = Array.from({ length: 700 }, (_, index) => ({ key: `${(index * 31) % 7}`, value: index }));
    const pile = filled(open(), items);
    const [first] = pile;
    expect(first).toEqual({ key: '0', value: 0 });
    expect([...pile]).toEqual(inOrder(items));
    expect([...pile]).toEqual(inOrder(items));
    pile.close();
  });

  test('gives things that came in order as they came, whatever their number', () => {
    const items = Array.from({ length: 5_000 }, (_, index) => ({ key: '', value: index }));
    const pile = filled(open(), items);
    expect([...pile].map(({ value }) => value)).toEqual(items.map(({ value }) => value));
    pile.close();
  });

  test('of nothing is empty', () => {
    const pile = open();
    expect([...pile]).toEqual([]);
    pile.close();
  });
});

test('what is put in order is let go of, also by whoever stops half-way', () => {
  let closed = 0;
  const openPile = <Item>(): Pile<Item> => {
    const pile = new ExternalSorter<Item>(0);
    return {
      add: (key, item) => pile.add(key, item),
      [Symbol.iterator]: () => pile[Symbol.iterator](),
      close: () => {
        closed += 1;
        pile.close();
      },
    };
  };
  for (const number of inOrderOf([3, 1, 2], String, openPile)) {
    expect(number).toBe(1);
    break;
  }
  expect(closed).toBe(1);
});
