import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

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
  const entry: WrittenEntry = { name, flags: nameFlag(name), ...sizes, offset };
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
  const head = { name, flags: FLAG_SIZES_FOLLOW | nameFlag(name), offset };
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

/* The records of a zip file (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16), with ZIP64 if numbers need it. */

const DEFLATE = 8;

/** 1980-01-01 00:00, the earliest time of the zip format, so that no byte depends on the clock. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;

/** Bit 3 of the flags: sizes follow the data. */
const FLAG_SIZES_FOLLOW = 0x0008;

const VERSION = 20;
const VERSION_ZIP64 = 45;

/** The value from which a number no longer fits its classic field. Tests lower it to get ZIP64 in small files. */
export interface ZipLimits {
  readonly max32: number;
  readonly max16: number;
}
export const ZIP_LIMITS: ZipLimits = { max32: 0xffff_ffff, max16: 0xffff };

/** An entry that has been written: its data for the central directory. */
interface WrittenEntry {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** Bit 11 says that a name is UTF-8; old readers work best if plain ASCII names have the bit off. */
function nameFlag(name: Uint8Array): number {
  return name.some((byte) => byte > 0x7f) ? 0x0800 : 0;
}

type Part = readonly [bytes: 2 | 4 | 8, value: number];

function record(parts: readonly Part[], ...tail: Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) {
    if (bytes === 2) head.writeUInt16LE(value, at);
    else if (bytes === 4) head.writeUInt32LE(value, at);
    else head.writeBigUInt64LE(BigInt(value), at);
    at += bytes;
  }
  return Buffer.concat([head, ...tail]);
}

/** If sizes follow the data, they are zero here. */
function localHeader(entry: WrittenEntry): Uint8Array {
  const follows = (entry.flags & FLAG_SIZES_FOLLOW) !== 0;
  return record(
    [
      [4, 0x04034b50],
      [2, VERSION],
      [2, entry.flags],
      [2, DEFLATE],
      [2, DOS_TIME],
      [2, DOS_DATE],
      [4, follows ? 0 : entry.crc],
      [4, follows ? 0 : entry.packedSize],
      [4, follows ? 0 : entry.size],
      [2, entry.name.byteLength],
      [2, 0],
    ],
    entry.name,
  );
}

/** The sizes after the data; eight bytes each if four are not enough. */
function dataDescriptor(entry: WrittenEntry, limits: ZipLimits): Uint8Array {
  const width = entry.size >= limits.max32 || entry.packedSize >= limits.max32 ? 8 : 4;
  return record([
    [4, 0x08074b50],
    [4, entry.crc],
    [width, entry.packedSize],
    [width, entry.size],
  ]);
}

function directoryRecord(entry: WrittenEntry, limits: ZipLimits): Uint8Array {
  const wide: Part[] = [];
  const field = (value: number): Part => {
    if (value < limits.max32) return [4, value];
    wide.push([8, value]);
    return [4, 0xffff_ffff];
  };
  const size = field(entry.size);
  const packedSize = field(entry.packedSize);
  const offset = field(entry.offset);
  const extra = wide.length === 0 ? Buffer.alloc(0) : record([[2, 0x0001], [2, wide.length * 8], ...wide]);
  const version = wide.length === 0 ? VERSION : VERSION_ZIP64;
  return record(
    [
      [4, 0x02014b50],
      [2, version],
      [2, version],
      [2, entry.flags],
      [2, DEFLATE],
      [2, DOS_TIME],
      [2, DOS_DATE],
      [4, entry.crc],
      packedSize,
      size,
      [2, entry.name.byteLength],
      [2, extra.byteLength],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      offset,
    ],
    entry.name,
    extra,
  );
}

/** The end of the central directory; preceded by its ZIP64 version and locator if a number needs them. */
function directoryEnd(entries: number, size: number, offset: number, limits: ZipLimits): Uint8Array {
  const wide = entries >= limits.max16 || size >= limits.max32 || offset >= limits.max32;
  const classic = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, wide ? 0xffff : entries],
    [2, wide ? 0xffff : entries],
    [4, wide ? 0xffff_ffff : size],
    [4, wide ? 0xffff_ffff : offset],
    [2, 0],
  ]);
  if (!wide) return classic;
  const end64 = record([
    [4, 0x06064b50],
    [8, 44],
    [2, VERSION_ZIP64],
    [2, VERSION_ZIP64],
    [4, 0],
    [4, 0],
    [8, entries],
    [8, entries],
    [8, size],
    [8, offset],
  ]);
  const locator = record([
    [4, 0x07064b50],
    [4, 0],
    [8, offset + size],
    [4, 1],
  ]);
  return Buffer.concat([end64, locator, classic]);
}

const deflateRawAsync = promisify(deflateRaw);

/**
 * Input bytes per independently compressed chunk. Larger chunks compress no better; smaller ones waste calls (XLSX
 * measurements).
 */
export const CHUNK_BYTES = 512 * 1024;

/** Reusable memory of compressed chunks: a file of hundreds of chunks needs only a few. */
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
interface PackedSums {
  crc: number;
  size: number;
  packedSize: number;
}

/**
 * Compresses chunks with raw deflate on several cores. Each chunk is compressed separately and ends on a byte boundary
 * (Z_SYNC_FLUSH), so the joined results are one valid deflate stream. Keeps at most four chunks in memory.
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
type Bytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

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
