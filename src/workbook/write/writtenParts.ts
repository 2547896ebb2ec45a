import { columnLetters, MAX_COLUMNS, quotedSheet } from '../cells/address.js';
import { OutputBytes } from '../cells/outputBytes.js';
import { fittedWidths } from '../content/fittedWidths.js';
import { blankRowProgram, type RowProgram, rowProgram } from '../content/rowProgram.js';
import { movedChart } from '../drawings/chartsAndPictures.js';
import { type CopiedRelations, movedDrawing } from '../drawings/drawing.js';
import {
  movedComments,
  movedNoteShapes,
  movedPivotCache,
  movedPivotTable,
  movedTable,
  pivotSource,
} from '../drawings/tablesAndNotes.js';
import { compileFormula } from '../formula/compileFormula.js';
import { formulaText, type WrittenSheet } from '../formula/placedFormula.js';
import { PRINT_AREA, PRINT_TITLES } from '../frame/pageSetup.js';
import { sheetFrame } from '../frame/sheetFrame.js';
import type { Band } from '../language/bands.js';
import { relationshipsPath, relativeTarget, type TemplatePackage } from '../package/templatePackage.js';
import type { WorkbookCells } from '../template/outputCells.js';
import type { PlacedSheet } from '../template/placedSheet.js';
import {
  type DefinedName,
  type DrawnSheet,
  reportErrors,
  type TemplatePlan,
  type TemplateWorkbook,
} from '../template/templatePlan.js';
import { childOf, childrenOf, prefixOf, type XmlElement } from '../xml/xml.js';
import { XmlEdits } from '../xml/xmlEdits.js';
import { attributeText } from '../xml/xmlText.js';
import type { ListedSheet, OwnParts, PlacedChart } from './listedCopies.js';
import type { PlacedWorkbook } from './placedWorkbook.js';

/**
 * The text of a defined name, its rows moved; undefined if it is left out, because a sheet has no print titles.
 * @param on the name's sheet, or outside of all sheets
 */
export function movedName(
  { name, text, sheet }: DefinedName,
  plan: TemplateWorkbook,
  on: WrittenSheet | PlacedSheet,
): string | undefined {
  if ('contents' in on) {
    const { isPrinted, hasTitles } = on.contents.pages(on);
    if (name === PRINT_TITLES && !hasTitles) return undefined;
    if (name === PRINT_AREA && !isPrinted) return emptyCellOf(on);
  }
  const place = sheet ? { sheet, band: sheet.root } : plan.outside;
  const compiled = reportErrors(plan.context, undefined, undefined, () =>
    compileFormula(text, place, plan.context, 'range'),
  );
  if (!compiled) return text;
  const isShown = (band: Band): boolean => {
    const axis = band.root === on.rows.root ? on.rows : on.columns;
    return axis.placesOf(band).starts.length > 0;
  };
  return name === PRINT_TITLES && !compiled.needs.every(isShown) ? undefined : formulaText(compiled, on)(0);
}

/** A sheet whose print area is an empty cell has no page. */
function emptyCellOf({ name, columns, drawn }: PlacedSheet): string {
  const column = Math.min(MAX_COLUMNS, (columns.length ?? drawn.lastColumn) + 1);
  return `${quotedSheet(name)}!$${columnLetters(column)}$1`;
}

/** The workbook part: sheets, names, and the instruction to recalculate everything on opening. */
export function writtenWorkbook(workbook: PlacedWorkbook, listed: readonly ListedSheet[]): string {
  const { plan } = workbook;
  const { source, root } = plan.file.xml(plan.workbookPart);
  const edits = new XmlEdits(source);
  writeSheets(plan, listed, edits);
  writeNames(workbook, listed, edits);
  const indexes = plan.sheetElements.map((element) => listed.findIndex((each) => each.element === element));
  for (const view of childrenOf(childOf(root, 'bookViews'), 'workbookView')) {
    for (const name of ['activeTab', 'firstSheet']) {
      const index = view.attributes[name];
      if (index !== undefined)
        edits.setAttribute(view, name, String(Math.max(0, indexes[Number(index)] ?? 0)));
    }
  }
  orderCalculation(root, edits);
  return edits.apply();
}

