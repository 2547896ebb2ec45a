import { childrenOf, deepText, type XmlElement } from '../../xml/xmlElement.js';
import { tokenize } from '../formula/tokens.js';
import { braceSlip } from '../language/braceSlip.js';
import { chartsOfDrawing } from '../package/partsOfSheet.js';
import { plainNotes } from '../parts/comments.js';
import type { TemplateWorkbook } from '../plan/templateWorkbook.js';

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
