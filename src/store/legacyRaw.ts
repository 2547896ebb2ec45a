import { z } from 'zod';
import type { ListName } from '../domain/records/records.js';
import { localDateOf } from '../domain/time/localDate.js';
import type { Connection } from './connection.js';
import { linesOf } from './ndjsonBlob.js';
import type { RawRecord } from './store.js';

const dayRow = z.object({ day: z.string() });

const blobRow = z.object({
  records: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  gzip: z.instanceof(Uint8Array),
});

/** The records of a run of version 0.1, which kept them by list and day: one day at a time, in the order of days. */
export function* selectLegacyRaw(connection: Connection, runId: string, list: ListName): Iterable<RawRecord> {
  const days = connection.rows(
    dayRow,
    'SELECT day FROM legacyRaw WHERE runId = ? AND list = ? ORDER BY day',
    runId,
    list,
  );
  for (const { day } of days) {
    const sql = 'SELECT records, bytes, sha256, gzip FROM legacyRaw WHERE runId = ? AND list = ? AND day = ?';
    for (const blob of connection.rows(blobRow, sql, runId, list, day)) {
      const what = `${list} of ${day || 'all days'} in run ${runId}`;
      for (const json of linesOf(blob, connection.path, what))
        yield { day: day === '' ? null : localDateOf(day), json };
    }
  }
}
