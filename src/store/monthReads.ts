import { z } from 'zod';
import type { MonthRead } from '../domain/month/monthStatus.js';
import { messageOfStored, storedMessage } from '../i18n/formatMessage.js';
import { columns } from './connection.js';
import type { EmployerDays } from './scheduleState.js';
import type { StorePart } from './storePart.js';

/** The second step of the schema; the table is gone since the eighth. */
export const OWED_WORK_TABLE = `
   CREATE TABLE owedWork (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     role       TEXT NOT NULL,
     delivery   TEXT NOT NULL,
     recipient  TEXT NOT NULL,
     code       TEXT NOT NULL,
     count      INTEGER NOT NULL,
     since      INTEGER NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo, role, delivery, recipient, code)
   ) STRICT;`;

/** The eighth step. What an earlier version had recorded here had no marks to accept. */
export const MONTH_READ_TABLE = `
   DROP TABLE exportOutcome;
   DROP TABLE owedWork;
   CREATE TABLE monthRead (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     result     TEXT NOT NULL,
     since      INTEGER NOT NULL,
     content    TEXT NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo)
   ) STRICT;`;

const storedText = z.string().transform(messageOfStored);
const content = z.object({
  found: z.array(
    z.object({
      code: z.string(),
      severity: z.enum(['block', 'block-final', 'warn']),
      isAccepted: z.boolean(),
      marks: z.array(z.string()),
    }),
  ),
  owed: z.array(
    z.object({
      role: z.string(),
      delivery: z.string(),
      recipient: z.string(),
      code: z.string(),
      sinceMs: z.number(),
      marks: z.array(z.string()),
    }),
  ),
  accepted: z.record(z.string(), z.string()),
  problem: z.object({ code: z.string(), text: storedText, remedy: storedText }).optional(),
});
const readRow = z.object({
  since: columns.instant,
  result: z.string(),
  content: z.string(),
});

/** A blocking item as a read found it: its start follows from earlier reads. */
export type NewMonthRead = Omit<MonthRead, 'owed'> & {
  readonly owed: readonly Omit<MonthRead['owed'][number], 'sinceMs'>[];
};

export type MonthReads = ReturnType<typeof openMonthReads>;

/** The newest read of each period: what it found, and since when reads have had the same result. */
export function openMonthReads({ connection, writable, now }: StorePart) {
  const rowOf = ({ employerId, from, to }: EmployerDays) => {
    const sql = 'SELECT * FROM monthRead WHERE employerId = ? AND periodFrom = ? AND periodTo = ?';
    const [row] = connection.rows(readRow, sql, employerId, from, to);
    return row;
  };
  const find = (days: EmployerDays): (MonthRead & { readonly since: Date }) | undefined => {
    const row = rowOf(days);
    return row && { ...content.parse(JSON.parse(row.content)), since: row.since };
  };
  /** The content to store now. */
  const next = (days: EmployerDays, read: NewMonthRead) => {
    const before = new Map(find(days)?.owed.map((owed) => [ownerOf(owed), owed.sinceMs]));
    const owed = read.owed.map((each) => ({
      ...each,
      sinceMs: before.get(ownerOf(each)) ?? now().getTime(),
    }));
    return JSON.stringify({ ...read, owed, problem: read.problem && storedProblem(read.problem) });
  };
  /** When reads began to have this result. */
  const sinceOf = (days: EmployerDays, read: NewMonthRead): Date => {
    const known = rowOf(days);
    return known?.result === resultOf(read) ? known.since : now();
  };
  return {
    find,
    /** A read in the form in which it would be found again. */
    asRecorded: (days: EmployerDays, read: NewMonthRead): MonthRead & { readonly since: Date } => ({
      ...content.parse(JSON.parse(next(days, read))),
      since: sinceOf(days, read),
    }),
    /** Whether the newest read found the same. */
    isKnown: (days: EmployerDays, read: NewMonthRead): boolean => rowOf(days)?.content === next(days, read),
    /** Replaces the read before it. Known items keep their time, and so does a result that stays the same. */
    record: (days: EmployerDays, read: NewMonthRead): void =>
      writable().transaction(() => {
        const { employerId, from: periodFrom, to: periodTo } = days;
        const [result, since] = [resultOf(read), sinceOf(days, read)];
        const row = { employerId, periodFrom, periodTo, result, since, content: next(days, read) };
        writable().insert('monthRead', row, 'INSERT OR REPLACE');
      }),
  };
}

function storedProblem({ code, text, remedy }: NonNullable<MonthRead['problem']>) {
  return { code, text: storedMessage(text), remedy: storedMessage(remedy) };
}

function resultOf({ found, problem }: NewMonthRead): string {
  if (problem !== undefined) return problem.code;
  return found.some(({ severity, isAccepted }) => severity !== 'warn' && !isAccepted) ? 'blocked' : 'ready';
}

function ownerOf({ role, delivery, recipient, code }: NewMonthRead['owed'][number]): string {
  return JSON.stringify([role, delivery, recipient, code]);
}
