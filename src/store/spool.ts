import { z } from 'zod';
import { Connection } from './connection.js';
import { TEMPORARY_FILE } from './storeFailure.js';

const TABLE = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA temp_store = FILE;
  PRAGMA cache_size = -1000;
  CREATE TABLE pieces (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT`;

const pieceRow = z.object({ bytes: z.instanceof(Uint8Array) });

/** Bytes that wait for their turn, in a file that has no name and is gone with the process. They are read as often as one likes. */
export class Spool implements AsyncIterable<Uint8Array> {
  readonly #file: Connection;
  #pieces = 0;

  constructor() {
    this.#file = new Connection(TEMPORARY_FILE, { location: '', readOnly: false, timeoutMs: 0 });
    this.#file.exec(TABLE);
  }

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#pieces += 1;
    this.#file.run('INSERT INTO pieces VALUES (?, ?)', this.#pieces, piece);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    for (let number = 1; number <= this.#pieces; number += 1) {
      const [piece] = this.#file.rows(pieceRow, 'SELECT bytes FROM pieces WHERE number = ?', number);
      if (piece === undefined) throw new Error(`piece ${number} is gone`);
      yield piece.bytes;
    }
  }

  close(): void {
    this.#pieces = 0;
    this.#file.close();
  }
}
