import { type Message, message } from '../../i18n/message.js';
import { quotedSheet } from '../cells/address.js';
import { chartSheets } from '../drawings/chart.js';
import { propertyParts } from '../drawings/shapeTexts.js';
import { plainNotes } from '../drawings/tablesAndNotes.js';
import { tokenize } from '../formula/tokens.js';
import { parseRuleName } from '../language/directive.js';
import { findBraceMistake } from '../language/placeholder.js';
import { listDrawingCharts, relationshipsPath } from '../package/templatePackage.js';
import { isIntendedRule, isWholeSheet, parseNamedArea } from '../template/findDirectives.js';
import type { DefinedName, TemplateWorkbook } from '../template/templatePlan.js';
import { childrenOf, deepText, type XmlElement } from '../xml/parseXml.js';

/** Placeholders in places that are not filled would appear in the report unchanged. */
export function checkLeftBraces(plan: TemplateWorkbook): void {
  const { file, context } = plan;
  const { problems } = context;
  for (const sheet of plan.sheets) {
    for (const element of sheet.part.root.children) {
      if (element.local === 'sheetData' || element.local === 'headerFooter') continue;
      if (!sheet.part.source.slice(element.start, element.end).includes('{{')) continue;
      if (!hasLeftBraces(element, plan)) continue;
      problems.add(sheet.name, undefined, message('workbook.left.inElement', { element: element.local }));
    }
    for (const part of file.related(sheet.partName, 'comments')) {
      for (const note of plainNotes(file.xml(part), sheet.directiveNotes)) {
        const text = deepText(note);
        // A mistake in its braces has been reported already.
        if (!text.includes('{{') || findBraceMistake(text)) continue;
        problems.add(sheet.name, note.attributes.ref, message('workbook.left.inNote'));
      }
    }
    for (const part of file.related(sheet.partName, 'drawing')) checkSplitText(part, sheet.name, plan);
  }
  for (const element of plan.sheetElements) {
    const name = element.attributes.name ?? '';
    if (name.includes('{{') && !context.sheetNamed(name)) {
      problems.add(name, undefined, message('workbook.left.sheetName'));
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
      isLeft(value, REFERENCES.attributes.includes(`${local} ${name}`) || isShownPlace(element, name)),
    ) ||
    children.some((child) => hasLeftBraces(child, plan))
  );
}

/** Excel shows the target of a link if it has no other text. */
function isShownPlace({ local, attributes }: XmlElement, name: string): boolean {
  return local === 'hyperlink' && name === 'display' && attributes.display === attributes.location;
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
      if (isCut) context.problems.add(sheet, undefined, message('workbook.left.severalLooks'));
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
  if (/#REF!/i.test(text)) return message('workbook.left.nameGone', named);
  if (!area) return message('workbook.left.nameNoArea', named);
  const { sheet } = area;
  if (!plan.context.sheetNamed(sheet)) return message('workbook.left.nameNoSheet', { ...named, sheet });
  return !isOfSheet && isWholeSheet(area) ? message('workbook.left.nameWholeSheet', named) : undefined;
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
    const problem = place ? message(`workbook.left.${place}`) : message('workbook.left.part', { part });
    context.problems.add(findSheetOfPart(part, plan), undefined, problem);
  }
}

/** Parts whose placeholders are filled, or reported elsewhere. */
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