function writeSheets(plan: TemplateWorkbook, listed: readonly ListedSheet[], edits: XmlEdits): void {
  for (const element of plan.sheetElements) {
    const id = Object.keys(element.attributes).find((key) => key.endsWith(':id')) ?? 'id';
    const copies = listed.filter((each) => each.element === element);
    const written = copies.map(({ name, added }) =>
      edits.copy(element, (copy) => {
        copy.setAttribute(element, 'name', name);
        if (!added) return;
        copy.setAttribute(element, 'sheetId', String(added.sheetId));
        copy.setAttribute(element, id, added.relationship);
      }),
    );
    edits.replace(element.start, element.end, written.join(''));
  }
}

function writeNames(
  { plan, outside, others }: PlacedWorkbook,
  listed: readonly ListedSheet[],
  edits: XmlEdits,
): void {
  const isListed = (sheet: DrawnSheet): boolean =>
    listed.some(({ element }) => element === plan.sheetElements[sheet.index]);
  const kept = plan.names.filter(({ isDropped, sheet }) => !isDropped && (!sheet || isListed(sheet)));
  const list = childOf(plan.file.xml(plan.workbookPart).root, 'definedNames');
  const textOn = (name: DefinedName): string | undefined =>
    movedName(name, plan, (name.sheet && others.get(name.sheet)) ?? outside);
  const isLeft = (name: DefinedName): boolean =>
    name.sheet?.isRepeated
      ? listed.some(({ localNames }) => localNames.get(name) !== undefined)
      : textOn(name) !== undefined;
  if (list && !kept.some(isLeft)) {
    edits.remove(list);
    return;
  }
  for (const name of plan.names) {
    const { element, sheet } = name;
    if (name.isDropped) edits.remove(element);
    else if (sheet?.isRepeated)
      edits.replace(
        element.start,
        element.end,
        copiedNames(name, plan.sheetElements[sheet.index], listed, edits),
      );
    else {
      const text = textOn(name);
      if (text === undefined) {
        edits.remove(element);
        continue;
      }
      edits.setText(element, text);
      const { localSheetId } = element.attributes;
      if (localSheetId === undefined) continue;
      const local = plan.sheetElements[Number(localSheetId)];
      edits.setAttribute(element, 'localSheetId', String(listed.findIndex((each) => each.element === local)));
    }
  }
}

function copiedNames(
  name: DefinedName,
  sheetElement: XmlElement | undefined,
  listed: readonly ListedSheet[],
  edits: XmlEdits,
): string {
  const { element } = name;
  const copies = listed.map(({ element: own, localNames }, index) =>
    own !== sheetElement || localNames.get(name) === undefined
      ? ''
      : edits.copy(element, (copy) => {
          copy.setAttribute(element, 'localSheetId', String(index));
          copy.setText(element, localNames.get(name) ?? '');
        }),
  );
  return copies.join('');
}

/** The elements before `calcPr` in the workbook part (ECMA-376 18.2.27), last first. */
const BEFORE_CALCULATION = ['definedNames', 'externalReferences', 'functionGroups', 'sheets'];

/** Cached values are there for viewers that do not calculate; Excel should recalculate them. */
function orderCalculation(root: XmlElement, edits: XmlEdits): void {
  const calculation = childOf(root, 'calcPr');
  if (calculation) {
    edits.setAttribute(calculation, 'fullCalcOnLoad', '1');
    return;
  }
  const before = BEFORE_CALCULATION.map((local) => childOf(root, local)).find(
    (element) => element !== undefined,
  );
  edits.insert(before?.end ?? root.closeStart, `<${prefixOf(root)}calcPr calcId="0" fullCalcOnLoad="1"/>`);
}

interface PartChanges {
  readonly added: ReadonlyMap<string, string>;
  readonly removed: ReadonlySet<string>;
  readonly typed: ReadonlyMap<string, string>;
  readonly workbookPart: string;
}

const TEMPLATE_TYPE = /(?<=\.)template(?=\.(?:macroEnabled\.)?main\+xml$)/;

