import { outputFolder, type RunHost, type RunOutcome, type RunRequest } from '../../run.js';
import type { Store } from '../../store/store.js';
import { writeWitnesses } from '../ledger/chainFile.js';
import { collectRecorded } from '../ledger/exportedLines.js';
import { buildSnapshot } from '../ledger/finalLink.js';
import { splitByPerson } from '../ledger/runSnapshot.js';
import type { ClosingRun } from './compareRun.js';
import { warnOfSharedAddresses } from './deliverRun.js';
import type { RunFiles } from './finishSinks.js';
import { buildRunLink, outcomeFiles, outcomeOf, rememberRun } from './runRecord.js';
import { fileMode, planFiles, writeFiles } from './writeFiles.js';

/** The files and deliveries of a commit. */
export async function planRun(
  host: RunHost,
  request: RunRequest,
  run: ClosingRun,
  { outputs, outgoing }: RunFiles,
  store: Store,
): Promise<RunOutcome> {
  const files = outputs.map(({ file }) => file);
  const planned = await planFiles(outputFolder(request.out, request.state), files, host.context.signal);
  const outcome = outcomeOf(run, request, outcomeFiles(planned, outputs));
  if (request.deliver === undefined) return outcome;
  const deliveries = outgoing(outcome.files).map(({ name, recipient }) => ({
    name,
    recipient,
    state: 'pending' as const,
  }));
  warnOfSharedAddresses(host, run.prepared.config, store, deliveries);
  return { ...outcome, deliveries };
}

/** Moves the files to their final paths and records the run in the store: both, or neither. */
export async function commitRun(
  host: RunHost,
  request: RunRequest,
  run: ClosingRun & { readonly supersedes: readonly string[] },
  { outputs, outgoing }: RunFiles,
  store: Store,
): Promise<RunOutcome> {
  const { runId, startedAt, prepared, computed, fetched } = run;
  const owner = { employerKey: prepared.employerKey, employerId: prepared.employer.employerId };
  const header = { ...owner, runId, startedAt, period: fetched.period, state: request.state };
  const final = request.state === 'final' ? { ...run, exported: await recordedLines(run) } : undefined;
  const written = await writeFiles({
    folder: outputFolder(request.out, request.state),
    mode: fileMode(request.state, prepared.config.outputMode),
    files: outputs.map(({ file }) => file),
    signal: host.context.signal,
    journal: { runId, store },
    seal: (files) => {
      const outcome = outcomeOf(run, request, outcomeFiles(files, outputs));
      const record =
        final !== undefined
          ? { link: buildRunLink(host, request, final, outcome, store) }
          : { inputs: splitByPerson(buildSnapshot(computed, prepared, run.compared), [], store.paths) };
      // Before the run is recorded, so that deliveries of an unrecorded run are never sent.
      store.outbox.add(outgoing(outcome.files));
      rememberRun(store, header, fetched.read, outcome, record);
    },
  });
  if (request.state === 'final') await writeWitnesses(host, request, owner, store);
  return outcomeOf(run, request, outcomeFiles(written, outputs));
}

/** The amounts per person in a final's files, from the collected rows. */
function recordedLines({ prepared, computed, kept, open: { people } }: ClosingRun) {
  const input = {
    period: computed.period,
    people: { ids: people.ids, of: kept.payOf },
    modelOf: async (_: unknown, ids: readonly string[]) => kept.model(computed, new Set(ids)),
  };
  return collectRecorded(input, prepared.templates, prepared);
}
