import { quotedSheet } from '../../quotedSheet.js';
import { ruleOfName } from '../language/directive.js';
import { areaOfName, isMeant, isWholeSheet } from '../plan/findDirectives.js';
import type { DefinedName, TemplateWorkbook } from '../plan/templateWorkbook.js';

/** A name such as `each_employee_days` that stands for no rows would say nothing, and nothing would repeat. */
export function checkRuleNames(plan: TemplateWorkbook): void {
  const { context } = plan;
  const knownSets = new Set(context.fields.dataSets.keys());
  for (const defined of plan.names) {
    const { element, name, text } = defined;
    const rule = ruleOfName(name);
    if (!rule || !isMeant(rule, element.attributes.comment ?? '', knownSets)) continue;
    const problem = problemOf(defined, rule.kind === 'sheet', plan);
    if (problem === undefined) continue;
    const sheet = plan.sheets[0]?.name ?? 'Hours';
    const right = `=${quotedSheet(sheet)}!$A$5:$F$5`;
    const remedy = `Let it refer to the rows that repeat, for example ${right} (Formulas, Name Manager).`;
    context.problems.add(undefined, name, `the name refers to "${text}", ${problem}`, remedy);
  }
}

function problemOf({ text }: DefinedName, isOfSheet: boolean, plan: TemplateWorkbook): string | undefined {
  const area = areaOfName(text);
  if (/#REF!/i.test(text)) return 'whose cells are gone';
  if (!area) return 'which is not one area of cells on a sheet';
  if (!plan.context.sheetNamed(area.sheet)) return `but there is no worksheet "${area.sheet}"`;
  return !isOfSheet && isWholeSheet(area) ? 'a whole sheet, but only rows or columns can repeat' : undefined;
}
