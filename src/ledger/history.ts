import { z } from 'zod';
import { didYouMean } from '../config/input/nearestName.js';
import { PaytallyError } from '../errors.js';
import type { KeptPaths } from '../store/keptPaths.js';
import type { LedgerLink } from '../store/ledgerLink.js';
import type { Store } from '../store/store.js';
import { supersededRuns } from './finals.js';

export type HistoryState = 'draft' | 'final' | 'correction' | 'superseded' | 'purge';

/** A run as the history tells of it; a draft stands in no chain. */
export interface HistoryRun {
  readonly runId: string;
  readonly employer: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly state: HistoryState;
  readonly startedAt: string;
  readonly digest?: string;
  readonly previousDigest?: string | null;
  readonly files: readonly HistoryFile[];
  /** Deliveries that have arrived, or may have, each with its recipient. */
  readonly sentTo: readonly string[];
}

const file = z.object({
  path: z.string(),
  template: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
export type HistoryFile = z.output<typeof file>;
const withFiles = z.object({ files: z.array(file).default([]) });

/** Newest first. A link never stands before an older one of its chain, also where the clock was set back meanwhile. */
export function historyOf(store: Store): HistoryRun[] {
  const links = store.ledger.links();
  const gone = supersededRuns(links);
  const linked = inTime(links).map(({ link, atMs }) => ({
    atMs,
    order: link.position,
    run: { ...ofLink(link, gone, store.paths), sentTo: sentTo(store, link.runId) },
  }));
  const drafts = store.runs({ state: 'draft' }).map((run) => ({
    atMs: run.startedAt.getTime(),
    order: -1,
    run: {
      runId: run.runId,
      employer: run.employerKey,
      period: { from: run.period.from, to: run.period.to },
      state: 'draft' as const,
      startedAt: run.startedAt.toISOString(),
      files: filesIn(run.manifest, store.paths),
      sentTo: sentTo(store, run.runId),
    },
  }));
  return [...linked, ...drafts].sort((a, b) => b.atMs - a.atMs || b.order - a.order).map(({ run }) => run);
}

/** Files of a link's facts or of a run's manifest, with absolute paths. */
export function filesIn(record: unknown, { placed }: KeptPaths): readonly HistoryFile[] {
  const files = withFiles.safeParse(record).data?.files ?? [];
  return files.map((each) => ({ ...each, path: placed(each.path) }));
}

/** @throws PaytallyError RUN_UNKNOWN with the nearest id */
export function runOfHistory(runs: readonly HistoryRun[], runId: string): HistoryRun {
  const run = runs.find((each) => each.runId === runId);
  if (run !== undefined) return run;
  const known = runs.map((each) => each.runId);
  throw new PaytallyError('RUN_UNKNOWN', `The store has no run "${runId}".${didYouMean(runId, known)}`, {
    record: runId,
  });
}

const ARRIVED = { sent: '', unknown: ' (unknown)' } as const;

function sentTo(store: Store, runId: string): string[] {
  return store.outbox
    .ofRun(runId)
    .flatMap(({ name, recipient, state }) =>
      state === 'sent' || state === 'unknown' ? [`${name}: ${recipient}${ARRIVED[state]}`] : [],
    );
}

function ofLink(link: LedgerLink, gone: ReadonlySet<string>, paths: KeptPaths): Omit<HistoryRun, 'sentTo'> {
  const { runId, employerKey, period, startedAt, digest, previousDigest, kind } = link;
  return {
    runId,
    employer: employerKey,
    period: { from: period.from, to: period.to },
    state: gone.has(runId) ? 'superseded' : kind,
    startedAt: startedAt.toISOString(),
    digest,
    previousDigest,
    files: filesIn(link.facts, paths),
  };
}

function inTime(links: readonly LedgerLink[]): { link: LedgerLink; atMs: number }[] {
  const latest = new Map<string, number>();
  return links.map((link) => {
    const atMs = Math.max(latest.get(link.employerId) ?? 0, link.startedAt.getTime());
    latest.set(link.employerId, atMs);
    return { link, atMs };
  });
}
