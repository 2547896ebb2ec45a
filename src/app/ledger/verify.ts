import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { LoadedConfig } from '../../config/config.js';
import { PaytallyError } from '../../errors.js';
import { type Message, message, verbatim } from '../../i18n/message.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { hasCode } from '../../runtime/notWritten.js';
import { digestOf, type LedgerLink } from '../../store/ledgerChain.js';
import { findLinkedSeal } from '../../store/seals.js';
import type { Store } from '../../store/store.js';
import { findOlderStore, readDigest, witnessesBeside } from './chainFile.js';
import { supersededRuns } from './finals.js';
import { findHistoryRun, type HistoryFile, type HistoryRun, recordedFiles } from './history.js';

export interface VerifyProblem {
  readonly what: Message;
  /** Absolute. */
  readonly path?: string;
}

export interface Verified {
  readonly runId: string;
  readonly ok: boolean;
  readonly problems: readonly VerifyProblem[];
  /** Set if the persons' content of the run was purged. */
  readonly purged?: true;
}

export interface VerifiedStore {
  readonly verified: readonly Verified[];
  /** Problems that belong to no run. */
  readonly failure: PaytallyError | undefined;
}

/** The runs to verify; undefined for all valid ones. */
export interface VerifyScope {
  readonly runId?: string | undefined;
  /** Keys of the configuration. */
  readonly employers?: readonly string[] | undefined;
  /** Runs that started at this time or later. */
  readonly since?: Date | undefined;
  /** Called before each run. */
  readonly onRun?: ((done: number) => void) | undefined;
}

/** Verifies the records of runs, and the files outside the store. @throws PaytallyError RUN_UNKNOWN */
export async function verifyStore(
  store: Store,
  loaded: LoadedConfig,
  scope: VerifyScope,
  signal: AbortSignal,
): Promise<VerifiedStore> {
  try {
    const verified = await verifyRuns(store, loaded, scope, signal);
    return { verified, failure: unknownChain(store, loaded, scope) };
  } catch (failure) {
    return { verified: [], failure: unreadableStore(failure, store) };
  }
}

/** The failure that names the first of the changed runs; undefined if there are none. */
export function changedRuns(verified: readonly Verified[]): PaytallyError | undefined {
  const [first, ...more] = verified.filter(({ ok }) => !ok);
  const [problem] = first?.problems ?? [];
  if (first === undefined || problem === undefined) return undefined;
  return changedRun(first.runId, problem.what, problem.path ?? first.runId, more.length);
}

/** The same for a store's records of all runs, in any location: files outside it are not checked. */
export async function verifyContents(
  store: Store,
  signal: AbortSignal,
  onRun?: (done: number) => void,
): Promise<PaytallyError | undefined> {
  try {
    const [damage] = store.damage();
    if (damage !== undefined)
      return new PaytallyError('VERIFY_FAILED', verbatim(damage), { record: store.path });
    const pass: Pass = { store, look: 'contents', signal, onRun, done: 0 };
    for (const employerId of store.ledger.employers())
      for (const { runId, problems } of await verifyChain(pass, employerId, () => true))
        for (const { what } of problems) return changedRun(runId, what, store.path);
    return undefined;
  } catch (failure) {
    return unreadableStore(failure, store);
  }
}

function changedRun(run: string, problem: Message, record: string, more = 0): PaytallyError {
  return new PaytallyError('VERIFY_FAILED', message('commands.verifyChanged', { run, more, problem }), {
    record,
  });
}

/** @throws errors other than damage */
function unreadableStore(failure: unknown, { path }: Store): PaytallyError {
  if (!isUnreadable(failure)) throw failure;
  const text = failure instanceof PaytallyError ? failure.text : verbatim(failure.message);
  return new PaytallyError('VERIFY_FAILED', text, { record: path });
}

/** The stored content cannot be read. */
function isUnreadable(failure: unknown): failure is Error {
  if (failure instanceof PaytallyError) return failure.code === 'STORE_UNUSABLE';
  return failure instanceof z.ZodError || failure instanceof RangeError || failure instanceof SyntaxError;
}

