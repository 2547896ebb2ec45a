import { plainNotes } from '../parts/comments.js';
import type { WorkbookPlan } from '../plan/workbookPlan.js';
import { childrenOf, deepText } from '../xml/xmlElement.js';

/** Placeholders where none is filled in would end up in the report as they are. */
export function checkLeftBraces(plan: WorkbookPlan): void {
  const { file, context } = plan;
  const { problems } = context;
  for (const sheet of plan.sheets) {
    for (const element of sheet.part.root.children) {
      if (element.local === 'sheetData' || element.local === 'headerFooter') continue;
      if (!sheet.part.source.slice(element.start, element.end).includes('{{')) continue;
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
        if (!deepText(note).includes('{{')) continue;
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

/** Office may cut the text of a box into runs; a placeholder must lie within one. */
function checkSplitText(drawing: string, sheet: string, { file, context }: WorkbookPlan): void {
  for (const part of [drawing, ...file.related(drawing, 'chart')]) {
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
