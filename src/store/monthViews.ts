import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { columns } from './connection.js';
import type { EmployerDays } from './scheduleState.js';
import type { StorePart } from './storePart.js';

/** The eleventh step. */
export const MONTH_VIEW_TABLE = `
   CREATE TABLE monthView (
     employerId TEXT NOT NULL,
     periodFrom TEXT NOT NULL,
     periodTo   TEXT NOT NULL,
     -- Empty for a blocked read, which has no run.
     runId      TEXT NOT NULL,
     language   TEXT NOT NULL,
     -- A digest of everything that it was computed from.
     inputs     TEXT NOT NULL,
     keptAt     INTEGER NOT NULL,
     gzip       BLOB NOT NULL,
     PRIMARY KEY (employerId, periodFrom, periodTo, runId, language)
   ) STRICT;`;

/** Of each employer: a large month needs a megabyte. */
const MOST_KEPT = 6;

/** A computed month of a period. */
export interface ViewKey extends EmployerDays {
  /** undefined for a blocked read. */
  readonly runId: string | undefined;
  readonly language: string;
}

const viewRow = z.object({ gzip: columns.bytes });

const OF_KEY = 'employerId = ? AND periodFrom = ? AND periodTo = ? AND runId = ? AND language = ?';

export type MonthViews = ReturnType<typeof openMonthViews>;

/**
 * Computed months for display, which the window need not compute again after a restart. No run and no file is made from
 * them.
 */
export function openMonthViews({ connection, writable, now }: StorePart) {
  return {
    /** @returns undefined if there is none of these inputs, or it is damaged: then it is computed again */
    find: (key: ViewKey, inputs: string): string | undefined => {
      const sql = `SELECT gzip FROM monthView WHERE ${OF_KEY} AND inputs = ?`;
      const [row] = connection.rows(viewRow, sql, ...keyValues(key), inputs);
      return row && unpacked(row.gzip);
    },
    /** Whether there is one, of any inputs. */
    isKept: (key: ViewKey): boolean =>
      Number(connection.value(`SELECT count(*) FROM monthView WHERE ${OF_KEY}`, ...keyValues(key))) > 0,
    /** Replaces the one with this key; the oldest of the employer are deleted. */
    keep: (key: ViewKey, inputs: string, content: string): void => {
      const { employerId, from: periodFrom, to: periodTo, runId = '', language } = key;
      const row = { employerId, periodFrom, periodTo, runId, language, inputs, keptAt: now() };
      const gzip = gzipSync(content);
      writable().transaction(() => {
        writable().insert('monthView', { ...row, gzip }, 'INSERT OR REPLACE');
        writable().run(
          `DELETE FROM monthView WHERE employerId = ?1 AND rowid NOT IN (
             SELECT rowid FROM monthView WHERE employerId = ?1 ORDER BY keptAt DESC, rowid DESC LIMIT ${MOST_KEPT})`,
          employerId,
        );
      });
    },
    /** Deletes the blocked reads of these days, in all languages. */
    forgetBlocked: ({ employerId, from, to }: EmployerDays): void => {
      const sql = `DELETE FROM monthView WHERE employerId = ? AND periodFrom = ? AND periodTo = ? AND runId = ''`;
      writable().run(sql, employerId, from, to);
    },
    /** Deletes everything of an employer. Without anything, as in a store that does not exist yet, nothing is written. */
    forgetAll: (employerId: string): void => {
      const kept = connection.value('SELECT count(*) FROM monthView WHERE employerId = ?', employerId);
      if (Number(kept) > 0) writable().run('DELETE FROM monthView WHERE employerId = ?', employerId);
    },
  };
}

function keyValues({ employerId, from, to, runId = '', language }: ViewKey): string[] {
  return [employerId, from, to, runId, language];
}

function unpacked(gzip: Uint8Array): string | undefined {
  try {
    return gunzipSync(gzip).toString();
  } catch {
    return undefined;
  }
}
