import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { LoadedConfig } from '../config/config.js';
import { PaytallyError } from '../errors.js';
import { type Message, message, verbatim } from '../i18n/message.js';
import { pauseForInterrupt, runInterruptible } from '../runtime/interruption.js';
import { hasCode } from '../runtime/notWritten.js';
import { digestOf, type LedgerLink } from '../store/ledgerChain.js';
import { findLinkedSeal } from '../store/seals.js';
import type { Store } from '../store/store.js';
import { findOlderStoreOfRuns, readDigest } from './chainFile.js';
import { supersededRuns } from './finals.js';
import { findHistoryRun, type HistoryFile, type HistoryRun, readHistory, recordedFiles } from './history.js';

export interface VerifyProblem {
  readonly what: Message;
  /** Absolute. */
  readonly path?: string;
}

export interface Verified {
  readonly runId: string;
  readonly ok: boolean;
  readonly problems: readonly VerifyProblem[];
  /** Set where what persons had in the run was purged. */
  readonly purged?: true;
}

export interface VerifiedStore {
  readonly verified: readonly Verified[];
  /** What is wrong and belongs to no run. */
  readonly failure: PaytallyError | undefined;
}

/** What was recorded of one run, or of all that count, and what stands outside the store. @throws PaytallyError RUN_UNKNOWN */
export async function verifyStore(
  store: Store,
  loaded: LoadedConfig,
  runId: string | undefined,
  signal: AbortSignal,
): Promise<VerifiedStore> {
  try {
    const verified = await verifyRuns(store, runId, signal);
    return { verified, failure: unknownChain(store, loaded) };
  } catch (failure) {
    if (!isUnreadable(failure)) throw failure;
    const text = failure instanceof PaytallyError ? failure.text : verbatim(failure.message);
    return { verified: [], failure: new PaytallyError('VERIFY_FAILED', text, { record: store.path }) };
  }
}

/** What is stored cannot even be read as what it was. */
function isUnreadable(failure: unknown): failure is Error {
  if (failure instanceof PaytallyError) return failure.code === 'STORE_UNUSABLE';
  return failure instanceof z.ZodError || failure instanceof RangeError || failure instanceof SyntaxError;
}

async function verifyRuns(
  store: Store,
  runId: string | undefined,
  signal: AbortSignal,
): Promise<readonly Verified[]> {
  if (runId === undefined) return verifyChain(store, () => true, signal);
  const run = findHistoryRun(readHistory(store), runId);
  return run.state === 'draft'
    ? [await verifyDraft(store, run)]
    : verifyChain(store, (link) => link.runId === run.runId, signal);
}

/** A store that has nothing of an employer, of which something is named beside the configuration. */
function unknownChain(store: Store, loaded: LoadedConfig): PaytallyError | undefined {
  const older = findOlderStoreOfRuns(store, { loaded }, [], Object.keys(loaded.config.employers));
  if (older === undefined) return undefined;
  const { text, record = loaded.path, remedyText: remedy } = older;
  return new PaytallyError('VERIFY_FAILED', text, { record, remedy });
}

/** Files, stored reads and chain of every run that counts, each employer's in the order of its chain. */
async function verifyChain(
  store: Store,
  wanted: (link: LedgerLink) => boolean,
  signal: AbortSignal,
): Promise<Verified[]> {
  const links = store.ledger.links();
  const gone = supersededRuns(links);
  const verified: Verified[] = [];
  for (const [index, link] of links.entries()) {
    if (!wanted(link)) continue;
    const before = links[index - 1];
    await pauseForInterrupt(signal);
    const problems = [
      ...chainProblems(link, before?.employerId === link.employerId ? before : undefined, store.path),
      ...runInterruptible(() => peopleProblems(store, link)),
      ...runInterruptible(() => readProblems(store, link.runId)),
      ...runInterruptible(() => sealProblems(store, link.runId, findLinkedSeal(links, link.runId))),
      ...(isLast(links, index) ? chainFileProblems(store, links, link) : []),
      ...(gone.has(link.runId) ? [] : await filesProblems(recordedFiles(link.facts, store.paths))),
    ];
    const purged = store.ledger.people(link.runId).some(({ content }) => content === undefined);
    verified.push(resultOf(link.runId, problems, purged));
  }
  return verified;
}

/** A draft stands in no chain: only its files and its read can be looked at. */
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

/** Columns, manifest and read of the run, and who has something in it. */
function sealProblems(store: Store, runId: string, expected: string | undefined): VerifyProblem[] {
  if (store.ledger.seal(runId) === expected) return [];
  return [{ what: message('ledger.verify.seal'), path: store.path }];
}

/** Of the newest link of an employer alone. */
function isLast(links: readonly LedgerLink[], index: number): boolean {
  return links[index]?.employerId !== links[index + 1]?.employerId;
}

/**
 * A file that is missing says nothing; one that is there names the newest digest, or was changed, or the store is older.
 * The same file may have held the digests of another employer since.
 */
function chainFileProblems(
  store: Store,
  links: readonly LedgerLink[],
  { employerId }: LedgerLink,
): VerifyProblem[] {
  const named = (path: string) =>
    links.filter(({ chainFiles }) => chainFiles.some((each) => store.paths.placed(each) === path));
  const own = new Set(
    links
      .filter((link) => link.employerId === employerId)
      .flatMap(({ chainFiles }) => chainFiles.map((path) => store.paths.placed(path))),
  );
  const listed = store.ledger.chainFiles();
  const problems: VerifyProblem[] = listed
    .filter((file) => file.employerId === employerId && !own.has(file.path))
    .map(({ path }) => ({ what: message('ledger.verify.fileNotLinked'), path }));
  for (const path of own) {
    const owners = new Set(named(path).map((link) => link.employerId));
    const isListed = listed.some((file) => file.path === path && owners.has(file.employerId));
    if (!isListed) problems.push({ what: message('ledger.verify.fileNotListed'), path });
    const newest = [...owners].map((owner) => links.findLast((link) => link.employerId === owner)?.digest);
    const found = readDigest(path);
    if (found !== undefined && !newest.includes(found))
      problems.push({ what: message('ledger.verify.newest'), path });
  }
  return problems;
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

/** undefined where there is no such file, or it may not be read. */
async function digestOfFile(path: string): Promise<string | undefined> {
  const digest = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) digest.update(chunk);
  } catch (failure) {
    if (hasCode(failure)) return undefined;
    throw failure;
  }
  return digest.digest('hex');
}
