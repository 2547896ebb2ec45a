import { expect, test } from 'vitest';
import { PlaceIndex } from '../../../src/sources/records/placeIndex.js';

test('finds what a map finds, also after deletions and growth', () => {
  const index = new PlaceIndex();
  const map = new Map<string, number>();
  const set = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) {
      index.set(`id ${at}`, at);
      map.set(`id ${at}`, at);
    }
  };
  const check = () => {
    expect(index.size).toBe(map.size);
    for (let at = 0; at < 40_000; at += 1)
      if (index.get(`id ${at}`) !== map.get(`id ${at}`)) throw new Error(`id ${at}`);
  };
  set(0, 20_000);
  check();
  const gone = new Set(Array.from({ length: 5000 }, (_, at) => at * 3));
  index.deletePlaces(gone);
  for (const place of gone) map.delete(`id ${place}`);
  check();
  set(20_000, 35_000);
  // What was deleted can come back at another place.
  index.set('id 3', 99_999);
  map.set('id 3', 99_999);
  check();
});
