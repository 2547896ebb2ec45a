import { readFile } from 'node:fs/promises';
import type { OutputFile } from '../../documents/outputFile.js';
import type { ReportModel } from '../../documents/reportModel.js';
import { makeReaders } from '../../documents/template/readBack.js';
import type { ReportTemplate, Template } from '../../documents/template/template.js';
import { renderText, type TextOptions } from '../../documents/text/renderText.js';
import type { Language, LanguagePack } from '../../language/language.js';
import { speak } from '../../language/sections.js';

/** A template that somebody may have written, and what the configuration says about it: plain data. */
export interface OwnOrder {
  readonly template: Exclude<Template, ReportTemplate>;
  readonly variables: TextOptions['variables'];
  readonly locale: TextOptions['locale'];
  readonly language: Language;
  /** Of a language that is not built in: another thread does not know it. */
  readonly languagePack?: LanguagePack | undefined;
}

/** Renders it, in whatever thread this is. @throws PaytallyError RENDER_REFUSED, TEMPLATE_INVALID */
export async function renderOwn(
  { template, variables, locale, language, languagePack }: OwnOrder,
  model: ReportModel,
  onNotice?: (line: string) => void,
): Promise<OutputFile[]> {
  if (languagePack !== undefined) speak(languagePack);
  if (template.kind === 'text') {
    await makeReaders(template);
    return renderText(template, model, { variables, locale, language, onNotice, content: 'late' });
  }
  const { fillDrawnWorkbook } = await import('../../documents/template/drawnWorkbook.js');
  const { name, workbookPath, drawn, pictures } = template;
  const fileName = `${model.run['run.employer']}_${model.run['run.periodLabel']}_${name}.xlsx`;
  const bytes = drawn === undefined ? await readFile(workbookPath) : Buffer.from(drawn, 'base64');
  return [await fillDrawnWorkbook(bytes, model, { fileName, subject: name, language, pictures })];
}
