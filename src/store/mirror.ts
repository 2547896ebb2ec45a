import { z } from 'zod';
import { CAUSES } from '../domain/corrections/findCauses.js';
import { type LocalDate, toLocalDate } from '../domain/time/localDate.js';
import { type Connection, columns } from './connection.js';
import type { StorePart } from './storePart.js';

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

/** The days that a pass of the monitor reads: only its window, or also those of the watched finals. */
export type MirrorScope = MirroredRead['scope'];

const mirrorRow = z.object({
  scope: z.enum(['window', 'whole']),
  readId: z.string(),
  /** The days that were read: windows in order, without overlap. */
  windows: columns.json.pipe(z.array(z.object({ from: columns.day, to: columns.day }).readonly()).readonly()),
  startedAt: columns.instant,
  completedAt: columns.instant,
});
/** The newest complete pass of the monitor over some days. */
export interface MirroredRead extends Readonly<z.infer<typeof mirrorRow>> {
  /** Whether it was completed in the last 24 hours. */
  readonly isFresh: boolean;
}

/**
 * `change`: a pay line that differs from a final. `finding`: an open item. `planned`: a breach that the plan would
 * cause.
 */
export const MONITOR_ITEM_KINDS = ['change', 'finding', 'planned'] as const;
export type MonitorItemKind = (typeof MONITOR_ITEM_KINDS)[number];

/** null if the unit is not minutes. */
const minutes = z.number().nullable();

export const openChange = z.object({
  /** The final that covers the day. */
  finalRun: z.string(),
  employeeId: z.string(),
  date: columns.day,
  payCode: z.string(),
  /** Its label. */
  establishment: z.string().nullable(),
  costCenter: z.string().nullable(),
  unit: z.enum(['minutes', 'times', 'days']),
  /** Amounts in the unit. */
  before: z.number(),
  after: z.number(),
  difference: z.number(),
  beforeMinutes: minutes,
  afterMinutes: minutes,
  differenceMinutes: minutes,
  cause: z.enum(CAUSES),
  causes: z.array(z.enum(CAUSES)).readonly(),
  /** The cells of the person's mapping rows that changed, if they are a cause. */
  mapping: z
    .array(z.object({ column: z.string(), before: z.string(), after: z.string() }))
    .readonly()
    .optional(),
});

/** A pay line that differs from a final and its corrections, as shown in lists. */
export type OpenChange = Readonly<z.output<typeof openChange>>;

/** The content of a change. */
export const changeContent = z.object({
  change: openChange,
  /** The days of the final. */
  period: z.object({ from: columns.day, to: columns.day }),
  /** The newest compared link of the audit trail. */
  position: z.number(),
});

const itemRow = z.object({
  /** Identical in every pass while it is valid. */
  itemId: z.string(),
  person: z.string().transform((person) => person || null),
  day: z.string().transform((day) => (day === '' ? null : toLocalDate(day))),
  content: columns.json.pipe(z.record(z.string(), z.unknown())),
  /** Whether a command printed it. */
  printed: columns.flag,
  /** Whether its recipients were notified. */
  notified: columns.flag,
});
/** A finding of a pass that is still valid. */
export type MonitorItem = Readonly<z.infer<typeof itemRow>>;
export type NewMonitorItem = Omit<MonitorItem, 'printed' | 'notified'>;

/** A pass that is complete. */
export interface MonitorPass extends Pick<MirroredRead, 'scope' | 'readId' | 'windows'> {
  readonly employerId: string;
  /** The findings of the pass, by kind; kinds that it did not check keep their items. */
  readonly items: Partial<Readonly<Record<MonitorItemKind, readonly NewMonitorItem[]>>>;
}

export type Mirror = ReturnType<typeof openMirror>;

/** The monitor's data: the records of its newest passes, and their findings. */
export function openMirror({ connection, writable, now }: StorePart) {
  const items = (employerId: string, kind: MonitorItemKind): readonly MonitorItem[] => {
    const sql = 'SELECT * FROM monitorItem WHERE employerId = ? AND kind = ? ORDER BY itemId';
    return connection.rows(itemRow, sql, employerId, kind);
  };
  return {
    items,
    /** The newest passes of an employer, the newest first. */
    reads: (employerId: string): readonly MirroredRead[] => {
      const sql = `SELECT scope, readId, windows, startedAt, completedAt FROM mirror JOIN read USING (readId)
        WHERE mirror.employerId = ? AND completedAt IS NOT NULL ORDER BY completedAt DESC`;
      return connection.rows(mirrorRow, sql, employerId).map((read) => {
        const ageMs = now().getTime() - read.completedAt.getTime();
        return { ...read, isFresh: ageMs >= 0 && ageMs <= DAY_MS };
      });
    },
    /** Replaces the records and the items of earlier passes, all or nothing. */
    commit: ({ employerId, scope, readId, windows, items: found }: MonitorPass): void =>
      writable().transaction(() => {
        // A full pass includes the window of the other one.
        dropReads(writable(), employerId, scope === 'whole' ? undefined : scope);
        writable().insert('mirror', { employerId, scope, readId, windows: JSON.stringify(windows) });
        for (const kind of MONITOR_ITEM_KINDS) {
          const some = found[kind];
          if (some !== undefined) replaceItems(writable(), employerId, kind, some, items(employerId, kind));
        }
      }),
    /** Records that items were printed, or that their recipients were notified. */
    mark: (
      employerId: string,
      kind: MonitorItemKind,
      itemIds: readonly string[],
      as: 'printed' | 'notified',
    ): void =>
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
  dropReads(connection, employerId);
  const sql = `DELETE FROM monitorItem WHERE employerId = ?1 AND (?2 IS NULL OR person = ?2) AND (?3 IS NULL OR day < ?3)`;
  connection.run(sql, employerId, person, before);
}

/** @param scope undefined for both */
function dropReads(connection: Connection, employerId: string, scope?: MirrorScope): void {
  const where = 'employerId = ?1 AND (?2 IS NULL OR scope = ?2)';
  const sql = `DELETE FROM read WHERE readId IN (SELECT readId FROM mirror WHERE ${where})`;
  connection.run(sql, employerId, scope);
  connection.run(`DELETE FROM mirror WHERE ${where}`, employerId, scope);
}

/** Items that were found before keep their marks; items that are no longer valid are removed. */
function replaceItems(
  connection: Connection,
  employerId: string,
  kind: MonitorItemKind,
  found: readonly NewMonitorItem[],
  before: readonly MonitorItem[],
): void {
  const known = new Map(before.map((item) => [item.itemId, item]));
  connection.run('DELETE FROM monitorItem WHERE employerId = ? AND kind = ?', employerId, kind);
  for (const { itemId, person, day, content } of found) {
    const { printed = false, notified = false } = known.get(itemId) ?? {};
    connection.insert('monitorItem', {
      employerId,
      kind,
      itemId,
      person: person ?? '',
      day: day ?? '',
      printed,
      notified,
      content: JSON.stringify(content),
    });
  }
}
