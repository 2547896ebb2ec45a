import { quotedSheet } from '../../quotedSheet.js';
import { childrenOf, deepText, type XmlElement } from '../../xml/xmlElement.js';
import { tokenize } from '../formula/tokens.js';
import { braceSlip } from '../language/braceSlip.js';
import { ruleOfName } from '../language/directive.js';
import { chartsOfDrawing } from '../package/partsOfSheet.js';
import { plainNotes } from '../parts/comments.js';
import { areaOfName, isMeant, isWholeSheet } from '../plan/findDirectives.js';
import type { DefinedName, TemplateWorkbook } from '../plan/templatePlan.js';

/** Placeholders where none is filled in would end up in the report as they are. */
export function checkLeftBraces(plan: TemplateWorkbook): void {
  const { file, context } = plan;
  const { problems } = context;
  for (const sheet of plan.sheets) {
    for (const element of sheet.part.root.children) {
      if (element.local === 'sheetData' || element.local === 'headerFooter') continue;
      if (!sheet.part.source.slice(element.start, element.end).includes('{{')) continue;
      if (!hasLeftBraces(element, plan)) continue;
      const problem = `a placeholder in "${element.local}" is not filled in`;
      problems.add(
        sheet.name,
        undefined,
        problem,
        'Put placeholders into cells, headers, footers, text boxes and chart titles only.',
      );
    }
    for (const part of file.related(sheet.partName, 'comments')) {
      for (const note of plainNotes(file.xml(part), sheet.directiveNotes)) {
        const text = deepText(note);
        // A slip of its braces has been told already.
        if (!text.includes('{{') || braceSlip(text)) continue;
        problems.add(
          sheet.name,
          note.attributes.ref,
          'a placeholder in a note is not filled in',
          'Put it into a cell.',
        );
      }
    }
    for (const part of file.related(sheet.partName, 'drawing')) checkSplitText(part, sheet.name, plan);
  }
  for (const element of plan.sheetElements) {
    const name = element.attributes.name ?? '';
    if (name.includes('{{') && !context.sheetNamed(name)) {
      problems.add(
        name,
        undefined,
        'a placeholder names a sheet that is no worksheet',
        'Give this sheet a fixed name.',
      );
    }
  }
}

/** Texts that hold formulas or places in the workbook: these follow, with the new name of a tab. */
const REFERENCES = {
  texts: ['f', 'formula', 'formula1', 'formula2'],
  attributes: ['cfvo val', 'hyperlink location'],
};

function hasLeftBraces(element: XmlElement, plan: TemplateWorkbook): boolean {
  const { local, attributes, text, children } = element;
  const isLeft = (value: string, isReference: boolean): boolean =>
    value.includes('{{') && !(isReference && namesTabsOnly(value, plan));
  return (
    isLeft(text, REFERENCES.texts.includes(local)) ||
    Object.entries(attributes).some(([name, value]) =>
      isLeft(value, REFERENCES.attributes.includes(`${local} ${name}`) || isShownPlace(element, name)),
    ) ||
    children.some((child) => hasLeftBraces(child, plan))
  );
}

/** Excel shows the place that a link leads to where nobody wrote another text. */
function isShownPlace({ local, attributes }: XmlElement, name: string): boolean {
  return local === 'hyperlink' && name === 'display' && attributes.display === attributes.location;
}

/** A reference holds the name of its sheet, and the tab of that sheet may be a placeholder. */
function namesTabsOnly(formula: string, { context }: TemplateWorkbook): boolean {
  return tokenize(formula).every(
    (token) =>
      !token.text.includes('{{') ||
      (token.kind === 'reference' && token.sheet !== undefined && context.sheetNamed(token.sheet)),
  );
}

/** Office may cut the text of a box into runs; a placeholder must lie within one. */
function checkSplitText(drawing: string, sheet: string, { file, context }: TemplateWorkbook): void {
  for (const part of [drawing, ...chartsOfDrawing(file, drawing)]) {
    const { root, source } = file.xml(part);
    if (!source.includes('{{') && !source.includes('}}')) continue;
    const stack = [root];
    for (let element = stack.pop(); element; element = stack.pop()) {
      const runs = childrenOf(element, 'r').flatMap((run) => childrenOf(run, 't'));
      const isCut = runs.some(({ text }) => /\{\{|\}\}/.test(text.replace(/\{\{[^{}]*\}\}/g, '')));
      if (isCut) {
        const remedy = 'Type the whole placeholder in one go, in one font and colour.';
        context.problems.add(
          sheet,
          undefined,
          'a placeholder in a text box or chart has several looks within it',
          remedy,
        );
      }
      for (const child of element.children) stack.push(child);
    }
  }
}

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
