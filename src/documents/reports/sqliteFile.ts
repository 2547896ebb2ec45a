import { Buffer } from 'node:buffer';
import { SpillTable } from '../../store/spillTable.js';
import type { Scalar } from '../dataSet.js';

/** A table of a database file, or a view over its tables. */
export interface DatabasePart {
  readonly type: 'table' | 'view';
  readonly name: string;
  /** `CREATE TABLE …` or `CREATE VIEW …`. */
  readonly sql: string;
  /** Rows of a table, in the order of its columns. */
  readonly rows?: Iterable<readonly Scalar[]>;
}

const PAGE_BYTES = 4096;
const HEADER_BYTES = 100;
const LEAF_HEADER_BYTES = 8;
const INNER_HEADER_BYTES = 12;
const POINTER_BYTES = 2;
const LEAF = 0x0d;
const INNER = 0x05;
/** The most of a row that is stored on its page, and the least if the rest is on other pages (section 1.6). */
const MOST_LOCAL = PAGE_BYTES - 35;
const LEAST_LOCAL = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23;
const PAGES = 'pages';

/**
 * Writes a database file of SQLite: tables with rows in the order in which they come, and views. Written here instead
 * of by the library, because the same rows then give the same bytes with every version, and no file with names of
 * people is on the disk before the run's own (https://sqlite.org/fileformat2.html).
 */
export class SqliteFile {
  readonly #pages = new SpillTable();
  readonly #schema: (readonly Scalar[])[] = [];
  /** Page 1 is written last. */
  #count = 1;

