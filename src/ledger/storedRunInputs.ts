import { join } from 'node:path';
import { z } from 'zod';
import type { LoadedConfig } from '../config/config.js';
import type { FinalAudit } from '../domain/changes/runComparison.js';
import { type ExceptionCode, isExceptionCode } from '../domain/exceptions/finding.js';
import type { Period } from '../domain/period/period.js';
import { PaytallyError } from '../errors.js';
import { needsOf } from '../render/template/needsMapping.js';
import type { PreparedRun } from '../run.js';
import { collectOftenFor } from '../runtime/memoryGuard.js';
import { keptPaths } from '../store/keptPaths.js';
import type { LedgerLink } from '../store/ledgerLink.js';
import type { Store } from '../store/store.js';
import type { ComparedRuns } from './comparedRuns.js';
import { filesIn, type HistoryFile, historyOf, runOfHistory } from './history.js';
import { outlineOf } from './keptLines.js';
import { placedTemplate, type Snapshot, snapshotOf } from './snapshot.js';

/** Everything of a run but the credentials, which nothing offline needs. */
export type PreparedOffline = Omit<PreparedRun, 'clientSecret'>;

/** A run as it can be computed again, without the service. */
export interface StoredInputs {
  readonly runId: string;
  readonly employerKey: string;
  readonly employerId: string;
  readonly period: Period;
  readonly state: 'draft' | 'final' | 'correction';
  readonly prepared: PreparedOffline;
  readonly readId: string;
  readonly accepted: ReadonlyMap<ExceptionCode, string>;
  /** As they were recorded. */
  readonly files: readonly HistoryFile[];
  /** undefined for a draft. */
  readonly link: LedgerLink | undefined;
  /** The runs that it was compared with. */
  readonly compared: ComparedRuns;
  /** Of a correction: what it was made with is held for as long as it is made again. */
  readonly snapshot: Snapshot | undefined;
  /** The program that made the run. */
  readonly madeBy: Pick<Snapshot, 'version' | 'tzdata'>;
  /** What a final prints of its making. */
  readonly made: FinalAudit | undefined;
}

export interface StoredRunPlaces {
  readonly loaded: LoadedConfig;
  readonly packageFolder: string;
}

/** Where stored runs are computed again, by which program, and for how long. */
export interface ComputedAgainAt extends StoredRunPlaces {
  readonly version: string;
  readonly signal: AbortSignal;
}

const acceptedFacts = z.object({ accepted: z.record(z.string(), z.string()).default({}) });

/**
 * A run with the configuration, mapping and templates that it was made with.
 * @throws PaytallyError RUN_UNKNOWN, RUN_PURGED
 */
export function storedRun(store: Store, runId: string, places: StoredRunPlaces): StoredInputs {
  const listed = runOfHistory(historyOf(store), runId);
  const run = store.run(runId);
  if (run === undefined || listed.state === 'purge') throw purged(runId);
  const { readId } = run;
  if (readId === null) throw run.state === 'draft' ? pruned(runId) : purged(runId);
  const link = store.ledger.links(run.employerId).find((each) => each.runId === runId);
  let isPurged = run.manifest.purged === true;
  function* noted() {
    for (const each of store.ledger.eachPerson(runId)) {
      isPurged ||= each.content === undefined;
      yield each;
    }
  }
  const people = link === undefined ? store.draftInputs(runId) : noted();
  // Lines are many, and only a correction is made again from them.
  const snapshot = run.state === 'correction' ? snapshotOf([...people]) : outlineOf(people);
  if (isPurged || snapshot === undefined) throw purged(runId);
  const { employerKey, employerId, period, state } = run;
  const prepared = preparedThen(snapshot, employerKey, period, places);
  collectOftenFor(prepared.templates);
  return {
    runId,
    employerKey,
    employerId,
    period,
    state,
    readId,
    link,
    compared: snapshot.compared,
    snapshot: state === 'correction' ? snapshot : undefined,
    madeBy: { version: snapshot.version, tzdata: snapshot.tzdata },
    prepared,
    made: link === undefined ? undefined : madeFinal(link),
    accepted: acceptedIn(link?.facts ?? run.manifest),
    files: filesIn(link?.facts ?? run.manifest, store.paths),
  };
}

const madeFacts = z.object({
  user: z.string().default(''),
  printedDigest: z.string().nullable().default(null),
  supersedes: z.array(z.string()).default([]),
  supersedeReason: z.string().default(''),
});

function madeFinal({ facts, startedAt }: LedgerLink): FinalAudit {
  const { user, printedDigest, supersedes: runIds, supersedeReason: reason } = madeFacts.parse(facts);
  const replaced = runIds.length === 0 ? undefined : { runIds, reason };
  return { by: user, at: startedAt, previousDigest: printedDigest, replaced };
}

function preparedThen(
  snapshot: Snapshot,
  employerKey: string,
  period: Period,
  { packageFolder, loaded: { folder } }: StoredRunPlaces,
): PreparedOffline {
  const { config, mapping, absences, paths } = snapshot;
  // The program may stand elsewhere by now.
  const templates = snapshot.templates.map((template) =>
    template.builtIn
      ? { ...template, folder: join(packageFolder, 'templates', template.name) }
      : placedTemplate(template, keptPaths(folder)),
  );
  return {
    employerKey,
    config,
    employer: config.employer,
    templates,
    needs: needsOf(templates),
    apart: undefined,
    mapping: { path: paths.mapping ?? undefined, employees: mapping, gone: new Set(), problems: [] },
    absences: { path: paths.absences ?? undefined, rows: absences },
    period,
  };
}

function acceptedIn(facts: unknown): ReadonlyMap<ExceptionCode, string> {
  const { accepted } = acceptedFacts.parse(facts);
  return new Map(
    Object.entries(accepted).flatMap(([code, reason]) => (isExceptionCode(code) ? [[code, reason]] : [])),
  );
}

function purged(runId: string): PaytallyError {
  return new PaytallyError('RUN_PURGED', `What run ${runId} was computed from was purged.`, {
    record: runId,
  });
}

function pruned(runId: string): PaytallyError {
  return new PaytallyError(
    'RUN_PURGED',
    `The records of the draft ${runId} are gone: only the newest two are kept.`,
    {
      record: runId,
      remedy: 'Export the period again for a new draft.',
    },
  );
}
