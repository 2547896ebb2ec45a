import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { LoadedConfig } from '../../config/config.js';
import { suggestion } from '../../config/input/nearestName.js';
import type { Context } from '../../context.js';
import { groupBy } from '../../domain/collections.js';
import { spanOf } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { findOwners, type StorePlace, withStore } from '../../sources/staging/withStore.js';
import type { KeptPaths } from '../../store/keptPaths.js';
import type { LedgerLink, LinkDays } from '../../store/ledgerChain.js';
import { STORE_NAME } from '../../store/openStore.js';
import { isServerUrl } from '../../store/postgres/server.js';
import type { Store, StoredRun } from '../../store/store.js';
import { digestsOutside } from './chainFile.js';
import { overlaps, supersededRuns } from './finals.js';

export type HistoryState = 'draft' | 'final' | 'correction' | 'superseded' | 'purge';

/** A run in the history; a draft is not in a chain. */
export interface HistoryRun {
  readonly runId: string;
  readonly employer: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly state: HistoryState;
  readonly startedAt: string;
  readonly digest?: string;
  readonly previousDigest?: string | null;
  readonly files: readonly HistoryFile[];
  /** Deliveries that arrived or may have arrived, each with its recipient. */
  readonly sentTo: readonly string[];
  /** Reasons by accepted code, or code and record: `OPEN_ENTRY`, `OVERLAP 0a1b`. */
  readonly accepted?: Readonly<Record<string, string>>;
  /** The runs that it replaced, and why. */
  readonly supersedes?: readonly string[];
  readonly supersedeReason?: string;
  /** Receipts of payroll APIs for its files. */
  readonly receipts?: readonly NonNullable<ReturnType<Store['outbox']['findByRun']>[number]['receipt']>[];
}

const file = z.object({
  path: z.string(),
  template: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** Whether it only describes other files; not recorded by earlier versions. */
  isCompanion: z.literal(true).exactOptional(),
});
export type HistoryFile = z.output<typeof file>;
const withFiles = z.object({ files: z.array(file).default([]) });

const withReasons = z.object({
  accepted: z.record(z.string(), z.string()).default({}),
  supersedes: z.array(z.string()).default([]),
  supersedeReason: z.string().optional(),
});

export interface HistoryFilter {
  /** Keys of employers; undefined for all. */
  readonly employers?: readonly string[] | undefined;
  /** Runs with one of these days. */
  readonly days?: LinkDays | undefined;
  /** Only the newest. */
  readonly limit?: number | undefined;
}

/**
 * Newest first. A link is never listed before an older one of its chain, even if the clock was set back meanwhile. Only
 * the chains of shown runs are read.
 */
export function readHistory(store: Store, filter: HistoryFilter = {}): HistoryRun[] {
  const { employers, days, limit } = filter;
  const refs = store.runRefs({ employerKeys: employers, days, limit });
  const purges = store.ledger
    .purges()
    .filter((link) => employers?.includes(link.employerKey) ?? true)
    .filter((link) => days === undefined || overlaps(link.period, days));
  const shown = [...refs, ...purges];
  const found = [...groupBy(shown, ({ employerId }) => employerId)].flatMap(([employerId, runs]) =>
    timedRuns(store, employerId, new Set(runs.map(({ runId }) => runId)), limit !== undefined),
  );
  const sorted = found.sort((a, b) => b.atMs - a.atMs || b.order - a.order).map(({ run }) => run);
  return limit === undefined ? sorted : sorted.slice(0, limit);
}

interface TimedRun {
  readonly atMs: number;
  /** Position in the chain; -1 for a draft. */
  readonly order: number;
  readonly run: HistoryRun;
}

