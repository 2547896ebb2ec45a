import { createHash, hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { LIST_NAMES, type ListName } from '../domain/records/records.js';
import type { LocalDate } from '../domain/time/localDate.js';
import type { Text } from '../i18n/message.js';
import { damagedStore } from './storeFailure.js';

/** A record of a page, with its keys in the store. */
export interface StagedRecord {
  /** Its position in its list, from 0; the same for later versions, which replace it. */
  readonly place: number;
  /** The last pass over the list that returned it, from 1. */
  readonly pass: number;
  /** Whether passes differ on it. */
  readonly isChanged: boolean;
  /** The service's ID, or another name for the record; without tabs and line ends. */
  readonly id: string;
  /** The employee whose record it is; null for places, people and holidays, and for work without an employee. */
  readonly person: string | null;
  /** For a time entry, the shift that it was worked on. */
  readonly shiftId: string | null;
  /** The service's day of the record; null for lists without days. */
  readonly day: LocalDate | null;
  /** A digest of its content: equal digests mean equal records, whatever the order of their keys. */
  readonly digest: string;
  /** As received, without line ends. */
  readonly json: string;
}

/**
 * A record of a complete read. `related` records are stored with a person to whom they do not belong: shifts of others
 * that one of the person's entries names, and entries of others that name one of the person's shifts.
 */
export interface StoredRecord {
  readonly list: ListName;
  readonly relation: 'own' | 'related';
  readonly id: string;
  readonly day: LocalDate | null;
  readonly digest: string;
  readonly json: string;
}

/** List, relation, id, day and digest, each followed by a tab; then the record as received. */
export type RecordLine = string;

const OWN = 'o';
const RELATED = 'r';

/** @throws RangeError for an id with a tab or a line end */
export function formatRecordLine(list: ListName, { id, day, digest, json }: StagedRecord): RecordLine {
  if (id.includes('\t') || id.includes('\n')) throw new RangeError('an id holds a tab or a line end');
  return `${LIST_NAMES.indexOf(list)}${OWN}\t${id}\t${day ?? ''}\t${digest}\t${json}`;
}

/** The line of the same record for a person to whom it does not belong. */
export function markRelated(line: RecordLine): RecordLine {
  return `${line[0]}${RELATED}${line.slice(2)}`;
}

/** The reverse conversion. @throws PaytallyError STORE_UNUSABLE; `part` is the origin of the line */
export function parseRecordLine(line: RecordLine, path: string, part: Text): StoredRecord {
  const list: ListName | undefined = LIST_NAMES[Number(line[0])];
  const idEnd = line.indexOf('\t', 3);
  const dayEnd = line.indexOf('\t', idEnd + 1);
  const digestEnd = line.indexOf('\t', dayEnd + 1);
  if (list === undefined || digestEnd === -1) throw damagedStore(path, part, 'shape');
  const day = line.slice(idEnd + 1, dayEnd);
  return {
    list,
    relation: line[1] === RELATED ? 'related' : 'own',
    id: line.slice(3, idEnd),
    // Not checked: the digest of its part proves that it is unchanged.
    day: day === '' ? null : (day as LocalDate),
    digest: line.slice(dayEnd + 1, digestEnd),
    json: line.slice(digestEnd + 1),
  };
}

/** Text waiting to be compressed: small enough that a list of 93 days stays at a few megabytes. */
const CHUNK_CHARACTERS = 128 * 1024;
/** Half the time of the default level 6, and 6 % more bytes, measured on records of 500 characters. */
const COMPRESSION = { level: 2 };

interface NdjsonBlob {
  readonly records: number;
  /** The length of the uncompressed text. */
  readonly bytes: number;
  /** The digest of the uncompressed text, so that it does not depend on the compressor's version. */
  readonly sha256: string;
  /** One or more consecutive gzip members, which is a gzip file again (RFC 1952, 2.2). */
  readonly gzip: Uint8Array;
}

/** Compresses lines as they arrive, with at most one uncompressed chunk in memory. */
export class NdjsonPacker {
  readonly #hash = createHash('sha256');
  readonly #members: Uint8Array[] = [];
  #pending: string[] = [];
  #pendingCharacters = 0;
  #records = 0;
  #bytes = 0;

  add(line: string): void {
    if (line.includes('\n')) throw new RangeError('a line of NDJSON contains a line end');
    this.#pending.push(line, '\n');
    this.#pendingCharacters += line.length + 1;
    this.#records += 1;
    if (this.#pendingCharacters >= CHUNK_CHARACTERS) this.#compress();
  }

  finish(): NdjsonBlob {
    if (this.#pendingCharacters > 0) this.#compress();
    return {
      records: this.#records,
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
      gzip: Buffer.concat(this.#members),
    };
  }

  #compress(): void {
    const text = Buffer.from(this.#pending.join(''), 'utf8');
    this.#hash.update(text);
    this.#bytes += text.length;
    this.#members.push(gzipSync(text, COMPRESSION));
    this.#pending = [];
    this.#pendingCharacters = 0;
  }
}

/** The lines of a blob. `part` names it in the error for a damaged blob. */
export function unpackLines(blob: NdjsonBlob, path: string, part: Text): readonly string[] {
  const text = unpack(blob, path, part);
  if (hash('sha256', text, 'hex') !== blob.sha256) {
    throw damagedStore(path, part, 'checksum');
  }
  const lines = text.toString('utf8').split('\n');
  lines.pop();
  return lines;
}

/** zlib's minimum. */
const SMALLEST_PIECE = 64;

function unpack(blob: NdjsonBlob, path: string, part: Text): Buffer {
  if (blob.records === 0) return Buffer.alloc(0);
  try {
    // One byte more than expected is already a sign of damage: there is no need to unpack more.
    const most = blob.bytes + 1;
    // In one buffer: collecting small ones takes longer than decompression.
    return gunzipSync(blob.gzip, { maxOutputLength: most, chunkSize: Math.max(SMALLEST_PIECE, most) });
  } catch (cause) {
    throw damagedStore(path, part, 'packed', cause);
  }
}
