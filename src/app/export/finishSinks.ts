import type { Config } from '../../config/config.js';
import type { Context } from '../../context.js';
import { type DeliveryChoice, selectDeliveries } from '../../delivery/deliveries.js';
import type { PlannedDeliveries } from '../../delivery/planDeliveries.js';
import type { TemplateOutput } from '../../documents/outputFile.js';
import { unprintedWarning } from '../../documents/pdf/unprintedText.js';
import type { Template } from '../../documents/template/template.js';
import { COVER_SETS } from '../../documents/template/wantedSets.js';
import { periodFolder } from '../../documents/text/fileName.js';
import type { ExportState } from '../../domain/computed/computedPeriod.js';
import { message, type Text } from '../../i18n/message.js';
import type { Terminal } from '../../runtime/terminal.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { outputFolder } from '../ledger/runFolder.js';
import { type ClosingRun, hasFinals } from './compareRun.js';
import { type DeliveryIntent, runOutgoing } from './deliverRun.js';
import { isPayrollText } from './payrollFiles.js';
import {
  placeCompanions,
  refuseFilesOfOthers,
  refuseTakenNames,
  refuseUnknownFiles,
} from './refuseExisting.js';
import { renderTemplates } from './renderTemplates.js';
import type { RunEffect } from './runRequest.js';
import type { RunSource } from './runSource.js';
import type { SinkOptions } from './sinks.js';
import { WEAK_REMEDY, weakLayouts } from './templateWarnings.js';

/** The files of a run, and their recipients. */
export interface RunFiles {
  readonly outputs: readonly TemplateOutput[];
  readonly outgoing: PlannedDeliveries;
}

interface SinkUse {
  readonly effect: RunEffect;
  readonly deliver?: DeliveryChoice | undefined;
}

/**
 * The data of each employee that a run keeps: a check renders nothing.
 * @param observed a template whose rows are needed in any case
 */
export function sinkOptions(
  { prepared, fetched, open }: RunSource,
  links: readonly LedgerLink[],
  { effect, deliver }: SinkUse,
  observed?: Template,
): SinkOptions {
  const { config, templates } = prepared;
  const { state } = open.frame.run;
  const isFinal = state === 'final';
  const renders = effect !== 'check';
  return {
    templates: [
      // A check renders payroll files to find those without rows.
      ...(renders ? templates : templates.filter(isPayrollText)),
      ...(observed === undefined ? [] : [observed]),
    ],
    sets: renders && hasCover(config, state, deliver) ? COVER_SETS : [],
    keepsPay: isFinal || hasFinals(links, fetched.period),
  };
}

function hasCover(config: Config, state: ExportState, deliver: DeliveryChoice | undefined): boolean {
  if (deliver === undefined) return false;
  return selectDeliveries(config, state, deliver).some(
    ({ settings }) => settings.to === 'mail' && settings.cover,
  );
}

interface FinishEffects {
  readonly context: Context;
  readonly terminal: Terminal;
  /** Output path -> the employer that the file is for, in all runs of this command. */
  readonly takenPaths: Map<string, string>;
}

/** Where the files of a run go. */
interface RunTarget extends DeliveryIntent {
  /** Folder for the files, absolute. */
  readonly out: string;
  /** The runs that it replaces. */
  readonly supersedes: readonly string[];
}

/**
 * Renders the templates that are not rendered yet from the collected rows.
 * @throws PaytallyError RENDER_REFUSED, OUTPUT_EXISTS, OUTPUT_NOT_WRITTEN, RECIPIENT_INVALID
 */
export async function finishSinks(
  { context, terminal, takenPaths }: FinishEffects,
  run: ClosingRun,
  store: Store,
  target: RunTarget,
): Promise<RunFiles> {
  const { prepared, computed, kept, ready } = run;
  const { state } = computed.run;
  const { employerKey, config, templates } = prepared;
  const about = (text: Text) => message('run.about', { employer: employerKey, text });
  for (const line of weakLayouts(templates, config))
    terminal.alert(message('terminal.warning', { text: about(line), remedy: WEAK_REMEDY }));
  const tell = (line: Text) => terminal.message(about(line));
  const model = kept.model(computed);
  const rendered = await renderTemplates(prepared, model, config, tell, ready);
  const unprinted = unprintedWarning(rendered.flatMap(({ file }) => file.unprinted ?? []));
  if (unprinted !== undefined) terminal.alert(about(unprinted));
  const folder = outputFolder(target.out, state);
  const isFinal = state === 'final';
  const outputs = isFinal ? await placeCompanions(folder, rendered, periodFolder(model.run)) : rendered;
  refuseTakenNames(takenPaths, folder, employerKey, outputs);
  if (isFinal) await refuseUnknownFiles(store, folder, outputs, target.supersedes);
  else await refuseFilesOfOthers(store, folder, outputs, prepared);
  return { outputs, outgoing: await runOutgoing(context, terminal, run, target) };
}
