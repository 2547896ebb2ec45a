import { PaytallyError } from '../../errors.js';
import type { Field } from '../dataSet.js';
import { RUN_FIELDS } from '../model/runFields.js';
import { checkDrawnWorkbook, drawnPlaceholders } from './drawnWorkbook.js';
import { sampleModel } from './sample/sampleModel.js';
import type { WorkbookTemplate } from './template.js';
import type { TemplateFiles } from './templateFiles.js';

/** What `templates show` prints about a workbook that somebody drew. */
export interface WorkbookView {
  readonly name: string;
  readonly description: string;
  readonly workbook: string;
  /** What it says about data, once each: `{{employee.name}}`, `{{#each employee-days}}`, names such as `each_entries`. */
  readonly used: readonly string[];
  /** Fields that may stand anywhere. */
  readonly run: readonly Field[];
  readonly dataSets: readonly { readonly name: string; readonly fields: readonly Field[] }[];
  /** What is wrong with it, as `templates check` says it. */
  readonly problems: readonly string[];
}

/** @throws PaytallyError TEMPLATE_INVALID if the file cannot be read at all */
export async function showWorkbook(template: WorkbookTemplate, disk: TemplateFiles): Promise<WorkbookView> {
  const { name, description, workbookPath } = template;
  const bytes = await disk.read(workbookPath);
  if (bytes === undefined) {
    throw new PaytallyError('TEMPLATE_NOT_FOUND', `There is no ${workbookPath}.`, { record: workbookPath });
  }
  const model = sampleModel();

  return {
    name,
    description: description.trim(),
    workbook: workbookPath,
    used: await drawnPlaceholders(bytes, name, new Set(model.dataSets.keys())),
    run: RUN_FIELDS,
    dataSets: [...model.dataSets].map(([set, { fields }]) => ({ name: set, fields })),
    problems: (await checkDrawnWorkbook(bytes, model, name)).problems,
  };
}
