import { z } from 'zod';
import { type LocalDate, toLocalDate } from '../domain/time/localDate.js';
import type { Connection } from './connection.js';

export const SCHEDULE_TABLES = `
   CREATE TABLE scheduleDone (
     employerKey TEXT NOT NULL,
     name        TEXT NOT NULL,
     due         INTEGER NOT NULL,
     state       TEXT NOT NULL,
     runId       TEXT,
     problem     TEXT,
     changedAt   INTEGER NOT NULL,
     nextTryAt   INTEGER,
     PRIMARY KEY (employerKey, name, due)
   ) STRICT;
   CREATE TABLE exportOutcome (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     state      TEXT NOT NULL,
     exceptions TEXT NOT NULL,
     at         INTEGER NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo)
   ) STRICT;
   CREATE TABLE grantedHolidays (
     employerId TEXT NOT NULL,
     year       INTEGER NOT NULL,
     dates      TEXT NOT NULL,
     readAt     INTEGER NOT NULL,
     PRIMARY KEY (employerId, year)
   ) STRICT;
   CREATE TABLE notice (
     cause TEXT PRIMARY KEY,
     since INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE changedDays (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     lines      INTEGER NOT NULL,
     position   INTEGER NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo)
   ) STRICT;`;

/** The time of the first read that found it. */
export const CHANGED_SINCE = 'ALTER TABLE changedDays ADD COLUMN since INTEGER NOT NULL DEFAULT 0;';

/** The state of a due time. */
export interface ScheduleMark {
  readonly employerKey: string;
  readonly name: string;
  /** Epoch seconds. */
  readonly due: number;
  /** `running` during execution; `waiting` for its next try; `covered` by a later time of the same period. */
  readonly state: 'running' | 'done' | 'waiting' | 'failed' | 'covered';
  readonly runId: string | undefined;
  readonly problem: string | undefined;
  readonly nextTryAt: Date | undefined;
}

/** The result of the newest export of a period. */
export interface ExportOutcome {
  /** The time since which exports of the period have had this result. */
  readonly since: Date;
  readonly employerId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  readonly state: 'blocked' | 'ready';
  /** Count by code. */
  readonly exceptions: Readonly<Record<string, unknown>>;
}

/** Pay lines of some days for which a read differs from finals and corrections. */
export interface ChangedDays {
  readonly employerId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Their number; 0 if the read found none. */
  readonly lines: number;
  /** Digest of the newest compared link of the chain. */
  readonly position: number;
}

/** Changed days with the time when the first read found a difference that was not covered yet. */
export interface ChangedDaysSince extends ChangedDays {
  readonly since: Date;
}

/** The state of a running schedule and of the board. */
export interface ScheduleState {
  mark(mark: ScheduleMark): void;
  /** Pending due times, the newest, and the newest that was not covered by a later one, by due time. */
  marks(employerKey: string, name: string): readonly ScheduleMark[];
  recordOutcome(outcome: Omit<ExportOutcome, 'since'>): void;
  findOutcome(employerId: string, from: LocalDate, to: LocalDate): ExportOutcome | undefined;
  /** A newer read of the same days replaces the result of an older one. */
  recordChanged(changed: ChangedDays): void;
  /** The changes of days that overlap a period. */
  changedDays(
    employerId: string,
    period: { readonly from: string; readonly to: string },
  ): readonly ChangedDaysSince[];
  recordHolidays(employerId: string, year: number, dates: readonly LocalDate[]): void;
  /** undefined if the year was never read. */
  findHolidays(employerId: string, year: number): readonly LocalDate[] | undefined;
  /** False if the owner has already been notified of this cause. */
  beginNotice(cause: string): boolean;
  /** Whether the owner had been notified of the cause, which is now resolved. */
  endNotice(cause: string): boolean;
}

const markRow = z.object({
  employerKey: z.string(),
  name: z.string(),
  due: z.number(),
  state: z.enum(['running', 'done', 'waiting', 'failed', 'covered']),
  runId: z.string().nullable(),
  problem: z.string().nullable(),
  nextTryAt: z.number().nullable(),
});

const outcomeRow = z.object({
  employerId: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  state: z.enum(['blocked', 'ready']),
  exceptions: z.string(),
  at: z.number(),
});

const changedRow = z.object({
  periodFrom: z.string(),
  periodTo: z.string(),
  lines: z.number(),
  position: z.number(),
  since: z.number(),
});

/** The time is kept while exports have the same result. */
export function upsertOutcome(
  connection: Connection,
  { employerId, from, to, state, exceptions }: Omit<ExportOutcome, 'since'>,
  at: Date,
): void {
  connection.run(
    `INSERT INTO exportOutcome (employerId, periodFrom, periodTo, state, exceptions, at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET at = iif(state = excluded.state, at, excluded.at),
       state = excluded.state, exceptions = excluded.exceptions`,
    ...[employerId, from, to, state, JSON.stringify(exceptions), at.getTime()],
  );
}

