import { z } from 'zod';
import type { ReplacedFinals } from '../domain/changes/runComparison.js';
import type { RatedFinding } from '../domain/exceptions/finding.js';
import type { Period } from '../domain/period/period.js';
import type { PreparedRun, RunHost, RunRequest } from '../run.js';
import type { LedgerLink, NewLink } from '../store/ledgerLink.js';
import type { Store } from '../store/store.js';
import { type ChainOwner, lostDigests, olderStore, witnessesOf } from './chainFile.js';
import { type FinalQuestion, finalAlready, supersededBy } from './finals.js';

/**
 * A store from before a run that counts stops finals, and is told of elsewhere.
 * @throws PaytallyError STORE_OLDER
 */
export function checkStoreAge(
  host: RunHost,
  request: RunRequest,
  employerKey: string,
  store: Store,
  employerId: string,
): void {
  const paths = witnessesOf(request, { employerKey, employerId });
  const older = olderStore(paths, employerKey, store.ledger.links(employerId));
  if (older === undefined || (request.state === 'final' && request.storeOlder !== undefined)) return;
  if (request.state === 'final') throw older;
  host.terminal.alert(`Warning: ${older.message}\n  What to do: ${older.remedy}`);
}

/** Where a link says that the newest digest stands outside the store, and what an older store has lost, if that was accepted. */
export function witnessed(
  store: Store,
  request: Pick<RunRequest, 'loaded' | 'out' | 'storeOlder'>,
  owner: ChainOwner,
): Pick<NewLink, 'chainFiles' | 'lost'> {
  const paths = witnessesOf(request, owner);
  const chainFiles = paths.map((path) => store.paths.kept(path));
  const { storeOlder: reason } = request;
  const lost = lostDigests(paths, store.ledger.links(owner.employerId)).map(({ digest }) => digest);
  if (reason === undefined || lost.length === 0) return { chainFiles };
  return { chainFiles, lost: { digests: [...new Set(lost)], reason } };
}

/** What the ledger has to be asked before a final is made, and once more in the moment in which it is recorded. */
export function finalQuestion(
  store: Store,
  request: Pick<RunRequest, 'supersede'>,
  prepared: PreparedRun,
  period: Period,
): Omit<FinalQuestion, 'links'> {
  return {
    period,
    templates: prepared.templates.map(({ name }) => name),
    isSent: (runId) =>
      store.outbox
        .ofRun(runId)
        .some(({ state }) => state === 'sent' || state === 'unknown' || state === 'sending'),
    supersede: request.supersede,
  };
}

/** @throws PaytallyError ALREADY_FINAL; returns the runs that the new one takes back */
export function askLedger(
  store: Store,
  request: Pick<RunRequest, 'supersede'>,
  prepared: PreparedRun,
  period: Period,
): readonly string[] {
  const links = store.ledger.links(prepared.employer.employerId);
  return supersededBy({ ...finalQuestion(store, request, prepared, period), links });
}

/** What a final says that it takes back; whether it may is asked where it is made. */
export function takenBackBy(
  { supersede: reason }: Pick<RunRequest, 'supersede'>,
  prepared: PreparedRun,
  period: Period,
  links: readonly LedgerLink[],
): ReplacedFinals | undefined {
  if (reason === undefined) return undefined;
  const templates = prepared.templates.map(({ name }) => name);
  const runIds = finalAlready({ links, period, templates }).map(({ link }) => link.runId);
  return runIds.length === 0 ? undefined : { runIds, reason };
}

const acceptance = z.object({ acceptedPlaces: z.array(z.string()).default([]) });

/** A place that is gone stops finals until one of them has accepted it; from then on it is a warning. */
export function knownLosses(
  findings: readonly RatedFinding[],
  links: readonly LedgerLink[],
): readonly RatedFinding[] {
  const accepted = new Set(links.flatMap(({ facts }) => acceptance.parse(facts).acceptedPlaces));
  return findings.map((finding) =>
    finding.code === 'ESTABLISHMENT_GONE' && accepted.has(finding.record)
      ? { ...finding, severity: 'warn' as const }
      : finding,
  );
}