/** The list of content types for the parts that are written. A template (.xltx, .xltm) becomes a workbook. */
export function writtenContentTypes(
  file: TemplatePackage,
  { added, removed, typed, workbookPart }: PartChanges,
): string {
  const { source, root } = file.xml('[Content_Types].xml');
  const edits = new XmlEdits(source);
  for (const element of root.children) {
    const part = (element.attributes.PartName ?? '').slice(1);
    if (removed.has(part)) edits.remove(element);
    const type = element.attributes.ContentType ?? '';
    if (part === workbookPart && TEMPLATE_TYPE.test(type))
      edits.setAttribute(element, 'ContentType', type.replace(TEMPLATE_TYPE, 'sheet'));
  }
  const prefix = prefixOf(root);
  const types = [...added].map(([part, like]) => [part, file.contentType(like)] as const);
  for (const [part, type] of [...types, ...typed]) {
    const xml = `<${prefix}Override PartName="/${attributeText(part)}" ContentType="${attributeText(type)}"/>`;
    edits.insert(root.closeStart, xml);
  }
  return edits.apply();
}

export interface AddedRelationship {
  readonly id: string;
  readonly like: string;
  readonly target: string;
  /** Whether the target is an address outside of the file. */
  readonly isExternal?: boolean;
}

/** The relationships of a copied part, which point to copies if there are any. */
export function copiedRelationships(
  file: TemplatePackage,
  part: string,
  copies: ReadonlyMap<string, string>,
  added: readonly AddedRelationship[] = [],
  removed: { has(id: string): boolean } = new Set(),
): string | undefined {
  if (file.relationships(part).length === 0) return undefined;
  const edits = new XmlEdits(file.xml(relationshipsPath(part)).source);
  for (const { id, target, isExternal, element } of file.relationships(part)) {
    if (removed.has(id)) edits.remove(element);
    const copy = copies.get(target);
    // A copy is in the folder of its original, so that all other targets remain valid.
    if (copy !== undefined && !isExternal) edits.setAttribute(element, 'Target', relativeTarget(part, copy));
  }
  const { root } = file.xml(relationshipsPath(part));
  for (const { id, like, target, isExternal = false } of added) {
    const type = file.relationships(part).find((each) => each.id === like)?.element.attributes.Type ?? '';
    const xml = `<${prefixOf(root)}Relationship Id="${id}" Type="${attributeText(type)}" Target="${attributeText(isExternal ? target : relativeTarget(part, target))}"${isExternal ? ' TargetMode="External"' : ''}/>`;
    edits.insert(root.closeStart, xml);
  }
  return edits.apply();
}

type Content = Uint8Array | Generator<Uint8Array>;

function copiedRelations(
  file: TemplatePackage,
  drawing: string,
  { charts, pictures, gone }: OwnParts,
): CopiedRelations {
  const targets = new Map(file.relationships(drawing).map(({ id, target }) => [id, target] as const));
  return (element, id, instance) => {
    if (gone.has(targets.get(id) ?? '')) return null;
    const shown = pictures.find(
      ({ picture, relationship }) =>
        relationship === id && picture.start < element.start && element.end <= picture.end,
    );
    if (shown?.drawing === drawing) {
      const path = shown.files.get(instance);
      return path === undefined ? null : shown.relations.get(path)?.id;
    }
    const chart = charts.find((each) => each.drawing === drawing && each.relationship === id);
    return chart?.others.find((each) => each.instance === instance)?.relationship;
  };
}

const CHARTS = ['chartSpace', 'userShapes'];

/** Writes the parts of a chart for another repetition of its rows. */
export function* writtenChartCopies(
  { band, others }: PlacedChart,
  sheet: PlacedSheet,
  { plan, cells }: PlacedWorkbook,
): Generator<{ name: string; content: Uint8Array }> {
  const { file, context } = plan;
  for (const { instance, parts } of others) {
    const place = { sheet, context, band, instance };
    for (const [part, name] of parts) {
      const isChart = /\.xml$/i.test(part) && CHARTS.includes(file.xml(part).root.local);
      const asItIs = file.parts.get(part) ?? new Uint8Array();
      yield { name, content: isChart ? toBytes(movedChart(file.xml(part), place, plan, cells)) : asItIs };
      const relationships = copiedRelationships(file, part, parts);
      if (relationships !== undefined)
        yield { name: relationshipsPath(name), content: toBytes(relationships) };
    }
  }
}

