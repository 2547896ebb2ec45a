import { z } from 'zod';
import { type LocalDate, toLocalDate } from '../domain/time/localDate.js';
import type { JsonObject } from './canonicalJson.js';
import type { Connection } from './connection.js';

export const MIRROR_TABLES = `
   CREATE TABLE mirror (
     employerId TEXT NOT NULL,
     scope      TEXT NOT NULL,
     readId     TEXT NOT NULL,
     windows    TEXT NOT NULL,
     PRIMARY KEY (employerId, scope)
   ) STRICT;
   CREATE TABLE monitorItem (
     employerId TEXT NOT NULL,
     kind       TEXT NOT NULL,
     itemId     TEXT NOT NULL,
     -- Empty where it is about no employee.
     person     TEXT NOT NULL,
     day        TEXT NOT NULL,
     content    TEXT NOT NULL,
     printed    INTEGER NOT NULL,
     notified   INTEGER NOT NULL,
     PRIMARY KEY (employerId, kind, itemId)
   ) STRICT;`;

const DAY_MS = 24 * 3_600_000;

interface Days {
  readonly from: LocalDate;
  readonly to: LocalDate;
}

/** The days that a pass of the monitor reads: only its window, or also those of the watched finals. */
export type MirrorScope = 'window' | 'whole';

/** The newest complete pass of the monitor over some days. */
export interface MirroredRead {
  readonly scope: MirrorScope;
  readonly readId: string;
  readonly startedAt: Date;
  readonly completedAt: Date;
  /** The days that were read: windows in order, without overlap. */
  readonly windows: readonly Days[];
  /** Whether it was completed in the last 24 hours. */
  readonly isFresh: boolean;
}

/**
 * `change`: a pay line that differs from a final. `finding`: an open item. `planned`: a breach that the plan would
 * cause.
 */
export const MONITOR_ITEM_KINDS = ['change', 'finding', 'planned'] as const;
export type MonitorItemKind = (typeof MONITOR_ITEM_KINDS)[number];

/** A finding of a pass that is still valid. */
export interface NewMonitorItem {
  /** Identical in every pass while it is valid. */
  readonly itemId: string;
  readonly person: string | null;
  readonly day: LocalDate | null;
  readonly content: JsonObject;
}

export interface MonitorItem extends NewMonitorItem {
  /** Whether a command printed it. */
  readonly printed: boolean;
  /** Whether its recipients were notified. */
  readonly notified: boolean;
}

/** A pass that is complete. */
export interface MonitorPass {
  readonly employerId: string;
  readonly scope: MirrorScope;
  readonly readId: string;
  readonly windows: readonly Days[];
  /** The findings of the pass, by kind; kinds that it did not check keep their items. */
  readonly items: Partial<Readonly<Record<MonitorItemKind, readonly NewMonitorItem[]>>>;
}

/** The monitor's data: the records of its newest passes, and their findings. */
export interface Mirror {
  /** The newest passes of an employer, the newest first. */
  reads(employerId: string): readonly MirroredRead[];
  items(employerId: string, kind: MonitorItemKind): readonly MonitorItem[];
  /** Replaces the records and the items of earlier passes, all or nothing. */
  commit(pass: MonitorPass): void;
  /** Records that items were printed, or that their recipients were notified. */
  mark(
    employerId: string,
    kind: MonitorItemKind,
    itemIds: readonly string[],
    as: 'printed' | 'notified',
  ): void;
}

const mirrorRow = z.object({
  scope: z.enum(['window', 'whole']),
  readId: z.string(),
  windows: z.string(),
  startedAt: z.number(),
  completedAt: z.number(),
});
const itemContent = z.record(z.string(), z.unknown());
const windowsColumn = z.array(
  z.object({ from: z.string().transform(toLocalDate), to: z.string().transform(toLocalDate) }),
);
const itemRow = z.object({
  itemId: z.string(),
  person: z.string(),
  day: z.string(),
  content: z.string(),
  printed: z.number(),
  notified: z.number(),
});

