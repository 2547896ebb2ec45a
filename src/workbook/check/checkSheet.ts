import { type Message, message } from '../../i18n/message.js';
import {
  type Area,
  columnLetters,
  contains,
  MAX_COLUMNS,
  MAX_ROWS,
  parseArea,
  parseAreas,
  quotedSheet,
} from '../cells/address.js';
import { fillText, resolveAt } from '../content/valueContent.js';
import { otherFrames } from '../drawings/chart.js';
import { type FormControl, formControls } from '../drawings/tablesAndNotes.js';
import { tokenize } from '../formula/tokens.js';
import { checkLinks } from '../frame/repeatedElements.js';
import { frozenLines } from '../frame/sheetEdits.js';
import { hasOpenCode } from '../frame/sheetFrame.js';
import type { Band } from '../language/bands.js';
import { owningBand } from '../placement/movedAreas.js';
import { type DrawnSheet, pivotArea, type TemplateTable } from '../template/drawnSheet.js';
import { holdsMacros } from '../template/readSheets.js';
import {
  type CompileContext,
  reportErrors,
  sheetContentsIn,
  type TemplatePlan,
  type TemplateWorkbook,
} from '../template/templatePlan.js';
import { resultUnless, WorkbookError } from '../workbookError.js';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/parseXml.js';

/** Parts of a sheet that this engine cannot move, by element. */
const NOT_MOVED = [
  'scenarios',
  'customSheetViews',
  'dataConsolidate',
  'oleObjects',
  'controls',
  'smartTags',
] as const;
/** Related parts that cannot be moved with rows, and those that cannot be copied with a sheet, with their names. */
const NOT_MOVED_PARTS = {
  tableSingleCells: 'xmlMaps',
  ctrlProp: 'controls',
  control: 'activeX',
  oleObject: 'oleObjects',
} as const;
const NOT_COPIED_PARTS = {
  ...NOT_MOVED_PARTS,
  pivotTable: 'pivotTable',
  slicer: 'slicer',
  timeline: 'timeline',
  threadedComment: 'threadedComment',
  queryTable: 'queryTable',
  package: 'package',
} as const;
type KeptPart = (typeof NOT_MOVED)[number] | (typeof NOT_COPIED_PARTS)[keyof typeof NOT_COPIED_PARTS];

function partKind(parts: Readonly<Record<string, KeptPart>>, type: string): KeptPart | undefined {
  return Object.hasOwn(parts, type) ? parts[type] : undefined;
}

/** Reports the features of a sheet that cannot be kept. */
export function checkSheet(sheet: DrawnSheet, plan: TemplatePlan): void {
  checkNames(sheet, plan);
  checkThreads(sheet, plan);
  checkLinks(sheet, plan.context);
  if (sheet.isRepeated) checkCopied(sheet, plan);
  if (sheet.repeat?.condition && holdsMacros(plan))
    plan.context.problems.add(sheet.name, undefined, message('workbook.sheet.conditionalMacros'));
  checkTables(sheet, plan);
  checkDrawings(sheet, plan);
  if (!sheet.moves) return;
  const { problems } = plan.context;
  const found = new Set<KeptPart>();
  for (const element of sheet.part.root.children.flatMap(withAlternatives)) {
    const kind = NOT_MOVED.find((local) => local === element.local);
    if (kind && namesMovingPlace(element, sheet, plan.context)) found.add(kind);
  }
  for (const { type, target } of plan.file.relationships(sheet.partName)) {
    const kind = partKind(NOT_MOVED_PARTS, type);
    const root = kind && /\.xml$/i.test(target) ? plan.file.xml(target).root : undefined;
    if (kind && root && namesMovingPlace(root, sheet, plan.context)) found.add(kind);
  }
  for (const kind of found) {
    const what = message(`workbook.keep.${kind}`);
    problems.add(sheet.name, undefined, message('workbook.sheet.notMoved', { what }));
  }
  checkFrozen(sheet, plan);
  checkMerges(sheet, plan);
  checkFilter(sheet, plan);
}

