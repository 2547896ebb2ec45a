import { PaytallyError } from '../../../errors.js';
import type { ReportModel } from '../../../render/reportModel.js';
import type { Template } from '../../../render/template/template.js';
import { type RenderProblem, RenderRefused } from '../../../render/text/renderProblems.js';
import { planFiles } from '../../planFiles.js';
import { renderTemplates } from '../../renderTemplates.js';
import type { Rehearsal } from './rehearsal.js';

/** What a template refuses of a model: the very code of an export writes it, and throws it away. */
export async function rehearse(
  template: Template,
  model: ReportModel,
  { config, employer }: Rehearsal,
  signal: AbortSignal,
): Promise<readonly RenderProblem[]> {
  try {
    const outputs = await renderTemplates({ templates: [template], employer }, model, config);
    const files = outputs.map(({ file }) => file);
    await planFiles('.', files, signal);
    return [];
  } catch (failure) {
    if (failure instanceof RenderRefused) return failure.problems;
    if (!(failure instanceof PaytallyError) || failure.code === 'INTERRUPTED') throw failure;
    return [{ template: template.name, message: failure.message }];
  }
}
