import { findBraceMistake } from '../../language/placeholders.js';
import { areaText, parseArea, quotedSheet } from '../cells/address.js';
import {
  chartFormulas,
  chartSheets,
  chartUse,
  dataPictures,
  repeatedCharts,
  resolvePicture,
} from '../drawings/chartsAndPictures.js';
import { bandAround, listObjects, listRelations, shapeLinks } from '../drawings/drawing.js';
import { checkProperties, checkShapeTexts, propertyParts } from '../drawings/shapeTexts.js';
import { checkShown, hasCondition } from '../drawings/shownObjects.js';
import { pivotSource, plainNotes } from '../drawings/tablesAndNotes.js';
import { compileFormula, type FormulaUse } from '../formula/compileFormula.js';
import type { CompiledFormula, FormulaPlace } from '../formula/movedReference.js';
import { tokenize, unfixOwnRows } from '../formula/tokens.js';
import { PRINT_TITLES } from '../frame/pageSetup.js';
import { checkedRules, frameElements } from '../frame/sheetEdits.js';
import { parseRuleName } from '../language/directive.js';
import { type Message, message, type Text } from '../messages.js';
import { listDrawingCharts, relationshipsPath } from '../package/templatePackage.js';
import { owningBand } from '../placement/movedAreas.js';
import type { UsedFormula } from '../template/areaFinder.js';
import { isIntendedRule, isWholeSheet, parseNamedArea } from '../template/findDirectives.js';
import {
  type CompileContext,
  type DefinedName,
  type DrawnSheet,
  reportErrors,
  type TemplateWorkbook,
} from '../template/templatePlan.js';
import { childOf, childrenOf, deepText, descendantsOf, type XmlElement } from '../xml/xml.js';
import { XmlEdits } from '../xml/xmlEdits.js';