  /** @returns the number of its rows */
  add({ type, name, sql, rows = [] }: DatabasePart): number {
    const tree = new TableTree((page) => this.#append(page));
    let count = 0;
    if (type === 'table') {
      for (const row of rows) {
        tree.add(row);
        count += 1;
      }
    }
    const root = type === 'table' ? tree.end() : 0;
    this.#schema.push([type, name, name, root, sql]);
    return count;
  }

  /** The bytes of the file, page by page; the parts cannot be added to any more. */
  *bytes(): Generator<Uint8Array> {
    const first = this.#firstPage();
    yield first;
    for (let number = 2; number <= this.#count; number += 1)
      yield Buffer.from(this.#pages.get(PAGES, number) ?? '', 'base64');
    this.#pages.close();
  }

  #append(page: Buffer): number {
    this.#count += 1;
    this.#pages.put(PAGES, this.#count, page.toString('base64'));
    return this.#count;
  }

  /** The header, and the root of the table of all tables. */
  #firstPage(): Buffer {
    const tree = new TableTree((page) => this.#append(page), HEADER_BYTES);
    for (const row of this.#schema) tree.add(row);
    const page = tree.root();
    page.write('SQLite format 3\0', 0, 'latin1');
    page.writeUInt16BE(PAGE_BYTES, 16);
    page.writeUInt8(1, 18);
    page.writeUInt8(1, 19);
    page.writeUInt8(64, 21);
    page.writeUInt8(32, 22);
    page.writeUInt8(32, 23);
    page.writeUInt32BE(1, 24);
    page.writeUInt32BE(this.#count, 28);
    page.writeUInt32BE(1, 40);
    page.writeUInt32BE(4, 44);
    page.writeUInt32BE(1, 56);
    page.writeUInt32BE(1, 92);
    page.writeUInt32BE(LIBRARY_VERSION, 96);
    return page;
  }
}

/** The oldest version that reads such a file; only informative. */
const LIBRARY_VERSION = 3_037_000;

/** A page and the largest row in it. */
interface Child {
  readonly page: number;
  readonly lastRow: number;
}

/** The b-tree of a table, filled from left to right. */
class TableTree {
  readonly #append: (page: Buffer) => number;
  /** Bytes before the root of the tree, on page 1. */
  readonly #offset: number;
  #cells: Buffer[] = [];
  #used = 0;
  #rows = 0;
  readonly #leaves: Child[] = [];

  constructor(append: (page: Buffer) => number, offset = 0) {
    this.#append = append;
    this.#offset = offset;
  }

  add(row: readonly Scalar[]): void {
    this.#rows += 1;
    const cell = this.#cellOf(recordOf(row), this.#rows);
    // Any leaf could become the root, which has less space on page 1.
    const space = PAGE_BYTES - this.#offset - LEAF_HEADER_BYTES;
    if (this.#used + cell.length + POINTER_BYTES > space) this.#endLeaf(this.#rows - 1);
    this.#cells.push(cell);
    this.#used += cell.length + POINTER_BYTES;
  }

  /** Writes the rest. @returns the number of the root page */
  end(): number {
    if (this.#leaves.length === 0) return this.#append(pageOf(LEAF, this.#cells));
    return this.#append(this.#innerRoot(0));
  }

  /** The same for page 1, which the caller writes. */
  root(): Buffer {
    if (this.#leaves.length === 0) return pageOf(LEAF, this.#cells, undefined, this.#offset);
    return this.#innerRoot(this.#offset);
  }

  #endLeaf(lastRow: number): void {
    this.#leaves.push({ page: this.#append(pageOf(LEAF, this.#cells)), lastRow });
    this.#cells = [];
    this.#used = 0;
  }

  #innerRoot(offset: number): Buffer {
    this.#endLeaf(this.#rows);
    let level: readonly Child[] = this.#leaves;
    const cellBytes = 4 + 9 + POINTER_BYTES;
    const most = Math.floor((PAGE_BYTES - offset - INNER_HEADER_BYTES) / cellBytes);
    while (level.length > most + 1) {
      const above: Child[] = [];
      for (let at = 0; at < level.length; ) {
        // A page without a cell is not valid: two children must remain for the last one.
        const left = level.length - at;
        const take = left > most + 1 && left < most + 3 ? most : Math.min(most + 1, left);
        const children = level.slice(at, at + take);
        above.push({ page: this.#append(innerPage(children)), lastRow: children.at(-1)?.lastRow ?? 0 });
        at += take;
      }
      level = above;
    }
    return innerPage(level, offset);
  }

  /** A row with its number; a long one continues on overflow pages. */
  #cellOf(record: Buffer, row: number): Buffer {
    const head = Buffer.concat([varint(record.length), varint(row)]);
    if (record.length <= MOST_LOCAL) return Buffer.concat([head, record]);
    const rest = PAGE_BYTES - 4;
    const wanted = LEAST_LOCAL + ((record.length - LEAST_LOCAL) % rest);
    const local = wanted <= MOST_LOCAL ? wanted : LEAST_LOCAL;
    // From the last page to the first, because each names the next one.
    let next = 0;
    const parts = Math.ceil((record.length - local) / rest);
    for (let part = parts - 1; part >= 0; part -= 1) {
      const page = Buffer.alloc(PAGE_BYTES);
      page.writeUInt32BE(next, 0);
      record.copy(page, 4, local + part * rest, Math.min(record.length, local + (part + 1) * rest));
      next = this.#append(page);
    }
    const link = Buffer.alloc(4);
    link.writeUInt32BE(next, 0);
    return Buffer.concat([head, record.subarray(0, local), link]);
  }
}

function innerPage(children: readonly Child[], offset = 0): Buffer {
  const last = children.at(-1);
  const cells = children.slice(0, -1).map(({ page, lastRow }) => {
    const link = Buffer.alloc(4);
    link.writeUInt32BE(page, 0);
    return Buffer.concat([link, varint(lastRow)]);
  });
  return pageOf(INNER, cells, last?.page, offset);
}

/** Cells fill a page from its end; their positions are at its start. */
function pageOf(type: number, cells: readonly Buffer[], right?: number, offset = 0): Buffer {
  const page = Buffer.alloc(PAGE_BYTES);
  let end = PAGE_BYTES;
  let pointer = offset + (right === undefined ? LEAF_HEADER_BYTES : INNER_HEADER_BYTES);
  for (const cell of cells) {
    end -= cell.length;
    cell.copy(page, end);
    page.writeUInt16BE(end, pointer);
    pointer += POINTER_BYTES;
  }
  page.writeUInt8(type, offset);
  page.writeUInt16BE(cells.length, offset + 3);
  page.writeUInt16BE(end, offset + 5);
  if (right !== undefined) page.writeUInt32BE(right, offset + 8);
  return page;
}

/** A row in the record format: the kinds of its values, then the values (section 2.1). */
function recordOf(row: readonly Scalar[]): Buffer {
  const values = row.map(storedValue);
  const kinds = Buffer.concat(values.map(({ kind }) => varint(kind)));
  let headerBytes = kinds.length + 1;
  if (varint(headerBytes).length > 1) headerBytes = kinds.length + 2;
  return Buffer.concat([varint(headerBytes), kinds, ...values.map(({ bytes }) => bytes)]);
}

const NOTHING = Buffer.alloc(0);

function storedValue(value: Scalar): { readonly kind: number; readonly bytes: Buffer } {
  if (value === null) return { kind: 0, bytes: NOTHING };
  if (typeof value === 'boolean') return { kind: value ? 9 : 8, bytes: NOTHING };
  if (typeof value === 'string') {
    const bytes = Buffer.from(value, 'utf8');
    return { kind: 13 + 2 * bytes.length, bytes };
  }
  if (value === 0 || value === 1) return { kind: 8 + value, bytes: NOTHING };
  return Number.isSafeInteger(value) ? storedInteger(value) : storedReal(value);
}

function storedReal(value: number): { readonly kind: number; readonly bytes: Buffer } {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return { kind: 7, bytes };
}

/** Kind and bytes of whole numbers. */
const INTEGERS = [
  { kind: 1, size: 1 },
  { kind: 2, size: 2 },
  { kind: 3, size: 3 },
  { kind: 4, size: 4 },
  { kind: 5, size: 6 },
] as const;

function storedInteger(value: number): { readonly kind: number; readonly bytes: Buffer } {
  const fitting = INTEGERS.find(({ size }) => Math.abs(value) < 2 ** (size * 8 - 1));
  if (fitting === undefined) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(value));
    return { kind: 6, bytes };
  }
  const bytes = Buffer.alloc(fitting.size);
  bytes.writeIntBE(value, 0, fitting.size);
  return { kind: fitting.kind, bytes };
}

/** 7 bits per byte, the highest first; numbers here are below 2^49. */
function varint(value: number): Buffer {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift((rest % 128) | 128);
  return Buffer.from(bytes);
}
