import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Reader } from '@zip.js/zip.js';
import { z } from 'zod';
import type { LoadedConfig } from '../../config/config.js';
import { suggestion } from '../../config/input/nearestName.js';
import type { Context } from '../../context.js';
import { groupBy } from '../../domain/collections.js';
import { type Period, spanOf } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { sayIn } from '../../i18n/formatMessage.js';
import type { Language } from '../../i18n/language.js';
import { joined, message, type Text } from '../../i18n/message.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { hasCode } from '../../runtime/notWritten.js';
import { findOwners, type StorePlace, withStore } from '../../sources/workforce/staging/withStore.js';
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
  /** Receipts of payroll APIs for its files. */
  readonly receipts?: readonly NonNullable<ReturnType<Store['outbox']['findByRun']>[number]['receipt']>[];
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
    ...deliveriesOfRun(store, runId),
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

/** The same runs give the same archive. */
const FIXED_DATE = new Date(Date.UTC(1980, 0, 1));

/**
 * An auditor's archive of some days: the files of all valid runs, their links, the content of persons, and a guide in
 * plain text.
 */
export async function historyPack(
  store: Store,
  employerId: string,
  { period, language, signal }: { period: Period; language: Language; signal: AbortSignal },
): Promise<Uint8Array> {
  const links = store.ledger.links(employerId);
  const wanted = links.filter((link) => overlaps(link.period, period));
  const { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, lastModDate: FIXED_DATE });
  const add = async (name: string, content: Reader<unknown>): Promise<void> => {
    await pauseForInterrupt(signal);
    await zip.add(name, content, { signal }).catch((failure: unknown) => {
      signal.throwIfAborted();
      throw failure;
    });
  };
  const addText = (name: string, text: string) => add(name, new TextReader(text));
  await addText('README.txt', guide(wanted, period, language));
  await addText('chain.txt', `${links.map(({ runId, digest }) => `${digest} ${runId}`).join('\n')}\n`);
  for (const { runId, body, facts } of wanted) {
    await addText(`${runId}/link.json`, body);
    await addText(
      `${runId}/people.json`,
      runInterruptible(() => peopleText(store, runId)),
    );
    const readId = store.run(runId)?.readId ?? null;
    if (readId !== null)
      await addText(
        `${runId}/records.ndjson`,
        runInterruptible(() => recordsText(store, readId)),
      );
    for (const { path } of recordedFiles(facts, store.paths)) {
      const bytes = await readFileBytes(path);
      if (bytes !== undefined) await add(`${runId}/files/${basename(path)}`, new Uint8ArrayReader(bytes));
    }
  }
  return zip.close();
}

function peopleText(store: Store, runId: string): string {
  const people = store.ledger
    .people(runId)
    .map(({ person, digest, content }) => ({ person, digest, content }));
  return JSON.stringify(people);
}

function recordsText(store: Store, readId: string): string {
  const lines: string[] = [];
  for (const person of [null, ...store.peopleOf(readId)]) {
    for (const { list, relation, json } of store.recordsOf(readId, person)) {
      if (relation === 'own') lines.push(`{"list":${JSON.stringify(list)},"record":${json}}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** undefined if the file is missing or unreadable: the link still has its digest. */
async function readFileBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (failure) {
    if (hasCode(failure)) return undefined;
    throw failure;
  }
}

function guide(links: readonly LedgerLink[], { from, to }: Period, language: Language): string {
  const runs = links.map(({ runId, kind, period, startedAt, digest }) =>
    message('pack.run', {
      runId,
      state: message(`terminal.state.${kind}`),
      from: period.from,
      to: period.to,
      at: startedAt.toISOString(),
      digest,
    }),
  );
  return sayIn(language)('pack.guide', { from, to, runs: joined(runs) });
}

/** The namespace of signatures: a signature for another purpose is invalid (ssh-keygen(1), SSHSIG). */
const SIGNATURE_NAMESPACE = 'paytally';

/**
 * Signs a file with the user's SSH key and the system's `ssh-keygen -Y sign`; anyone with the public key can check it.
 * Remove an older signature first. `ssh-keygen` or an agent requests a passphrase if needed.
 * @param key path of the private key, or of the public key if an agent has the private one
 * @returns the path of the signature, `<path>.sig`
 * @throws PaytallyError OUTPUT_NOT_WRITTEN
 */
export async function signFile(path: string, key: string): Promise<string> {
  const signature = `${path}.sig`;
  const said = await sign(['-Y', 'sign', '-f', key, '-n', SIGNATURE_NAMESPACE, path]);
  if (said === undefined && existsSync(signature)) return signature;
  const reason = said ?? message('ledger.sshKeygenFailed');
  const values = { path, reason, key, namespace: SIGNATURE_NAMESPACE };
  throw new PaytallyError('OUTPUT_NOT_WRITTEN', message('ledger.notSigned', values), { record: signature });
}

/** undefined on success; otherwise the message of ssh-keygen. */
function sign(args: readonly string[]): Promise<Text | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn('ssh-keygen', args, { stdio: ['inherit', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (data: Buffer) => {
      said = `${said}${data.toString()}`.slice(-1000);
    });
    child.on('error', (failure) => {
      if (hasCode(failure) && failure.code === 'ENOENT') resolve(message('ledger.noSshKeygen'));
      else reject(failure);
    });
    child.on('close', (code) =>
      resolve(code === 0 ? undefined : said.trim() || message('ledger.sshKeygenFailed')),
    );
  });
}
