import { z } from 'zod';
import type { LocalDate } from '../domain/time/localDate.js';
import type { Connection } from './connection.js';

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

/** Exceptions of one kind that block a period, and who can resolve them. */
export interface OwedWork {
  readonly role: string;
  /** The delivery that names the recipient, and its address; empty if no delivery does. */
  readonly delivery: string;
  readonly recipient: string;
  readonly code: string;
  readonly count: number;
}

export interface OwedSince extends OwedWork {
  readonly since: Date;
}

interface OwedPeriod {
  readonly employerId: string;
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The blocking exceptions of a period with their start, by the role that can resolve them. */
export interface OwedWorkLog {
  /** Replaces the findings of the previous export. Known findings keep their time; an empty list removes all. */
  record(period: OwedPeriod, found: readonly OwedWork[]): void;
  find(period: OwedPeriod): readonly OwedSince[];
}

const owedRow = z.object({
  role: z.string(),
  delivery: z.string(),
  recipient: z.string(),
  code: z.string(),
  count: z.number(),
  since: z.number(),
});

const OF_PERIOD = 'employerId = ? AND periodFrom = ? AND periodTo = ?';

export function endOwedWork(connection: Connection, { employerId, from, to }: OwedPeriod): void {
  connection.run(`DELETE FROM owedWork WHERE ${OF_PERIOD}`, employerId, from, to);
}

export function openOwedWork(
  connection: () => Connection,
  writable: () => Connection,
  now: () => Date,
): OwedWorkLog {
  const find = ({ employerId, from, to }: OwedPeriod, on: Connection): OwedSince[] =>
    on
      .rows(
        owedRow,
        `SELECT role, delivery, recipient, code, count, since FROM owedWork WHERE ${OF_PERIOD} ORDER BY recipient, delivery, role, code`,
        ...[employerId, from, to],
      )
      .map(({ since, ...owed }) => ({ ...owed, since: new Date(since) }));
  return {
    find: (period) => find(period, connection()),
    record: (period, found) => {
      const { employerId, from, to } = period;
      const db = writable();
      db.transaction(() => {
        const before = new Map(find(period, db).map((owed) => [keyOf(owed), owed.since]));
        endOwedWork(db, period);
        for (const owed of found) {
          const { role, delivery, recipient, code, count } = owed;
          db.run(
            'INSERT INTO owedWork (employerId, periodFrom, periodTo, role, delivery, recipient, code, count, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
            ...[employerId, from, to, role, delivery, recipient, code, count],
            (before.get(keyOf(owed)) ?? now()).getTime(),
          );
        }
      });
    },
  };
}

function keyOf({ role, delivery, recipient, code }: OwedWork): string {
  return JSON.stringify([role, delivery, recipient, code]);
}
