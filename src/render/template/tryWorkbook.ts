import { PaytallyError } from '../../errors.js';
import { checkDrawnWorkbook, type DrawnWorkbookCheck, fillDrawnWorkbook } from './drawnWorkbook.js';
import { sampleModel } from './sample/sampleModel.js';
import { type RenderSample, type SampleFile, sampleFile } from './sampleFile.js';
import type { WorkbookTemplate } from './template.js';
import type { TemplateFiles } from './templateFiles.js';

/** Looks a user's workbook through, then fills it with the sample. */
export async function tryWorkbook(
  template: WorkbookTemplate,
  disk: TemplateFiles,
  render?: RenderSample,
): Promise<{ files: readonly SampleFile[] } & DrawnWorkbookCheck> {
  const bytes = await disk.read(template.workbookPath);
  if (bytes === undefined) {
    throw new PaytallyError('TEMPLATE_NOT_FOUND', `There is no workbook ${template.workbookPath}.`, {
      record: template.workbookPath,
    });
  }
  const model = sampleModel();
  const check = await checkDrawnWorkbook(bytes, model, template.name);
  if (check.problems.length > 0) return { files: [], ...check };
  const fileName = `sample_2026-10_${template.name}.xlsx`;
  const files =
    render === undefined
      ? [await fillDrawnWorkbook(bytes, model, { fileName, subject: template.name, language: 'en' })]
      : await render({ template, variables: {}, locale: undefined, language: 'en' }, model);
  return { files: await Promise.all(files.map(sampleFile)), ...check };
}
