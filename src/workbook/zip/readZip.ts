import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type Options, type ZipFile } from 'yauzl';
import { type Message, message, type Text } from '../messages.js';
import { invalidTemplate, shortQuote, WorkbookError } from '../workbookError.js';

/** Size limits of a package. Checked against the zip's directory before anything is extracted. */
export interface UnpackLimits {
  readonly entries: number;
  readonly totalBytes: number;
  /** Maximum ratio of uncompressed to compressed bytes, per entry and for the whole file, from a megabyte on. */
  readonly ratio: number;
}
export const UNPACK_LIMITS: UnpackLimits = { entries: 2_000, totalBytes: 128 * 1024 * 1024, ratio: 200 };

/** Small parts of spaces or zeros compress very well and are harmless. */
const RATIO_MATTERS_FROM_BYTES = 1024 * 1024;

const DEFLATE = 8;
const STORED = 0;

/**
 * Unpacks a zip file from memory: path -> content, in the file's order. Refuses, before unpacking: too many entries,
 * excessive sizes or compression ratios, encryption, unknown methods, repeated names, absolute names and `..`. Bytes
 * before and after the zip are skipped. Refuses while unpacking: a wrong size or checksum.
 * @param subject names the file in messages.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export async function readZip(
  bytes: Uint8Array,
  subject: string,
  limits: UnpackLimits = UNPACK_LIMITS,
): Promise<Map<string, Uint8Array>> {
  const buffer = zipWithin(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const zip = await orInvalid(fromBufferPromise(buffer, OPTIONS), subject, 'zip.unreadable');
  const entries = await orInvalid(listEntries(zip, subject, limits), subject, 'zip.damaged');
  const parts = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!entry.fileName.endsWith('/')) parts.set(entry.fileName, await unpack(zip, entry, subject));
  }
  return parts;
}

const OPTIONS: Options = {
  lazyEntries: true,
  // Some programs write backslashes between folders: these are read as slashes.
  strictFileNames: false,
  validateEntrySizes: true,
  autoClose: false,
};

async function orInvalid<T>(
  read: Promise<T>,
  file: string,
  id: 'zip.unreadable' | 'zip.damaged',
): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof WorkbookError || !(error instanceof Error)) throw error;
    throw invalidTemplate(message(id, { file, reason: error.message }), error);
  }
}

const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const END_BYTES = 22;

/** The zip file among other bytes, which mail programs and servers add before and after it. */
function zipWithin(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(END_SIGNATURE);
  if (end < 0 || end + END_BYTES > bytes.byteLength) return bytes;
  const stop = end + END_BYTES + bytes.readUInt16LE(end + 20);
  const directory = bytes.readUInt32LE(end + 12) + bytes.readUInt32LE(end + 16);
  // A ZIP64 directory is elsewhere.
  const start = directory <= end && bytes.readUInt32LE(end + 16) !== 0xffff_ffff ? end - directory : 0;
  const isZip = bytes.readUInt16LE(start) === 0x4b50;
  return bytes.subarray(isZip ? start : 0, Math.min(stop, bytes.byteLength));
}

async function listEntries(zip: ZipFile, file: string, limits: UnpackLimits): Promise<Entry[]> {
  const { entryCount: count, fileSize } = zip;
  const most = limits.entries;
  if (count > most) throw invalidTemplate(message('zip.tooManyParts', { file, count, most }));
  const entries: Entry[] = [];
  const names = new Set<string>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    total += entry.uncompressedSize;
    const problem =
      findProblem(entry, names, file) ??
      findSizeProblem(entry.uncompressedSize, entry.compressedSize, limits, file, quoted(entry)) ??
      findSizeProblem(total, fileSize, limits, file);
    if (problem !== undefined) throw invalidTemplate(problem);
    names.add(entry.fileName.toLowerCase());
    entries.push(entry);
  }
  return entries;
}

function findProblem(entry: Entry, names: ReadonlySet<string>, file: string): Message | undefined {
  const part = quoted(entry);
  if (names.has(entry.fileName.toLowerCase())) return message('zip.partTwice', { file, part });
  if (entry.isEncrypted()) return message('zip.partEncrypted', { file, part });
  const { compressionMethod } = entry;
  if (compressionMethod !== DEFLATE && compressionMethod !== STORED) {
    return message('zip.partMethod', { file, part, method: compressionMethod });
  }
  return undefined;
}

/** Checks the limits for a part or for all parts together: many small parts add up, and parts may share their bytes. */
function findSizeProblem(
  size: number,
  packedSize: number,
  { ratio, totalBytes }: UnpackLimits,
  file: string,
  part?: string,
): Message | undefined {
  if (size > totalBytes) return message('zip.tooLarge', { file, most: totalBytes });
  if (size < RATIO_MATTERS_FROM_BYTES || size <= packedSize * ratio) return undefined;
  if (part === undefined) return message('zip.ratio', { file, ratio });
  return message('zip.partRatio', { file, part, ratio });
}

function quoted({ fileName }: Entry): string {
  return JSON.stringify(shortQuote(fileName));
}

async function unpack(zip: ZipFile, entry: Entry, subject: string): Promise<Uint8Array> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    const content = Buffer.concat(pieces);
    if (crc32(content) !== entry.crc32) throw damagedPart(entry, message('zip.checksum'), subject);
    return content;
  } catch (error) {
    // The thumbnail for file managers is not needed.
    if (/thumbnail[^/]*$/i.test(entry.fileName)) return new Uint8Array();
    if (error instanceof WorkbookError) throw error;
    throw damagedPart(entry, error instanceof Error ? error.message : String(error), subject, error);
  }
}

function damagedPart(entry: Entry, reason: Text, file: string, cause?: unknown): WorkbookError {
  return invalidTemplate(message('zip.partDamaged', { file, part: quoted(entry), reason }), cause);
}
