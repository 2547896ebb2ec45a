import { message, type Text } from '../../i18n/message.js';
import { areaText, parseArea, quotedSheet } from '../cells/address.js';
import { chartFormulas, chartSheets, chartUse, listSheetCharts, repeatedCharts } from '../drawings/chart.js';
import { dataPictures, resolvePicture } from '../drawings/dataPictures.js';
import { bandAround, listObjects, shapeLinks } from '../drawings/drawing.js';
import { checkProperties, checkShapeTexts } from '../drawings/shapeTexts.js';
import { pivotSource } from '../drawings/tablesAndNotes.js';
import { type CompiledFormula, compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { FormulaPlace } from '../formula/movedReference.js';
import { unfixOwnRows } from '../formula/tokens.js';
import { checkedRules } from '../frame/cellRules.js';
import { frameElements } from '../frame/sheetEdits.js';
import { listDrawingCharts } from '../package/templatePackage.js';
import { owningBand } from '../placement/movedAreas.js';
import type { UsedFormula } from '../template/changedSheets.js';
import type { DrawnSheet } from '../template/drawnSheet.js';
import { type CompileContext, reportErrors, type TemplateWorkbook } from '../template/templatePlan.js';
import { childOf, type XmlElement } from '../xml/parseXml.js';

/** The formulas outside of cells. */
interface PartFormulas {
  /** Those that stand in a sheet's own part. */
  readonly ofSheets: readonly UsedFormula[];
  /** All of them: bands know by these what needs them. */
  readonly all: readonly CompiledFormula[];
}

/** Prepares every formula outside of cells once, so that what cannot follow is told. */
export function checkParts(plan: TemplateWorkbook): PartFormulas {
  const { context } = plan;
  const all: CompiledFormula[] = [];
  const compile: Compile = (sheet, what, text, place, use) => {
    const formula = reportErrors(context, sheet, what, () => compileFormula(text, place, context, use));
    if (formula) all.push(formula);
    return formula;
  };
  for (const { name, sheet, text, isDropped } of plan.names) {
    const place = sheet ? { sheet, band: sheet.root } : plan.outside;
    if (!isDropped) compile(undefined, message('workbook.place.name', { name }), text, place, 'range');
  }
  for (const { table, sheet } of plan.tables.values()) {
    const { area, headerRows, totalsRows, name } = table;
    const rows = { ...area, top: area.top + headerRows, bottom: area.bottom - totalsRows };
    compile(sheet.name, message('workbook.place.table', { name }), areaText(rows), {
      sheet,
      band: sheet.root,
    });
  }
  for (const part of plan.file.related(plan.workbookPart, 'pivotCacheDefinition')) {
    const { ref, sheet, name } = pivotSource(plan.file.xml(part))?.attributes ?? {};
    if (name !== undefined) compile(undefined, message('workbook.place.pivotTable'), name, plan.outside);
    else if (ref !== undefined && sheet !== undefined)
      compile(undefined, message('workbook.place.pivotTable'), `${quotedSheet(sheet)}!${ref}`, plan.outside);
  }
  for (const { name, charts } of chartSheets(plan)) {
    for (const element of charts.flatMap((part) => chartFormulas(plan.file.xml(part))))
      compile(name, message('workbook.place.chart'), element.text, plan.outside, chartUse(element));
  }
  const ofSheets = plan.sheets.flatMap((sheet) => sheetFormulas(sheet, plan, compile));
  return { ofSheets, all: [...all, ...ofSheets.map(({ formula }) => formula)] };
}

type Compile = (
  sheet: string | undefined,
  what: Text,
  text: string,
  place: FormulaPlace,
  use?: FormulaUse,
) => CompiledFormula | undefined;

function sheetFormulas(sheet: DrawnSheet, plan: TemplateWorkbook, compile: Compile): UsedFormula[] {
  const outer = { sheet, band: sheet.root };
  const uses: UsedFormula[] = [];
  const use = (what: Text, text: string, place: FormulaPlace, as: FormulaUse): void => {
    const formula = compile(sheet.name, what, text, place, as);
    if (formula) uses.push({ sheet, formula });
  };
  for (const formula of checkedRules(sheet, plan.context)) uses.push({ sheet, formula });
  for (const link of frameElements(sheet, 'hyperlink')) {
    if (link.attributes.location !== undefined)
      use(message('workbook.place.link'), link.attributes.location, outer, 'value');
  }
  for (const sparkline of frameElements(sheet, 'sparkline')) {
    const text = childOf(sparkline, 'f')?.text;
    const cell = parseArea(childOf(sparkline, 'sqref')?.text ?? '');
    const band = cell ? owningBand(sheet.root, cell.top, cell.bottom) : sheet.root;
    if (text !== undefined) use(message('workbook.place.sparkline'), text, { sheet, band }, 'range');
  }
  const repeated = new Map(repeatedCharts(sheet, plan.file).map(({ part, band }) => [part, band] as const));
  for (const part of listSheetCharts(sheet, plan)) {
    const band = repeated.get(part) ?? sheet.root;
    for (const element of chartFormulas(plan.file.xml(part)))
      compile(
        sheet.name,
        message('workbook.place.chart'),
        unfixOwnRows(element.text, band),
        { sheet, band },
        chartUse(element),
      );
  }
  return uses;
}

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
  for (const child of listObjects(file.xml(drawing))) {
    const band = bandAround(child, sheet);
    checkShapeTexts(child, { sheet, band, context });
    for (const { formula } of shapeLinks(child)) {
      const link = reportErrors(context, sheet.name, message('workbook.place.textBox'), () =>
        compileFormula(unfixOwnRows(formula, band), { sheet, band }, context),
      );
      if (link) links.push(link);
    }
  }
  const repeated = new Map(repeatedCharts(sheet, file).map(({ part, band }) => [part, band] as const));
  reportErrors(context, sheet.name, message('workbook.place.alternativeText'), () => {
    for (const picture of dataPictures(sheet, file)) resolvePicture(picture, sheet, context);
  });
  for (const chart of listDrawingCharts(file, drawing)) {
    const band = repeated.get(chart) ?? sheet.root;
    for (const part of [chart, ...file.related(chart, 'chartUserShapes')]) {
      checkShapeTexts(file.xml(part).root, { sheet, band, context });
      checkLeft(file.xml(part).root, sheet.name, context);
    }
  }
  return links;
}

/** Texts that are filled, and what is remembered of cells; `name` is not shown. */
const FILLED = { texts: ['t', 'v', 'f'], attributes: ['descr', 'title', 'name'] };

/** Headers of charts, tips of links and the like. */
function checkLeft(element: XmlElement, sheet: string, context: CompileContext): void {
  for (const child of element.children) checkLeft(child, sheet, context);
  const attributes = Object.entries(element.attributes).filter(([name]) => !FILLED.attributes.includes(name));
  const isText = element.children.length === 0 && !FILLED.texts.includes(element.local);
  const left = [isText ? element.text : '', ...attributes.map(([, value]) => value)];
  if (!left.some((text) => text.includes('{{'))) return;
  context.problems.add(sheet, undefined, message('workbook.left.inDrawing', { element: element.local }));
}
