import { z } from 'zod';
import { type Connection, openTemporaryFile } from './connection.js';

/** This many characters stay in memory. */
const HELD_CHARACTERS = 1_000_000;
const TEXTS_AT_ONCE = 256;

const CACHE_KIBIBYTES = 4000;

const textRow = z.object({ text: z.string() });

interface Entry {
  readonly table: string;
  readonly key: number;
  readonly text: string;
}

/**
 * Texts by table and number, for data of every employee. Large amounts are in an unnamed file that disappears with the
 * process.
 */
export class SpillTable {
  readonly #tables = new Map<string, number>();
  readonly #held = new Map<string, Map<number, string>>();
  #waiting: Entry[] = [];
  #characters = 0;
  #file: Connection | undefined;

  /** Each number may be set once. */
  put(table: string, key: number, text: string): void {
    if (this.#file !== undefined) {
      this.#waiting.push({ table, key, text });
      if (this.#waiting.length >= TEXTS_AT_ONCE) this.#flush(this.#file);
      return;
    }
    const held = this.#held.get(table) ?? new Map<number, string>();
    this.#held.set(table, held.set(key, text));
    this.#characters += text.length;
    if (this.#characters > HELD_CHARACTERS) this.#spill();
  }

  get(table: string, key: number): string | undefined {
    if (this.#file === undefined) return this.#held.get(table)?.get(key);
    this.#flush(this.#file);
    const number = this.#tables.get(table);
    if (number === undefined) return undefined;
    return this.#file.rows(textRow, `SELECT text FROM t${number} WHERE key = ?`, key)[0]?.text;
  }

  close(): void {
    this.#held.clear();
    this.#waiting = [];
    this.#file?.close();
  }

  #spill(): void {
    const file = openTemporaryFile('', CACHE_KIBIBYTES);
    for (const [table, texts] of this.#held)
      for (const [key, text] of texts) this.#waiting.push({ table, key, text });
    this.#held.clear();
    this.#file = file;
    this.#flush(file);
  }

  #flush(file: Connection): void {
    if (this.#waiting.length === 0) return;
    file.transaction(() => {
      for (const { table, key, text } of this.#waiting)
        file.run(`INSERT INTO t${this.#numberOf(table, file)} VALUES (?, ?)`, key, text);
    });
    this.#waiting = [];
  }

  #numberOf(table: string, file: Connection): number {
    const known = this.#tables.get(table);
    if (known !== undefined) return known;
    const number = this.#tables.size;
    this.#tables.set(table, number);
    file.exec(`CREATE TABLE t${number} (key INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT`);
    return number;
  }
}
