import { PaytallyError } from '../../../../errors.js';
import { isFilled } from '../cells/valueContent.js';
import { checkLeftBraces } from '../check/checkLeftBraces.js';
import { checkOtherParts } from '../check/checkOtherParts.js';
import { checkParts } from '../check/checkParts.js';
import { checkRuleNames } from '../check/checkRuleNames.js';
import { checkSheet } from '../check/checkSheet.js';
import { checkStretches } from '../check/checkStretches.js';
import { checkTexts } from '../check/checkTexts.js';
import type { TemplateFields } from '../language/templateFields.js';
import { openTemplate } from '../package/templatePackage.js';
import { compileSheet } from './compileSheet.js';
import { findChanges } from './findChanges.js';
import { type CompileOptions, readWorkbook } from './readWorkbook.js';
import type { WorkbookPlan } from './workbookPlan.js';

/**
 * Reads and prepares a user's workbook. What a person got wrong is in `context.problems`, all of it.
 * @param subject names the file in messages.
 * @throws PaytallyError TEMPLATE_INVALID if the file is no workbook that can be read
 */
export async function compileWorkbook(
  template: Uint8Array,
  subject: string,
  fields: TemplateFields,
  options: CompileOptions,
): Promise<WorkbookPlan> {
  const file = await openTemplate(template, subject);
  const plan = readWorkbook(file, fields, options);
  refuseManyPrepared(plan);
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

/** What is prepared for a formula or placeholder takes some kilobytes. */
const MOST_PREPARED = 50_000;

function refuseManyPrepared({ sheets, file: { subject } }: WorkbookPlan): void {
  let cells = 0;
  for (const { rows } of sheets) {
    for (const row of rows.values())
      for (const { formula, value } of row.cells) if (formula || isFilled(value)) cells++;
  }
  if (cells <= MOST_PREPARED) return;
  const problem = `${subject} holds ${cells} cells with formulas or placeholders; at most ${MOST_PREPARED} are allowed`;
  const remedy = 'Draw one row and let it repeat with {{#each …}}.';
  throw new PaytallyError('TEMPLATE_INVALID', problem, { record: subject, remedy });
}
