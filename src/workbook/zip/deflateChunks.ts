import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflateRawAsync = promisify(deflateRaw);

/**
 * Input bytes per independently compressed chunk. Larger chunks compress no better; smaller ones waste calls (XLSX
 * measurements).
 */
export const CHUNK_BYTES = 512 * 1024;

/** Buffers of compressed chunks for reuse: a file of hundreds of chunks needs only a few. */
const packed: ArrayBufferLike[] = [];
const ours = new WeakSet<ArrayBufferLike>();

/** A buffer for a chunk; it may be reused after it has been compressed as a whole. */
export function chunkMemory(): Buffer {
  const memory = packed.pop() ?? new ArrayBuffer(CHUNK_BYTES);
  ours.add(memory);
  return Buffer.from(memory);
}

function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (byteLength === CHUNK_BYTES && packed.length < IN_FLIGHT && ours.has(buffer)) packed.push(buffer);
}

/** Space for a compressed chunk of rows (ratio about ten to one), so that most need a single thread pool task. */
const PACKED_BYTES = 128 * 1024;

/** Chunks compressed in parallel: enough for the other cores, few enough for constant memory. */
const IN_FLIGHT = 4;

/** An empty final block: it ends a deflate stream whose chunks all ended with a sync flush. */
const STREAM_END = Uint8Array.of(0x03, 0x00);

/** Totals so far. Updated while the generator runs; complete when it has ended. */
export interface PackedSums {
  crc: number;
  size: number;
  packedSize: number;
}

/**
 * Compresses chunks with raw deflate on several cores. Each chunk is compressed separately and ends on a byte boundary
 * (Z_SYNC_FLUSH), so the joined results are one valid deflate stream. Holds at most four chunks.
 */
export async function* deflateChunks(
  chunks: AsyncIterable<Uint8Array>,
  level: number,
  sums: PackedSums,
): AsyncGenerator<Uint8Array> {
  const inFlight: Promise<Uint8Array>[] = [];
  const take = async (): Promise<Uint8Array> => {
    const done = await (inFlight.shift() as Promise<Uint8Array>);
    sums.packedSize += done.byteLength;
    return done;
  };
  try {
    for await (const chunk of chunks) {
      inFlight.push(packedChunk(chunk, level));
      sums.crc = crc32(chunk, sums.crc);
      sums.size += chunk.byteLength;
      if (inFlight.length >= IN_FLIGHT) yield await take();
    }
    while (inFlight.length > 0) yield await take();
  } finally {
    await Promise.allSettled(inFlight);
  }
  sums.packedSize += STREAM_END.byteLength;
  yield STREAM_END;
}

async function packedChunk(chunk: Uint8Array, level: number): Promise<Uint8Array> {
  const bytes = await deflateRawAsync(chunk, {
    level,
    chunkSize: PACKED_BYTES,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  giveBack(chunk);
  return bytes;
}

/** The input of the compression functions: all at once, or in chunks. */
export type Bytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Splits and joins chunks so that all except the last have exactly `size` bytes: compression must not depend on timing.
 */
export async function* evenChunks(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const piece of pieces) {
    let rest = piece;
    while (heldBytes + rest.byteLength >= size) {
      const part = rest.subarray(0, size - heldBytes);
      yield held.length === 0 ? part : Buffer.concat([...held, part]);
      rest = rest.subarray(part.byteLength);
      held = [];
      heldBytes = 0;
    }
    if (rest.byteLength > 0) {
      held.push(rest);
      heldBytes += rest.byteLength;
    }
  }
  if (heldBytes > 0) yield held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
}
