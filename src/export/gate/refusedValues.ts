import { groupBy } from '../../domain/collections.js';
import { drainOutput } from '../../render/outputFile.js';
import type { TemplateModel } from '../../render/templateModel.js';
import { problemLine, type RenderProblem, RenderRefused } from '../../render/text/renderProblems.js';
import type { PreparedRun } from '../../run.js';
import { renderTemplates } from '../render/renderTemplates.js';

const SHOWN = 100;

/**
 * The values that do not fit the templates of a run which is stopped already, a line each: who corrects what stops it
 * must not meet them next. What is lacking is left out: exceptions tell about that.
 */
export async function refusedValues(
  { templates, config, apart }: Pick<PreparedRun, 'templates' | 'config' | 'apart'>,
  model: TemplateModel,
): Promise<readonly string[]> {
  const problems: RenderProblem[] = [];
  for (const template of templates) {
    if (template.kind !== 'text') continue;
    try {
      const outputs = await renderTemplates({ templates: [template], apart }, model, config);
      for (const { file } of outputs) await drainOutput(file);
    } catch (failure) {
      if (!(failure instanceof RenderRefused)) throw failure;
      problems.push(...failure.problems.filter(({ value }) => value !== undefined));
    }
  }
  const groups = groupBy(problems, ({ template, column, value, message }) =>
    JSON.stringify([template, column, value, message]),
  );
  const lines = [...groups.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : problemLine(
          first,
          same.flatMap(({ employee }) => employee ?? []),
        );
  });
  const more = lines.length - SHOWN;
  return [...lines.slice(0, SHOWN), ...(more > 0 ? [`… and ${more} more`] : [])];
}