export function openMirror(
  connection: () => Connection,
  writable: () => Connection,
  now: () => Date,
): Mirror {
  const items: Mirror['items'] = (employerId, kind) =>
    connection()
      .rows(
        itemRow,
        'SELECT itemId, person, day, content, printed, notified FROM monitorItem WHERE employerId = ? AND kind = ? ORDER BY itemId',
        ...[employerId, kind],
      )
      .map(({ itemId, person, day, content, printed, notified }) => ({
        itemId,
        person: person || null,
        day: day === '' ? null : toLocalDate(day),
        content: itemContent.parse(JSON.parse(content)),
        printed: printed === 1,
        notified: notified === 1,
      }));
  return {
    items,
    reads: (employerId) =>
      connection()
        .rows(
          mirrorRow,
          `SELECT scope, readId, windows, startedAt, completedAt FROM mirror JOIN read USING (readId)
            WHERE mirror.employerId = ? AND completedAt IS NOT NULL ORDER BY completedAt DESC`,
          employerId,
        )
        .map(({ scope, readId, windows, startedAt, completedAt }) => {
          const ageMs = now().getTime() - completedAt;
          return {
            ...{ scope, readId, isFresh: ageMs >= 0 && ageMs <= DAY_MS },
            ...{ startedAt: new Date(startedAt), completedAt: new Date(completedAt) },
            windows: windowsColumn.parse(JSON.parse(windows)),
          };
        }),
    commit: ({ employerId, scope, readId, windows, items: found }) =>
      writable().transaction(() => {
        // A full pass includes the window of the other one.
        dropReads(writable(), employerId, scope === 'whole' ? ['window', 'whole'] : ['window']);
        const values = [employerId, scope, readId, JSON.stringify(windows)];
        writable().run('INSERT INTO mirror VALUES (?, ?, ?, ?)', ...values);
        for (const [kind, some = []] of Object.entries(found))
          replaceItems(
            writable(),
            employerId,
            kind,
            some,
            new Map(items(employerId, kind as MonitorItemKind).map((item) => [item.itemId, item])),
          );
      }),
    mark: (employerId, kind, itemIds, as) =>
      writable().transaction(() => {
        const sql = `UPDATE monitorItem SET ${as} = 1 WHERE employerId = ? AND kind = ? AND itemId = ?`;
        for (const itemId of itemIds) writable().run(sql, employerId, kind, itemId);
      }),
  };
}

/** Items about one person, or about days before a day; all items if neither is given. */
export interface ForgottenItems {
  readonly person?: string | undefined;
  readonly before?: LocalDate | undefined;
}

/** Deletes the monitor's records of an employer, which the next pass reads again, and some of its items. */
export function forgetMirror(
  connection: Connection,
  employerId: string,
  { person, before }: ForgottenItems,
): void {
  dropReads(connection, employerId, ['window', 'whole']);
  const sql = `DELETE FROM monitorItem WHERE employerId = ? AND (? IS NULL OR person = ?) AND (? IS NULL OR day < ?)`;
  connection.run(sql, employerId, person ?? null, person ?? null, before ?? null, before ?? null);
}

function dropReads(connection: Connection, employerId: string, scopes: readonly MirrorScope[]): void {
  for (const scope of scopes) {
    const sql =
      'DELETE FROM read WHERE readId IN (SELECT readId FROM mirror WHERE employerId = ? AND scope = ?)';
    connection.run(sql, employerId, scope);
    connection.run('DELETE FROM mirror WHERE employerId = ? AND scope = ?', employerId, scope);
  }
}

/** Items that were found before keep their data; items that are no longer valid are removed. */
function replaceItems(
  connection: Connection,
  employerId: string,
  kind: string,
  found: readonly NewMonitorItem[],
  known: ReadonlyMap<string, MonitorItem>,
): void {
  const still = new Set(found.map(({ itemId }) => itemId));
  for (const itemId of known.keys())
    if (!still.has(itemId))
      connection.run(
        'DELETE FROM monitorItem WHERE employerId = ? AND kind = ? AND itemId = ?',
        employerId,
        kind,
        itemId,
      );
  for (const { itemId, person, day, content } of found) {
    const before = known.get(itemId);
    const values = [person ?? '', day ?? '', JSON.stringify(content)] as const;
    if (before === undefined)
      connection.run(
        'INSERT INTO monitorItem VALUES (?, ?, ?, ?, ?, ?, 0, 0)',
        employerId,
        kind,
        itemId,
        ...values,
      );
    else
      connection.run(
        'UPDATE monitorItem SET person = ?, day = ?, content = ? WHERE employerId = ? AND kind = ? AND itemId = ?',
        ...values,
        employerId,
        kind,
        itemId,
      );
  }
}