/** Excel wraps some elements in a choice between versions. */
function withAlternatives(element: DrawnSheet['part']['root']): DrawnSheet['part']['root'][] {
  return element.local === 'AlternateContent' ? element.children.flatMap((each) => each.children) : [element];
}

function checkCopied(sheet: DrawnSheet, { file, context }: TemplateWorkbook): void {
  for (const { type } of file.relationships(sheet.partName)) {
    const kind = partKind(NOT_COPIED_PARTS, type);
    if (kind === undefined) continue;
    const what = message(`workbook.keep.${kind}`);
    context.problems.add(sheet.name, undefined, message('workbook.sheet.notCopied', { what }));
  }
}

/** Placeholders in the tab and the headers, and the field that names copies. */
function checkNames(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const fill = (text: string, place: Message): void => {
    reportErrors(context, sheet.name, place, () =>
      fillText(text, { sheet: sheet.name, name: place, bands: sheet.outer }, context),
    );
  };
  const tab = message('workbook.place.tab');
  if (sheet.name.includes('{{')) fill(sheet.name, tab);
  for (const element of childOf(sheet.part.root, 'headerFooter')?.children ?? []) {
    const place = message('workbook.place.headerOrFooter', { element: element.local });
    if (element.text.includes('{{')) fill(element.text, place);
    if (hasOpenCode(element.text))
      context.problems.add(sheet.name, place, message('workbook.sheet.openCode'));
  }
  const by = sheet.repeat?.nameBy;
  const place = { sheet: sheet.name, name: tab, bands: sheet.outer };
  if (by) reportErrors(context, sheet.name, tab, () => resolveAt(by, place, context));
}

function checkThreads(sheet: DrawnSheet, { file, context }: TemplateWorkbook): void {
  for (const part of file.related(sheet.partName, 'threadedComment')) {
    for (const comment of descendantsOf(file.xml(part).root, 'threadedComment')) {
      const cell = comment.attributes.ref ?? '';
      if (!sheet.directiveNotes.has(cell)) continue;
      context.problems.add(sheet.name, cell, message('workbook.sheet.threadedDirective'));
    }
  }
}

function eachBands(root: Band): Band[] {
  return [...root.within()].filter((band) => band.repeats);
}

function checkFrozen(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const views = childOf(sheet.part.root, 'sheetViews');
  for (const pane of views ? descendantsOf(views, 'pane') : []) {
    const rows = frozenLines(pane, 'ySplit');
    const band = eachBands(sheet.root).find((each) => each.from <= rows);
    if (band)
      context.problems.add(sheet.name, band.place, message('workbook.sheet.frozenRow', { row: band.from }));
    const columns = frozenLines(pane, 'xSplit');
    const across = eachBands(sheet.columnRoot).find((each) => each.from <= columns);
    if (across) {
      const column = columnLetters(across.from);
      context.problems.add(sheet.name, across.place, message('workbook.sheet.frozenColumn', { column }));
    }
  }
}

/** Excel can't merge cells of tables, or cells that are already merged. */
function checkMerges(sheet: DrawnSheet, plan: TemplatePlan): void {
  const drawn = childrenOf(childOf(sheet.part.root, 'mergeCells'), 'mergeCell').map((element) =>
    parseArea(element.attributes.ref ?? ''),
  );
  const tables = [...plan.tables.values()].flatMap((each) => (each.sheet === sheet ? [each.table.area] : []));
  for (const { merge, cell } of sheetContentsIn(plan, sheet).values()) {
    const { row, column } = cell;
    const isTaken = [...tables, ...drawn].some((area) => area && contains(area, row, column));
    if (merge && isTaken)
      plan.context.problems.add(sheet.name, columnLetters(column) + row, message('workbook.merge.taken'));
  }
}

/** A filter's hidden rows are stored in the file: with other rows the wrong ones would be hidden. */
function checkFilter(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const filter = childOf(sheet.part.root, 'autoFilter');
  const area = parseArea(filter?.attributes.ref ?? '');
  if (!filter || !area || childrenOf(filter, 'filterColumn').every((column) => column.children.length === 0))
    return;
  if (eachBands(sheet.root).some((band) => band.from <= area.bottom && area.top <= band.to))
    context.problems.add(sheet.name, undefined, message('workbook.sheet.filterHides'));
}

