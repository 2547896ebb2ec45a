import type { Config } from '../../../config/config.js';
import { payRulesOf } from '../../../config/schema/paySchema.js';
import { monitorSettings, spanDays } from '../../../config/schema/scheduleSchema.js';
import type { Context } from '../../../context.js';
import { recordWindow } from '../../../domain/absences/absenceDates.js';
import type { Period } from '../../../domain/period/period.js';
import { addDays, clampToComputed, type LocalDate } from '../../../domain/time/localDate.js';
import { marginDays } from '../../../domain/timesheet/buildTimesheet.js';
import { mergeWindows, paddedWindow, type ReadWindow } from '../../../sources/records/readWindows.js';
import type { HolidaysToRead } from '../../../sources/source.js';
import { holidaysToRead, type RetainedRead } from '../../../sources/staging/mirroredRead.js';
import type { LedgerLink } from '../../../store/ledgerChain.js';
import type { MirrorScope } from '../../../store/mirror.js';
import type { Store, StoredRead } from '../../../store/store.js';
import type { PreparedRun } from '../../export/prepareRun.js';
import { readComparable } from '../../ledger/changedSince.js';
import type { CorrectionBase } from '../../ledger/correctionBase.js';
import { type ActiveFinal, type IsOwn, overlaps, ownFinals, parseOriginals } from '../../ledger/finals.js';

/** The days that a pass reads, and the finals that it compares. */
export interface MonitorPlan {
  readonly scope: MirrorScope;
  /** The days around today whose open items are reported. */
  readonly window: Period;
  /** All days that are read: windows in order, without a day in common. */
  readonly windows: readonly ReadWindow[];
  readonly holidays: HolidaysToRead | undefined;
  /** The compared finals and their records; a purged final has no records to compare. */
  readonly bases: readonly CorrectionBase[];
  /** Reads of the store with records that must not count as deleted after a single pass. */
  readonly retained: readonly RetainedRead[];
}

/** The records read for the planned days, and what they are compared with. */
export interface Pass {
  readonly context: Context;
  readonly prepared: PreparedRun;
  readonly store: Store;
  readonly plan: MonitorPlan;
  readonly read: StoredRead;
  readonly today: LocalDate;
  /** The keys whose finals are watched. */
  readonly isOwn: IsOwn;
}

export function planPass(
  store: Store,
  config: Config,
  {
    scope,
    today,
    isOwn,
  }: {
    readonly scope: MirrorScope;
    readonly today: LocalDate;
    readonly isOwn: IsOwn;
  },
): MonitorPlan {
  const { back, ahead, finals } = monitorSettings(config);
  const window = clampToComputed(addDays(today, -spanDays(back)), addDays(today, spanDays(ahead)));
  const links = store.ledger.links(config.employer.employerId);
  const watched = scope === 'whole' ? watchedFinals(ownFinals(links, isOwn), finals) : [];
  const bases = watched.flatMap((final) => readComparable(store, links, final) ?? []);
  const days = bases.map(({ final }) => daysOfFinal(final.link, config));
  const windows = mergeWindows([window, ...days]);
  return {
    scope,
    window: { ...window, label: `${window.from}..${window.to}` },
    windows,
    holidays: holidaysToRead(store, config.employer.employerId, { windows, scope, today }),
    bases,
    retained: retainedReads(store, links, bases, days, config),
  };
}

/** The finals of the newest periods, and all others that have days of these. */
function watchedFinals(finals: readonly ActiveFinal[], periods: number): readonly ActiveFinal[] {
  const days = new Map(finals.map(({ link: { period } }) => [`${period.to} ${period.from}`, period]));
  const newest = [...days.keys()].sort().reverse().slice(0, periods);
  return finals.filter(({ link }) =>
    newest.some((key) => overlaps(link.period, days.get(key) ?? link.period)),
  );
}

/** The days that a correction of the same days would read. */
function daysOfFinal({ period }: LedgerLink, config: Config): ReadWindow {
  return paddedWindow(recordWindow(period, payRulesOf(config), config.absences), marginDays(config));
}

/**
 * The newest pass over the finals, and the reads of finals and corrections that it does not cover: those that were made
 * after it began, and those of days that it did not read.
 */
function retainedReads(
  store: Store,
  links: readonly LedgerLink[],
  bases: readonly CorrectionBase[],
  days: readonly ReadWindow[],
  config: Config,
): readonly RetainedRead[] {
  if (bases.length === 0) return [];
  const pass = store.mirror.reads(config.employer.employerId).find(({ scope }) => scope === 'whole');
  const finals = new Set(bases.map(({ final }) => final.link.runId));
  const runs = links.filter(
    (link) =>
      finals.has(link.runId) ||
      (link.kind === 'correction' && parseOriginals(link).some((runId) => finals.has(runId))),
  );
  const unknown = runs.flatMap((link) => {
    const run = store.run(link.runId);
    if (run === undefined || run.readId === null) return [];
    const { from, to } = daysOfFinal(link, config);
    const isRead = pass?.windows.some((window) => window.from <= from && to <= window.to) ?? false;
    const isKnown = isRead && pass !== undefined && run.completedAt < pass.startedAt;
    return isKnown ? [] : [{ readId: run.readId, days }];
  });
  return pass === undefined ? unknown : [{ readId: pass.readId, days }, ...unknown];
}
