import { readFile } from 'node:fs/promises';
import type { Config } from '../../config/config.js';
import type { OutputFile } from '../../documents/outputFile.js';
import { renderTimesheetPdf } from '../../documents/pdf/renderTimesheetPdf.js';
import type { ReportModel } from '../../documents/reportModel.js';
import { renderMonthlyHours } from '../../documents/reports/monthlyHours.js';
import { renderTimesheets } from '../../documents/reports/timesheets.js';
import { renderReview } from '../../documents/review/renderReview.js';
import { fillDrawnWorkbook } from '../../documents/template/drawnWorkbook.js';
import { type NamingFacts, nameByPattern, withFileName } from '../../documents/template/fileNames.js';
import type { ReportTemplate, Template, WorkbookTemplate } from '../../documents/template/template.js';
import { renderText, type TextOptions } from '../../documents/text/renderText.js';
import { PaytallyError } from '../../errors.js';
import { joinedFailure } from '../joinedFailure.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { variablesOf } from '../prepare/variablesOf.js';

/** A file together with the template that it came from. */
export interface TemplateOutput {
  readonly template: string;
  readonly file: OutputFile;
}

/** Renders every template; what somebody should know about the files goes to `onNotice`. @throws PaytallyError RENDER_REFUSED with the problems of all templates at once */
export async function renderTemplates(
  { templates }: Pick<PreparedRun, 'templates'>,
  model: ReportModel,
  config: Config,
  onNotice?: (line: string) => void,
): Promise<TemplateOutput[]> {
  const outputs: TemplateOutput[] = [];
  const failures: unknown[] = [];
  for (const template of templates) {
    const variables = variablesOf(template.name, config);
    const pattern = config.fileNames[template.name];
    try {
      const files = await render(withFileName(template, pattern), model, config, { variables, onNotice });
      const named =
        pattern === undefined ? files : calledBy(pattern, template, files, { run: model.run, variables });
      outputs.push(...named.map((file) => ({ template: template.name, file })));
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw joinedFailure(failures);
  return outputs;
}

/** Reports and workbooks are called by the configuration once they are made; several files of one keep their own names. */
function calledBy(
  pattern: string,
  { kind, name }: Template,
  files: OutputFile[],
  facts: NamingFacts,
): readonly OutputFile[] {
  if (kind === 'text' || files.length !== 1) return files;
  return files.map((file) => ({ ...file, name: nameByPattern(pattern, name, facts) }));
}

async function render(
  template: Template,
  model: ReportModel,
  config: Config,
  text: Pick<TextOptions, 'variables' | 'onNotice'>,
): Promise<OutputFile[]> {
  switch (template.kind) {
    case 'text':
      return renderText(template, model, {
        ...text,
        locale: config.locale,
        language: config.language,
      });
    case 'report':
      return renderReport(template, model, config);
    case 'workbook':
      return [await renderDrawn(template, model, config)];
  }
}

async function renderReport(
  template: ReportTemplate,
  model: ReportModel,
  { language }: Config,
): Promise<OutputFile[]> {
  switch (template.report) {
    case 'monthly-hours':
      return renderMonthlyHours(model, { language });
    case 'timesheets':
      return renderTimesheets(model, { language });
    case 'timesheets-pdf':
      return renderTimesheetPdf(model, { language });
    case 'review':
      return renderReview(model, { language, templateFolder: template.folder });
    default:
      throw new PaytallyError(
        'TEMPLATE_INVALID',
        `This version of paytally has no report ${template.report}.`,
      );
  }
}

/** A workbook that somebody drew. */
async function renderDrawn(
  { name, workbookPath }: WorkbookTemplate,
  model: ReportModel,
  { language }: Config,
): Promise<OutputFile> {
  const fileName = `${model.run['run.employer']}_${model.run['run.periodLabel']}_${name}.xlsx`;
  return fillDrawnWorkbook(await readFile(workbookPath), model, { fileName, subject: name, language });
}
