import { z } from 'zod';
import { type Connection, columns, type InsertCommand } from './connection.js';
import type { EmployerDays } from './scheduleState.js';
import type { StorePart } from './storePart.js';

/** The tenth step. Before it, each period had a file next to the store (see `acceptanceFiles.ts`). */
export const ACCEPTANCE_TABLE = `
   CREATE TABLE acceptance (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     finding    TEXT NOT NULL,
     reason     TEXT NOT NULL,
     givenFor   TEXT NOT NULL,
     seen       TEXT NOT NULL,
     at         INTEGER NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo, finding)
   ) STRICT;`;

/** A finding that the clerk accepted in the window. */
export const acceptance = z.object({
  reason: z.string(),
  /** Its code if all findings of the code were accepted at once, otherwise its own key. */
  by: z.string(),
  /** A digest of what was accepted: a finding that has changed since is not accepted. */
  seen: z.string(),
});
export const acceptances = z.record(z.string(), acceptance);
/** Key of the finding -> acceptance. */
export type Acceptances = Readonly<z.output<typeof acceptances>>;

const acceptanceRow = z.object({
  finding: z.string(),
  reason: z.string(),
  givenFor: z.string(),
  seen: z.string(),
  at: columns.instant,
});

const OF_DAYS = 'FROM acceptance WHERE employerId = ? AND periodFrom = ? AND periodTo = ?';

export type AcceptanceTable = ReturnType<typeof openAcceptances>;

/** What the window has accepted for the next final of each period. */
export function openAcceptances({ connection, writable, now }: StorePart) {
  const rowsOf = ({ employerId, from, to }: EmployerDays) =>
    connection.rows(acceptanceRow, `SELECT * ${OF_DAYS} ORDER BY finding`, employerId, from, to);
  const remove = ({ employerId, from, to }: EmployerDays, finding: string) =>
    writable().run(`DELETE ${OF_DAYS} AND finding = ?`, employerId, from, to, finding);
  const add = (days: EmployerDays, accepted: Acceptances, command: InsertCommand) => {
    const { employerId, from: periodFrom, to: periodTo } = days;
    for (const [finding, { reason, by: givenFor, seen }] of Object.entries(accepted)) {
      const row = { employerId, periodFrom, periodTo, finding, reason, givenFor, seen, at: now() };
      writable().insert('acceptance', row, command);
    }
  };
  return {
    find: (days: EmployerDays): Acceptances =>
      Object.fromEntries(
        rowsOf(days).map(({ finding, reason, givenFor, seen }) => [finding, { reason, by: givenFor, seen }]),
      ),
    /** When the newest of them was given; undefined if there are none. */
    newestAt: (days: EmployerDays): Date | undefined =>
      rowsOf(days)
        .map(({ at }) => at)
        .sort((one, other) => other.getTime() - one.getTime())[0],
    /** Adds and removes acceptances; those of other windows stay. */
    change: (
      days: EmployerDays,
      { accepted, undone }: { readonly accepted: Acceptances; readonly undone: readonly string[] },
    ): void =>
      writable().transaction(() => {
        add(days, accepted, 'INSERT OR REPLACE');
        for (const finding of undone) remove(days, finding);
      }),
    /** Acceptances of an earlier version, unless newer ones are there. @param isCurrent asked under the lock */
    takeOver: (days: EmployerDays, accepted: Acceptances, isCurrent: () => boolean): void =>
      writable().transaction(() => {
        if (isCurrent()) add(days, accepted, 'INSERT OR IGNORE');
      }),
  };
}

/** Within a transaction of the caller. */
export function forgetAcceptances(connection: Connection, { employerId, from, to }: EmployerDays): void {
  connection.run(`DELETE ${OF_DAYS}`, employerId, from, to);
}
