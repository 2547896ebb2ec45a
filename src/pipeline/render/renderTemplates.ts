import type { Config } from '../../config/config.js';
import type { OutputFile } from '../../documents/outputFile.js';
import { renderTimesheetPdf } from '../../documents/pdf/renderTimesheetPdf.js';
import type { ReportModel } from '../../documents/reportModel.js';
import { renderMonthlyHours } from '../../documents/reports/monthlyHours.js';
import { renderTimesheets } from '../../documents/reports/timesheets.js';
import { renderReview } from '../../documents/review/renderReview.js';
import { type NamingFacts, nameByPattern, withFileName } from '../../documents/template/fileNames.js';
import type { ReportTemplate, Template } from '../../documents/template/template.js';
import type { TextOptions } from '../../documents/text/renderText.js';
import { PaytallyError } from '../../errors.js';
import type { RenderApart } from '../apart.js';
import { joinedFailure } from '../joinedFailure.js';
import type { PreparedRun } from '../prepare/prepareRun.js';
import { variablesOf } from '../prepare/variablesOf.js';
import { renderOwn } from './ownRendering.js';
import { renderApart } from './renderApart.js';

/** A file together with the template that it came from. */
export interface TemplateOutput {
  readonly template: string;
  readonly file: OutputFile;
}

/** Renders every template; what somebody should know about the files goes to `onNotice`. @throws PaytallyError RENDER_REFUSED with the problems of all templates at once */
export async function renderTemplates(
  { templates, apart }: Pick<PreparedRun, 'templates'> & Partial<Pick<PreparedRun, 'apart'>>,
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
      const text = { variables, onNotice };
      const files = await render(withFileName(template, pattern), model, config, text, apart);
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
  { variables, onNotice }: Pick<TextOptions, 'variables' | 'onNotice'>,
  apart: RenderApart | undefined,
): Promise<OutputFile[]> {
  if (template.kind === 'report') return renderReport(template, model, config);
  const { locale, language } = config;
  const order = { template, variables, locale, language };
  // What ships with the program is trusted, and starts at once.
  return template.builtIn || apart === undefined
    ? renderOwn(order, model, onNotice)
    : renderApart(order, model, apart, onNotice);
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
