import { resultUnless } from '../../language/templateError.js';
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
import { otherFrames } from '../drawings/chartsAndPictures.js';
import { type FormControl, formControls } from '../drawings/tablesAndNotes.js';
import { tokenize } from '../formula/tokens.js';
import { PRINT_AREA } from '../frame/pageSetup.js';
import { checkLinks } from '../frame/repeatedElements.js';
import { frozenLines } from '../frame/sheetEdits.js';
import { hasOpenCode } from '../frame/sheetFrame.js';
import type { Band } from '../language/bands.js';
import { type Message, message } from '../messages.js';
import { owningBand } from '../placement/movedAreas.js';
import { holdsMacros } from '../template/readWorkbook.js';
import {
  type CompileContext,
  type DrawnSheet,
  reportErrors,
  sheetContentsIn,
  type TemplatePlan,
  type TemplateWorkbook,
} from '../template/templatePlan.js';
import { pivotArea, type TemplateTable } from '../template/templateTables.js';
import { WorkbookError } from '../workbookError.js';
import { childOf, childrenOf, descendantsOf, type XmlElement } from '../xml/xml.js';

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
  const { problems } = plan.context;
  checkNames(sheet, plan);
  checkThreads(sheet, plan);
  checkLinks(sheet, plan.context);
  for (const { type } of sheet.isRepeated ? plan.file.relationships(sheet.partName) : []) {
    const kind = partKind(NOT_COPIED_PARTS, type);
    const what = kind && message(`keep.${kind}`);
    if (what) problems.add(sheet.name, undefined, message('sheet.notCopied', { what }));
  }
  const { condition, standsInFor } = sheet.repeat ?? {};
  if ((condition || standsInFor !== undefined) && holdsMacros(plan))
    problems.add(sheet.name, undefined, message('sheet.conditionalMacros'));
  checkStandIn(sheet, plan);
  checkPages(sheet, plan);
  checkTables(sheet, plan);
  checkDrawings(sheet, plan);
  if (!sheet.moves) return;
  const found = new Set<KeptPart>();
  // Excel wraps some elements in a choice between versions.
  const elements = sheet.part.root.children.flatMap((element) =>
    element.local === 'AlternateContent' ? element.children.flatMap((each) => each.children) : [element],
  );
  for (const element of elements) {
    const kind = NOT_MOVED.find((local) => local === element.local);
    if (kind && namesMovingPlace(element, sheet, plan.context)) found.add(kind);
  }
  for (const { type, target } of plan.file.relationships(sheet.partName)) {
    const kind = partKind(NOT_MOVED_PARTS, type);
    const root = kind && /\.xml$/i.test(target) ? plan.file.xml(target).root : undefined;
    if (kind && root && namesMovingPlace(root, sheet, plan.context)) found.add(kind);
  }
  for (const kind of found) {
    const what = message(`keep.${kind}`);
    problems.add(sheet.name, undefined, message('sheet.notMoved', { what }));
  }
  checkFrozen(sheet, plan);
  checkMerges(sheet, plan);
  checkFilter(sheet, plan);
}

function checkNames(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const fill = (text: string, place: Message): void => {
    reportErrors(context, sheet.name, place, () =>
      fillText(text, { sheet: sheet.name, name: place, bands: sheet.outer }, context),
    );
  };
  const tab = message('place.tab');
  if (sheet.name.includes('{{')) fill(sheet.name, tab);
  for (const element of childOf(sheet.part.root, 'headerFooter')?.children ?? []) {
    const place = message('place.headerOrFooter', { element: element.local });
    if (element.text.includes('{{')) fill(element.text, place);
    if (hasOpenCode(element.text)) context.problems.add(sheet.name, place, message('sheet.openCode'));
  }
  const by = sheet.repeat?.nameBy;
  const place = { sheet: sheet.name, name: tab, bands: sheet.outer };
  if (by) reportErrors(context, sheet.name, tab, () => resolveAt(by, place, context));
}

/** A sheet that is written instead of another needs that other one. */
function checkStandIn({ name, repeat }: DrawnSheet, { sheets, context }: TemplateWorkbook): void {
  const set = repeat?.standsInFor;
  if (set === undefined || sheets.some((each) => each.repeat?.selection?.dataSet === set)) return;
  const directive = `{{#sheet ${set} group by …}}`;
  context.problems.add(name, undefined, message('sheet.emptyAlone', { set, directive }));
}

/** Without a print area, a sheet could not be left out when the workbook is printed. */
function checkPages(sheet: DrawnSheet, { names, context }: TemplateWorkbook): void {
  if (names.some((each) => each.sheet === sheet && each.name === PRINT_AREA)) return;
  for (const { directive, place } of sheet.looks) {
    if (directive.kind !== 'print' || directive.condition === undefined) continue;
    context.problems.add(sheet.name, place, message('print.noArea'));
  }
}

