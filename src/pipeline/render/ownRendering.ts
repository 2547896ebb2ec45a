import { readFile } from 'node:fs/promises';
import type { OutputFile } from '../../documents/outputFile.js';
import type { ReportModel } from '../../documents/reportModel.js';
import { fillDrawnWorkbook } from '../../documents/template/drawnWorkbook.js';
import type { ReportTemplate, Template } from '../../documents/template/template.js';
import { renderText, type TextOptions } from '../../documents/text/renderText.js';
import type { Language } from '../../language/language.js';

/** A template that somebody may have written, and what the configuration says about it: plain data. */
export interface OwnOrder {
  readonly template: Exclude<Template, ReportTemplate>;
  readonly variables: TextOptions['variables'];
  readonly locale: TextOptions['locale'];
  readonly language: Language;
}

/** Renders it, in whatever thread this is. @throws PaytallyError RENDER_REFUSED, TEMPLATE_INVALID */
export async function renderOwn(
  { template, variables, locale, language }: OwnOrder,
  model: ReportModel,
  onNotice?: (line: string) => void,
): Promise<OutputFile[]> {
  if (template.kind === 'text') return renderText(template, model, { variables, locale, language, onNotice });
  const { name, workbookPath } = template;
  const fileName = `${model.run['run.employer']}_${model.run['run.periodLabel']}_${name}.xlsx`;
  const bytes = await readFile(workbookPath);
  return [await fillDrawnWorkbook(bytes, model, { fileName, subject: name, language })];
}
