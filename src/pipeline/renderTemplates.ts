import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import { PaytallyError } from '../errors.js';
import type { OutputFile } from '../render/outputFile.js';
import type { ReportModel } from '../render/reportModel.js';
import { renderMonthlyHours } from '../render/reports/monthlyHours.js';
import { renderTimesheets } from '../render/reports/timesheets.js';
import { diskTemplateFiles } from '../render/template/diskTemplateFiles.js';
import { loadTemplate } from '../render/template/loadTemplate.js';
import type { ReportTemplate, Template, WorkbookTemplate } from '../render/template/template.js';
import { renderText } from '../render/text/renderText.js';
import { renderWorkbook } from '../render/xlsx/template/renderWorkbook.js';
import type { PreparedRun } from './prepareRun.js';
import { together } from './together.js';
import { variablesOf } from './variablesOf.js';

/** A file together with the template that it came from. */
export interface TemplateOutput {
  readonly template: string;
  readonly file: OutputFile;
}

/** Loads a template by name or path. @throws PaytallyError TEMPLATE_NOT_FOUND, TEMPLATE_INVALID */
export async function loadNamed(name: string, packageFolder: string, baseFolder: string): Promise<Template> {
  return loadTemplate(name, {
    templatesRoot: join(packageFolder, 'templates'),
    baseFolder,
    files: diskTemplateFiles,
  });
}

/** Renders every template. @throws PaytallyError RENDER_REFUSED with the problems of all templates at once */
export async function renderTemplates(
  { templates, employer }: Pick<PreparedRun, 'templates' | 'employer'>,
  model: ReportModel,
  config: Config,
): Promise<TemplateOutput[]> {
  const outputs: TemplateOutput[] = [];
  const failures: unknown[] = [];
  for (const template of templates) {
    const variables = variablesOf(template.name, config, employer);
    try {
      const files = await render(template, model, config, variables);
      outputs.push(...files.map((file) => ({ template: template.name, file })));
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw together(failures);
  return outputs;
}

async function render(
  template: Template,
  model: ReportModel,
  config: Config,
  variables: Readonly<Record<string, string>>,
): Promise<OutputFile[]> {
  switch (template.kind) {
    case 'text':
      return renderText(template, model, {
        variables,
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
  return renderWorkbook(await readFile(workbookPath), model, { fileName, subject: name, language });
}
