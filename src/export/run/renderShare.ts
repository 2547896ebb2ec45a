import { computePeriod } from '../../compute/computePeriod.js';
import { matchesTemplate, type RecipientShare } from '../../delivery/deliveries.js';
import type { ShareOutputs } from '../../delivery/planDeliveries.js';
import type { RatedFinding } from '../../domain/exceptions/finding.js';
import { coverText, type TextBlock } from '../../render/reports/coverFacts.js';
import type { RunHost, RunRequest } from '../../run.js';
import { modelOfRun } from '../render/modelOfRun.js';
import { renderTemplates } from '../render/renderTemplates.js';
import type { ComputedRun } from './computeRun.js';
import { shareOfRecords } from './shareOfRun.js';

/**
 * Files with just the rows of a share: the same templates over the records of these people or places alone, so that
 * totals are theirs too.
 * @param templates as the configuration names them; undefined: all of the run
 * @throws PaytallyError RENDER_REFUSED
 */
export async function renderShare(
  { context }: RunHost,
  request: RunRequest,
  { prepared, fetched, records }: ComputedRun,
  share: RecipientShare,
  templates: readonly string[] | undefined,
): Promise<ShareOutputs> {
  const wanted = prepared.templates.filter(
    ({ name }) => templates?.some((template) => matchesTemplate(name, template)) ?? true,
  );
  const own = shareOfRecords(records, share);
  const computed = computePeriod(own, fetched.period, prepared, request, context.version);
  const model = modelOfRun({ ...computed, findings: computed.findings.filter(isOfRecords) });
  const outputs = await renderTemplates({ ...prepared, templates: wanted }, model, prepared.config);
  return { outputs, cover: () => coverText(model, prepared.config) };
}

/** Whether a rule applied shows on everybody's work only, and concerns nobody who gets a share. */
function isOfRecords({ code }: RatedFinding): boolean {
  return code !== 'RULE_UNUSED';
}

/** The cover of a whole run, for a mail. */
export function coverOfRun({ computed, prepared: { config } }: ComputedRun): readonly TextBlock[] {
  return coverText(modelOfRun(computed), config);
}
