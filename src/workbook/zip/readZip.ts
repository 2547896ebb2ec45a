import { crc32 } from 'node:zlib';
import { type Entry, fromBuffer, type Options, type ZipFile } from 'yauzl';
import { type Message, message, type Text } from '../../i18n/message.js';
import { invalidTemplate, shortQuote, WorkbookError } from '../workbookError.js';

/** Size limits of a package. Checked against the zip's directory before anything is extracted. */
export interface UnpackLimits {
  readonly entries: number;
  /** Unpacked bytes of all entries together. */
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
 * too large, too strongly packed, encrypted, unknown methods, repeated names, absolute names and `..`. Bytes before and
 * after the zip are skipped. Refuses while unpacking: a wrong size or checksum.
 * @param subject names the file in messages.
 * @throws WorkbookError TEMPLATE_INVALID
 */
export async function readZip(
  bytes: Uint8Array,
  subject: string,
  limits: UnpackLimits = UNPACK_LIMITS,
): Promise<Map<string, Uint8Array>> {
  const zip = await openZip(bytes, subject);
  const entries = await listEntries(zip, subject, limits);
  const parts = new Map<string, Uint8Array>();
  for (const entry of entries) {
    if (!entry.fileName.endsWith('/')) parts.set(entry.fileName, await unpack(zip, entry, subject));
  }
  return parts;
}

function openZip(bytes: Uint8Array, subject: string): Promise<ZipFile> {
  const buffer = zipWithin(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const options: Options = {
    lazyEntries: true,
    // Some programs write backslashes between folders: these are read as slashes.
    strictFileNames: false,
    validateEntrySizes: true,
    autoClose: false,
  };
  return new Promise((resolve, reject) => {
    fromBuffer(buffer, options, (error, zip) => {
      if (error)
        reject(
          invalidTemplate(
            subject,
            message('workbook.zip.unreadable', { file: subject, reason: error.message }),
            error,
          ),
        );
      else resolve(zip);
    });
  });
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

function listEntries(zip: ZipFile, subject: string, limits: UnpackLimits): Promise<Entry[]> {
  if (zip.entryCount > limits.entries) {
    throw invalidTemplate(
      subject,
      message('workbook.zip.tooManyParts', { file: subject, count: zip.entryCount, most: limits.entries }),
    );
  }
  const entries: Entry[] = [];
  const names = new Set<string>();
  let total = 0;
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) =>
      reject(
        invalidTemplate(
          subject,
          message('workbook.zip.damaged', { file: subject, reason: error.message }),
          error,
        ),
      ),
    );
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      total += entry.uncompressedSize;
      const problem =
        findProblem(entry, names, subject) ??
        findSizeProblem(entry, limits, subject) ??
        findTotalProblem(total, zip.fileSize, limits, subject);
      if (problem !== undefined) return reject(invalidTemplate(subject, problem));
      names.add(entry.fileName.toLowerCase());
      entries.push(entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

function findProblem(entry: Entry, names: ReadonlySet<string>, file: string): Message | undefined {
  const part = quoted(entry);
  if (names.has(entry.fileName.toLowerCase())) return message('workbook.zip.partTwice', { file, part });
  if (entry.isEncrypted()) return message('workbook.zip.partEncrypted', { file, part });
  const { compressionMethod } = entry;
  if (compressionMethod !== DEFLATE && compressionMethod !== STORED) {
    return message('workbook.zip.partMethod', { file, part, method: compressionMethod });
  }
  return undefined;
}

function findSizeProblem(
  entry: Entry,
  { ratio, totalBytes }: UnpackLimits,
  file: string,
): Message | undefined {
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > totalBytes) return message('workbook.zip.tooLarge', { file, most: totalBytes });
  if (uncompressedSize < RATIO_MATTERS_FROM_BYTES || uncompressedSize <= compressedSize * ratio)
    return undefined;
  return message('workbook.zip.partRatio', { file, part: quoted(entry), ratio });
}

/** Many small parts make a large one too; and entries that share their bytes declare each of them. */
function findTotalProblem(
  total: number,
  fileSize: number,
  { ratio, totalBytes }: UnpackLimits,
  file: string,
): Message | undefined {
  if (total > totalBytes) return message('workbook.zip.tooLarge', { file, most: totalBytes });
  if (total < RATIO_MATTERS_FROM_BYTES || total <= fileSize * ratio) return undefined;
  return message('workbook.zip.ratio', { file, ratio });
}

function quoted({ fileName }: Entry): string {
  return JSON.stringify(shortQuote(fileName));
}

async function unpack(zip: ZipFile, entry: Entry, subject: string): Promise<Uint8Array> {
  try {
    const pieces: Buffer[] = [];
    for await (const piece of await openEntry(zip, entry)) pieces.push(piece as Buffer);
    const content = Buffer.concat(pieces);
    if (crc32(content) !== entry.crc32) throw damagedPart(entry, message('workbook.zip.checksum'), subject);
    return content;
  } catch (error) {
    // The thumbnail for file managers is not needed.
    if (/thumbnail[^/]*$/i.test(entry.fileName)) return new Uint8Array();
    if (error instanceof WorkbookError) throw error;
    throw damagedPart(entry, error instanceof Error ? error.message : String(error), subject, error);
  }
}

function damagedPart(entry: Entry, reason: Text, file: string, cause?: unknown): WorkbookError {
  return invalidTemplate(
    file,
    message('workbook.zip.partDamaged', { file, part: quoted(entry), reason }),
    cause,
  );
}

function openEntry(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
  });
}
