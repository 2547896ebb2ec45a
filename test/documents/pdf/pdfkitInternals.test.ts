import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { ChunkedBytes } from '../../../src/documents/pdf/pdfkitInternals.js';

const PIECE_BYTES = 2 ** 16;

/** Lengths of chunks. */
function lengthsOf(pieces: Iterable<Uint8Array>): number[] {
  return Array.from(pieces, ({ length }) => length);
}

test('many small parts become few chunks, in order', () => {
  const pieces = new ChunkedBytes();
  const lines = Array.from({ length: 10_000 }, (_, at) => `${String(at).padStart(19, '0')}\n`);
  for (const line of lines) pieces.add(Buffer.from(line));
  const taken = [...pieces.taken()];
  expect(lengthsOf(taken)).toEqual([PIECE_BYTES, PIECE_BYTES, PIECE_BYTES]);
  const rest = [...pieces.rest()];
  expect(lengthsOf(rest)).toEqual([200_000 - 3 * PIECE_BYTES]);
  expect(Buffer.concat([...taken, ...rest]).toString()).toBe(lines.join(''));
});

test('a large part is cut, and a chunk that was taken is released', () => {
  const pieces = new ChunkedBytes();
  pieces.add(new Uint8Array(2 * PIECE_BYTES + 1).fill(7));
  expect(lengthsOf(pieces.rest())).toEqual([PIECE_BYTES, PIECE_BYTES, 1]);
  expect(lengthsOf(pieces.rest())).toEqual([]);
});
