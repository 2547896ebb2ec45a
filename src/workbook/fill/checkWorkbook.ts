import { fullSettings, type WorkbookSettings } from '../fillSettings.js';
import type { Problem } from '../problem.js';
import { neighbourReadings, type Reading } from './check/neighbourReadings.js';
import { compileWorkbook } from './compileWorkbook.js';
import type { TemplateFields } from './language/templateFields.js';

/** What is wrong with a drawn workbook, and how what may be read in two ways was read. */
export interface WorkbookCheck {
  readonly problems: readonly Problem[];
  readonly readings: readonly Reading[];
}

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
): Promise<WorkbookCheck> {
  const settings = fullSettings(given, fields.dataSets);
  const plan = await compileWorkbook(template, subject, fields, { settings });
  return { problems: plan.context.problems.list, readings: neighbourReadings(plan) };
}