/** Runs of one employer. @param isPage whether they are a small part of its chain */
function timedRuns(
  store: Store,
  employerId: string,
  runIds: ReadonlySet<string>,
  isPage: boolean,
): readonly TimedRun[] {
  const links = isPage ? linksOfPage(store, employerId, runIds) : store.ledger.links(employerId);
  const gone = supersededRuns(links);
  const linked = withRisingTime(links).filter(({ link }) => runIds.has(link.runId));
  const inChain = new Set(linked.map(({ link }) => link.runId));
  const drafts = [...runIds].flatMap((runId) => (inChain.has(runId) ? [] : (store.run(runId) ?? [])));
  return [
    ...linked.map(({ link, atMs }) => ({ atMs, order: link.position, run: linkedRun(store, link, gone) })),
    ...drafts.map((run) => ({ atMs: run.startedAt.getTime(), order: -1, run: draftRun(store, run) })),
  ];
}

/** Links of some runs, and those with a day in common, which may have replaced them. */
function linksOfPage(store: Store, employerId: string, runIds: ReadonlySet<string>): readonly LedgerLink[] {
  const own = [...runIds].flatMap((runId) => store.ledger.link(runId) ?? []);
  const days = spanOf(own.map(({ period }) => period));
  if (days === undefined) return [];
  const all = [...own, ...store.ledger.linksOfDays(employerId, days)];
  return [...new Map(all.map((link) => [link.runId, link])).values()].sort((a, b) => a.position - b.position);
}

function draftRun(store: Store, { runId, employerKey, period, startedAt, manifest }: StoredRun): HistoryRun {
  return {
    runId,
    employer: employerKey,
    period: { from: period.from, to: period.to },
    state: 'draft',
    startedAt: startedAt.toISOString(),
    files: recordedFiles(manifest, store.paths),
    ...deliveriesOfRun(store, runId),
  };
}

/** Files of a link's facts or of a run's manifest, with absolute paths. */
export function recordedFiles(record: unknown, { placed }: KeptPaths): readonly HistoryFile[] {
  const files = withFiles.safeParse(record).data?.files ?? [];
  return files.map((each) => ({ ...each, path: placed(each.path) }));
}

/** @throws PaytallyError RUN_UNKNOWN with the nearest id */
export function findHistoryRun(store: Store, runId: string): HistoryRun {
  const run = findRunIfKnown(store, runId);
  if (run !== undefined) return run;
  const known = [...store.runRefs(), ...store.ledger.purges()];
  throw unknownRun(
    runId,
    known.map((each) => each.runId),
  );
}

export function findRunIfKnown(store: Store, runId: string): HistoryRun | undefined {
  const link = store.ledger.link(runId);
  if (link !== undefined)
    return linkedRun(store, link, supersededRuns(store.ledger.linksOfDays(link.employerId, link.period)));
  const run = store.run(runId);
  return run && draftRun(store, run);
}

/** The ID of the newest final or correction. @param word names it @throws PaytallyError RUN_UNKNOWN if there is none */
export function newestRunId(store: Store, word: string): string {
  const newest = store.runRefs().find(({ state }) => state !== 'draft');
  if (newest === undefined) throw unknownRun(word, []);
  return newest.runId;
}

/** For a run that the store does not have. */
export function unknownRun(runId: string, known: readonly string[]): PaytallyError {
  const values = { runId, ...suggestion(runId, known) };
  return new PaytallyError('RUN_UNKNOWN', message('ledger.runUnknown', values), { record: runId });
}

const ARRIVED = { sent: '', unknown: ' (unknown)' } as const;

function deliveriesOfRun(store: Store, runId: string): Pick<HistoryRun, 'sentTo' | 'receipts'> {
  const items = store.outbox.findByRun(runId);
  const receipts = items.flatMap(({ receipt }) => receipt ?? []);
  return {
    sentTo: items.flatMap(({ name, recipient, state, receipt }) =>
      state === 'sent' || state === 'unknown'
        ? [`${name}: ${recipient}${receipt === undefined ? '' : ` ${receipt.id}`}${ARRIVED[state]}`]
        : [],
    ),
    ...(receipts.length > 0 ? { receipts } : {}),
  };
}

