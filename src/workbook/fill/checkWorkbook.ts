import { fullSettings, type WorkbookSettings } from '../fillSettings.js';
import type { Problem } from '../problem.js';
import { compileWorkbook } from './compileWorkbook.js';
import type { TemplateFields } from './language/templateFields.js';

export interface CheckOptions extends WorkbookSettings {
  /** Names the template in messages. @default 'template' */
  readonly subject?: string;
}

/**
 * Checks a drawn workbook without filling it: unknown fields, formats that do not fit, references that cannot
 * follow, constructs that cannot be kept. Tells everything at once.
 * @throws WorkbookError TEMPLATE_INVALID if the file cannot be read at all, or is refused as unsafe
 */
export async function checkWorkbook(
  template: Uint8Array,
  fields: TemplateFields,
  { subject = 'template', ...given }: CheckOptions = {},
): Promise<readonly Problem[]> {
  const settings = fullSettings(given, fields.dataSets);
  const { context } = await compileWorkbook(template, subject, fields, { settings });
  return context.problems.list;
}
