import { unreadableLines } from '../../config/mappingFile.js';
import type { PlannedDeliveries } from '../../delivery/planDeliveries.js';
import type { RunComparison } from '../../domain/changes/runComparison.js';
import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import { writeWitnesses } from '../../ledger/chainFile.js';
import { changesNotRecordedText, countChangedLines, recordingChanges } from '../../ledger/changedSince.js';
import { compareRuns, findComparisonRuns, pendingComparison } from '../../ledger/comparedRuns.js';
import { collectRecorded } from '../../ledger/exportedLines.js';
import { buildSnapshot } from '../../ledger/finalLink.js';
import { acceptedClosures, assertNotFinal, checkStoreAge, plannedSupersession } from '../../ledger/finals.js';
import { splitByPerson } from '../../ledger/runSnapshot.js';
import { withStore } from '../../read/staging/withStore.js';
import type { TemplateOutput } from '../../render/outputFile.js';
import { outputFolder, type PreparedRun, type RunHost, type RunOutcome, type RunRequest } from '../../run.js';
import { pauseForInterrupt } from '../../runtime/interruption.js';
import type { Store } from '../../store/store.js';
import { type BrokenMapping, refuseBlocked } from '../gate/blocked.js';
import { refusedValues } from '../gate/refusedValues.js';
import { prepareRun } from '../prepare/prepareRun.js';
import { WEAK_REMEDY, weakLayouts } from '../prepare/weakLayouts.js';
import { type EarlyText, earlyText } from '../render/earlyText.js';
import { modelOfRun } from '../render/modelOfRun.js';
import { renderTemplates } from '../render/renderTemplates.js';
import { todayOf } from '../runHost.js';
import { fileMode } from '../write/fileMode.js';
import { planFiles } from '../write/planFiles.js';
import { refuseTakenNames } from '../write/refuseTakenNames.js';
import { refuseFilesOfOthers, refuseUnknownFiles } from '../write/refuseUnknownFiles.js';
import { writeFiles } from '../write/writeFiles.js';
import { type BegunRun, beginRun } from './computeRun.js';
import { notingConcerned } from './concernedBy.js';
import { deliverRun } from './deliverRun.js';
import { notingOutcome } from './exportOutcome.js';
import { runOutgoing } from './runOutgoing.js';
import { type ClosingRun, linkOf, named, outcomeOf, rememberRun } from './runRecord.js';
import { warnOfSharedAddresses } from './sharedAddresses.js';

/** One employer's run: fetch, check, compute, render, write. @throws PaytallyError; then nothing was written */
export async function runEmployer(
  host: RunHost,
  request: RunRequest,
  employerKey: string,
): Promise<RunOutcome> {
  const prepared = await prepareRun(host, request, employerKey);
  const place = {
    loaded: request.loaded,
    storeFolder: request.storeFolder,
    mode: request.effect === 'write' ? 'write' : 'read',
    nowMs: () => host.context.clock.nowMs(),
  } as const;
  const tell = () => host.terminal.message(changesNotRecordedText(request.loaded, employerKey));
  return recordingChanges(place, tell, (noted) =>
    withStore(place, async (store) => {
      const { employerId } = prepared.employer;
      checkStoreAge(host, request, employerKey, store, employerId);
      const begun = await beginRun(host, request, prepared, store);
      const links = store.ledger.links(employerId);
      const compared = findComparisonRuns(store, employerId, begun.fetched.period);
      const audit =
        request.state === 'final'
          ? {
              by: host.context.user,
              at: begun.startedAt,
              previousDigest: links.at(-1)?.digest ?? null,
              replaced: plannedSupersession(request, prepared, begun.fetched.period, links),
            }
          : undefined;
      const early = await textBeforehand(host, request, begun, { ...pendingComparison(compared), audit });
      try {
        await pauseForInterrupt(host.context.signal);
        const computedRun = begun.finish();
        const findings = acceptedClosures(computedRun.computed.findings, links);
        const comparison = compareRuns(compared, computedRun.computed, prepared.config.changes, audit);
        // A plan in place of entries says nothing of what was worked.
        const changed =
          prepared.config.estimateFrom === undefined
            ? await countChangedLines(store, links, computedRun.computed, {
                employerId,
                today: todayOf(host, prepared.config.employer.zone),
              })
            : undefined;
        noted(changed);
        const run = {
          ...computedRun,
          ...{ compared, changed },
          computed: { ...computedRun.computed, findings, comparison },
        };
        const facts = { employerId, period: run.fetched.period, findings };
        const outcome = await notingOutcome(store, request, facts, () =>
          checkedAndMade(host, request, run, { store, early }),
        );
        return await deliverRun(host, request, prepared, store, outcome);
      } finally {
        early?.close();
      }
    }),
  );
}

