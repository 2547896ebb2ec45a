import { compileFormula } from '../formula/compileFormula.js';
import { checkProperties } from '../parts/documentProperties.js';
import { bandOf, shapeLinks } from '../parts/drawing.js';
import { checkShapeTexts } from '../parts/shapeTexts.js';
import { attempt } from '../plan/compileContext.js';
import type { SheetPlan } from '../plan/sheetPlan.js';
import type { WorkbookPlan } from '../plan/workbookPlan.js';
import { chartSheets } from './chartsOfSheet.js';

/** Tells what is wrong with placeholders outside of cells: in text boxes, charts and document properties. */
export function checkTexts(plan: WorkbookPlan): void {
  for (const sheet of plan.sheets) {
    for (const drawing of plan.file.related(sheet.partName, 'drawing')) checkDrawing(drawing, sheet, plan);
  }
  for (const { name, charts } of chartSheets(plan)) {
    const place = { sheet: { name }, band: plan.outside.band, context: plan.context };
    for (const chart of charts) checkShapeTexts(plan.file.xml(chart).root, place);
  }
  checkProperties(plan);
}

function checkDrawing(drawing: string, sheet: SheetPlan, { file, context }: WorkbookPlan): void {
  for (const child of file.xml(drawing).root.children) {
    const band = bandOf(child, sheet);
    checkShapeTexts(child, { sheet, band, context });
    for (const { formula } of shapeLinks(child))
      attempt(context, sheet.name, 'text box', () =>
        compileFormula(formula, { sheet, band }, context.sheetNamed),
      );
  }
  for (const chart of file.related(drawing, 'chart')) {
    for (const part of [chart, ...file.related(chart, 'chartUserShapes')])
      checkShapeTexts(file.xml(part).root, { sheet, band: sheet.root, context });
  }
}
