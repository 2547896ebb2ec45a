import { crc32, deflateRawSync } from 'node:zlib';
import { type Bytes, CHUNK_BYTES, deflateChunks, evenChunks, type PackedSums } from './deflateChunks.js';
import {
  dataDescriptor,
  directoryEnd,
  directoryRecord,
  FLAG_SIZES_FOLLOW,
  localHeader,
  nameFlag,
  type WrittenEntry,
  ZIP_LIMITS,
  type ZipLimits,
} from './zipRecords.js';

export interface ZipEntry {
  /** Path inside the zip, with `/` between folders. */
  readonly name: string;
  readonly content: Bytes;
}

/** Level 6 makes a sheet of rows 1 % smaller and takes a third more time (docs/decisions/0015). */
export const USUAL_LEVEL = 5;

export interface ZipOptions {
  /** 1 (fast) to 9 (small). @default 5 */
  readonly level?: number;
  /** For tests only: lower limits make small files use ZIP64. */
  readonly limits?: ZipLimits;
}

const DEFLATE = 8;

/**
 * Writes a zip file in chunks, in the order of `entries`. Chunked content is compressed on several cores and never kept
 * in memory as a whole; the consumer sets the pace. The same entries give the same bytes (all dates are 1980-01-01);
 * ZIP64 if a size, an offset or the number of entries needs it.
 */
export async function* writeZip(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  { level = USUAL_LEVEL, limits = ZIP_LIMITS }: ZipOptions = {},
): AsyncGenerator<Uint8Array> {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const encoded = Buffer.from(name, 'utf8');
    const parts = content instanceof Uint8Array ? wholeEntry(encoded, content, offset, level) : undefined;
    const pieces =
      parts ?? streamedEntry(encoded, content as Exclude<Bytes, Uint8Array>, offset, level, limits);
    let step = await pieces.next();
    while (!step.done) {
      offset += step.value.byteLength;
      yield step.value;
      step = await pieces.next();
    }
    written.push(step.value);
  }
  yield* directory(written, offset, limits);
}

async function* wholeEntry(
  name: Uint8Array,
  content: Uint8Array,
  offset: number,
  level: number,
): AsyncGenerator<Uint8Array, WrittenEntry> {
  const packed = deflateRawSync(content, { level });
  const sizes = { crc: crc32(content), packedSize: packed.byteLength, size: content.byteLength };
  const entry: WrittenEntry = { name, flags: nameFlag(name), method: DEFLATE, ...sizes, offset };
  yield localHeader(entry);
  yield packed;
  return entry;
}

async function* streamedEntry(
  name: Uint8Array,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  offset: number,
  level: number,
  limits: ZipLimits,
): AsyncGenerator<Uint8Array, WrittenEntry> {
  const sums: PackedSums = { crc: 0, size: 0, packedSize: 0 };
  const head = { name, flags: FLAG_SIZES_FOLLOW | nameFlag(name), method: DEFLATE, offset };
  yield localHeader({ ...head, ...sums });
  yield* deflateChunks(evenChunks(content, CHUNK_BYTES), level, sums);
  const entry: WrittenEntry = { ...head, ...sums };
  yield dataDescriptor(entry, limits);
  return entry;
}

function* directory(
  written: readonly WrittenEntry[],
  offset: number,
  limits: ZipLimits,
): Generator<Uint8Array> {
  let size = 0;
  for (const entry of written) {
    const bytes = directoryRecord(entry, limits);
    size += bytes.byteLength;
    yield bytes;
  }
  yield directoryEnd(written.length, size, offset, limits);
}