async function verifyRuns(
  store: Store,
  loaded: LoadedConfig,
  { runId, employers, since, onRun }: VerifyScope,
  signal: AbortSignal,
): Promise<readonly Verified[]> {
  const pass: Pass = { store, look: 'everything', signal, onRun, done: 0 };
  if (runId !== undefined) {
    const run = findHistoryRun(store, runId);
    const link = store.ledger.link(runId);
    if (run.state === 'draft' || link === undefined) return [await verifyDraft(store, run)];
    return verifyChain(pass, link.employerId, (each) => each.runId === runId);
  }
  const chosen = employers && new Set(employers.map((key) => loaded.config.employers[key]?.employerId));
  const verified: Verified[] = [];
  for (const employerId of store.ledger.employers()) {
    if (chosen !== undefined && !chosen.has(employerId)) continue;
    const isWanted = ({ startedAt }: LedgerLink) => since === undefined || startedAt >= since;
    verified.push(...(await verifyChain(pass, employerId, isWanted)));
  }
  return verified;
}

/** A store without records of an employer, although a digest of the employer's chain is next to the configuration. */
function unknownChain(
  store: Store,
  loaded: LoadedConfig,
  { employers = Object.keys(loaded.config.employers) }: VerifyScope,
): PaytallyError | undefined {
  for (const [path, key] of witnessesBeside(loaded, employers)) {
    const older = findOlderStore([path], key, store);
    if (older === undefined) continue;
    const { text, record = loaded.path, remedyText: remedy } = older;
    return new PaytallyError('VERIFY_FAILED', text, { record, remedy });
  }
  return undefined;
}

/** One verification of a store. */
interface Pass {
  readonly store: Store;
  /** `contents`: without files outside the store. */
  readonly look: 'everything' | 'contents';
  readonly signal: AbortSignal;
  readonly onRun: ((done: number) => void) | undefined;
  done: number;
}

/** Files, stored reads and chain of an employer's runs, in the order of its chain. */
async function verifyChain(
  pass: Pass,
  employerId: string,
  wanted: (link: LedgerLink) => boolean,
): Promise<Verified[]> {
  const { store, look, signal } = pass;
  const links = store.ledger.links(employerId);
  const gone = supersededRuns(links);
  const verified: Verified[] = [];
  for (const [index, link] of links.entries()) {
    if (!wanted(link)) continue;
    await pauseForInterrupt(signal);
    pass.onRun?.(pass.done);
    pass.done += 1;
    const problems = [
      ...chainProblems(link, links[index - 1], store.path),
      ...runInterruptible(() => peopleProblems(store, link)),
      ...runInterruptible(() => readProblems(store, link.runId)),
      ...runInterruptible(() => sealProblems(store, link.runId, findLinkedSeal(links, link.runId))),
    ];
    if (look === 'everything') {
      if (index === links.length - 1) problems.push(...chainFileProblems(store, links, employerId));
      if (!gone.has(link.runId))
        problems.push(...(await filesProblems(recordedFiles(link.facts, store.paths))));
    }
    const purged = store.ledger.people(link.runId).some(({ content }) => content === undefined);
    verified.push(resultOf(link.runId, problems, purged));
  }
  return verified;
}

/** A draft is not in a chain: only its files and its read can be checked. */
async function verifyDraft(store: Store, run: HistoryRun): Promise<Verified> {
  return resultOf(
    run.runId,
    [
      ...runInterruptible(() => readProblems(store, run.runId)),
      ...runInterruptible(() => sealProblems(store, run.runId, store.ledger.draftSeal(run.runId))),
      ...(await filesProblems(run.files)),
    ],
    false,
  );
}

function resultOf(runId: string, problems: readonly VerifyProblem[], purged: boolean): Verified {
  return { runId, ok: problems.length === 0, problems, ...(purged ? { purged: true } : {}) };
}

