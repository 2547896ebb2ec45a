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

/** By comparing code units, and then the places: nothing of either sorter. */
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
  ['on the disk from the first thing on', () => new ExternalSorter<Thing>(0)],
  ['on the disk from the eleventh thing on', () => new ExternalSorter<Thing>(10)],
  ['in memory, and on the disk when there are thousands', () => new ExternalSorter<Thing>()],
])('a sorter %s', (_, open) => {
  test('gives things in the order of their keys, and of one key as they came', () => {
    fc.assert(
      fc.property(things, (items) => {
        const sorter = filled(open(), items);
        expect([...sorter]).toEqual(sortIfNeeded(items));
        sorter.close();
      }),
      { numRuns: 60 },
    );
  });

  test('can be taken up again, and half-way', () => {
    const items = Array.from({ length: 700 }, (_, index) => ({ key: `${(index * 31) % 7}`, value: index }));
    const sorter = filled(open(), items);
    const [first] = sorter;
    expect(first).toEqual({ key: '0', value: 0 });
    expect([...sorter]).toEqual(sortIfNeeded(items));
    expect([...sorter]).toEqual(sortIfNeeded(items));
    sorter.close();
  });

  test('gives things that came in order as they came, whatever their number', () => {
    const items = Array.from({ length: 5_000 }, (_, index) => ({ key: '', value: index }));
    const sorter = filled(open(), items);
    expect([...sorter].map(({ value }) => value)).toEqual(items.map(({ value }) => value));
    sorter.close();
  });

  test('of nothing is empty', () => {
    const sorter = open();
    expect([...sorter]).toEqual([]);
    sorter.close();
  });
});

test('a sorter is closed, also when the reader stops half-way', () => {
  const close = vi.spyOn(ExternalSorter.prototype, 'close');
  for (const number of readSorted([3, 1, 2], String)) {
    expect(number).toBe(1);
    break;
  }
  expect(close).toHaveBeenCalledTimes(1);
  close.mockRestore();
});
