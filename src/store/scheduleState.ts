import { z } from 'zod';
import type { Period } from '../domain/period/period.js';
import { type LocalDate, toLocalDate } from '../domain/time/localDate.js';
import { columns } from './connection.js';
import type { StorePart } from './storePart.js';

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

/** When a due time was first tried. */
export const FIRST_TRIED = 'ALTER TABLE scheduleDone ADD COLUMN firstTriedAt INTEGER;';

/** The time of the first read that found it. */
export const CHANGED_SINCE = 'ALTER TABLE changedDays ADD COLUMN since INTEGER NOT NULL DEFAULT 0;';

/** Differences by key: two keys of one employer compare their own finals. Rows of before are in `changedDays`. */
export const CHANGED_OF_KEY = `
   CREATE TABLE changedOfKey (
     employerId  TEXT NOT NULL,
     employerKey TEXT NOT NULL,
     periodFrom  TEXT NOT NULL,
     periodTo    TEXT NOT NULL,
     lines       INTEGER NOT NULL,
     position    INTEGER NOT NULL,
     since       INTEGER NOT NULL,
     PRIMARY KEY (employerId, employerKey, periodFrom, periodTo)
   ) STRICT;`;

const markRow = z.object({
  employerKey: z.string(),
  name: z.string(),
  /** Epoch seconds. */
  due: z.number(),
  /** `running` during execution; `waiting` for its next try; `covered` by a later time of the same period. */
  state: z.enum(['running', 'done', 'waiting', 'failed', 'covered']),
  runId: columns.optional(z.string()),
  problem: columns.optional(z.string()),
  nextTryAt: columns.optional(columns.instant),
});
/** The state of a due time. */
export type ScheduleMark = Readonly<z.infer<typeof markRow>>;

const triedRow = z.object({ firstTriedAt: columns.optional(columns.instant) });

type DueKey = Pick<ScheduleMark, 'employerKey' | 'name' | 'due'>;

