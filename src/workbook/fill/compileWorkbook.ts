import { compileSheet } from './cells/compileCells.js';
import { checkLeftBraces } from './check/checkLeftBraces.js';
import { checkOtherParts } from './check/checkOtherParts.js';
import { checkParts } from './check/checkParts.js';
import { checkRuleNames } from './check/checkRuleNames.js';
import { checkSheet } from './check/checkSheet.js';
import { checkStretches } from './check/checkStretches.js';
import { checkTexts } from './check/checkTexts.js';
import { refuseManyFormulas } from './check/refuseManyFormulas.js';
import type { TemplateFields } from './language/templateFields.js';
import { openTemplate } from './package/templatePackage.js';
import { findChanges } from './plan/findChanges.js';
import { type CompileOptions, readWorkbook } from './plan/readWorkbook.js';
import type { TemplateWorkbook } from './plan/templateWorkbook.js';

/**
 * Reads and prepares a user's workbook. What a person got wrong is in `context.problems`, all of it.
 * @param subject names the file in messages.
 * @throws WorkbookError TEMPLATE_INVALID if the file is no workbook that can be read
 */
export async function compileWorkbook(
  template: Uint8Array,
  subject: string,
  fields: TemplateFields,
  options: CompileOptions,
): Promise<TemplateWorkbook> {
  const file = await openTemplate(template, subject);
  const plan = readWorkbook(file, fields, options);
  refuseManyFormulas(plan);
  for (const sheet of plan.sheets) compileSheet(sheet, plan.context);
  const uses = checkParts(plan);
  findChanges(plan, uses);
  for (const sheet of plan.sheets) checkSheet(sheet, plan);
  checkStretches(plan);
  checkRuleNames(plan);
  checkTexts(plan);
  checkLeftBraces(plan);
  checkOtherParts(plan);
  return plan;
}