function linkedRun(store: Store, link: LedgerLink, gone: ReadonlySet<string>): HistoryRun {
  const { runId, employerKey, period, startedAt, digest, previousDigest, kind } = link;
  return {
    runId,
    employer: employerKey,
    period: { from: period.from, to: period.to },
    state: gone.has(runId) ? 'superseded' : kind,
    startedAt: startedAt.toISOString(),
    digest,
    previousDigest,
    files: recordedFiles(link.facts, store.paths),
    ...reasonsOf(link),
    ...deliveriesOfRun(store, runId),
  };
}

/** What people decided when they made a run official. */
function reasonsOf({
  facts,
}: Pick<LedgerLink, 'facts'>): Pick<HistoryRun, 'accepted' | 'supersedes' | 'supersedeReason'> {
  const { accepted = {}, supersedes = [], supersedeReason } = withReasons.safeParse(facts).data ?? {};
  return {
    ...(Object.keys(accepted).length === 0 ? {} : { accepted }),
    ...(supersedes.length === 0 ? {} : { supersedes }),
    ...(supersedeReason === undefined ? {} : { supersedeReason }),
  };
}

function withRisingTime(links: readonly LedgerLink[]): { link: LedgerLink; atMs: number }[] {
  const latest = new Map<string, number>();
  return links.map((link) => {
    const atMs = Math.max(latest.get(link.employerId) ?? 0, link.startedAt.getTime());
    latest.set(link.employerId, atMs);
    return { link, atMs };
  });
}

export interface LedgerUse {
  /** Whether it makes changes: then no other process works on these employers in a shared store meanwhile. */
  readonly writes?: boolean;
  /** Its run: then only the rows of that run's employer are needed. */
  readonly runId?: string;
  /** Whether the command is a list or the board, which need no records of people. */
  readonly lists?: {
    /** Only runs with one of these days, for which the store's establishments and holidays may be needed. */
    readonly days?: (store: Store) => Promise<LinkDays | undefined>;
    /** Keys under which the runs were recorded. */
    readonly employers?: readonly string[] | undefined;
    readonly limit?: number | undefined;
    /** IDs of the only employers that the command needs. */
    readonly employerIds?: readonly string[] | undefined;
  };
}

/**
 * Opens a store for a command about earlier runs: for writing, so that interrupted work is completed first, or for
 * reading if there is none, so that none is created.
 */
export async function withLedger<Result>(
  { clock }: { readonly clock: Pick<Context['clock'], 'nowMs'> },
  { loaded, storeFolder }: Pick<ActionPlace, 'loaded' | 'storeFolder'>,
  use: (store: Store) => Promise<Result>,
  { writes = false, runId, lists }: LedgerUse = {},
): Promise<Result> {
  const place = { loaded, storeFolder, nowMs: () => clock.nowMs() };
  if (isServerUrl(loaded.config.store)) {
    const shared = { ...place, mode: writes ? 'write' : 'read' } as const;
    const employerIds = runId === undefined ? undefined : await findOwners(shared, runId);
    if (lists === undefined) return withStore({ ...shared, employerIds }, use);
    return withLists(shared, employerIds === undefined ? lists : { employerIds }, use);
  }
  const mode = existsSync(join(storeFolder, STORE_NAME)) ? 'write' : 'read';
  return withStore({ ...place, mode }, use);
}

interface ActionPlace extends StorePlace {
  readonly loaded: LoadedConfig;
}

/** Copies first the rows that determine which others are needed, then only those. */
async function withLists<Result>(
  place: ActionPlace,
  { days, employers, limit, employerIds: only }: NonNullable<LedgerUse['lists']>,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const isNarrow = employers !== undefined || limit !== undefined;
  const found = isNarrow ? await findOwners(place, { employerKeys: employers, limit }) : undefined;
  const narrow = { ...place, employerIds: only ?? found };
  const depth = await withStore({ ...narrow, depth: 'places' }, async (store) => ({
    days: await days?.(store),
    digests: digestsOutside(store, place.loaded),
  }));
  return withStore({ ...narrow, depth }, use);
}