/** Only what is written to its end is worth the disk. */
async function textBeforehand(
  { context }: RunHost,
  { effect }: RunRequest,
  { prepared, early }: BegunRun,
  comparison: RunComparison,
): Promise<EarlyText | undefined> {
  if (effect !== 'write') return undefined;
  return earlyText(prepared, modelOfRun({ ...early, comparison }), prepared.config, context.signal);
}

interface Surroundings {
  readonly store: Store;
  readonly early: EarlyText | undefined;
}

/** From the computed period to its files, or to what stops it. */
async function checkedAndMade(
  host: RunHost,
  request: RunRequest,
  run: ClosingRun,
  { store, early }: Surroundings,
): Promise<RunOutcome> {
  const { prepared, computed, fetched } = run;
  const supersedes =
    request.state === 'final' ? assertNotFinal(store, request, prepared, fetched.period) : [];
  const further = {
    broken: brokenMapping(prepared),
    // A check does not render.
    refused: async () => (request.effect === 'check' ? [] : refusedValues(prepared, modelOfRun(computed))),
  };
  await notingConcerned(request, run, () =>
    refuseBlocked(buildFindingReport(computed), request.state, further),
  );
  if (request.effect === 'check') return outcomeOf(run, request, []);
  const { employerKey } = prepared;
  for (const line of weakLayouts(prepared.templates, prepared.config))
    host.terminal.alert(`Warning: ${employerKey}: ${line}\n  What to do: ${WEAK_REMEDY}`);
  const tell = (line: string) => host.terminal.message(`${employerKey}: ${line}`);
  const outputs = await renderTemplates(prepared, modelOfRun(computed), prepared.config, tell, early);
  const folder = outputFolder(request.out, request.state);
  refuseTakenNames(host.takenPaths, folder, employerKey, outputs);
  if (request.state === 'final') await refuseUnknownFiles(store, folder, outputs, supersedes);
  else await refuseFilesOfOthers(store, folder, outputs, prepared);
  const outgoing = await runOutgoing(host, request, run);
  if (request.effect === 'plan') return plan(host, request, run, { outputs, outgoing }, store);
  return write(host, request, { ...run, supersedes }, { outputs, outgoing }, store);
}

/** Lines that cannot be read matter to a template that needs numbers. */
function brokenMapping({ mapping, needs }: PreparedRun): BrokenMapping | undefined {
  const error = needs.employeeNumbers ? unreadableLines(mapping) : undefined;
  if (error === undefined) return undefined;
  return { error, employeeIds: new Set(mapping.problems.flatMap(({ employeeId }) => employeeId ?? [])) };
}

interface MadeRun {
  readonly outputs: readonly TemplateOutput[];
  readonly outgoing: PlannedDeliveries;
}

async function plan(
  host: RunHost,
  request: RunRequest,
  run: ClosingRun,
  { outputs, outgoing }: MadeRun,
  store: Store,
): Promise<RunOutcome> {
  const files = outputs.map(({ file }) => file);
  const planned = await planFiles(outputFolder(request.out, request.state), files, host.context.signal);
  const outcome = outcomeOf(run, request, named(planned, outputs));
  if (request.deliver === undefined) return outcome;
  const deliveries = outgoing(outcome.files).map(({ name, recipient }) => ({
    name,
    recipient,
    state: 'pending' as const,
  }));
  warnOfSharedAddresses(host, run.prepared.config, store, deliveries);
  return { ...outcome, deliveries };
}

/** The files are in place and the run is in the store, or neither. */
async function write(
  host: RunHost,
  request: RunRequest,
  run: ClosingRun & { readonly supersedes: readonly string[] },
  { outputs, outgoing }: MadeRun,
  store: Store,
): Promise<RunOutcome> {
  const { employerKey, employer } = run.prepared;
  const { period } = run.fetched;
  const header = {
    runId: run.runId,
    employerKey,
    employerId: employer.employerId,
    period,
    state: request.state,
    startedAt: run.startedAt,
  };
  const final =
    request.state === 'final'
      ? { ...run, exported: await collectRecorded(run.computed, run.prepared.templates, run.prepared) }
      : undefined;
  const written = await writeFiles({
    folder: outputFolder(request.out, request.state),
    mode: fileMode(request.state, run.prepared.config.outputMode),
    files: outputs.map(({ file }) => file),
    signal: host.context.signal,
    journal: { runId: run.runId, store },
    seal: (files) => {
      const outcome = outcomeOf(run, request, named(files, outputs));
      const kept =
        final !== undefined
          ? { link: linkOf(host, request, final, outcome, store) }
          : {
              inputs: splitByPerson(buildSnapshot(run.computed, run.prepared, run.compared), [], store.paths),
            };
      // Before the run is there: what belongs to a run that never was is never sent.
      store.outbox.add(outgoing(outcome.files));
      rememberRun(store, header, run.fetched.read, outcome, kept);
    },
  });
  if (request.state === 'final')
    await writeWitnesses(host, request, { employerKey, employerId: employer.employerId }, store);
  return outcomeOf(run, request, named(written, outputs));
}
