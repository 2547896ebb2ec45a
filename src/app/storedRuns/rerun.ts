import type { Context } from '../../context.js';
import type { OutcomeFile, TemplateOutput } from '../../documents/outputFile.js';
import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import type { Store } from '../../store/store.js';
import { fillSinks, openRead } from '../compute/computePeriod.js';
import { correctionOutputs, openStoredCorrection } from '../corrections/storedCorrection.js';
import { closingFindings } from '../export/closingFindings.js';
import { frameWith } from '../export/compareRun.js';
import type { RunOutcome } from '../export/outcome.js';
import { renderPayrollFiles } from '../export/payrollFiles.js';
import { renderTemplates } from '../export/renderTemplates.js';
import { renderPlaces } from '../export/runHost.js';
import { RunSinks } from '../export/sinks.js';
import { writeFiles } from '../export/writeFiles.js';
import { compareRuns } from '../ledger/comparedRuns.js';
import { linksBefore } from '../ledger/earlierPay.js';
import { earlierPayOfRun } from '../ledger/earlierPayOfRun.js';
import type { HistoryFile } from '../ledger/history.js';
import { newRunId } from '../ledger/runFolder.js';
import { loadStoredRun, type StoredInputs, type StoredRunPlaces } from '../ledger/storedRun.js';

/** A rerun, offline. */
export interface RerunOutcome {
  readonly outcome: RunOutcome;
  readonly kind: StoredInputs['state'];
  /** Recorded files; a file with different bytes has another digest here. */
  readonly recorded: readonly HistoryFile[];
  /** The version of the program that made the run. */
  readonly madeBy: StoredInputs['madeBy'];
}

/**
 * Recreates the files of a run from its stored read, directly in a folder. Nothing is recorded.
 * @throws PaytallyError RUN_UNKNOWN, RUN_PURGED, OUTPUT_NOT_WRITTEN
 */
export async function rerun(
  context: Context,
  store: Store,
  runId: string,
  order: StoredRunPlaces & { readonly out: string },
): Promise<RerunOutcome> {
  const inputs = loadStoredRun(store, runId, order);
  const { period, readId, accepted } = inputs;
  const prepared = { ...inputs.prepared, ...renderPlaces(context) };
  const { config } = prepared;
  const state = inputs.state === 'draft' ? ('draft' as const) : ('final' as const);
  const before = linksBefore(store, inputs);
  const made = state === 'final' ? inputs.made : undefined;
  const open = openRead(store, {
    readId,
    period,
    earlier: earlierPayOfRun(store, inputs),
    prepared,
    request: { state, accepted },
    version: context.version,
  });
  const templates = inputs.state === 'correction' ? [] : prepared.templates;
  const sinks = await RunSinks.open(frameWith(open.frame, inputs.compared, made), { templates });
  try {
    const { computed, ready } = await renderPayrollFiles(
      {
        prepared: { ...prepared, templates },
        kept: sinks,
        computed: await fillSinks(open, [sinks], context.signal),
      },
      accepted,
    );
    const closed = { links: before, compared: inputs.compared, accepted };
    const findings = closingFindings(computed, closed, prepared);
    const comparison = compareRuns(inputs.compared, computed, config.changes, made);
    const whole = { ...computed, findings, comparison };
    const outputs =
      inputs.state === 'correction'
        ? await storedOutputs(store, { ...inputs, prepared }, context)
        : await renderTemplates(prepared, sinks.model(whole), config, undefined, ready);
    return {
      kind: inputs.state,
      recorded: inputs.files,
      madeBy: inputs.madeBy,
      outcome: {
        runId,
        effect: 'write',
        employer: inputs.employerKey,
        state,
        files: await writtenAgain(context, store, order.out, outputs),
        control: computed.control,
        people: computed.peopleWithRows.length,
        estimateFrom: config.estimateFrom,
        accepted,
        ...buildFindingReport(whole),
        hours: config.hours ?? 'clock',
        requests: 0,
        tzdata: tzdataVersion,
      },
    };
  } finally {
    sinks.close();
  }
}

/** Recorded nowhere: the files count once they are all in place. */
async function writtenAgain(
  context: Context,
  store: Store,
  folder: string,
  outputs: readonly TemplateOutput[],
): Promise<OutcomeFile[]> {
  const runId = newRunId(new Date(context.clock.nowMs()));
  const files = await writeFiles({
    folder,
    files: outputs.map(({ file }) => ({ ...file, folder: undefined })),
    signal: context.signal,
    temporaries: store.journal,
    journal: { runId, store },
    seal: () => store.journal.abandon(runId),
  });
  return files.map((file, index) => ({ ...file, template: outputs[index]?.template ?? '' }));
}

async function storedOutputs(
  store: Store,
  inputs: StoredInputs,
  context: Context,
): Promise<TemplateOutput[]> {
  const content = await openStoredCorrection(store, inputs, context);
  return content === undefined ? [] : correctionOutputs(content);
}
