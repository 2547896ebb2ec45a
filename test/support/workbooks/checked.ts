import { workbookSettings } from '../../../src/documents/template/drawnWorkbook.js';
import { translateErrors, workbookContent, workbookWords } from '../../../src/documents/workbookWords.js';
import { englishText } from '../../../src/i18n/formatMessage.js';
import type { Language } from '../../../src/i18n/language.js';
import { TemplateError } from '../../../src/language/templateError.js';
import {
  checkWorkbook,
  type FilledWorkbook,
  type FillOptions,
  fillWorkbook,
  type Problem,
  problemMessage,
  type TemplateFields,
  WorkbookError,
  type WorkbookMessage,
  type WorkbookModel,
  type WorkbookSettings,
} from '../../../src/workbook/index.js';

export type { Problem } from '../../../src/workbook/index.js';

/** A message of the engine in English, as the program prints it. */
export function wordsOf(text: WorkbookMessage): string {
  return englishText(workbookWords(text));
}

/** What an action is refused with, in English. */
export function said(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof WorkbookError || error instanceof TemplateError) return wordsOf(error.text);
    throw error;
  }
  return 'not refused';
}

/** A problem in English, as the program prints it. */
export function problemText(problem: Problem): string {
  return wordsOf(problemMessage(problem));
}

/** Checks a template with payroll's words and examples. */
export async function checkTemplate(
  template: Uint8Array,
  fields: TemplateFields,
  subject = 'template',
  settings: WorkbookSettings = {},
): Promise<readonly Problem[]> {
  const options = { subject, ...workbookSettings('en'), ...settings };
  return (await translateErrors(checkWorkbook(template, fields, options))).problems;
}

/** Fills a template with payroll's words and examples; its errors are those of the program. */
export async function fillTemplate(
  template: Uint8Array,
  model: WorkbookModel,
  { language = 'en', ...options }: FillOptions & { readonly language?: Language } = {},
): Promise<FilledWorkbook> {
  const settings = { ...workbookSettings(language), ...options };
  const { rows, content } = await translateErrors(fillWorkbook(template, model, settings));
  return { rows, content: workbookContent(content) };
}