export function openScheduleState(
  connection: () => Connection,
  writable: () => Connection,
  now: () => Date,
): ScheduleState {
  const causeIsKnown = (cause: string) =>
    connection().rows(z.object({ cause: z.string() }), 'SELECT cause FROM notice WHERE cause = ?', cause)
      .length > 0;
  return {
    mark: ({ employerKey, name, due, state, runId, problem, nextTryAt }) =>
      writable().run(
        'INSERT OR REPLACE INTO scheduleDone (employerKey, name, due, state, runId, problem, changedAt, nextTryAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        ...[employerKey, name, due, state],
        ...[runId ?? null, problem ?? null, now().getTime(), nextTryAt?.getTime() ?? null],
      ),
    marks: (employerKey, name) =>
      connection()
        .rows(
          markRow,
          `SELECT employerKey, name, due, state, runId, problem, nextTryAt FROM scheduleDone
           WHERE employerKey = ?1 AND name = ?2 AND (state IN ('running', 'waiting')
             OR due = (SELECT max(due) FROM scheduleDone WHERE employerKey = ?1 AND name = ?2)
             OR due = (SELECT max(due) FROM scheduleDone WHERE employerKey = ?1 AND name = ?2 AND state <> 'covered'))
           ORDER BY due`,
          employerKey,
          name,
        )
        .map(({ runId, problem, nextTryAt, ...mark }) => ({
          ...mark,
          runId: runId ?? undefined,
          problem: problem ?? undefined,
          nextTryAt: nextTryAt === null ? undefined : new Date(nextTryAt),
        })),
    recordOutcome: (outcome) => upsertOutcome(writable(), outcome, now()),
    findOutcome: (employerId, from, to) => {
      const [row] = connection().rows(
        outcomeRow,
        'SELECT employerId, periodFrom, periodTo, state, exceptions, at FROM exportOutcome WHERE employerId = ? AND periodFrom = ? AND periodTo = ?',
        ...[employerId, from, to],
      );
      if (row === undefined) return undefined;
      const { state, exceptions, at } = row;
      return { employerId, from, to, state, exceptions: JSON.parse(exceptions), since: new Date(at) };
    },
    recordChanged: ({ employerId, from, to, lines, position }) => {
      const [earlier] = writable().rows(
        z.object({ since: z.number().nullable() }),
        'SELECT min(since) AS since FROM changedDays WHERE employerId = ? AND periodFrom >= ? AND periodTo <= ? AND position = ?',
        ...[employerId, from, to, position],
      );
      writable().run(
        'DELETE FROM changedDays WHERE employerId = ? AND periodFrom >= ? AND periodTo <= ?',
        ...[employerId, from, to],
      );
      if (lines === 0) return;
      writable().run(
        'INSERT INTO changedDays (employerId, periodFrom, periodTo, lines, position, since) VALUES (?, ?, ?, ?, ?, ?)',
        ...[employerId, from, to, lines, position, earlier?.since ?? now().getTime()],
      );
    },
    changedDays: (employerId, { from, to }) =>
      connection()
        .rows(
          changedRow,
          'SELECT periodFrom, periodTo, lines, position, since FROM changedDays WHERE employerId = ? AND periodFrom <= ? AND periodTo >= ?',
          ...[employerId, to, from],
        )
        .map(({ periodFrom, periodTo, lines, position, since }) => ({
          ...{ employerId, lines, position, since: new Date(since) },
          ...{ from: toLocalDate(periodFrom), to: toLocalDate(periodTo) },
        })),
    recordHolidays: (employerId, year, dates) =>
      writable().run(
        'INSERT OR REPLACE INTO grantedHolidays (employerId, year, dates, readAt) VALUES (?, ?, ?, ?)',
        ...[employerId, year, dates.join(' '), now().getTime()],
      ),
    findHolidays: (employerId, year) => {
      const row = z.object({ dates: z.string() });
      const sql = 'SELECT dates FROM grantedHolidays WHERE employerId = ? AND year = ?';
      const [found] = connection().rows(row, sql, employerId, year);
      return found?.dates.split(' ').filter(Boolean).map(toLocalDate);
    },
    beginNotice: (cause) => {
      if (causeIsKnown(cause)) return false;
      writable().run('INSERT INTO notice (cause, since) VALUES (?, ?)', cause, now().getTime());
      return true;
    },
    endNotice: (cause) => {
      if (!causeIsKnown(cause)) return false;
      writable().run('DELETE FROM notice WHERE cause = ?', cause);
      return true;
    },
  };
}