interface PartFormulas {
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
    if (isDropped) continue;
    // Print titles do not keep rows that are not shown.
    const kept = name === PRINT_TITLES ? compiledOnly(context) : compile;
    kept(undefined, message('place.name', { name }), text, place, 'range');
  }
  for (const { table, sheet } of plan.tables.values()) {
    const { area, headerRows, totalsRows, name } = table;
    const rows = { ...area, top: area.top + headerRows, bottom: area.bottom - totalsRows };
    const what = message('place.table', { name });
    const band = owningBand(sheet.root, area.top, area.bottom);
    compile(sheet.name, what, areaText(rows), { sheet, band });
  }
  for (const part of file.related(plan.workbookPart, 'pivotCacheDefinition')) {
    const { ref, sheet, name } = pivotSource(file.xml(part))?.attributes ?? {};
    const source =
      name ?? (ref === undefined || sheet === undefined ? undefined : `${quotedSheet(sheet)}!${ref}`);
    if (source !== undefined) compile(undefined, message('place.pivotTable'), source, outside);
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

/** Prepares a formula that keeps no rows without data. */
function compiledOnly(context: CompileContext): Compile {
  return (sheet, what, text, place, use) =>
    reportErrors(context, sheet, what, () => compileFormula(text, place, context, use));
}

function checkFrame(sheet: DrawnSheet, { context }: TemplateWorkbook, compile: Compile): UsedFormula[] {
  const outer = { sheet, band: sheet.root };
  const formulas: (CompiledFormula | undefined)[] = checkedRules(sheet, context);
  for (const { attributes } of frameElements(sheet, 'hyperlink')) {
    if (attributes.location !== undefined)
      formulas.push(compile(sheet.name, message('place.link'), attributes.location, outer));
  }
  for (const sparkline of frameElements(sheet, 'sparkline')) {
    const text = childOf(sparkline, 'f')?.text;
    const cell = parseArea(childOf(sparkline, 'sqref')?.text ?? '');
    const band = cell ? owningBand(sheet.root, cell.top, cell.bottom) : sheet.root;
    if (text !== undefined)
      formulas.push(compile(sheet.name, message('place.sparkline'), text, { sheet, band }, 'range'));
  }
  return formulas.flatMap((formula) => (formula ? [{ sheet, formula }] : []));
}

function checkDrawing(drawing: string, sheet: DrawnSheet, plan: TemplateWorkbook, compile: Compile): void {
  const { file, context } = plan;
  const part = file.xml(drawing);
  checkLeft(part.root, sheet.name, context);
  for (const object of listObjects(part)) {
    const band = bandAround(object, sheet);
    checkShapeTexts(object, { sheet, band, context });
    reportErrors(context, sheet.name, message('place.alternativeText'), () =>
      checkShown(object, { sheet, band, context }),
    );
    for (const { formula } of shapeLinks(object)) {
      const text = unfixOwnRows(formula, band);
      compile(sheet.name, message('place.textBox'), text, { sheet, band });
    }
  }
  reportErrors(context, sheet.name, message('place.alternativeText'), () => {
    for (const picture of dataPictures(sheet, file)) resolvePicture(picture, sheet, context);
  });
  const repeated = new Map(repeatedCharts(sheet, file).map((chart) => [chart.part, chart.band]));
  const conditional = conditionalCharts(drawing, plan);
  // A chart that may be left out does not keep rows without data.
  const checkOnly = compiledOnly(context);
  for (const chart of listDrawingCharts(file, drawing)) {
    const band = repeated.get(chart) ?? sheet.root;
    checkChart(chart, { sheet, band }, plan, conditional.has(chart) ? checkOnly : compile);
    checkLeft(file.xml(chart).root, sheet.name, context);
    for (const shapes of file.related(chart, 'chartUserShapes')) {
      checkShapeTexts(file.xml(shapes).root, { sheet, band, context });
      checkLeft(file.xml(shapes).root, sheet.name, context);
    }
  }
}

/** The charts of a drawing that are only there if a condition is true. */
function conditionalCharts(drawing: string, { file }: TemplateWorkbook): Set<string> {
  const targets = new Map(file.relationships(drawing).map(({ id, target }) => [id, target]));
  const objects = listObjects(file.xml(drawing)).filter(hasCondition);
  const ids = objects.flatMap((object) => [...listRelations(object)].map(({ id }) => id));
  return new Set(ids.flatMap((id) => targets.get(id) ?? []));
}

function checkChart(chart: string, place: FormulaPlace, plan: TemplateWorkbook, compile: Compile): void {
  const { sheet, band } = place;
  const part = plan.file.xml(chart);
  for (const element of chartFormulas(part)) {
    const text = unfixOwnRows(element.text, band);
    compile(sheet.name, message('place.chart'), text, place, chartUse(element));
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
  context.problems.add(sheet, undefined, message('left.inDrawing', { element: element.local }));
}

/** Placeholders in places that are not filled would appear in the report unchanged. */
export function checkLeftBraces(plan: TemplateWorkbook): void {
  const { file, context } = plan;
  const { problems } = context;
  for (const sheet of plan.sheets) {
    for (const element of sheet.part.root.children) {
      if (element.local === 'sheetData' || element.local === 'headerFooter') continue;
      if (!sheet.part.source.slice(element.start, element.end).includes('{{')) continue;
      if (!hasLeftBraces(element, plan)) continue;
      problems.add(sheet.name, undefined, message('left.inElement', { element: element.local }));
    }
    for (const part of file.related(sheet.partName, 'comments')) {
      for (const note of plainNotes(file.xml(part), sheet.directiveNotes)) {
        const text = deepText(note);
        // A mistake in its braces has been reported already.
        if (!text.includes('{{') || findBraceMistake(text)) continue;
        problems.add(sheet.name, note.attributes.ref, message('left.inNote'));
      }
    }
    for (const part of file.related(sheet.partName, 'drawing')) checkSplitText(part, sheet.name, plan);
  }
  for (const element of plan.sheetElements) {
    const name = element.attributes.name ?? '';
    if (name.includes('{{') && !context.sheetNamed(name)) {
      problems.add(name, undefined, message('left.sheetName'));
    }
  }
}

/** Texts with formulas or places in the workbook: these are adjusted, with the new name of a sheet. */
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
      isLeft(
        value,
        REFERENCES.attributes.includes(`${local} ${name}`) ||
          // Excel shows the target of a link if it has no other text.
          (local === 'hyperlink' && name === 'display' && attributes.display === attributes.location),
      ),
    ) ||
    children.some((child) => hasLeftBraces(child, plan))
  );
}

/** A reference contains the name of its sheet, and that name may be a placeholder. */
function namesTabsOnly(formula: string, { context }: TemplateWorkbook): boolean {
  return tokenize(formula).every(
    (token) =>
      !token.text.includes('{{') ||
      (token.kind === 'reference' && token.sheet !== undefined && context.sheetNamed(token.sheet)),
  );
}

/** Office may split the text of a box into runs; a placeholder must be within one. */
function checkSplitText(drawing: string, sheet: string, { file, context }: TemplateWorkbook): void {
  for (const part of [drawing, ...listDrawingCharts(file, drawing)]) {
    const { root, source } = file.xml(part);
    if (!source.includes('{{') && !source.includes('}}')) continue;
    const stack = [root];
    for (let element = stack.pop(); element; element = stack.pop()) {
      const runs = childrenOf(element, 'r').flatMap((run) => childrenOf(run, 't'));
      const isCut = runs.some(({ text }) => /\{\{|\}\}/.test(text.replace(/\{\{[^{}]*\}\}/g, '')));
      if (isCut) context.problems.add(sheet, undefined, message('left.severalLooks'));
      for (const child of element.children) stack.push(child);
    }
  }
}

