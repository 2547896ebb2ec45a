import { z } from 'zod';
import type { ListName } from '../domain/records/records.js';
import { type LocalDate, localDateOf } from '../domain/time/localDate.js';
import type { Connection, SqlValue } from './connection.js';
import { linesOf, type NdjsonBlob, type NdjsonPacker } from './ndjsonBlob.js';
import type { JsonObject, RawPart, RawRecord, RunFilter, RunHeader, StoredRun } from './store.js';
import { damagedStore } from './storeFailure.js';

const LISTS = [
  'establishments',
  'public-holidays',
  'employees',
  'agency-workers',
  'teams',
  'tasks',
  'shifts',
  'time-entries',
] as const satisfies readonly ListName[];

const runRow = z.object({
  runId: z.string(),
  employerKey: z.string(),
  employerId: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  periodLabel: z.string(),
  state: z.enum(['draft', 'final']),
  startedAt: z.number(),
  completedAt: z.number(),
  manifest: z.string(),
});

const partRow = z.object({
  list: z.enum(LISTS),
  day: z.string(),
  records: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});

const blobRow = partRow.extend({ gzip: z.instanceof(Uint8Array) });

export const jsonObject = z.record(z.string(), z.unknown());

type RunContent = RunHeader & { readonly completedAt: Date; readonly manifest: JsonObject };

/** Writes a run with all its raw records in one transaction. */
export function insertRun(
  connection: Connection,
  run: RunContent,
  lists: ReadonlyMap<ListName, ReadonlyMap<LocalDate | null, NdjsonPacker>>,
): void {
  connection.transaction(() => {
    connection.run(
      'INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      run.runId,
      run.employerKey,
      run.employerId,
      run.period.from,
      run.period.to,
      run.period.label,
      run.state,
      run.startedAt.getTime(),
      run.completedAt.getTime(),
      JSON.stringify(run.manifest),
    );
    for (const [list, days] of lists) {
      for (const [day, packer] of days) insertPart(connection, run.runId, list, day, packer.finish());
    }
  });
}

function insertPart(
  connection: Connection,
  runId: string,
  list: ListName,
  day: LocalDate | null,
  blob: NdjsonBlob,
): void {
  const { records, bytes, sha256, gzip } = blob;
  const sql = 'INSERT INTO raw (runId, list, day, records, bytes, sha256, gzip) VALUES (?, ?, ?, ?, ?, ?, ?)';
  connection.run(sql, runId, list, day ?? '', records, bytes, sha256, gzip);
}

/** Newest first; runs that began in the same millisecond by their id, so that the order is always the same. */
export function selectRuns(connection: Connection, filter: RunFilter): readonly StoredRun[] {
  const wanted: readonly (readonly [column: string, value: SqlValue | undefined])[] = [
    ['employerKey', filter.employerKey],
    ['employerId', filter.employerId],
    ['state', filter.state],
    ['periodFrom', filter.period?.from],
    ['periodTo', filter.period?.to],
  ];
  const conditions: string[] = ['TRUE'];
  const values: SqlValue[] = [];
  for (const [column, value] of wanted) {
    if (value === undefined) continue;
    conditions.push(`${column} = ?`);
    values.push(value);
  }
  const sql = `SELECT * FROM run WHERE ${conditions.join(' AND ')} ORDER BY startedAt DESC, runId DESC`;
  return connection.rows(runRow, sql, ...values).map((row) => storedRun(connection, row));
}

export function selectRun(connection: Connection, runId: string): StoredRun | undefined {
  const [row] = connection.rows(runRow, 'SELECT * FROM run WHERE runId = ?', runId);
  return row === undefined ? undefined : storedRun(connection, row);
}

/** Unpacks one day at a time, so that a long period takes no more memory than its longest day. */
export function* selectRawRecords(
  connection: Connection,
  runId: string,
  list: ListName,
): Iterable<RawRecord> {
  const parts = partsOf(connection, runId).filter((part) => part.list === list);
  for (const { day } of parts) {
    const sql =
      'SELECT list, day, records, bytes, sha256, gzip FROM raw WHERE runId = ? AND list = ? AND day = ?';
    for (const blob of connection.rows(blobRow, sql, runId, list, day ?? '')) {
      const what = `${list} of ${day ?? 'all days'} in run ${runId}`;
      for (const json of linesOf(blob, connection.path, what)) yield { day, json };
    }
  }
}

function storedRun(connection: Connection, row: z.infer<typeof runRow>): StoredRun {
  return {
    runId: row.runId,
    employerKey: row.employerKey,
    employerId: row.employerId,
    period: { from: localDateOf(row.periodFrom), to: localDateOf(row.periodTo), label: row.periodLabel },
    state: row.state,
    startedAt: new Date(row.startedAt),
    completedAt: new Date(row.completedAt),
    manifest: parsedObject(connection.path, `the manifest of run ${row.runId}`, row.manifest),
    parts: partsOf(connection, row.runId),
  };
}

function partsOf(connection: Connection, runId: string): readonly RawPart[] {
  const sql = 'SELECT list, day, records, bytes, sha256 FROM raw WHERE runId = ? ORDER BY list, day';
  return connection
    .rows(partRow, sql, runId)
    .map((row) => ({ ...row, day: row.day === '' ? null : localDateOf(row.day) }));
}

/** The JSON object in a column; anything else there means a damaged file. */
export function parsedObject(path: string, what: string, json: string): JsonObject {
  try {
    return jsonObject.parse(JSON.parse(json));
  } catch {
    throw damagedStore(path, `${what} is not a JSON object`);
  }
}
