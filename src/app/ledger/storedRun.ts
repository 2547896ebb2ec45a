import { join } from 'node:path';
import { z } from 'zod';
import type { Config, LoadedConfig } from '../../config/config.js';
import { combineNeeds } from '../../documents/template/needsMapping.js';
import { amountsByCode, type FinalAudit, parseCodeKey } from '../../domain/changes/runComparison.js';
import type { ComputedPeriod } from '../../domain/computed/computedPeriod.js';
import { type AcceptedKey, isAcceptedKey } from '../../domain/exceptions/finding.js';
import type { AmountUnit } from '../../domain/pay/payAmounts.js';
import { createNameDirectory } from '../../domain/people/peopleDirectory.js';
import type { Period } from '../../domain/period/period.js';
import { PaytallyError } from '../../errors.js';
import { message } from '../../i18n/message.js';
import { pauseForInterrupt, runInterruptible } from '../../runtime/interruption.js';
import { collectOftenFor } from '../../runtime/memoryGuard.js';
import { loadPeriodRecords } from '../../sources/staging/storedRecords.js';
import { keptPaths } from '../../store/keptPaths.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { computedRead } from '../compute/computePeriod.js';
import type { RunInputs } from '../compute/employerInputs.js';
import { type ComparisonContext, readFigures } from './comparedRuns.js';
import { earlierPayOfRun } from './earlierPayOfRun.js';
import { findHistoryRun, type HistoryFile, recordedFiles } from './history.js';
import { restoreOutline } from './keptRun.js';
import { placedTemplate, restoreSnapshot, type Snapshot } from './runSnapshot.js';

/** A run that can be computed again, without the service. */
export interface StoredInputs {
  readonly runId: string;
  readonly employerKey: string;
  readonly employerId: string;
  readonly period: Period;
  readonly state: 'draft' | 'final' | 'correction';
  readonly prepared: RunInputs;
  readonly readId: string;
  readonly accepted: ReadonlyMap<AcceptedKey, string>;
  /** The files as recorded. */
  readonly files: readonly HistoryFile[];
  /** undefined for a draft. */
  readonly link: LedgerLink | undefined;
  /** The runs that it was compared with. */
  readonly compared: ComparisonContext;
  /** For a correction, its inputs, which are kept during the rerun. */
  readonly snapshot: Snapshot | undefined;
  /** The version of the program that made the run. */
  readonly madeBy: Pick<Snapshot, 'version' | 'tzdata'>;
  /** The facts of its origin that a final prints. */
  readonly made: FinalAudit | undefined;
}

export interface StoredRunPlaces {
  readonly loaded: LoadedConfig;
  readonly packageFolder: string;
}

/** The environment for computing stored runs again. */
export interface RecomputeContext extends StoredRunPlaces {
  readonly version: string;
  readonly signal: AbortSignal;
}

const acceptedFacts = z.object({ accepted: z.record(z.string(), z.string()).default({}) });

/**
 * A run with its original configuration, mapping and templates.
 * @throws PaytallyError RUN_UNKNOWN, RUN_PURGED
 */
export function loadStoredRun(store: Store, runId: string, places: StoredRunPlaces): StoredInputs {
  const listed = findHistoryRun(store, runId);
  const run = store.run(runId);
  if (run === undefined || listed.state === 'purge') throw purged(runId);
  const { readId } = run;
  if (readId === null) throw run.state === 'draft' ? pruned(runId) : purged(runId);
  const link = store.ledger.link(runId);
  let isPurged = run.manifest.purged === true;
  function* noted() {
    for (const each of store.ledger.eachPerson(runId)) {
      isPurged ||= each.content === undefined;
      yield each;
    }
  }
  const people = link === undefined ? store.draftInputs(runId) : noted();
  // There are many lines, and only a correction's rerun needs them.
  const snapshot = run.state === 'correction' ? restoreSnapshot([...people]) : restoreOutline(people);
  if (isPurged || snapshot === undefined) throw purged(runId);
  const { employerKey, employerId, period, state } = run;
  const prepared = prepareAsRecorded(snapshot, employerKey, period, places);
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
    made: link === undefined ? undefined : parseFinalAudit(link),
    accepted: parseAcceptedCodes(link?.facts ?? run.manifest),
    files: recordedFiles(link?.facts ?? run.manifest, store.paths),
  };
}

const madeFacts = z.object({
  user: z.string().default(''),
  printedDigest: z.string().nullable().default(null),
  supersedes: z.array(z.string()).default([]),
  supersedeReason: z.string().default(''),
});

function parseFinalAudit({ facts, startedAt }: LedgerLink): FinalAudit {
  const { user, printedDigest, supersedes: runIds, supersedeReason: reason } = madeFacts.parse(facts);
  const replaced = runIds.length === 0 ? undefined : { runIds, reason };
  return { by: user, at: startedAt, previousDigest: printedDigest, replaced };
}

function prepareAsRecorded(
  snapshot: Snapshot,
  employerKey: string,
  period: Period,
  { packageFolder, loaded: { folder } }: StoredRunPlaces,
): RunInputs {
  const { config, mapping, absences, holidays, paths } = snapshot;
  // The program may have been moved since.
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
    needs: combineNeeds(templates),
    mapping: { path: paths.mapping ?? undefined, employees: mapping, gone: new Set(), problems: [] },
    absences: { path: paths.absences ?? undefined, rows: absences, isStored: true },
    holidays: { path: paths.holidays ?? undefined, rows: holidays },
    period,
  };
}

