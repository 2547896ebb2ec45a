import { workbookSettings } from '../../../src/documents/template/drawnWorkbook.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import type { Language } from '../../../src/i18n/language.js';
import {
  checkWorkbook,
  type FilledWorkbook,
  type FillOptions,
  fillWorkbook,
  type Problem,
  problemMessage,
  type TemplateFields,
  type WorkbookModel,
} from '../../../src/workbook/index.js';

export type { Problem } from '../../../src/workbook/index.js';

/** A problem in English, as the program prints it. */
export function problemText(problem: Problem): string {
  return englishText(problemMessage(problem));
}

/** Checks a template with payroll's words and examples. */
export async function checkTemplate(
  template: Uint8Array,
  fields: TemplateFields,
  subject = 'template',
): Promise<readonly Problem[]> {
  return (await checkWorkbook(template, fields, { subject, ...workbookSettings('en') })).problems;
}

/** Fills a template with payroll's words and examples. */
export function fillTemplate(
  template: Uint8Array,
  model: WorkbookModel,
  { language = 'en', ...options }: FillOptions & { readonly language?: Language } = {},
): Promise<FilledWorkbook> {
  return fillWorkbook(template, model, { ...workbookSettings(language), ...options });
}
