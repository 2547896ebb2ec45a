import { z } from 'zod';
import type { Period } from '../domain/period/period.js';
import type { Days } from '../domain/period/repeatingPeriod.js';
import type { LocalDate } from '../domain/time/localDate.js';
import { message, type Text } from '../i18n/message.js';
import type { JsonObject } from './canonicalJson.js';
import { type Connection, columns, type SqlValue } from './connection.js';
import { endJournal } from './journal.js';
import type { KeptPaths } from './keptPaths.js';
import { appendLink, type NewLink } from './ledgerChain.js';
import { addDeliveries, type NewDelivery } from './outbox.js';
import { insertDraftInputs, type PersonContent } from './personContents.js';
import { sweepReads } from './readStaging.js';
import { sealDraft } from './seals.js';
import { damagedStore } from './storeFailure.js';
import { forgetAcceptances } from './windowAcceptances.js';

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

/** For the history of one employer: a run has kilobytes of manifest, so those of the others are not read. */
export const RUN_BY_EMPLOYER = 'CREATE INDEX runByEmployer ON run (employerKey, startedAt);';

/** For the sweep of reads that no run uses, at every opening. */
export const RUN_BY_READ = 'CREATE INDEX runByRead ON run (readId) WHERE readId IS NOT NULL;';

/** The number of drafts of an employer's period that keep their reads. */
const DRAFTS_KEPT = 2;

export type RunState = 'draft' | 'final' | 'correction';

export interface RunHeader {
  readonly runId: string;
  /** The employer's key in the configuration; it names files and may change. */
  readonly employerKey: string;
  /** The employer's id at the service; known people and places are stored under this ID. */
  readonly employerId: string;
  readonly period: Period;
  readonly state: RunState;
  readonly startedAt: Date;
}

/** A run to be recorded. */
export interface NewRun extends RunHeader {
  /** The complete read that it was computed from; null if it was computed from none. */
  readonly readId: string | null;
  readonly manifest: JsonObject;
  /** The run's link in its employer's chain, in the same transaction; a draft has none. */
  readonly link?: NewLink;
  /** The inputs of a draft, person by person; a final has them in its link. */
  readonly inputs?: readonly PersonContent[];
  /** Its deliveries, in the same transaction: a recorded run without them would never be sent. */
  readonly deliveries?: readonly NewDelivery[];
}

export interface StoredRun extends Omit<NewRun, 'link' | 'inputs' | 'deliveries'> {
  readonly completedAt: Date;
}

export interface RunFilter {
  readonly employerKey?: string;
  readonly employerId?: string;
  readonly state?: RunState;
  /** Runs whose period is exactly this one. */
  readonly period?: { readonly from: LocalDate; readonly to: LocalDate };
}

/** A run without its result. */
export type RunRef = Pick<StoredRun, 'runId' | 'employerId' | 'employerKey' | 'state'>;

export interface RunRefFilter {
  readonly employerKeys?: readonly string[] | undefined;
  /** Runs with one of these days. */
  readonly days?: { readonly from: string; readonly to: string } | undefined;
  /** Only the newest. */
  readonly limit?: number | undefined;
}

const runRow = z.object({
  runId: z.string(),
  employerKey: z.string(),
  employerId: z.string(),
  periodFrom: columns.day,
  periodTo: columns.day,
  periodLabel: z.string(),
  state: z.enum(['draft', 'final', 'correction']),
  startedAt: columns.instant,
  completedAt: columns.instant,
  manifest: z.string(),
  readId: z.string().nullable(),
});

const idRow = z.object({ runId: z.string() });
const jsonObject = z.record(z.string(), z.unknown());