function checkThreads(sheet: DrawnSheet, { file, context }: TemplateWorkbook): void {
  for (const part of file.related(sheet.partName, 'threadedComment')) {
    for (const comment of descendantsOf(file.xml(part).root, 'threadedComment')) {
      const cell = comment.attributes.ref ?? '';
      if (!sheet.directiveNotes.has(cell)) continue;
      context.problems.add(sheet.name, cell, message('sheet.threadedDirective'));
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
    if (band) context.problems.add(sheet.name, band.place, message('sheet.frozenRow', { row: band.from }));
    const columns = frozenLines(pane, 'xSplit');
    const across = eachBands(sheet.columnRoot).find((each) => each.from <= columns);
    if (across) {
      const column = columnLetters(across.from);
      context.problems.add(sheet.name, across.place, message('sheet.frozenColumn', { column }));
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
      plan.context.problems.add(sheet.name, columnLetters(column) + row, message('merge.taken'));
  }
}

/** A filter's hidden rows are stored in the file: with other rows the wrong ones would be hidden. */
function checkFilter(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const filter = childOf(sheet.part.root, 'autoFilter');
  const area = parseArea(filter?.attributes.ref ?? '');
  if (!filter || !area || childrenOf(filter, 'filterColumn').every((column) => column.children.length === 0))
    return;
  if (eachBands(sheet.root).some((band) => band.from <= area.bottom && area.top <= band.to))
    context.problems.add(sheet.name, undefined, message('sheet.filterHides'));
}

/** Tables grow if their data rows repeat; pivot tables move if nothing repeats in them. */
function checkTables(sheet: DrawnSheet, plan: TemplatePlan): void {
  for (const found of plan.tables.values()) if (found.sheet === sheet) checkTable(found.table, sheet, plan);
  for (const part of plan.file.related(sheet.partName, 'pivotTable')) {
    const { top = 1, bottom = 0, left = 1, right = 0 } = pivotArea(plan.file.xml(part)) ?? {};
    if (sheet.root.hasBandIn(top, bottom) || sheet.columnRoot.hasBandIn(left, right))
      plan.context.problems.add(sheet.name, undefined, message('sheet.pivotInRows'));
  }
}

function checkTable(table: TemplateTable, sheet: DrawnSheet, plan: TemplatePlan): void {
  const { area, headerRows, totalsRows, name, partName } = table;
  const place = message('place.table', { name });
  const add = (text: Message): void => plan.context.problems.add(sheet.name, place, text);
  const crossesColumns = [...sheet.columnRoot.within()].some(
    ({ from, to }) => from <= area.right && area.left <= to && (from < area.left || to > area.right),
  );
  if (crossesColumns) add(message('table.columnsRepeat'));
  const [first, last] = [area.top + headerRows, area.bottom - totalsRows];
  const section = owningBand(sheet.root, area.top, area.bottom);
  if (section.path.some((band) => band.repeats)) add(message('table.inRows'));
  const crossing = section.children.some(
    (band) => band.from <= area.bottom && area.top <= band.to && (band.from < first || band.to > last),
  );
  if (crossing) add(message('table.notOnlyData', { first, last }));
  checkTableUses(table, { sheet, section }, plan);
  const movesAcross = sheet.columnRoot.hasBandIn(area.left, area.right);
  if (!sheet.root.hasBandIn(area.top, area.bottom) && !movesAcross) return;
  const { root } = plan.file.xml(partName);
  const hides = [...descendantsOf(root, 'filterColumn')].some((column) => column.children.length > 0);
  if (hides) add(message('table.filterHides'));
  const isQuery =
    childrenOf(root, 'queryTableFields').length > 0 || root.attributes.tableType === 'queryTable';
  if (isQuery) add(message('table.query'));
}

/** A table that may be missing, or a column of it, is only used where it is missing too. */
function checkTableUses(
  { name, area, columns }: TemplateTable,
  { sheet, section }: { readonly sheet: DrawnSheet; readonly section: Band },
  plan: TemplatePlan,
): void {
  const optional = new Map(
    columns.flatMap((column, index) => {
      const band = sheet.columnBandAt(area.left + index);
      return band.path.some(({ rule }) => rule.kind === 'if') ? [[column.toLowerCase(), band] as const] : [];
    }),
  );
  if (section === sheet.root && optional.size === 0) return;
  for (const contents of plan.contents.values()) {
    for (const { formula, cell } of contents.formulas()) {
      const { band, columnBand } = formula.place;
      const used = formula.tokens.flatMap((token) => {
        if (token.kind !== 'table' && token.kind !== 'name') return [];
        return (token.text.split('[', 1)[0] ?? '').toLowerCase() === name.toLowerCase() ? [token.text] : [];
      });
      const isOutside = contents.sheet !== sheet || !band.path.includes(section);
      const lost = used.find((text) => {
        const named = [...text.matchAll(/\[@?([^[\]]+)\]/g)].map(([, column = '']) =>
          optional.get(column.toLowerCase()),
        );
        return isOutside || named.some((own) => own && !columnBand?.path.includes(own));
      });
      const place = columnLetters(cell.column) + cell.row;
      if (lost !== undefined)
        plan.context.problems.add(
          contents.sheet.name,
          place,
          message('table.mayBeGone', { name, reference: lost }),
        );
    }
  }
}

/** SmartArt in repeated rows and form controls cannot follow rows. */
function checkDrawings(sheet: DrawnSheet, plan: TemplateWorkbook): void {
  const { file } = plan;
  const add = (text: Message): void => plan.context.problems.add(sheet.name, undefined, text);
  for (const name of otherFrames(sheet, file)) add(message('drawing.otherFrame', { name }));
  if (!sheet.moves && !sheet.isRepeated) return;
  for (const part of file.related(sheet.partName, 'vmlDrawing')) {
    const controls = resultUnless(WorkbookError, () => formControls(file.xml(part)));
    if (controls === undefined) add(message('drawing.unreadableBoxes'));
    const kept = ({ data }: FormControl): boolean =>
      !sheet.isRepeated && !namesMovingPlace(data, sheet, plan.context);
    const lost = controls?.find((control) => !kept(control));
    if (lost) add(message('drawing.formControls', { type: lost.type }));
  }
}

/*
 * Features that this engine does not move (scenarios, form controls, custom views) are refused only if they would have
 * to move: those above and to the left of all repeated rows and columns are kept unchanged.
 */

/** Attributes with cells of the sheet itself. */
const CELLS = new Set(['r', 'ref', 'sqref', 'topLeftCell', 'activeCell']);
/** Attributes and, in the boxes of controls (VML), elements with formulas. */
const FORMULAS = /^fmla(?:Link|Range|Txbx|Group)$/i;
const CONTROL_PROPERTIES = new Set(['LinkedCell', 'ListFillRange']);

function namesMovingPlace(element: XmlElement, sheet: DrawnSheet, context: CompileContext): boolean {
  const { attributes, local, text, children, parent } = element;
  const named = Object.entries(attributes);
  const property = (name: string): string =>
    named.find(([key]) => key === name || key.endsWith(`:${name}`))?.[1] ?? '';
  const formulas = FORMULAS.test(local) ? [text] : [];
  const areas: Area[] = [];
  if (local === 'dataRef') {
    // Its cells are on another sheet, or on the named one.
    const { ref = '', sheet: name } = attributes;
    formulas.push(name === undefined ? ref : `${quotedSheet(name)}!${ref}`);
  } else {
    formulas.push(...named.flatMap(([name, value]) => (FORMULAS.test(name) ? [value] : [])));
    areas.push(...named.flatMap(([name, value]) => (CELLS.has(name) ? parseAreas(value) : [])));
  }
  if (local === 'ocxPr' && CONTROL_PROPERTIES.has(property('name'))) formulas.push(property('value'));
  if (formulas.some((formula) => formulaMoves(formula, sheet, context))) return true;
  // Left column, offset, top row, offset, right column, offset, bottom row, offset; counted from 0.
  const box = local === 'Anchor' ? text.split(',').map((each) => Number.parseInt(each, 10) + 1) : [];
  const last = (line: string): number => Number(childOf(element, line)?.text ?? 0) + 1;
  const isEdge = local === 'from' || local === 'to';
  // A break after row 4 does not move if row 5 is the first to repeat.
  const breakAt = local === 'brk' ? Number(attributes.id ?? 0) : 0;
  return (
    areas.some(({ bottom, right }) => placeMoves(sheet, bottom, right)) ||
    (parent?.local === 'colBreaks' ? placeMoves(sheet, 0, breakAt) : placeMoves(sheet, breakAt, 0)) ||
    (isEdge && placeMoves(sheet, last('row'), last('col'))) ||
    placeMoves(sheet, box[6] ?? 0, box[4] ?? 0) ||
    children.some((child) => namesMovingPlace(child, sheet, context))
  );
}

type Bands = Pick<DrawnSheet, 'root' | 'columnRoot'>;

/** Rows or columns before or around a place repeat or may be left out. 0 stands for whole rows or columns. */
function placeMoves({ root, columnRoot }: Bands, row: number, column: number): boolean {
  const isDown = row < MAX_ROWS && root.hasBandIn(1, row);
  return isDown || (column < MAX_COLUMNS && columnRoot.hasBandIn(1, column));
}

function formulaMoves(formula: string, own: DrawnSheet, { sheetNamed }: CompileContext): boolean {
  return tokenize(formula).some((token) => {
    if (token.kind !== 'reference') return false;
    const sheet = token.sheet === undefined ? own : sheetNamed(token.sheet);
    const { first, last = first } = token;
    const bottom = Math.max(first.row ?? 0, last.row ?? 0);
    const right = Math.max(first.column ?? 0, last.column ?? 0);
    return sheet !== undefined && placeMoves(sheet, bottom, right);
  });
}
