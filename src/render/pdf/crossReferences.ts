import { Buffer } from 'node:buffer';
import type { BytePieces } from './bytePieces.js';
import type { InsideDocument } from './insideDocument.js';

const LINES_IN_A_PIECE = 4_000;
const TRAILER = 'trailer\n';

/**
 * Ends a document. pdfkit writes where each of its objects begins in one go, some forty megabytes for thousands of pages;
 * here these lines are made as they are read.
 * @param bytes where the document writes to
 */
export function* endOf(inside: InsideDocument, end: () => void, bytes: BytePieces): Generator<Uint8Array> {
  const finish = inside._finalize.bind(inside);
  let isEnding = false;
  inside._finalize = () => {
    isEnding = true;
  };
  end();
  if (!isEnding) throw new Error('the document waits for something before it ends');
  yield* bytes.rest();
  const { _offsets: offsets } = inside;
  inside._offsets = { length: offsets.length, [Symbol.iterator]: () => [].values() };
  finish();
  const around = Buffer.concat([...bytes.rest()]);
  const trailer = around.indexOf(TRAILER);
  yield around.subarray(0, trailer);
  yield* linesOf(offsets);
  yield around.subarray(trailer);
}

function* linesOf(offsets: Iterable<number>): Generator<Uint8Array> {
  let lines: string[] = [];
  for (const offset of offsets) {
    lines.push(`${String(offset).padStart(10, '0')} 00000 n \n`);
    if (lines.length < LINES_IN_A_PIECE) continue;
    yield Buffer.from(lines.join(''), 'latin1');
    lines = [];
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''), 'latin1');
}
