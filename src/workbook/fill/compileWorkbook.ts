import { compileCells } from './cells/compileCells.js';
import { compileConditions, type ShownTest } from './cells/compileConditions.js';
import { checkLeftBraces, checkRuleNames } from './check/checkLeftBraces.js';
import { checkOtherParts } from './check/checkOtherParts.js';
import { checkParts } from './check/checkParts.js';
import { checkSheet } from './check/checkSheet.js';
import { checkStretches } from './check/checkStretches.js';
import { checkTexts } from './check/checkTexts.js';
import { refuseManyFormulas } from './check/refuseManyFormulas.js';
import type { Band } from './language/band.js';
import type { TemplateFields } from './language/templateFields.js';
import { openTemplate } from './package/templatePackage.js';
import { changedSheets } from './plan/changedSheets.js';
import type { DrawnSheet } from './plan/drawnSheet.js';
import { type CompileOptions, readWorkbook } from './plan/readWorkbook.js';
import type { SheetContents } from './plan/sheetContents.js';
import type { TemplatePlan } from './plan/templatePlan.js';

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
): Promise<TemplatePlan> {
  const file = await openTemplate(template, subject);
  const drawn = readWorkbook(file, fields, options);
  const { sheets, context } = drawn;
  refuseManyFormulas(drawn);
  const conditions = new Map<Band, ShownTest>();
  const contents = new Map<DrawnSheet, SheetContents>();
  for (const sheet of sheets) {
    for (const [band, test] of compileConditions(sheet, context)) conditions.set(band, test);
    contents.set(sheet, compileCells(sheet, context));
  }
  const parts = checkParts(drawn);
  const changed = changedSheets(drawn, contents, parts.ofSheets);
  const ofCells = [...contents.values()].flatMap((each) => [...each.formulas()]);
  const needed = new Set(
    [...ofCells.map(({ formula }) => formula), ...parts.all].flatMap(({ needs }) => needs),
  );
  const plan = { ...drawn, contents, changed, bandRules: { conditions, needed } };
  for (const sheet of sheets) checkSheet(sheet, plan);
  checkStretches(plan);
  checkRuleNames(plan);
  for (const { needs } of checkTexts(plan)) for (const band of needs) needed.add(band);
  checkLeftBraces(plan);
  checkOtherParts(plan);
  return plan;
}
