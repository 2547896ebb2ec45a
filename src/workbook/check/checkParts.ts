import { message, type Text } from '../../i18n/message.js';
import { areaText, parseArea, quotedSheet } from '../cells/address.js';
import { chartFormulas, chartSheets, chartUse, repeatedCharts } from '../drawings/chart.js';
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
  /** Formulas in a sheet's own part. */
  readonly ofSheets: readonly UsedFormula[];
  /** All formulas, which show what depends on the bands. */
  readonly all: readonly CompiledFormula[];
}

/** Prepares every formula and placeholder outside of cells once, so that their mistakes are reported. */
export function checkParts(plan: TemplateWorkbook): PartFormulas {
  const { context, file, outside } = plan;
  const all: CompiledFormula[] = [];
  const compile: Compile = (sheet, what, text, place, use) => {
    const formula = reportErrors(context, sheet, what, () => compileFormula(text, place, context, use));
    if (formula) all.push(formula);
    return formula;
  };
  for (const { name, sheet, text, isDropped } of plan.names) {
    const place = sheet ? { sheet, band: sheet.root } : outside;
    if (!isDropped) compile(undefined, message('workbook.place.name', { name }), text, place, 'range');
  }
  for (const { table, sheet } of plan.tables.values()) {
    const { area, headerRows, totalsRows, name } = table;
    const rows = { ...area, top: area.top + headerRows, bottom: area.bottom - totalsRows };
    const what = message('workbook.place.table', { name });
    compile(sheet.name, what, areaText(rows), { sheet, band: sheet.root });
  }
  for (const part of file.related(plan.workbookPart, 'pivotCacheDefinition')) {
    const { ref, sheet, name } = pivotSource(file.xml(part))?.attributes ?? {};
    const source =
      name ?? (ref === undefined || sheet === undefined ? undefined : `${quotedSheet(sheet)}!${ref}`);
    if (source !== undefined) compile(undefined, message('workbook.place.pivotTable'), source, outside);
  }
  const ofSheets = plan.sheets.flatMap((sheet) => checkFrame(sheet, plan, compile));
  for (const sheet of plan.sheets) {
    for (const drawing of file.related(sheet.partName, 'drawing'))
      checkDrawing(drawing, sheet, plan, compile);
  }
  for (const { name, charts } of chartSheets(plan)) {
    for (const chart of charts)
      checkChart(chart, { ...outside, sheet: { ...outside.sheet, name } }, plan, compile);
  }
  checkProperties(plan);
  return { ofSheets, all: [...all, ...ofSheets.map(({ formula }) => formula)] };
}

type Compile = (
  sheet: string | undefined,
  what: Text,
  text: string,
  place: FormulaPlace,
  use?: FormulaUse,
) => CompiledFormula | undefined;

/** The formulas of a sheet's own part. */
function checkFrame(sheet: DrawnSheet, { context }: TemplateWorkbook, compile: Compile): UsedFormula[] {
  const outer = { sheet, band: sheet.root };
  const formulas: (CompiledFormula | undefined)[] = checkedRules(sheet, context);
  for (const { attributes } of frameElements(sheet, 'hyperlink')) {
    if (attributes.location !== undefined)
      formulas.push(compile(sheet.name, message('workbook.place.link'), attributes.location, outer));
  }
  for (const sparkline of frameElements(sheet, 'sparkline')) {
    const text = childOf(sparkline, 'f')?.text;
    const cell = parseArea(childOf(sparkline, 'sqref')?.text ?? '');
    const band = cell ? owningBand(sheet.root, cell.top, cell.bottom) : sheet.root;
    if (text !== undefined)
      formulas.push(compile(sheet.name, message('workbook.place.sparkline'), text, { sheet, band }, 'range'));
  }
  return formulas.flatMap((formula) => (formula ? [{ sheet, formula }] : []));
}

/** The texts, pictures and charts of a drawing, and the formulas by which its text boxes show cells. */
function checkDrawing(drawing: string, sheet: DrawnSheet, plan: TemplateWorkbook, compile: Compile): void {
  const { file, context } = plan;
  const part = file.xml(drawing);
  checkLeft(part.root, sheet.name, context);
  for (const object of listObjects(part)) {
    const band = bandAround(object, sheet);
    checkShapeTexts(object, { sheet, band, context });
    for (const { formula } of shapeLinks(object)) {
      const text = unfixOwnRows(formula, band);
      compile(sheet.name, message('workbook.place.textBox'), text, { sheet, band });
    }
  }
  reportErrors(context, sheet.name, message('workbook.place.alternativeText'), () => {
    for (const picture of dataPictures(sheet, file)) resolvePicture(picture, sheet, context);
  });
  const repeated = new Map(repeatedCharts(sheet, file).map((chart) => [chart.part, chart.band]));
  for (const chart of listDrawingCharts(file, drawing)) {
    const band = repeated.get(chart) ?? sheet.root;
    checkChart(chart, { sheet, band }, plan, compile);
    checkLeft(file.xml(chart).root, sheet.name, context);
    for (const shapes of file.related(chart, 'chartUserShapes')) {
      checkShapeTexts(file.xml(shapes).root, { sheet, band, context });
      checkLeft(file.xml(shapes).root, sheet.name, context);
    }
  }
}

/** The ranges and texts of a chart. */
function checkChart(chart: string, place: FormulaPlace, plan: TemplateWorkbook, compile: Compile): void {
  const { sheet, band } = place;
  const part = plan.file.xml(chart);
  for (const element of chartFormulas(part)) {
    const text = unfixOwnRows(element.text, band);
    compile(sheet.name, message('workbook.place.chart'), text, place, chartUse(element));
  }
  checkShapeTexts(part.root, { sheet, band, context: plan.context });
}

/** Texts that are filled, and cached cell values; `name` is not displayed. */
const FILLED = { texts: ['t', 'v', 'f'], attributes: ['descr', 'title', 'name'] };

/** Chart headings, link tooltips and similar texts. */
function checkLeft(element: XmlElement, sheet: string, context: CompileContext): void {
  for (const child of element.children) checkLeft(child, sheet, context);
  const attributes = Object.entries(element.attributes).filter(([name]) => !FILLED.attributes.includes(name));
  const isText = element.children.length === 0 && !FILLED.texts.includes(element.local);
  const left = [isText ? element.text : '', ...attributes.map(([, value]) => value)];
  if (!left.some((text) => text.includes('{{'))) return;
  context.problems.add(sheet, undefined, message('workbook.left.inDrawing', { element: element.local }));
}