function parseAcceptedCodes(facts: unknown): ReadonlyMap<AcceptedKey, string> {
  const { accepted } = acceptedFacts.parse(facts);
  return new Map(
    Object.entries(accepted).flatMap(([code, reason]) => (isAcceptedKey(code) ? [[code, reason]] : [])),
  );
}

function purged(runId: string): PaytallyError {
  return new PaytallyError('RUN_PURGED', message('ledger.inputPurged', { runId }), { record: runId });
}

function pruned(runId: string): PaytallyError {
  return new PaytallyError('RUN_PURGED', message('ledger.draftGone', { runId }), { record: runId });
}

/** An amount of one person and pay code in two runs. */
interface MovedAmount {
  readonly employeeId: string;
  readonly employee: string;
  readonly payCode: string;
  readonly unit: AmountUnit;
  readonly before: number;
  readonly after: number;
  readonly difference: number;
  /** null unless the unit is minutes. */
  readonly beforeMinutes: number | null;
  readonly afterMinutes: number | null;
  readonly differenceMinutes: number | null;
}

export interface RunDifference {
  readonly from: string;
  readonly to: string;
  /** Ids of people with amounts in one of the runs only. */
  readonly came: readonly string[];
  readonly went: readonly string[];
  readonly lines: readonly MovedAmount[];
  /** The name in the newer run. */
  readonly config: Config;
}

interface Amounts {
  readonly config: Config;
  readonly nameOf: (id: string) => string;
  /** By employee, unit and pay code. */
  readonly byCode: ReadonlyMap<string, number>;
  readonly people: ReadonlySet<string>;
}

/**
 * The differences in pay between two stored runs, by person and pay code. @throws PaytallyError RUN_UNKNOWN, RUN_PURGED
 */
export async function diffRuns(
  store: Store,
  from: string,
  to: string,
  places: RecomputeContext,
): Promise<RunDifference> {
  const before = await readAmounts(store, from, places);
  const after = await readAmounts(store, to, places);
  await pauseForInterrupt(places.signal);
  const keys = [...new Set([...before.byCode.keys(), ...after.byCode.keys()])].sort();
  return {
    from,
    to,
    config: after.config,
    came: [...after.people].filter((id) => !before.people.has(id)).sort(),
    went: [...before.people].filter((id) => !after.people.has(id)).sort(),
    lines: keys.flatMap((key) => {
      const [was, is] = [before.byCode.get(key) ?? 0, after.byCode.get(key) ?? 0];
      if (was === is) return [];
      const [employeeId, payCode, unit]: [string, string, AmountUnit] = JSON.parse(key);
      const employee = after.people.has(employeeId) ? after.nameOf(employeeId) : before.nameOf(employeeId);
      return [{ employeeId, employee, payCode, unit, ...moved(unit, was, is) }];
    }),
  };
}

function moved(unit: AmountUnit, before: number, after: number) {
  // Times and days may have parts.
  const difference = Math.round((after - before) * 1e6) / 1e6;
  const isTime = unit === 'minutes';
  return {
    before,
    after,
    difference,
    beforeMinutes: isTime ? before : null,
    afterMinutes: isTime ? after : null,
    differenceMinutes: isTime ? difference : null,
  };
}

/** The amounts as stored with the run; those of a correction, and of earlier versions, are recomputed. */
async function readAmounts(store: Store, runId: string, places: RecomputeContext): Promise<Amounts> {
  const inputs = loadStoredRun(store, runId, places);
  const { prepared, period, readId, state, link } = inputs;
  const { config, mapping } = prepared;
  const kept =
    state === 'correction' ? undefined : runInterruptible(() => readFigures(store, runId, link).figures);
  const isWhole = [...(kept?.values() ?? [])].every(({ quantities }) => quantities !== undefined);
  const figures = kept !== undefined && isWhole ? kept : (await recomputed(store, inputs, places)).figures;
  const amounts = [...figures].map(([id, own]) => [id, amountsByCode(own)] as const);
  const byCode = new Map(
    amounts.flatMap(([id, own]) =>
      [...own].map(([key, amount]) => {
        const { kind: unit, payCode } = parseCodeKey(key);
        return [JSON.stringify([id, payCode, unit]), amount] as const;
      }),
    ),
  );
  const people = amounts.flatMap(([id, own]) => (own.size > 0 ? [id] : []));
  const { facts } = loadPeriodRecords(store, readId, config);
  const nameOf = createNameDirectory(facts, mapping.employees, period);
  return { config, byCode, people: new Set(people), nameOf };
}

async function recomputed(
  store: Store,
  inputs: StoredInputs,
  { version, signal }: RecomputeContext,
): Promise<ComputedPeriod> {
  const { prepared, period, readId, state, accepted } = inputs;
  const request = { state: state === 'draft' ? ('draft' as const) : ('final' as const), accepted };
  const earlier = earlierPayOfRun(store, inputs);
  return computedRead(store, { readId, period, earlier, prepared, request, version }, signal);
}
