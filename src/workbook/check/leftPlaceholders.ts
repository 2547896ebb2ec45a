import { quotedSheet } from '../cells/address.js';
import { chartSheets } from '../drawings/chart.js';
import { plainNotes } from '../drawings/comments.js';
import { propertyParts } from '../drawings/shapeTexts.js';
import { tokenize } from '../formula/tokens.js';
import { parseRuleName } from '../language/directive.js';
import { findBraceMistake } from '../language/placeholder.js';
import { listDrawingCharts, relationshipsPath } from '../package/templatePackage.js';
import { isIntendedRule, isWholeSheet, parseNamedArea } from '../template/findDirectives.js';
import type { DefinedName, TemplateWorkbook } from '../template/templatePlan.js';
import { childrenOf, deepText, type XmlElement } from '../xml/parseXml.js';

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
        if (!text.includes('{{') || findBraceMistake(text)) continue;
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

/** Excel shows the place that a link leads to where no other text was written. */
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
  for (const part of [drawing, ...listDrawingCharts(file, drawing)]) {
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
    const rule = parseRuleName(name);
    if (!rule || !isIntendedRule(rule, element.attributes.comment ?? '', knownSets)) continue;
    const problem = findNameProblem(defined, rule.kind === 'sheet', plan);
    if (problem === undefined) continue;
    const sheet = plan.sheets[0]?.name ?? 'Hours';
    const right = `=${quotedSheet(sheet)}!$A$5:$F$5`;
    const remedy = `Let it refer to the rows that repeat, for example ${right} (Formulas, Name Manager).`;
    context.problems.add(undefined, name, `the name refers to "${text}", ${problem}`, remedy);
  }
}

function findNameProblem(
  { text }: DefinedName,
  isOfSheet: boolean,
  plan: TemplateWorkbook,
): string | undefined {
  const area = parseNamedArea(text);
  if (/#REF!/i.test(text)) return 'whose cells are gone';
  if (!area) return 'which is not one area of cells on a sheet';
  if (!plan.context.sheetNamed(area.sheet)) return `but there is no worksheet "${area.sheet}"`;
  return !isOfSheet && isWholeSheet(area) ? 'a whole sheet, but only rows or columns can repeat' : undefined;
}

/** What a person calls the parts that placeholders may stand in by mistake; first match. */
const PLACES: readonly [path: RegExp, what: string, remedy: string][] = [
  [
    /\.rels$/i,
    'the address of a link',
    'Put the link onto a cell (Insert, Link), or use a formula: HYPERLINK("https://…"&A1).',
  ],
  [/\/diagrams\//i, 'SmartArt', 'Use text boxes instead.'],
  [/\/chartEx/i, 'a chart of a newer kind', 'Put it into a cell above the chart.'],
  [/\/chartsheets\//i, 'the header or footer of a chart sheet', 'Put the chart onto a worksheet.'],
  [/\/drawings\/[^/]*\.xml$/i, 'a text box on a chart sheet', 'Put the chart onto a worksheet.'],
  [/\.vml$/i, 'a form control or a note', 'Put it into a cell.'],
  [/\/tables\//i, 'a table', 'Put it into a cell that belongs to no heading and no total.'],
  [/^docProps\//i, 'the properties of the document', 'Save the workbook in Excel once more.'],
  [/styles\.xml$/i, 'a number format or a style', 'Put it into a cell.'],
];

/** What other programs keep in a file, or what is remembered of cells, may hold braces that are never shown. */
const UNSEEN =
  /customXml\/|\/pivotCache\/|\/pivotTables\/|\/externalLinks\/|\/threadedComments\/|\/printerSettings\/|\/theme\//i;

/** Placeholders in parts that are copied as they are would end up in the report: told, wherever they are. */
export function checkOtherParts(plan: TemplateWorkbook): void {
  const { file, context } = plan;
  const looked = checkedParts(plan);
  for (const [part, bytes] of file.parts) {
    if (looked.has(part) || UNSEEN.test(part) || !/\.(?:xml|vml|rels)$/i.test(part)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isLink = part.endsWith('.rels') && (text.includes('%7B%7B') || text.includes('%7b%7b'));
    if (!text.includes('{{') && !isLink) continue;
    const [, what, remedy] = PLACES.find(([path]) => path.test(part)) ?? [part, `part ${part}`, 'Remove it.'];
    context.problems.add(
      findSheetOfPart(part, plan),
      undefined,
      `a placeholder in ${what} is not filled in`,
      remedy,
    );
  }
}

/** Parts whose placeholders are filled in, or told elsewhere. */
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
  ]);
}

function findSheetOfPart(part: string, { file, sheets }: TemplateWorkbook): string | undefined {
  const isOf = ({ partName }: (typeof sheets)[number]): boolean =>
    relationshipsPath(partName) === part ||
    file.relationships(partName).some(({ target }) => target === part);
  return sheets.find(isOf)?.name;
}
