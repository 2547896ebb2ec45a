import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { ExternalSorter, readSorted } from '../../src/store/externalSorter.js';

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

function filled(sorter: ExternalSorter<Thing>, items: readonly Thing[]): ExternalSorter<Thing> {
  for (const item of items) sorter.add(item.key, item);
  return sorter;
}

/** Compares code units, and then positions, without the code of either sorter. */
function sortIfNeeded(items: readonly Thing[]): Thing[] {
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
  ['on disk from the first item', () => new ExternalSorter<Thing>(0)],
  ['on disk from the eleventh item', () => new ExternalSorter<Thing>(10)],
  ['in memory, and on disk for thousands of items', () => new ExternalSorter<Thing>()],
])('a sorter %s', (_, open) => {
  test('returns items in the order of their keys, and of equal keys in input order', () => {
    fc.assert(
      fc.property(things, (items) => {
        const sorter = filled(open(), items);
        expect([...sorter]).toEqual(sortIfNeeded(items));
        sorter.close();
      }),
      { numRuns: 60 },
    );
  });

  test('can be iterated again, even after a partial iteration', () => {
    const items = Array.from({ length: 700 }, (_, index) => ({ key: `${(index * 31) % 7}`, value: index }));
    const sorter = filled(open(), items);
    const [first] = sorter;
    expect(first).toEqual({ key: '0', value: 0 });
    expect([...sorter]).toEqual(sortIfNeeded(items));
    expect([...sorter]).toEqual(sortIfNeeded(items));
    sorter.close();
  });

  test('returns items that are already sorted unchanged, whatever their number', () => {
    const items = Array.from({ length: 5_000 }, (_, index) => ({ key: '', value: index }));
    const sorter = filled(open(), items);
    expect([...sorter].map(({ value }) => value)).toEqual(items.map(({ value }) => value));
    sorter.close();
  });

  test('is empty without items', () => {
    const sorter = open();
    expect([...sorter]).toEqual([]);
    sorter.close();
  });
});

test('a sorter is closed, even if the reader stops halfway', () => {
  const close = vi.spyOn(ExternalSorter.prototype, 'close');
  for (const number of readSorted([3, 1, 2], String)) {
    expect(number).toBe(1);
    break;
  }
  expect(close).toHaveBeenCalledTimes(1);
  close.mockRestore();
});