/** Records a run with its deliveries and deletes the reads of older drafts, in one transaction. */
export function insertRun(connection: Connection, run: NewRun, completedAt: Date, paths: KeptPaths): void {
  connection.transaction(() => {
    const { runId, employerKey, employerId, period, state, startedAt, readId } = run;
    connection.insert('run', {
      runId,
      employerKey,
      employerId,
      state,
      startedAt,
      completedAt,
      readId,
      periodFrom: period.from,
      periodTo: period.to,
      periodLabel: period.label,
      manifest: JSON.stringify(run.manifest),
    });
    // The final itself has the reasons now.
    if (state === 'final') forgetAcceptances(connection, { employerId, ...period });
    if (run.link !== undefined) appendLink(connection, run, run.link, [run.runId]);
    insertDraftInputs(connection, run.runId, run.inputs ?? []);
    if (run.state === 'draft') sealDraft(connection, run.runId);
    addDeliveries(connection, run.deliveries ?? [], completedAt, paths);
    endJournal(connection, run.runId);
    pruneDrafts(connection, run);
  });
  sweepReads(connection);
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

/** Conditions with a value, and their values. */
function conditionsOf(
  wanted: readonly (readonly [condition: string, value: SqlValue | undefined])[],
): readonly [sql: string, ...values: SqlValue[]] {
  const known = wanted.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  const sql = ['TRUE', ...known.map(({ condition }) => condition)].join(' AND ');
  return [sql, ...known.map(({ value }) => value)];
}

/** Newest first; of runs that began in the same millisecond, the last stored first. */
export function selectRuns(connection: Connection, filter: RunFilter): readonly StoredRun[] {
  const [conditions, ...values] = conditionsOf([
    ['employerKey = ?', filter.employerKey],
    ['employerId = ?', filter.employerId],
    ['state = ?', filter.state],
    ['periodFrom = ?', filter.period?.from],
    ['periodTo = ?', filter.period?.to],
  ]);
  const sql = `SELECT * FROM run WHERE ${conditions} ORDER BY startedAt DESC, rowid DESC`;
  return connection.rows(runRow, sql, ...values).map((row) => storedRun(connection, row));
}

const refRow = runRow.pick({ runId: true, employerId: true, employerKey: true, state: true });

/** Newest first, as {@link selectRuns}, without the runs' results. */
export function selectRunRefs(connection: Connection, filter: RunRefFilter): readonly RunRef[] {
  const { employerKeys, days, limit } = filter;
  const [conditions, ...values] = conditionsOf([
    ['employerKey IN (SELECT value FROM json_each(?))', employerKeys && JSON.stringify(employerKeys)],
    ['periodFrom <= ?', days?.to],
    ['periodTo >= ?', days?.from],
  ]);
  const sql = `SELECT runId, employerId, employerKey, state FROM run WHERE ${conditions}
    ORDER BY startedAt DESC, rowid DESC LIMIT ${limit ?? -1}`;
  return connection.rows(refRow, sql, ...values);
}

export function selectRun(connection: Connection, runId: string): StoredRun | undefined {
  const [row] = connection.rows(runRow, 'SELECT * FROM run WHERE runId = ?', runId);
  return row === undefined ? undefined : storedRun(connection, row);
}

function storedRun(
  { path }: Connection,
  { periodFrom, periodTo, periodLabel, manifest, ...run }: z.infer<typeof runRow>,
): StoredRun {
  const part = message('store.part.manifest', { runId: run.runId });
  const whole = parsedObject(path, part, manifest);
  if (whole[PARTLY_COPIED] === true) throw damagedStore(path, part, 'shape');
  return { ...run, period: { from: periodFrom, to: periodTo, label: periodLabel }, manifest: whole };
}

/** Marks the manifest of a final in an excerpt of a shared store: it has only what lists show. */
export const PARTLY_COPIED = 'partlyCopied';

const minutesRow = z.object({ minutes: z.number().nullable() });

/** The exported minutes of the final of exactly these days, or else of their newest draft; undefined if there is none. */
export function selectExportedMinutes(
  connection: Connection,
  employerId: string,
  { from, to }: Days,
): number | undefined {
  const sql = `SELECT json_extract(manifest, '$.control.exportedMinutes') AS minutes FROM run
    WHERE employerId = ? AND periodFrom = ? AND periodTo = ? AND state IN ('final', 'draft')
    ORDER BY state = 'final' DESC, startedAt DESC, rowid DESC LIMIT 1`;
  const [row] = connection.rows(minutesRow, sql, employerId, from, to);
  return row?.minutes ?? undefined;
}

/** The JSON object in a column; any other value means a damaged file. */
export function parsedObject(path: string, part: Text, json: string): JsonObject {
  try {
    return jsonObject.parse(JSON.parse(json));
  } catch {
    throw damagedStore(path, part, 'shape');
  }
}
