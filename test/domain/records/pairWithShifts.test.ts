import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairWithShifts } from '../../../src/domain/records/pairWithShifts.js';
import type { PersonRecords } from '../../../src/domain/records/periodData.js';
import type { Shift, TimeEntry } from '../../../src/domain/records/records.js';
import { createStamp } from '../../../src/domain/time/stamp.js';

const span = fc.tuple(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 1, max: 20 }),
  fc.constantFrom('a', 'b'),
);
type Span = readonly [start: number, length: number, place: string];

const endOf = ([start, length]: Span): number => start + length;
const stamp = (hour: number) => createStamp(hour * 3600, 0);
const entryOf = ([start, length, establishmentId]: Span, at: number) =>
  ({
    id: `e${at}`,
    shiftId: null,
    status: 'Completed',
    establishmentId,
    start: stamp(start),
    end: stamp(start + length),
  }) as unknown as TimeEntry;
const shiftOf = ([start, length, establishmentId]: Span, at: number) =>
  ({ id: `s${at}`, establishmentId, start: stamp(start), end: stamp(start + length) }) as unknown as Shift;
const personOf = (entries: readonly TimeEntry[], shifts: readonly Shift[]): PersonRecords => ({
  personId: 'ann',
  entries,
  shifts,
  relatedShifts: [],
  relatedEntries: [],
});

/**
 * From the text alone: again and again the pair of the same place with the most time in common, the earliest first;
 * of two that begin together, the one that ends first.
 */
function expectedPairs(entries: readonly Span[], shifts: readonly Span[]): (string | null)[] {
  const result: (string | null)[] = entries.map(() => null);
  const free = new Set(shifts.keys());
  for (;;) {
    let best: { e: number; s: number; hours: number } | undefined;
    for (const [e, entry] of entries.entries()) {
      if (result[e] !== null) continue;
      for (const s of free) {
        const shift = shifts[s] as Span;
        const hours = Math.min(entry[0] + entry[1], shift[0] + shift[1]) - Math.max(entry[0], shift[0]);
        if (hours <= 0 || shift[2] !== entry[2]) continue;
        const key = (one: { e: number; s: number }) => [
          (entries[one.e] as Span)[0],
          (shifts[one.s] as Span)[0],
          endOf(entries[one.e] as Span),
          endOf(shifts[one.s] as Span),
          one.e,
          one.s,
        ];
        const isEarlier = () => {
          const [mine, theirs] = [key({ e, s }), key(best as { e: number; s: number })];
          const at = mine.findIndex((value, index) => value !== theirs[index]);
          return at >= 0 && (mine[at] as number) < (theirs[at] as number);
        };
        if (best === undefined || hours > best.hours || (hours === best.hours && isEarlier()))
          best = { e, s, hours };
      }
    }
    if (best === undefined) return result;
    result[best.e] = `s${best.s}`;
    free.delete(best.s);
  }
}

test('each entry gets the shift of its place with the greatest overlap, one to one', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 8 }), fc.array(span, { maxLength: 8 }), (entries, shifts) => {
      const paired = pairWithShifts(personOf(entries.map(entryOf), shifts.map(shiftOf)));
      expect(paired.entries.map(({ shiftId }) => shiftId)).toEqual(expectedPairs(entries, shifts));
    }),
    { numRuns: 500 },
  );
});

test('a shift that an entry names is taken, and cancelled entries get none', () => {
  const entries = [
    entryOf([8, 8, 'a'], 0),
    { ...entryOf([20, 2, 'a'], 1), shiftId: 's0' },
    { ...entryOf([30, 8, 'a'], 2), status: 'Cancelled' as const },
  ];
  const shifts = [shiftOf([8, 8, 'a'], 0), shiftOf([30, 8, 'a'], 1)];
  expect(pairWithShifts(personOf(entries, shifts)).entries.map(({ shiftId }) => shiftId)).toEqual([
    null,
    's0',
    null,
  ]);
});

test('an open entry is paired with the shift during which it began', () => {
  const open = { ...entryOf([9, 1, 'a'], 0), end: null, status: 'Working' as const };
  const shifts = [shiftOf([0, 8, 'a'], 0), shiftOf([8, 8, 'a'], 1)];
  expect(pairWithShifts(personOf([open], shifts)).entries[0]?.shiftId).toBe('s1');
});
