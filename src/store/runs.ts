import { z } from 'zod';
import { toLocalDate } from '../domain/time/localDate.js';
import { message, type Text } from '../i18n/message.js';
import type { JsonObject } from './canonicalJson.js';
import type { Connection, SqlValue } from './connection.js';
import { endJournal } from './journal.js';
import { appendLink } from './ledgerChain.js';
import { endOwedWork } from './owedWork.js';
import { insertDraftInputs } from './personContents.js';
import { sweepReads } from './readStaging.js';
import { type ExportOutcome, upsertOutcome } from './scheduleState.js';
import { sealDraft } from './seals.js';
import type { NewRun, RunFilter, RunRef, RunRefFilter, StoredRun } from './store.js';
import { damagedStore } from './storeFailure.js';

export const RUN_TABLE = `
   CREATE TABLE run (
     runId       TEXT PRIMARY KEY,
     employerKey TEXT NOT NULL,
     employerId  TEXT NOT NULL,
     periodFrom  TEXT NOT NULL,
     periodTo    TEXT NOT NULL,
     periodLabel TEXT NOT NULL,
     state       TEXT NOT NULL,
     startedAt   INTEGER NOT NULL,
     completedAt INTEGER NOT NULL,
     manifest    TEXT NOT NULL,
     readId      TEXT
   ) STRICT;
   CREATE INDEX runByPeriod ON run (employerId, periodFrom, periodTo, startedAt);`;

/** For lists of the newest runs, and of those of some days. */
export const RUN_INDEXES = 'CREATE INDEX runByStart ON run (startedAt);';

/** For the sweep of reads that no run uses, at every opening. */
export const RUN_BY_READ = 'CREATE INDEX runByRead ON run (readId) WHERE readId IS NOT NULL;';

/** The number of drafts of an employer's period that keep their reads. */
const DRAFTS_KEPT = 2;

const runRow = z.object({
  runId: z.string(),
  employerKey: z.string(),
  employerId: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  periodLabel: z.string(),
  state: z.enum(['draft', 'final', 'correction']),
  startedAt: z.number(),
  completedAt: z.number(),
  manifest: z.string(),
  readId: z.string().nullable(),
});

const idRow = z.object({ runId: z.string() });
const jsonObject = z.record(z.string(), z.unknown());

/** Records a run and deletes the reads of older drafts, in one transaction. */
export function insertRun(connection: Connection, run: NewRun, completedAt: Date): void {
  connection.transaction(() => {
    connection.run(
      `INSERT INTO run (runId, employerKey, employerId, periodFrom, periodTo, periodLabel, state, startedAt,
         completedAt, manifest, readId) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      run.runId,
      run.employerKey,
      run.employerId,
      run.period.from,
      run.period.to,
      run.period.label,
      run.state,
      run.startedAt.getTime(),
      completedAt.getTime(),
      JSON.stringify(run.manifest),
      run.readId,
    );
    if (run.link !== undefined) appendLink(connection, run, run.link, [run.runId]);
    insertDraftInputs(connection, run.runId, run.inputs ?? []);
    if (run.state === 'draft') sealDraft(connection, run.runId);
    endJournal(connection, run.runId);
    pruneDrafts(connection, run);
    if (run.exceptions !== undefined) recordReady(connection, run, run.exceptions, completedAt);
  });
  sweepReads(connection);
}

/** The board's data about the period, in the same transaction. */
function recordReady(
  connection: Connection,
  { employerId, period: { from, to } }: NewRun,
  exceptions: ExportOutcome['exceptions'],
  at: Date,
): void {
  const days = { employerId, from, to };
  upsertOutcome(connection, { ...days, state: 'ready', exceptions }, at);
  endOwedWork(connection, days);
}

/** The runs and their results are kept; the people's records are deleted. */
function pruneDrafts(connection: Connection, { employerId, period }: NewRun): void {
  const old = `SELECT runId FROM run WHERE employerId = ? AND periodFrom = ? AND periodTo = ? AND state = 'draft'
    ORDER BY startedAt DESC, rowid DESC LIMIT -1 OFFSET ${DRAFTS_KEPT}`;
  const values = [employerId, period.from, period.to] as const;
  const pruned = connection.rows(idRow, old, ...values);
  connection.run(`DELETE FROM draftInput WHERE runId IN (${old})`, ...values);
  connection.run(`UPDATE run SET readId = NULL WHERE readId IS NOT NULL AND runId IN (${old})`, ...values);
  for (const { runId } of pruned) sealDraft(connection, runId);
}

/** Newest first; of runs that began in the same millisecond, the last stored first. */
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
  const sql = `SELECT * FROM run WHERE ${conditions.join(' AND ')} ORDER BY startedAt DESC, rowid DESC`;
  return connection.rows(runRow, sql, ...values).map((row) => storedRun(connection, row));
}

const refRow = runRow.pick({ runId: true, employerId: true, employerKey: true, state: true });

/** Newest first, as {@link selectRuns}, without the runs' results. */
export function selectRunRefs(connection: Connection, filter: RunRefFilter): readonly RunRef[] {
  const { employerKeys, days, limit } = filter;
  const conditions: string[] = ['TRUE'];
  const values: SqlValue[] = [];
  if (employerKeys !== undefined) {
    conditions.push('employerKey IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(employerKeys));
  }
  if (days !== undefined) {
    conditions.push('periodFrom <= ? AND periodTo >= ?');
    values.push(days.to, days.from);
  }
  const sql = `SELECT runId, employerId, employerKey, state FROM run WHERE ${conditions.join(' AND ')}
    ORDER BY startedAt DESC, rowid DESC LIMIT ${limit ?? -1}`;
  return connection.rows(refRow, sql, ...values);
}

export function selectRun(connection: Connection, runId: string): StoredRun | undefined {
  const [row] = connection.rows(runRow, 'SELECT * FROM run WHERE runId = ?', runId);
  return row === undefined ? undefined : storedRun(connection, row);
}

function storedRun(connection: Connection, row: z.infer<typeof runRow>): StoredRun {
  return {
    runId: row.runId,
    employerKey: row.employerKey,
    employerId: row.employerId,
    period: { from: toLocalDate(row.periodFrom), to: toLocalDate(row.periodTo), label: row.periodLabel },
    state: row.state,
    startedAt: new Date(row.startedAt),
    completedAt: new Date(row.completedAt),
    manifest: parsedObject(
      connection.path,
      message('store.part.manifest', { runId: row.runId }),
      row.manifest,
    ),
    readId: row.readId,
  };
}

/** The JSON object in a column; any other value means a damaged file. */
export function parsedObject(path: string, part: Text, json: string): JsonObject {
  try {
    return jsonObject.parse(JSON.parse(json));
  } catch {
    throw damagedStore(path, part, 'shape');
  }
}
