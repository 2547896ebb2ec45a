import { z } from 'zod';
import { type Connection, columns } from './connection.js';
import type { EmployerDays } from './scheduleState.js';
import type { StorePart } from './storePart.js';

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

const owedRow = z.object({
  role: z.string(),
  /** The delivery that names the recipient, and its address; empty if no delivery does. */
  delivery: z.string(),
  recipient: z.string(),
  code: z.string(),
  count: z.number(),
  since: columns.instant,
});
/** Exceptions of one kind that block a period since a time, and who can resolve them. */
export type OwedSince = Readonly<z.infer<typeof owedRow>>;
export type OwedWork = Omit<OwedSince, 'since'>;

const OF_PERIOD = 'employerId = ? AND periodFrom = ? AND periodTo = ?';

export function endOwedWork(connection: Connection, { employerId, from, to }: EmployerDays): void {
  connection.run(`DELETE FROM owedWork WHERE ${OF_PERIOD}`, employerId, from, to);
}

export type OwedWorkLog = ReturnType<typeof openOwedWork>;

/** The blocking exceptions of a period with their start, by the role that can resolve them. */
export function openOwedWork({ connection, writable, now }: StorePart) {
  const find = ({ employerId, from, to }: EmployerDays): readonly OwedSince[] =>
    connection.rows(
      owedRow,
      `SELECT * FROM owedWork WHERE ${OF_PERIOD} ORDER BY recipient, delivery, role, code`,
      ...[employerId, from, to],
    );
  return {
    find,
    /** Replaces the findings of the previous export. Known findings keep their time; an empty list removes all. */
    record: (period: EmployerDays, found: readonly OwedWork[]): void =>
      writable().transaction(() => {
        const before = new Map(find(period).map((owed) => [keyOf(owed), owed.since]));
        endOwedWork(writable(), period);
        const of = { employerId: period.employerId, periodFrom: period.from, periodTo: period.to };
        for (const owed of found) {
          const { role, delivery, recipient, code, count } = owed;
          const since = before.get(keyOf(owed)) ?? now();
          writable().insert('owedWork', { ...of, role, delivery, recipient, code, count, since });
        }
      }),
  };
}

function keyOf({ role, delivery, recipient, code }: OwedWork): string {
  return JSON.stringify([role, delivery, recipient, code]);
}
