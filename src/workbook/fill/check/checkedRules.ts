import type { CompiledFormula } from '../formula/compileFormula.js';
import { type CellRule, cellRule } from '../frame/cellRule.js';
import { frameElements } from '../frame/frameElements.js';
import { compiledRule, groupOfRule } from '../frame/ruleGroup.js';
import { attempt, type CompileContext } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';

/** Each of them is written once for each group. */
const MOST_GROUP_RULES = 100;

/**
 * The formulas of a sheet's conditional formats and validations. Told are those that cannot be one rule or one for
 * each group, and too many of the latter.
 */
export function checkedRules(sheet: DrawnSheet, context: CompileContext): CompiledFormula[] {
  let ofGroups = 0;
  const formulas: CompiledFormula[] = [];
  for (const element of frameElements(sheet, 'conditionalFormatting', 'dataValidation')) {
    const what = element.local === 'dataValidation' ? 'data validation' : 'conditional format';
    const checked = attempt(context, sheet.name, what, () => checkedRule(cellRule(element), sheet, context));
    if (checked?.isOfGroup) ofGroups++;
    for (const formula of checked?.formulas ?? []) formulas.push(formula);
  }
  if (ofGroups > MOST_GROUP_RULES) {
    const problem = `${ofGroups} conditional formats and validations compare with cells of their group; at most ${MOST_GROUP_RULES} can be there once for each group`;
    context.problems.add(sheet.name, undefined, problem, 'Compare in a cell and let the rules look at it.');
  }
  return formulas;
}

function checkedRule(rule: CellRule, sheet: DrawnSheet, context: CompileContext) {
  const formulas = compiledRule(rule, sheet, context);
  return { formulas, isOfGroup: groupOfRule(rule, formulas, sheet) !== undefined };
}
