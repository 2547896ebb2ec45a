import type { Config } from '../../config/config.js';
import { selectDeliveries } from '../../delivery/deliveries.js';
import type { PlannedDeliveries } from '../../delivery/planDeliveries.js';
import type { TemplateOutput } from '../../documents/outputFile.js';
import { unprintedWarning } from '../../documents/pdf/unprintedText.js';
import { COVER_SETS } from '../../documents/template/wantedSets.js';
import { periodFolder } from '../../documents/text/fileName.js';
import { message, type Text } from '../../i18n/message.js';
import { outputFolder, type RunHost, type RunRequest } from '../../run.js';
import type { LedgerLink } from '../../store/ledgerChain.js';
import type { Store } from '../../store/store.js';
import { type ClosingRun, hasFinals } from './compareRun.js';
import { runOutgoing } from './deliverRun.js';
import { isPayrollText } from './payrollFiles.js';
import {
  placeCompanions,
  refuseFilesOfOthers,
  refuseTakenNames,
  refuseUnknownFiles,
} from './refuseExisting.js';
import { renderTemplates } from './renderTemplates.js';
import type { SinkOptions } from './sinks.js';
import type { RunSource } from './source.js';
import { WEAK_REMEDY, weakLayouts } from './templateWarnings.js';

/** The files of a run, and their recipients. */
export interface RunFiles {
  readonly outputs: readonly TemplateOutput[];
  readonly outgoing: PlannedDeliveries;
}

/** The data of each employee that a run keeps: a check renders nothing. */
export function sinkOptions(
  request: RunRequest,
  { prepared, fetched }: RunSource,
  links: readonly LedgerLink[],
  { observer }: Pick<RunHost, 'observer'>,
): SinkOptions {
  const { templates } = prepared;
  const isFinal = request.state === 'final';
  const renders = request.effect !== 'check';
  return {
    templates: [
      // A check renders payroll files to find those without rows.
      ...(renders ? templates : templates.filter(isPayrollText)),
      ...(observer === undefined ? [] : [observer.template]),
    ],
    sets: renders && hasCover(request, prepared.config) ? COVER_SETS : [],
    keepsPay: isFinal || hasFinals(links, fetched.period),
  };
}

function hasCover({ state, deliver }: RunRequest, config: Config): boolean {
  if (deliver === undefined) return false;
  return selectDeliveries(config, state, deliver).some(
    ({ settings }) => settings.to === 'mail' && settings.cover,
  );
}

/**
 * Renders the templates that are not rendered yet from the collected rows.
 * @throws PaytallyError RENDER_REFUSED, OUTPUT_EXISTS, OUTPUT_NOT_WRITTEN, RECIPIENT_INVALID
 */
export async function finishSinks(
  host: RunHost,
  request: RunRequest,
  run: ClosingRun,
  store: Store,
  supersedes: readonly string[],
): Promise<RunFiles> {
  const { prepared, computed, kept, ready } = run;
  const { employerKey, config, templates } = prepared;
  const about = (text: Text) => message('run.about', { employer: employerKey, text });
  for (const line of weakLayouts(templates, config))
    host.terminal.alert(message('terminal.warning', { text: about(line), remedy: WEAK_REMEDY }));
  const tell = (line: Text) => host.terminal.message(about(line));
  const model = kept.model(computed);
  const rendered = await renderTemplates(prepared, model, config, tell, ready);
  const unprinted = unprintedWarning(rendered.flatMap(({ file }) => file.unprinted ?? []));
  if (unprinted !== undefined) host.terminal.alert(about(unprinted));
  const folder = outputFolder(request.out, request.state);
  const isFinal = request.state === 'final';
  const outputs = isFinal ? await placeCompanions(folder, rendered, periodFolder(model.run)) : rendered;
  refuseTakenNames(host.takenPaths, folder, employerKey, outputs);
  if (isFinal) await refuseUnknownFiles(store, folder, outputs, supersedes);
  else await refuseFilesOfOthers(store, folder, outputs, prepared);
  return { outputs, outgoing: await runOutgoing(host, request, run) };
}