function chainProblems(link: LedgerLink, before: LedgerLink | undefined, path: string): VerifyProblem[] {
  const problems: Message[] = [];
  if (digestOf(link.body) !== link.digest) problems.push(message('ledger.verify.link'));
  const said: Record<string, unknown> = JSON.parse(link.body);
  const { employerId, runId, position } = link;
  if (said.employerId !== employerId || said.runId !== runId || said.position !== position)
    problems.push(message('ledger.verify.place'));
  const expected = before?.digest ?? null;
  if (link.previousDigest !== expected || said.previousDigest !== expected)
    problems.push(message('ledger.verify.order'));
  if (link.position !== (before === undefined ? 0 : before.position + 1))
    problems.push(message('ledger.verify.missing'));
  return problems.map((what) => ({ what, path }));
}

function peopleProblems(store: Store, link: LedgerLink): VerifyProblem[] {
  const people = store.ledger.people(link.runId);
  const unsound = people.filter(({ isSound }) => !isSound).length;
  const digests = people.map(({ digest }) => digest).sort();
  const problems: Message[] = [];
  if (unsound > 0) problems.push(message('ledger.verify.people', { count: unsound }));
  if (JSON.stringify(digests) !== JSON.stringify(link.people))
    problems.push(message('ledger.verify.otherPeople'));
  return problems.map((what) => ({ what, path: store.path }));
}

/** Reading the records compares them with their digests. */
function readProblems(store: Store, runId: string): VerifyProblem[] {
  const readId = store.run(runId)?.readId ?? null;
  if (readId === null) return [];
  const damaged = [null, ...store.peopleOf(readId)].filter((person) => !isReadable(store, readId, person));
  if (damaged.length === 0) return [];
  return [{ what: message('ledger.verify.read', { count: damaged.length }), path: store.path }];
}

function isReadable(store: Store, readId: string, person: string | null): boolean {
  try {
    for (const _record of store.recordsOf(readId, person));
    return true;
  } catch (failure) {
    if (failure instanceof PaytallyError && failure.code === 'STORE_UNUSABLE') return false;
    throw failure;
  }
}

/** Columns, manifest and read of the run, and the people with content in it. */
function sealProblems(store: Store, runId: string, expected: string | undefined): VerifyProblem[] {
  if (store.ledger.seal(runId) === expected) return [];
  return [{ what: message('ledger.verify.seal'), path: store.path }];
}

/**
 * A missing file is no evidence; an existing one contains the newest digest, or was changed, or the store is older. The
 * same file may since have been used for another employer: then the store lists it for that one.
 */
function chainFileProblems(store: Store, links: readonly LedgerLink[], employerId: string): VerifyProblem[] {
  const own = namedFiles(store, links);
  const listed = store.ledger.chainFiles();
  const problems: VerifyProblem[] = listed
    .filter((file) => file.employerId === employerId && !own.has(file.path))
    .map(({ path }) => ({ what: message('ledger.verify.fileNotLinked'), path }));
  for (const path of own) {
    const owner = listed.find((file) => file.path === path)?.employerId;
    const others = owner === undefined || owner === employerId ? [] : store.ledger.links(owner);
    const isListed = owner === employerId || namedFiles(store, others).has(path);
    if (!isListed) problems.push({ what: message('ledger.verify.fileNotListed'), path });
    const found = readDigest(path);
    const newest = [links.at(-1)?.digest, others.at(-1)?.digest];
    if (found !== undefined && !newest.includes(found))
      problems.push({ what: message('ledger.verify.newest'), path });
  }
  return problems;
}

/** Absolute. */
function namedFiles(store: Store, links: readonly LedgerLink[]): ReadonlySet<string> {
  return new Set(links.flatMap(({ chainFiles }) => chainFiles.map((path) => store.paths.placed(path))));
}

async function filesProblems(files: readonly HistoryFile[]): Promise<VerifyProblem[]> {
  const problems: VerifyProblem[] = [];
  for (const { path, sha256 } of files) {
    const found = await digestOfFile(path);
    if (found === sha256) continue;
    const what = found === undefined ? 'ledger.verify.fileMissing' : 'ledger.verify.fileChanged';
    problems.push({ what: message(what), path: resolve(path) });
  }
  return problems;
}

/** undefined if there is no such file, or it may not be read. */
export async function digestOfFile(path: string): Promise<string | undefined> {
  const digest = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) digest.update(chunk);
  } catch (failure) {
    if (hasCode(failure)) return undefined;
    throw failure;
  }
  return digest.digest('hex');
}
