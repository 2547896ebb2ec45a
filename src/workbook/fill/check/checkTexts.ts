import type { XmlElement } from '../../xml/xmlElement.js';
import { type CompiledFormula, compileFormula } from '../formula/compileFormula.js';
import { chartsOfDrawing } from '../package/partsOfSheet.js';
import { chartSheets } from '../parts/chart.js';
import { dataPictures, pictureFilling } from '../parts/dataPictures.js';
import { checkProperties } from '../parts/documentProperties.js';
import { bandAround, objectsOf, shapeLinks } from '../parts/drawing.js';
import { withOwnRows } from '../parts/ownRows.js';
import { repeatedCharts } from '../parts/repeatedCharts.js';
import { checkShapeTexts } from '../parts/shapeTexts.js';
import { attempt, type CompileContext } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { TemplateWorkbook } from '../plan/templatePlan.js';

/**
 * Tells what is wrong with placeholders outside of cells: in text boxes, charts and document properties. Gives the
 * formulas by which text boxes show cells.
 */
export function checkTexts(plan: TemplateWorkbook): CompiledFormula[] {
  const links = plan.sheets.flatMap((sheet) =>
    plan.file.related(sheet.partName, 'drawing').flatMap((drawing) => checkDrawing(drawing, sheet, plan)),
  );
  for (const { name, charts } of chartSheets(plan)) {
    const place = {
      sheet: { name, columnRoot: plan.outside.sheet.columnRoot },
      band: plan.outside.band,
      context: plan.context,
    };
    for (const chart of charts) checkShapeTexts(plan.file.xml(chart).root, place);
  }
  checkProperties(plan);
  return links;
}

function checkDrawing(
  drawing: string,
  sheet: DrawnSheet,
  { file, context }: TemplateWorkbook,
): CompiledFormula[] {
  const links: CompiledFormula[] = [];
  const { root } = file.xml(drawing);
  checkLeft(root, sheet.name, context);
  for (const child of objectsOf(file.xml(drawing))) {
    const band = bandAround(child, sheet);
    checkShapeTexts(child, { sheet, band, context });
    for (const { formula } of shapeLinks(child)) {
      const link = attempt(context, sheet.name, 'text box', () =>
        compileFormula(withOwnRows(formula, band), { sheet, band }, context),
      );
      if (link) links.push(link);
    }
  }
  const repeated = new Map(repeatedCharts(sheet, file).map(({ part, band }) => [part, band] as const));
  attempt(context, sheet.name, 'alternative text', () => {
    for (const picture of dataPictures(sheet, file)) pictureFilling(picture, sheet, context);
  });
  for (const chart of chartsOfDrawing(file, drawing)) {
    const band = repeated.get(chart) ?? sheet.root;
    for (const part of [chart, ...file.related(chart, 'chartUserShapes')]) {
      checkShapeTexts(file.xml(part).root, { sheet, band, context });
      checkLeft(file.xml(part).root, sheet.name, context);
    }
  }
  return links;
}

/** Texts that are filled, and what is remembered of cells; `name` nobody sees. */
const FILLED = { texts: ['t', 'v', 'f'], attributes: ['descr', 'title', 'name'] };

/** Headers of charts, tips of links and the like. */
function checkLeft(element: XmlElement, sheet: string, context: CompileContext): void {
  for (const child of element.children) checkLeft(child, sheet, context);
  const attributes = Object.entries(element.attributes).filter(([name]) => !FILLED.attributes.includes(name));
  const isText = element.children.length === 0 && !FILLED.texts.includes(element.local);
  const left = [isText ? element.text : '', ...attributes.map(([, value]) => value)];
  if (!left.some((text) => text.includes('{{'))) return;
  const problem = `a placeholder in "${element.local}" of a drawing or chart is not filled in`;
  context.problems.add(sheet, undefined, problem, 'Put it into a cell, a text box or a chart title.');
}
