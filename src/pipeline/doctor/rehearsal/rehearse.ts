import type { ReportModel } from '../../../documents/reportModel.js';
import type { Template } from '../../../documents/template/template.js';
import { type RenderProblem, RenderRefused } from '../../../documents/text/renderProblems.js';
import { PaytallyError } from '../../../errors.js';
import { renderTemplates, type TemplateOutput } from '../../render/renderTemplates.js';
import { planFiles } from '../../write/planFiles.js';
import type { Rehearsal } from './rehearsal.js';

/** What came of a template. */
export interface Tried {
  readonly problems: readonly RenderProblem[];
  /** A failure that names no cells: a workbook or a report that cannot be made. */
  readonly failure: PaytallyError | undefined;
  /** The files, as far as there are any. */
  readonly outputs: readonly TemplateOutput[];
}

/** Writes a template by the very code of an export, and throws it away. */
export async function rehearse(
  template: Template,
  model: ReportModel,
  { config }: Rehearsal,
  signal: AbortSignal,
): Promise<Tried> {
  try {
    const outputs = await renderTemplates({ templates: [template] }, model, config);
    const files = outputs.map(({ file }) => file);
    await planFiles('.', files, signal);
    return { problems: [], failure: undefined, outputs };
  } catch (failure) {
    if (failure instanceof RenderRefused)
      return { problems: failure.problems, failure: undefined, outputs: [] };
    if (!(failure instanceof PaytallyError) || failure.code === 'INTERRUPTED') throw failure;
    return { problems: [], failure, outputs: [] };
  }
}
