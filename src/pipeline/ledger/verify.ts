import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { PaytallyError } from '../../errors.js';
import { digestOf } from '../../store/ledgerChain.js';
import type { LedgerLink } from '../../store/ledgerLink.js';
import type { Store } from '../../store/store.js';
import { endedByCtrlC, heardBetweenSteps } from '../endedByCtrlC.js';
import { hasCode } from '../notWritten.js';
import { replacedTemplates, supersededRuns } from './finals.js';
import { filesIn, type HistoryFile, type HistoryRun } from './history.js';

export interface VerifyProblem {
  readonly what: string;
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

/** Files, stored reads and chain of every run that counts, each employer's in the order of its chain. */
export async function verifyChain(
  store: Store,
  wanted: (link: LedgerLink) => boolean,
  signal: AbortSignal,
): Promise<Verified[]> {
  const links = store.ledger.links();
  const gone = supersededRuns(links);
  const replaced = replacedTemplates(links);
  const verified: Verified[] = [];
  for (const [index, link] of links.entries()) {
    if (!wanted(link)) continue;
    const before = links[index - 1];
    await heardBetweenSteps(signal);
    const problems = [
      ...chainProblems(link, before?.employerId === link.employerId ? before : undefined, store.path),
      ...endedByCtrlC(() => peopleProblems(store, link)),
      ...endedByCtrlC(() => readProblems(store, link.runId)),
      ...(gone.has(link.runId) ? [] : await filesProblems(ownFiles(link, replaced.get(link.runId)))),
    ];
    const purged = store.ledger.people(link.runId).some(({ content }) => content === undefined);
    verified.push(resultOf(link.runId, problems, purged));
  }
  return verified;
}

/** A draft stands in no chain: only its files and its read can be looked at. */
export async function verifyDraft(store: Store, run: HistoryRun): Promise<Verified> {
  return resultOf(
    run.runId,
    [...endedByCtrlC(() => readProblems(store, run.runId)), ...(await filesProblems(run.files))],
    false,
  );
}

function resultOf(runId: string, problems: readonly VerifyProblem[], purged: boolean): Verified {
  return { runId, ok: problems.length === 0, problems, ...(purged ? { purged: true } : {}) };
}

function chainProblems(link: LedgerLink, before: LedgerLink | undefined, path: string): VerifyProblem[] {
  const problems: string[] = [];
  if (digestOf(link.body) !== link.digest) problems.push('its link in the chain differs from its digest');
  const said: unknown = JSON.parse(link.body).previousDigest;
  const expected = before?.digest ?? null;
  if (link.previousDigest !== expected || said !== expected)
    problems.push('its link does not follow the one before in the chain');
  if (link.position !== (before === undefined ? 0 : before.position + 1))
    problems.push('a link before it is missing in the chain');
  return problems.map((what) => ({ what, path }));
}

function peopleProblems(store: Store, link: LedgerLink): VerifyProblem[] {
  const people = store.ledger.people(link.runId);
  const unsound = people.filter(({ isSound }) => !isSound).length;
  const digests = people.map(({ digest }) => digest).sort();
  const problems: string[] = [];
  if (unsound > 0) problems.push(`what ${unsound} persons have in the ledger differs from its digest`);
  if (JSON.stringify(digests) !== JSON.stringify(link.people))
    problems.push('the persons in the ledger are not those of its link');
  return problems.map((what) => ({ what, path: store.path }));
}

/** Reading the records compares them with their digests. */
function readProblems(store: Store, runId: string): VerifyProblem[] {
  const readId = store.run(runId)?.readId ?? null;
  if (readId === null) return [];
  const damaged = [null, ...store.peopleOf(readId)].filter((person) => !isReadable(store, readId, person));
  if (damaged.length === 0) return [];
  return [{ what: `its stored read is damaged: the records of ${damaged.length} persons`, path: store.path }];
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

/** Those that no newer run has written again. */
function ownFiles({ facts }: LedgerLink, replaced: ReadonlySet<string> | undefined): readonly HistoryFile[] {
  return filesIn(facts).filter(({ template }) => !replaced?.has(template));
}

async function filesProblems(files: readonly HistoryFile[]): Promise<VerifyProblem[]> {
  const problems: VerifyProblem[] = [];
  for (const { path, sha256 } of files) {
    const found = await digestOfFile(path);
    if (found === sha256) continue;
    const what = found === undefined ? 'the file is missing' : 'the file was changed since it was written';
    problems.push({ what, path: resolve(path) });
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
