import { z } from 'zod';
import type { Connection } from './connection.js';
import { linesOf, NdjsonPacker } from './ndjsonBlob.js';
import type { ReadKey, StoredRead } from './store.js';

const readRow = z.object({
  readAt: z.number(),
  records: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  gzip: z.instanceof(Uint8Array),
});

/** Keeps what a complete read returned, in place of the last one of the same list and window. */
export function storeRead(
  connection: Connection,
  key: ReadKey,
  digests: Iterable<readonly [id: string, hash: string]>,
  now: Date,
): void {
  const packer = new NdjsonPacker();
  for (const digest of digests) packer.add(JSON.stringify(digest));
  const { records, bytes, sha256, gzip } = packer.finish();
  connection.transaction(() =>
    connection.run(
      'INSERT OR REPLACE INTO seenRead VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      key.employerId,
      key.list,
      key.from,
      key.to,
      now.getTime(),
      records,
      bytes,
      sha256,
      gzip,
    ),
  );
}

const digestLine = z.tuple([z.string(), z.string()]);

/** Undefined where there is none, or it is older than `maxAgeMs`, or it comes from a clock ahead of this one. */
export function loadRead(
  connection: Connection,
  key: ReadKey,
  now: Date,
  maxAgeMs: number,
): StoredRead | undefined {
  const [row] = connection.rows(
    readRow,
    `SELECT readAt, records, bytes, sha256, gzip FROM seenRead
     WHERE employerId = ? AND list = ? AND dateFrom = ? AND dateTo = ?`,
    key.employerId,
    key.list,
    key.from,
    key.to,
  );
  if (row === undefined) return undefined;
  const ageMs = now.getTime() - row.readAt;
  if (ageMs < 0 || ageMs > maxAgeMs) return undefined;
  const lines = linesOf(row, connection.path, `the last read of ${key.list}`);
  const digests = new Map(lines.map((line) => digestLine.parse(JSON.parse(line))));
  return { ...key, readAt: new Date(row.readAt), digests };
}
