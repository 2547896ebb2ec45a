import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { SeenIds } from '../../../src/sources/rows/seenIds.js';

const digest = (text: string) => createHash('sha256').update(text).digest();

test('every ID has its own number, as in a map', { tags: 'slow' }, () => {
  const ids = new SeenIds();
  const map = new Map<string, number>();
  for (let at = 0; at < 40_000; at += 1) {
    const text = `id ${at % 25_000}`;
    const next = (map.get(text) ?? 0) + 1;
    expect(ids.get(digest(text))).toBe(next - 1);
    ids.set(digest(text), next);
    map.set(text, next);
  }
  expect(ids.get(digest('another'))).toBe(0);
  for (const [text, value] of map) if (ids.get(digest(text)) !== value) throw new Error(text);
});