/** Tables grow if their data rows repeat; pivot tables move if nothing repeats in them. */
function checkTables(sheet: DrawnSheet, plan: TemplatePlan): void {
  for (const found of plan.tables.values()) if (found.sheet === sheet) checkTable(found.table, sheet, plan);
  for (const part of plan.file.related(sheet.partName, 'pivotTable')) {
    const area = pivotArea(plan.file.xml(part));
    if (
      !area ||
      !(sheet.root.hasBandIn(area.top, area.bottom) || sheet.columnRoot.hasBandIn(area.left, area.right))
    )
      continue;
    plan.context.problems.add(sheet.name, undefined, message('workbook.sheet.pivotInRows'));
  }
}

function checkTable(table: TemplateTable, sheet: DrawnSheet, plan: TemplatePlan): void {
  const { area, headerRows, totalsRows, name } = table;
  const place = message('workbook.place.table', { name });
  const add = (text: Message): void => plan.context.problems.add(sheet.name, place, text);
  if (sheet.columnRoot.hasBandIn(area.left, area.right)) add(message('workbook.table.columnsRepeat'));
  const [first, last] = [area.top + headerRows, area.bottom - totalsRows];
  if (owningBand(sheet.root, area.top, area.bottom) !== sheet.root) add(message('workbook.table.inRows'));
  const crossing = sheet.root.children.some(
    (band) => band.from <= area.bottom && area.top <= band.to && (band.from < first || band.to > last),
  );
  if (crossing) add(message('workbook.table.notOnlyData', { first, last }));
  for (let column = area.left; headerRows > 0 && column <= area.right; column++) {
    const content = sheetContentsIn(plan, sheet).at(area.top, column);
    if (content?.kind !== 'value') continue;
    add(message('workbook.table.headingPlaceholder', { cell: `${columnLetters(column)}${area.top}` }));
  }
  checkFiltered(table, sheet, plan, add);
}

function checkFiltered(
  table: TemplateTable,
  sheet: DrawnSheet,
  { file }: TemplatePlan,
  add: (text: Message) => void,
): void {
  const { root } = file.xml(table.partName);
  if (!sheet.root.hasBandIn(table.area.top, table.area.bottom)) return;
  const hides = [...descendantsOf(root, 'filterColumn')].some((column) => column.children.length > 0);
  if (hides) add(message('workbook.table.filterHides'));
  const isQuery =
    childrenOf(root, 'queryTableFields').length > 0 || root.attributes.tableType === 'queryTable';
  if (isQuery) add(message('workbook.table.query'));
}

/** SmartArt in repeated rows and form controls cannot follow rows. */
function checkDrawings(sheet: DrawnSheet, plan: TemplateWorkbook): void {
  const { file } = plan;
  const add = (text: Message): void => plan.context.problems.add(sheet.name, undefined, text);
  for (const name of otherFrames(sheet, file)) add(message('workbook.drawing.otherFrame', { name }));
  if (!sheet.moves && !sheet.isRepeated) return;
  for (const part of file.related(sheet.partName, 'vmlDrawing')) {
    const controls = resultUnless(WorkbookError, () => formControls(file.xml(part)));
    if (controls === undefined) add(message('workbook.drawing.unreadableBoxes'));
    const kept = ({ data }: FormControl): boolean =>
      !sheet.isRepeated && !namesMovingPlace(data, sheet, plan.context);
    const lost = controls?.find((control) => !kept(control));
    if (lost) add(message('workbook.drawing.formControls', { type: lost.type }));
  }
}

/*
 * Features that this engine does not move (scenarios, form controls, custom views) are refused only if they would have
 * to move: those above and to the left of all repeated rows and columns are kept unchanged.
 */

/** Attributes with cells of the sheet itself, and attributes with formulas. */
const CELLS = new Set(['r', 'ref', 'sqref', 'topLeftCell', 'activeCell']);
const FORMULAS = new Set(['fmlaLink', 'fmlaRange', 'fmlaTxbx', 'fmlaGroup']);
/** The same as elements, in the boxes of controls (VML). */
const FORMULA_ELEMENTS = new Set(['FmlaLink', 'FmlaRange', 'FmlaTxbx', 'FmlaGroup']);
/** Properties of ActiveX controls. */
const CONTROL_PROPERTIES = new Set(['LinkedCell', 'ListFillRange']);

