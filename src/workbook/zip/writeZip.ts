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
  for await (const entry of entries) {
    const pieces = entryPieces(entry, offset, level, limits);
    let step = await pieces.next();
    while (!step.done) {
      offset += step.value.byteLength;
      yield step.value;
      step = await pieces.next();
    }
    written.push(step.value);
  }
  const directory = written.map((entry) => directoryRecord(entry, limits));
  yield* directory;
  const size = directory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  yield directoryEnd(written.length, size, offset, limits);
}

async function* entryPieces(
  { name: path, content }: ZipEntry,
  offset: number,
  level: number,
  limits: ZipLimits,
): AsyncGenerator<Uint8Array, WrittenEntry> {
  const name = Buffer.from(path, 'utf8');
  const flags = name.some((byte) => byte > 0x7f) ? FLAG_UTF8 : 0;
  if (content instanceof Uint8Array) {
    const packed = deflateRawSync(content, { level });
    const sums = { crc: crc32(content), packedSize: packed.byteLength, size: content.byteLength };
    const entry = { name, flags, offset, ...sums };
    yield Buffer.concat([u32(0x04034b50), ...sharedFields(VERSION, entry, sums), u16(0), name]);
    yield packed;
    return entry;
  }
  const none = { crc: 0, packedSize: 0, size: 0 };
  const entry: WrittenEntry = { name, flags: flags | FLAG_SIZES_FOLLOW, offset, ...none };
  yield Buffer.concat([u32(0x04034b50), ...sharedFields(VERSION, entry, none), u16(0), name]);
  yield* deflateChunks(evenChunks(content, CHUNK_BYTES), level, entry);
  const sizes = [entry.packedSize, entry.size];
  const isWide = sizes.some((size) => size >= limits.max32);
  yield Buffer.concat([u32(0x08074b50, entry.crc), isWide ? u64(...sizes) : u32(...sizes)]);
  return entry;
}

/* The records of a zip file (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16), with ZIP64 if numbers need it. */

const DEFLATE = 8;

/** 1980-01-01 00:00, the earliest time of the zip format, so that no byte depends on the clock. */
const [DOS_TIME, DOS_DATE] = [0, 0x0021];

/** Sizes follow the data. */
const FLAG_SIZES_FOLLOW = 0x0008;
/** The name is UTF-8. Old readers work best if plain ASCII names have it off. */
const FLAG_UTF8 = 0x0800;

const [VERSION, VERSION_ZIP64] = [20, 45];

/** The value from which a number no longer fits its classic field. Tests lower it to get ZIP64 in small files. */
interface ZipLimits {
  readonly max32: number;
  readonly max16: number;
}
const ZIP_LIMITS: ZipLimits = { max32: 0xffff_ffff, max16: 0xffff };

/** Totals of an entry. Updated while it is written. */
interface PackedSums {
  crc: number;
  size: number;
  packedSize: number;
}

interface WrittenEntry extends PackedSums {
  readonly name: Uint8Array;
  readonly flags: number;
  readonly offset: number;
}

const u16 = (...values: readonly number[]): Buffer => littleEndian(2, values);
const u32 = (...values: readonly number[]): Buffer => littleEndian(4, values);
const u64 = (...values: readonly number[]): Buffer => littleEndian(8, values);

function littleEndian(bytes: number, values: readonly number[]): Buffer {
  const written = Buffer.alloc(bytes * values.length);
  for (const [index, value] of values.entries()) {
    if (bytes === 8) written.writeBigUInt64LE(BigInt(value), index * bytes);
    else written.writeUIntLE(value, index * bytes, bytes);
  }
  return written;
}

/** The fields that the header before the data and the record of the directory share. */
function sharedFields(
  version: number,
  { flags, name }: WrittenEntry,
  { crc, packedSize, size }: PackedSums,
): Buffer[] {
  const head = u16(version, flags, DEFLATE, DOS_TIME, DOS_DATE);
  return [head, u32(crc, packedSize, size), u16(name.byteLength)];
}

function directoryRecord(entry: WrittenEntry, { max32 }: ZipLimits): Buffer {
  const { name, crc, size, packedSize, offset } = entry;
  const wide = [size, packedSize, offset].filter((value) => value >= max32);
  const classic = (value: number): number => (value < max32 ? value : 0xffff_ffff);
  const extra = wide.length === 0 ? u16() : Buffer.concat([u16(0x0001, wide.length * 8), u64(...wide)]);
  const version = wide.length === 0 ? VERSION : VERSION_ZIP64;
  const sums = { crc, packedSize: classic(packedSize), size: classic(size) };
  return Buffer.concat([
    ...[u32(0x02014b50), u16(version), ...sharedFields(version, entry, sums)],
    ...[u16(extra.byteLength, 0, 0, 0), u32(0, classic(offset)), name, extra],
  ]);
}

/** The end of the central directory; preceded by its ZIP64 version and locator if a number needs them. */
function directoryEnd(entries: number, size: number, offset: number, { max16, max32 }: ZipLimits): Buffer {
  const isWide = entries >= max16 || size >= max32 || offset >= max32;
  const [count, ...places] = isWide ? [0xffff, 0xffff_ffff, 0xffff_ffff] : [entries, size, offset];
  const classic = [u32(0x06054b50), u16(0, 0, count ?? 0, count ?? 0), u32(...places), u16(0)];
  if (!isWide) return Buffer.concat(classic);
  const versions = u16(VERSION_ZIP64, VERSION_ZIP64);
  const end64 = [u32(0x06064b50), u64(44), versions, u32(0, 0), u64(entries, entries, size, offset)];
  const locator = [u32(0x07064b50, 0), u64(offset + size), u32(1)];
  return Buffer.concat([...end64, ...locator, ...classic]);
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

/** Space for a compressed chunk of rows (ratio about ten to one), so that most need a single thread pool task. */
const PACKED_BYTES = 128 * 1024;

/** Chunks compressed in parallel: enough for the other cores, few enough for constant memory. */
const IN_FLIGHT = 4;

/** An empty final block: it ends a deflate stream whose chunks all ended with a sync flush. */
const STREAM_END = Uint8Array.of(0x03, 0x00);

/**
 * Compresses chunks with raw deflate on several cores. Each chunk is compressed separately and ends on a byte boundary
 * (Z_SYNC_FLUSH), so the joined results are one valid deflate stream. Keeps at most four chunks in memory.
 */
async function* deflateChunks(
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
  const { buffer, byteLength } = chunk;
  if (byteLength === CHUNK_BYTES && packed.length < IN_FLIGHT && ours.has(buffer)) packed.push(buffer);
  return bytes;
}

type Bytes = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Splits and joins chunks so that all except the last have exactly `size` bytes: compression must not depend on timing.
 */
async function* evenChunks(
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
