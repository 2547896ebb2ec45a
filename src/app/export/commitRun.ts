import type { Context } from '../../context.js';
import { type DeliveryChoice, selectDeliveries } from '../../delivery/deliveries.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { Store } from '../../store/store.js';
import { writeWitnesses } from '../ledger/chainFile.js';
import { deliveryFacts } from '../ledger/expectedDeliveries.js';
import { templateFacts } from '../ledger/expectedTemplates.js';
import { collectRecorded } from '../ledger/exportedLines.js';
import { buildSnapshot } from '../ledger/finalLink.js';
import { outputFolder } from '../ledger/runFolder.js';
import { splitByPerson } from '../ledger/runSnapshot.js';
import type { ClosingRun } from './compareRun.js';
import { type SharedAddresses, warnOfSharedAddresses } from './deliverRun.js';
import type { RunFiles } from './finishSinks.js';
import type { RunOutcome } from './outcome.js';
import { lackedTemplates } from './prepareRun.js';
import { buildRunLink, type FinalFacts, outcomeFiles, outcomeOf, rememberRun } from './runRecord.js';
import { fileMode, planFiles, writeFiles } from './writeFiles.js';

interface CommitEffects {
  readonly context: Pick<Context, 'signal' | 'user' | 'packageFolder' | 'env'>;
  readonly terminal: Pick<Terminal, 'alert'>;
}

/** The files and deliveries of a commit. */
export async function planRun(
  effects: CommitEffects & SharedAddresses,
  run: ClosingRun,
  { outputs, outgoing }: RunFiles,
  store: Store,
  { out, deliver }: { readonly out: string; readonly deliver?: DeliveryChoice | undefined },
): Promise<RunOutcome> {
  const { state } = run.computed.run;
  const files = outputs.map(({ file }) => file);
  const planned = await planFiles(outputFolder(out, state), files, effects.context.signal);
  const outcome = outcomeOf(run, 'plan', outcomeFiles(planned, outputs));
  if (deliver === undefined) return outcome;
  const deliveries = outgoing(outcome.files).map(({ name, recipient }) => ({
    name,
    recipient,
    state: 'pending' as const,
  }));
  warnOfSharedAddresses(effects, run.prepared.config, store, deliveries);
  return { ...outcome, deliveries };
}

/** Moves the files to their final paths and records the run in the store: both, or neither. */
export async function commitRun(
  { context, terminal }: CommitEffects,
  run: ClosingRun & { readonly supersedes: readonly string[] },
  { outputs, outgoing }: RunFiles,
  store: Store,
  places: Omit<FinalFacts, 'user'> & { readonly deliver?: DeliveryChoice | undefined },
): Promise<RunOutcome> {
  const { runId, startedAt, prepared, computed, fetched } = run;
  const { state } = computed.run;
  const owner = { employerKey: prepared.employerKey, employerId: prepared.employer.employerId };
  const header = { ...owner, runId, startedAt, period: fetched.period, state };
  const final = state === 'final' ? { ...run, exported: await recordedLines(run) } : undefined;
  const { config } = prepared;
  const lacked = state === 'final' ? await lackedTemplates(prepared, context) : [];
  const { deliver } = places;
  const asked = deliver === undefined ? [] : selectDeliveries(config, state, deliver).map(({ name }) => name);
  const written = await writeFiles({
    folder: outputFolder(places.out, state),
    mode: fileMode(state, prepared.config.outputMode),
    files: outputs.map(({ file }) => file),
    signal: context.signal,
    temporaries: store.journal,
    journal: { runId, store },
    seal: (files) => {
      const outcome = outcomeOf(run, 'write', outcomeFiles(files, outputs));
      const deliveries = outgoing(outcome.files);
      const expected = {
        ...deliveryFacts(config, outcome.files, asked, deliveries),
        ...templateFacts(lacked),
      };
      const record =
        final !== undefined
          ? { link: buildRunLink({ ...places, user: context.user, expected }, final, outcome, store) }
          : { inputs: splitByPerson(buildSnapshot(computed, prepared, run.compared), [], store.paths) };
      rememberRun(store, header, fetched.read, outcome, { ...record, deliveries });
    },
  });
  if (state === 'final') await writeWitnesses(terminal, places, owner, store);
  return outcomeOf(run, 'write', outcomeFiles(written, outputs));
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