/** A name such as `each_employee_days` without rows would have no effect, and nothing would repeat. */
export function checkRuleNames(plan: TemplateWorkbook): void {
  const { context } = plan;
  const knownSets = new Set(context.fields.dataSets.keys());
  for (const defined of plan.names) {
    const { element, name } = defined;
    const rule = parseRuleName(name);
    if (!rule || !isIntendedRule(rule, element.attributes.comment ?? '', knownSets)) continue;
    const problem = findNameProblem(defined, rule.kind === 'sheet', plan);
    if (problem !== undefined) context.problems.add(undefined, name, problem);
  }
}

function findNameProblem(
  { text }: DefinedName,
  isOfSheet: boolean,
  plan: TemplateWorkbook,
): Message | undefined {
  const area = parseNamedArea(text);
  const named = { text, example: `=${quotedSheet(plan.sheets[0]?.name ?? 'Hours')}!$A$5:$F$5` };
  if (/#REF!/i.test(text)) return message('left.nameGone', named);
  if (!area) return message('left.nameNoArea', named);
  const { sheet } = area;
  if (!plan.context.sheetNamed(sheet)) return message('left.nameNoSheet', { ...named, sheet });
  return !isOfSheet && isWholeSheet(area) ? message('left.nameWholeSheet', named) : undefined;
}

/** The parts that placeholders may be in by mistake; first match. */
const PLACES = [
  [/\.rels$/i, 'linkAddress'],
  [/\/diagrams\//i, 'smartArt'],
  [/\/chartEx/i, 'newChart'],
  [/\/chartsheets\//i, 'chartSheetHeader'],
  [/\/drawings\/[^/]*\.xml$/i, 'chartSheetBox'],
  [/\.vml$/i, 'formControl'],
  [/\/tables\//i, 'table'],
  [/^docProps\//i, 'properties'],
  [/styles\.xml$/i, 'style'],
] as const;

/** Data of other programs, or cached cell values, may contain braces that are never shown. */
const UNSEEN =
  /customXml\/|\/pivotCache\/|\/pivotTables\/|\/externalLinks\/|\/threadedComments\/|\/printerSettings\/|\/theme\//i;

/** Placeholders in parts that are copied unchanged would appear in the report, so they are reported in every part. */
export function checkOtherParts(plan: TemplateWorkbook): void {
  const { file, context } = plan;
  const looked = checkedParts(plan);
  for (const [part, bytes] of file.parts) {
    if (looked.has(part) || UNSEEN.test(part) || !/\.(?:xml|vml|rels)$/i.test(part)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isLink = part.endsWith('.rels') && (text.includes('%7B%7B') || text.includes('%7b%7b'));
    if (!text.includes('{{') && !isLink) continue;
    const [, place] = PLACES.find(([path]) => path.test(part)) ?? [];
    const problem = place ? message(`left.${place}`) : message('left.part', { part });
    const sheet = plan.sheets.find(
      ({ partName }) =>
        relationshipsPath(partName) === part ||
        file.relationships(partName).some(({ target }) => target === part),
    );
    context.problems.add(sheet?.name, undefined, problem);
  }
}

function checkedParts(plan: TemplateWorkbook): Set<string> {
  const { file, workbookPart, sheets } = plan;
  const drawings = sheets.flatMap(({ partName }) => file.related(partName, 'drawing'));
  const charts = drawings.flatMap((part) => listDrawingCharts(file, part));
  return new Set([
    ...[workbookPart, ...file.related(workbookPart, 'sharedStrings'), ...drawings, ...charts],
    ...chartSheets(plan).flatMap(({ charts: own }) => own),
    ...sheets.flatMap(({ partName }) => [partName, ...file.related(partName, 'comments')]),
    ...sheets.filter(({ links }) => links.size > 0).map(({ partName }) => relationshipsPath(partName)),
    ...charts.flatMap((part) => file.related(part, 'chartUserShapes')),
    ...propertyParts(plan),
    ...file.related(workbookPart, 'styles').filter((part) => hasOnlyFormats(part, plan)),
    ...[...plan.tables.values()].flatMap(({ table }) =>
      hasOnlyHeadings(table.partName, plan) ? table.partName : [],
    ),
  ]);
}

/** The placeholders in the styles are those of number formats of cells. */
function hasOnlyFormats(part: string, { file }: TemplateWorkbook): boolean {
  const { root, source } = file.xml(part);
  const formats = childOf(root, 'numFmts');
  const edits = new XmlEdits(source);
  if (formats) edits.remove(formats);
  return !edits.apply().includes('{{');
}

/** The placeholders in the part of a table are those of its headings and of the label of its totals. */
function hasOnlyHeadings(part: string, { file }: TemplateWorkbook): boolean {
  const { root, source } = file.xml(part);
  const edits = new XmlEdits(source);
  for (const column of descendantsOf(root, 'tableColumn')) {
    for (const name of ['name', 'totalsRowLabel']) edits.setAttribute(column, name, undefined);
  }
  return !edits.apply().includes('{{');
}
