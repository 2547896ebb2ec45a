import { z } from 'zod';
import { begunRead } from '../../compute/computedRead.js';
import { buildFindingReport } from '../../domain/computed/computedPeriod.js';
import { lineKeyText } from '../../domain/corrections/exportedLine.js';
import { toLocalDate } from '../../domain/time/localDate.js';
import { tzdataVersion } from '../../domain/time/tzdata.js';
import { compareRuns, pendingComparison } from '../../ledger/comparedRuns.js';
import { readCorrectionBase } from '../../ledger/correctionBase.js';
import { type CorrectionLine, recordedLines } from '../../ledger/correctionLines.js';
import { readEarlierPay } from '../../ledger/earlierPay.js';
import { keepsLines } from '../../ledger/exportedLines.js';
import { acceptedClosures, activeFinals } from '../../ledger/finals.js';
import type { HistoryFile } from '../../ledger/history.js';
import { loadStoredRun, type StoredInputs, type StoredRunPlaces } from '../../ledger/storedRun.js';
import type { TemplateOutput } from '../../render/outputFile.js';
import { newRunId, type OutcomeFile, type RunHost, type RunOutcome } from '../../run.js';
import { pauseForInterrupt } from '../../runtime/interruption.js';
import type { Store } from '../../store/store.js';
import { earlyText } from '../render/earlyText.js';
import { modelOfRun } from '../render/modelOfRun.js';
import { renderTemplates } from '../render/renderTemplates.js';
import { apartOf } from '../runHost.js';
import { writeFiles } from '../write/writeFiles.js';
import { compareRead } from './comparedFinals.js';
import { outputsOf } from './correctionOutputs.js';

/** A run that was made again, offline. */
export interface RerunOutcome {
  readonly outcome: RunOutcome;
  readonly kind: StoredInputs['state'];
  /** Files as they were recorded; what is not the same bytes has another digest here. */
  readonly recorded: readonly HistoryFile[];
  /** The program that made the run. */
  readonly madeBy: StoredInputs['madeBy'];
}

/**
 * Makes the files of a run again from its stored read, flat into a folder. Nothing is recorded.
 * @throws PaytallyError RUN_UNKNOWN, RUN_PURGED, OUTPUT_NOT_WRITTEN
 */
export async function rerun(
  host: Pick<RunHost, 'context'>,
  store: Store,
  runId: string,
  order: StoredRunPlaces & { readonly out: string },
): Promise<RerunOutcome> {
  const { context } = host;
  const inputs = loadStoredRun(store, runId, order);
  const { period, readId, accepted } = inputs;
  const prepared = { ...inputs.prepared, apart: apartOf(context) };
  const state = inputs.state === 'draft' ? ('draft' as const) : ('final' as const);
  const asked = { state, accepted };
  const before = store.ledger
    .links(inputs.employerId)
    .filter(({ position }) => position < (inputs.link?.position ?? Number.POSITIVE_INFINITY));
  const earlier = readEarlierPay(store, before);
  const read = { readId, period, earlier, prepared, request: asked, version: context.version };
  const audit = state === 'final' ? inputs.made : undefined;
  const begun = begunRead(store, read);
  const ahead = { ...begun.early, comparison: { ...pendingComparison(inputs.compared), audit } };
  const early =
    inputs.state === 'correction'
      ? undefined
      : await earlyText(prepared, modelOfRun(ahead), prepared.config, context.signal);
  try {
    await pauseForInterrupt(context.signal);
    const computed = begun.finish();
    const findings = acceptedClosures(computed.findings, before);
    const comparison = compareRuns(inputs.compared, computed, prepared.config.changes, audit);
    const whole = { ...computed, findings, comparison };
    const outputs =
      inputs.state === 'correction'
        ? await correctionOutputs(store, { ...inputs, prepared }, context.version)
        : await renderTemplates(prepared, modelOfRun(whole), prepared.config, undefined, early);
    // Recorded nowhere: the files count once they are all in place.
    const journalId = newRunId(new Date(context.clock.nowMs()));
    const files = await writeFiles({
      folder: order.out,
      files: outputs.map(({ file }) => file),
      signal: context.signal,
      journal: { runId: journalId, store },
      seal: () => store.journal.abandon(journalId),
    });
    const named: OutcomeFile[] = files.map((file, index) => ({
      ...file,
      template: outputs[index]?.template ?? '',
    }));
    return {
      kind: inputs.state,
      recorded: inputs.files,
      madeBy: inputs.madeBy,
      outcome: {
        runId,
        effect: 'write',
        employer: inputs.employerKey,
        period,
        state,
        files: named,
        control: computed.control,
        estimateFrom: prepared.config.estimateFrom,
        accepted,
        ...buildFindingReport(whole),
        hours: prepared.config.hours ?? 'clock',
        requests: 0,
        tzdata: tzdataVersion,
      },
    };
  } finally {
    early?.close();
  }
}

const comparedFacts = z.object({
  compared: z.array(z.string()),
  until: z.string().transform(toLocalDate),
  sequence: z.number(),
});

/** Compares the correction's read with what the ledger had before it, and takes the lines that it took. */
async function correctionOutputs(
  store: Store,
  inputs: StoredInputs,
  version: string,
): Promise<TemplateOutput[]> {
  const { link, snapshot, prepared, readId, period, accepted } = inputs;
  if (link === undefined || snapshot === undefined) return [];
  const earlier = store.ledger.links(inputs.employerId).filter(({ position }) => position < link.position);
  const facts = comparedFacts.parse(link.facts);
  const covered = activeFinals(earlier).filter(({ link: final }) => facts.compared.includes(final.runId));
  const bases = covered.map((final) => readCorrectionBase(store, earlier, final));
  const templates = snapshot.templates.filter(keepsLines);
  const nowMs = link.startedAt.getTime();
  const compared = await compareRead(store, readId, prepared, {
    bases,
    period: { ...period, to: facts.until },
    templates,
    isListed: () => true,
    accepted,
    version,
    nowMs,
    links: earlier,
  });
  const exported = new Set(snapshot.exported.map(lineKeyText));
  const settled = new Set(snapshot.settled.map(lineKeyText));
  const lines = compared.lines.map((line): CorrectionLine => {
    const key = lineKeyText(line.difference.key);
    return { ...line, disposition: exported.has(key) ? 'file' : settled.has(key) ? 'settled' : 'by-hand' };
  });
  const posted = {
    exported: { lines: snapshot.exported, rows: snapshot.exportedRows },
    settled: { lines: snapshot.settled, rows: snapshot.settledRows },
  };
  const { sequence } = facts;
  const recorded = recordedLines(lines);
  const content = { compared: { ...compared, prepared }, recorded, posted, period, templates, sequence };
  const outputs: TemplateOutput[] = [];
  for (const template of templates) outputs.push(...(await outputsOf(template, content)));
  return outputs;
}