/** Whether a place named in an element, at any depth, would have to move. */
function namesMovingPlace(element: XmlElement, sheet: DrawnSheet, context: CompileContext): boolean {
  const { attributes, local, text, children } = element;
  const isOwn = Object.entries(attributes).some(([name, value]) => {
    // Its cells are on another sheet, or on the named one.
    if (local === 'dataRef') return false;
    if (CELLS.has(name)) return parseAreas(value).some((area) => areaMoves(area, sheet));
    return FORMULAS.has(name) && formulaMoves(value, sheet, context);
  });
  if (isOwn) return true;
  if (local === 'dataRef') return formulaMoves(dataRefText(attributes), sheet, context);
  if (local === 'ocxPr' && CONTROL_PROPERTIES.has(property(attributes, 'name')))
    return formulaMoves(property(attributes, 'value'), sheet, context);
  if (FORMULA_ELEMENTS.has(local) && formulaMoves(text, sheet, context)) return true;
  if (local === 'brk' && breakMoves(element, sheet)) return true;
  if ((local === 'from' || local === 'to') && areaMoves(markerArea(element), sheet)) return true;
  if (local === 'Anchor' && areaMoves(boxArea(text), sheet)) return true;
  return children.some((child) => namesMovingPlace(child, sheet, context));
}

/** Rows or columns before or around it repeat or may be left out. */
function areaMoves(area: Area | undefined, { root, columnRoot }: DrawnSheet): boolean {
  if (!area) return false;
  const isDown = area.bottom < MAX_ROWS && root.hasBandIn(1, area.bottom);
  return isDown || (area.right < MAX_COLUMNS && columnRoot.hasBandIn(1, area.right));
}

function formulaMoves(formula: string, own: DrawnSheet, { sheetNamed }: CompileContext): boolean {
  return tokenize(formula).some((token) => {
    if (token.kind !== 'reference') return false;
    const sheet = token.sheet === undefined ? own : sheetNamed(token.sheet);
    const { first, last = first } = token;
    const bottom = Math.max(first.row ?? 0, last.row ?? 0);
    const right = Math.max(first.column ?? 0, last.column ?? 0);
    return (sheet?.root.hasBandIn(1, bottom) || sheet?.columnRoot.hasBandIn(1, right)) ?? false;
  });
}

/** `<dataRef ref="A1:B4" sheet="Hours"/>` */
function dataRefText({ ref = '', sheet }: XmlElement['attributes']): string {
  return sheet === undefined ? ref : `${quotedSheet(sheet)}!${ref}`;
}

function property(attributes: XmlElement['attributes'], name: string): string {
  return Object.entries(attributes).find(([key]) => key === name || key.endsWith(`:${name}`))?.[1] ?? '';
}

/** A break after row 4 does not move if row 5 is the first to repeat. */
function breakMoves({ attributes, parent }: XmlElement, { root, columnRoot }: DrawnSheet): boolean {
  const bands = parent?.local === 'colBreaks' ? columnRoot : root;
  return bands.hasBandIn(1, Number(attributes.id ?? 0));
}

/** `from` and `to` of an anchor: rows and columns count from 0. */
function markerArea(marker: XmlElement): Area {
  return cellArea(
    Number(childOf(marker, 'row')?.text ?? 0) + 1,
    Number(childOf(marker, 'col')?.text ?? 0) + 1,
  );
}

/** The anchor of a box: left column, offset, top row, offset, right column, offset, bottom row, offset. */
function boxArea(text: string): Area | undefined {
  const numbers = text.split(',').map((each) => Number.parseInt(each, 10));
  return numbers.length < 8 ? undefined : cellArea((numbers[6] ?? 0) + 1, (numbers[4] ?? 0) + 1);
}

function cellArea(row: number, column: number): Area {
  return { top: row, bottom: row, left: column, right: column };
}
