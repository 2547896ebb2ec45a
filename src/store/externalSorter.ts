import { z } from 'zod';
import { type Connection, columns, openTemporaryFile } from './connection.js';

/** Up to this number of items stay in memory. */
const HELD = 2_000;
/**
 * Consecutive items of one key are written and read as one. V8 treats strings above 128 KiB as large objects and frees
 * them late: a few rows of a kilobyte stay well below that, and so do those that are read at once.
 */
const ITEMS_IN_A_BATCH = 32;
const BATCHES_AT_ONCE = 32;

const BATCHES =
  'CREATE TABLE batches (number INTEGER PRIMARY KEY, key BLOB NOT NULL, json TEXT NOT NULL) STRICT';

const batchRow = z.object({ number: z.number(), key: columns.bytes, json: z.string() });

interface Batch<Item> {
  readonly key: string;
  readonly items: Item[];
}

/**
 * Items that are added with a key and read in the order of the keys (by code units), any number of times; items of one
 * key in the order of addition. Large numbers of items are in an unnamed file that disappears with the process. Plain
 * data only: items are written as JSON, and a read item may be a copy.
 */
export class ExternalSorter<Item> implements Iterable<Item> {
  readonly #held: number;
  #batches: Batch<Item>[] = [];
  #items = 0;
  #file: Connection | undefined;
  #lastKey = '';
  #cameInOrder = true;
  #isComplete = false;

  /** @param held this many items stay in memory */
  constructor(held = HELD) {
    this.#held = held;
  }

  /** Allowed only before the first read. */
  add(key: string, item: Item): void {
    if (this.#isComplete) throw new Error('items were already read from this sorter');
    if (key < this.#lastKey) this.#cameInOrder = false;
    this.#lastKey = key;
    const last = this.#batches.at(-1);
    if (last !== undefined && last.key === key && last.items.length < ITEMS_IN_A_BATCH) last.items.push(item);
    else this.#batches.push({ key, items: [item] });
    this.#items += 1;
    if (this.#items > this.#held) this.#write();
  }

  *[Symbol.iterator](): Iterator<Item> {
    this.#complete();
    if (this.#file === undefined) {
      for (const { items } of this.#batches) yield* items;
      return;
    }
    for (let after: Place | undefined; ; ) {
      const rows = this.#rowsAfter(this.#file, after);
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last;
      for (const { json } of rows) yield* JSON.parse(json) as Item[];
    }
  }

  /** Afterwards, nothing can be read. */
  close(): void {
    this.#batches = [];
    this.#isComplete = true;
    this.#file?.close();
  }

  #complete(): void {
    if (this.#isComplete) return;
    this.#isComplete = true;
    if (this.#file === undefined) {
      if (!this.#cameInOrder) this.#batches.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
      return;
    }
    this.#write();
    // Items added in order are read as written.
    if (!this.#cameInOrder) this.#file.exec('CREATE INDEX byKey ON batches (key, number)');
  }

  #write(): void {
    this.#file ??= openTemporaryFile(BATCHES);
    const file = this.#file;
    file.transaction(() => {
      for (const { key, items } of this.#batches)
        file.run('INSERT INTO batches (key, json) VALUES (?, ?)', inUnits(key), JSON.stringify(items));
    });
    this.#batches = [];
    this.#items = 0;
  }

  #rowsAfter(file: Connection, after: Place | undefined): readonly z.infer<typeof batchRow>[] {
    const { number, key } = after ?? { number: 0, key: new Uint8Array() };
    if (this.#cameInOrder) {
      const sql = `SELECT number, key, json FROM batches WHERE number > ? ORDER BY number LIMIT ${BATCHES_AT_ONCE}`;
      return file.rows(batchRow, sql, number);
    }
    const sql = `SELECT number, key, json FROM batches WHERE (key, number) > (?, ?) ORDER BY key, number LIMIT ${BATCHES_AT_ONCE}`;
    return file.rows(batchRow, sql, key, number);
  }
}

type Place = Pick<z.infer<typeof batchRow>, 'number' | 'key'>;

/** SQLite compares bytes: these sort by code units, unlike UTF-8. */
function inUnits(key: string): Uint8Array {
  return Buffer.from(key, 'utf16le').swap16();
}

/** Items in the order of their keys, read once. */
export function* readSorted<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Generator<Item> {
  const sorter = new ExternalSorter<Item>();
  try {
    for (const item of items) sorter.add(keyOf(item), item);
    yield* sorter;
  } finally {
    sorter.close();
  }
}