/** The days of an employer that a row is about. */
export interface EmployerDays {
  readonly employerId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

const changedRow = z.object({
  employerKey: z.string(),
  from: columns.day,
  to: columns.day,
  lines: z.number(),
  position: z.number(),
  since: columns.instant,
});

/** Pay lines of some days for which a read differs from finals and corrections. */
export interface ChangedDays extends EmployerDays {
  /** The key whose finals were compared; empty if an earlier version compared those of all keys. */
  readonly employerKey: string;
  /** Their number; 0 if the read found none. */
  readonly lines: number;
  /** Digest of the newest compared link of the chain. */
  readonly position: number;
}

const causeRow = z.object({ cause: z.string() });
const readRow = z.object({ readAt: columns.instant });
const datesRow = z.object({ dates: z.string() });

export type ScheduleState = ReturnType<typeof openScheduleState>;

/** The state of a running schedule, and the changes since finals that reads have found. */
export function openScheduleState({ connection, writable, now }: StorePart) {
  const isKnown = (cause: string): boolean =>
    connection.rows(causeRow, 'SELECT cause FROM notice WHERE cause = ?', cause).length > 0;
  const firstTriedAt = ({ employerKey, name, due }: DueKey): Date | undefined => {
    const sql = 'SELECT firstTriedAt FROM scheduleDone WHERE employerKey = ? AND name = ? AND due = ?';
    return connection.rows(triedRow, sql, employerKey, name, due)[0]?.firstTriedAt;
  };
  const changedRows = (
    employerId: string,
    { from, to }: Pick<Period, 'from' | 'to'>,
    isOwn: (employerKey: string) => boolean,
  ) => {
    const sql = (key: string, table: string) => `SELECT ${key} AS "employerKey", periodFrom AS "from",
      periodTo AS "to", lines, position, since FROM ${table}
      WHERE employerId = ? AND periodFrom <= ? AND periodTo >= ?`;
    return [sql("''", 'changedDays'), sql('employerKey', 'changedOfKey')]
      .flatMap((each) => connection.rows(changedRow, each, employerId, to, from))
      .filter(({ employerKey }) => employerKey === '' || isOwn(employerKey))
      .map((row) => ({ employerId, ...row }));
  };
  return {
    /** The first start of a due time is remembered with its later states. */
    mark: (mark: ScheduleMark): void => {
      const tried = firstTriedAt(mark) ?? (mark.state === 'running' ? now() : undefined);
      const row = { ...mark, firstTriedAt: tried, changedAt: now() };
      writable().insert('scheduleDone', row, 'INSERT OR REPLACE');
    },
    /** When a due time was first started; undefined if it was not, or by an earlier version. */
    firstTriedAt,
    /** Pending due times, the newest, and the newest that was not covered by a later one, by due time. */
    marks: (employerKey: string, name: string): readonly ScheduleMark[] =>
      connection.rows(
        markRow,
        `SELECT * FROM scheduleDone WHERE employerKey = ?1 AND name = ?2 AND (state IN ('running', 'waiting')
           OR due = (SELECT max(due) FROM scheduleDone WHERE employerKey = ?1 AND name = ?2)
           OR due = (SELECT max(due) FROM scheduleDone WHERE employerKey = ?1 AND name = ?2 AND state <> 'covered'))
         ORDER BY due`,
        ...[employerKey, name],
      ),
    /** A newer read of the same days replaces the result of an older one, of the keys that count as its own. */
    recordChanged: (changed: ChangedDays, isOwn: (employerKey: string) => boolean = () => true): void => {
      const { employerId, employerKey, from, to, lines, position } = changed;
      const within = changedRows(employerId, changed, isOwn).filter(
        (days) => days.from >= from && days.to <= to,
      );
      const same = within.filter((days) => days.position === position);
      const since = same.map((days) => days.since).sort((a, b) => a.getTime() - b.getTime())[0] ?? now();
      const where = 'employerId = ? AND periodFrom = ? AND periodTo = ?';
      for (const days of within) {
        const place = [employerId, days.from, days.to];
        if (days.employerKey === '') writable().run(`DELETE FROM changedDays WHERE ${where}`, ...place);
        else
          writable().run(
            `DELETE FROM changedOfKey WHERE ${where} AND employerKey = ?`,
            ...place,
            days.employerKey,
          );
      }
      if (lines === 0) return;
      const row = { employerId, employerKey, periodFrom: from, periodTo: to, lines, position, since };
      writable().insert('changedOfKey', row);
    },
    /**
     * The changes of days that overlap a period, since the first read that found one that was not covered yet.
     * @param isOwn the keys whose finals are compared
     * @param fresh what a read found that is not recorded yet
     */
    changedDays: (
      employerId: string,
      period: Pick<Period, 'from' | 'to'>,
      isOwn: (employerKey: string) => boolean = () => true,
      fresh?: ChangedDays,
    ): readonly (ChangedDays & { readonly since: Date })[] => {
      const known = changedRows(employerId, period, isOwn);
      if (fresh === undefined) return known;
      const isReplaced = (days: Pick<Period, 'from' | 'to'>) =>
        days.from >= fresh.from && days.to <= fresh.to;
      const same = known.find((days) => isReplaced(days) && days.position === fresh.position);
      const replaced = fresh.lines === 0 ? [] : [{ ...fresh, since: same?.since ?? now() }];
      return [...known.filter((days) => !isReplaced(days)), ...replaced];
    },
    recordHolidays: (employerId: string, year: number, dates: readonly LocalDate[]): void => {
      const row = { employerId, year, dates: dates.join(' '), readAt: now() };
      writable().insert('grantedHolidays', row, 'INSERT OR REPLACE');
    },
    /** undefined if the year was never read. */
    findHolidays: (employerId: string, year: number): readonly LocalDate[] | undefined => {
      const sql = 'SELECT dates FROM grantedHolidays WHERE employerId = ? AND year = ?';
      const [found] = connection.rows(datesRow, sql, employerId, year);
      return found?.dates.split(' ').filter(Boolean).map(toLocalDate);
    },
    /** When the holidays of a year were last read; undefined for never. */
    holidaysReadAt: (employerId: string, year: number): Date | undefined => {
      const sql = 'SELECT readAt FROM grantedHolidays WHERE employerId = ? AND year = ?';
      return connection.rows(readRow, sql, employerId, year)[0]?.readAt;
    },
    /** False if the owner has already been notified of this cause. */
    beginNotice: (cause: string): boolean => {
      if (isKnown(cause)) return false;
      writable().insert('notice', { cause, since: now() });
      return true;
    },
    /** Whether the owner had been notified of the cause, which is now resolved. */
    endNotice: (cause: string): boolean => {
      if (!isKnown(cause)) return false;
      writable().run('DELETE FROM notice WHERE cause = ?', cause);
      return true;
    },
  };
}