/** Writes a part of a sheet; an unaffected part is copied unchanged. */
export function writtenSheetPart(
  part: string,
  sheet: PlacedSheet,
  { plan, cells }: PlacedWorkbook,
  own: OwnParts,
): Content {
  const { tables, charts } = own;
  const { file, context } = plan;
  const { drawn } = sheet;
  const asItIs = file.parts.get(part) ?? new Uint8Array();
  if (part === drawn.partName) return plan.changed.has(drawn) ? sheetBytes(sheet, plan, cells, own) : asItIs;
  if (/\.vml$/i.test(part)) {
    const isMoved = drawn.moves || drawn.directiveNotes.size > 0;
    return isMoved ? toBytes(movedNoteShapes(file.xml(part), sheet)) : asItIs;
  }
  if (!/\.xml$/i.test(part)) return asItIs;
  const xml = file.xml(part);
  const chart = charts.find(
    (each) => each.part === part || file.related(each.part, 'chartUserShapes').includes(part),
  );
  const place = { sheet, context, band: chart?.band ?? drawn.root, instance: chart?.instances[0] ?? 0 };
  switch (xml.root.local) {
    case 'wsDr':
      return toBytes(movedDrawing(xml, sheet, context, copiedRelations(file, part, own)));
    case 'chartSpace':
    case 'userShapes':
      return toBytes(movedChart(xml, place, plan, cells));
    case 'table':
      return toBytes(movedTable(xml, sheet, context, tables.get(part)));
    case 'comments':
    case 'ThreadedComments':
      return toBytes(movedComments(xml, sheet, context));
    case 'pivotTableDefinition':
      return drawn.moves ? toBytes(movedPivotTable(xml, sheet)) : asItIs;
    default:
      return asItIs;
  }
}

/** A pivot cache whose source changed; undefined if it remains unchanged. */
export function writtenPivotCache(part: string, { plan, others }: PlacedWorkbook): Uint8Array | undefined {
  const xml = plan.file.xml(part);
  const { sheet, name } = pivotSource(xml)?.attributes ?? {};
  const table = name === undefined ? undefined : plan.tables.get(name.toLowerCase())?.sheet;
  // A named source counts as changed if any sheet is: an unnecessary refresh is harmless.
  const named = name === undefined ? undefined : plan.sheets.find((each) => plan.changed.has(each));
  const source = sheet === undefined ? (table ?? named) : plan.context.sheetNamed(sheet);
  if (!source || !plan.changed.has(source)) return undefined;
  return toBytes(movedPivotCache(xml, others.get(source)));
}

export function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

function* sheetBytes(
  sheet: PlacedSheet,
  plan: TemplatePlan,
  cells: WorkbookCells,
  own: OwnParts,
): Generator<Uint8Array> {
  const { drawn, rows } = sheet;
  const widths = fittedWidths(sheet, cells, plan);
  const gone = plan.file.relationships(drawn.partName).filter(({ target }) => own.gone.has(target));
  const frame = sheetFrame(sheet, plan.context, { widths, gone: new Set(gone.map(({ id }) => id)) });
  // Prepared when first needed: a section that a sheet does not show costs nothing.
  const programs: (RowProgram | undefined)[] = [];
  const blank: (RowProgram | undefined)[] = [];
  const bytes = new OutputBytes();
  bytes.long(Buffer.from(frame.head));
  for (let row = 1; row <= (rows.length ?? 0); row++) {
    const from = rows.drawnLine(row) ?? 0;
    const templateRow = from <= drawn.lastRow ? drawn.rows.get(from) : undefined;
    if (!templateRow) continue;
    const at = rows.instance(row);
    const band = drawn.bandAt(from);
    const isBlank = rows.isBlank(band, at) && band.beside.every((each) => rows.isBlank(each.band, at));
    const isKept = isBlank && band.parent !== undefined;
    if (isKept) blank[from] ??= blankRowProgram(templateRow, sheet, widths);
    else programs[from] ??= rowProgram(templateRow, sheet, cells, widths);
    (isKept ? blank : programs)[from]?.(bytes, row, at, isBlank);
    for (const chunk of bytes.takeChunks()) yield chunk;
  }
  bytes.long(Buffer.from(frame.tail));
  yield bytes.takeRest();
}
