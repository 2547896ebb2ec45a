import { columnLetters, parseArea } from '../cells/address.js';
import { fieldValues, fillText } from '../content/valueContent.js';
import { otherFrames } from '../drawings/chart.js';
import { type FormControl, formControls } from '../drawings/comments.js';
import { checkLinks } from '../frame/links.js';
import { frozenLines } from '../frame/repeatedElements.js';
import { hasOpenCode } from '../frame/sheetFrame.js';
import type { Band } from '../language/bands.js';
import { owningBand } from '../placement/movedAreas.js';
import { type DrawnSheet, pivotArea, type TemplateTable } from '../template/drawnSheet.js';
import {
  reportErrors,
  sheetContentsIn,
  type TemplatePlan,
  type TemplateWorkbook,
} from '../template/templatePlan.js';
import { resultUnless, WorkbookError } from '../workbookError.js';
import { childOf, childrenOf, descendantsOf } from '../xml/parseXml.js';
import { namesMovingPlace } from './movingPlaces.js';

/** What Excel keeps in a sheet and this engine cannot move: element -> what a person calls it. */
const NOT_MOVED: Readonly<Record<string, string>> = {
  scenarios: 'scenarios (what-if analysis)',
  customSheetViews: 'custom views',
  dataConsolidate: 'data consolidation',
  oleObjects: 'embedded objects',
  controls: 'form controls',
  smartTags: 'smart tags',
};
/** Related parts that cannot be moved with rows, and those that cannot be copied with a sheet. */
const NOT_MOVED_PARTS: Readonly<Record<string, string>> = {
  tableSingleCells: 'XML map cells',
  ctrlProp: 'form controls',
  control: 'ActiveX controls',
  oleObject: 'embedded objects',
};
const NOT_COPIED_PARTS: Readonly<Record<string, string>> = {
  ...NOT_MOVED_PARTS,
  pivotTable: 'pivot tables',
  slicer: 'slicers',
  timeline: 'timelines',
  threadedComment: 'threaded comments',
  queryTable: 'data queries',
  package: 'embedded files',
};

/** Tells what a sheet uses that cannot be kept. */
export function checkSheet(sheet: DrawnSheet, plan: TemplatePlan): void {
  checkNames(sheet, plan);
  checkThreads(sheet, plan);
  checkLinks(sheet, plan.context);
  if (sheet.isRepeated) checkCopied(sheet, plan);
  checkTables(sheet, plan);
  checkDrawings(sheet, plan);
  if (!sheet.moves) return;
  const { problems } = plan.context;
  const found = new Set<string>();
  for (const element of sheet.part.root.children.flatMap(withAlternatives)) {
    const what = NOT_MOVED[element.local];
    if (what && namesMovingPlace(element, sheet, plan.context)) found.add(what);
  }
  for (const { type, target } of plan.file.relationships(sheet.partName)) {
    const what = Object.hasOwn(NOT_MOVED_PARTS, type) ? NOT_MOVED_PARTS[type] : undefined;
    const root = what && /\.xml$/i.test(target) ? plan.file.xml(target).root : undefined;
    if (what && root && namesMovingPlace(root, sheet, plan.context)) found.add(what);
  }
  for (const what of found) {
    const remedy = 'Remove them, or move them above what repeats or to a sheet of their own.';
    problems.add(sheet.name, undefined, `${what} cannot be kept where rows repeat: their cells move`, remedy);
  }
  checkFrozen(sheet, plan);
  checkFilter(sheet, plan);
}

/** Excel wraps some elements in a choice between versions. */
function withAlternatives(element: DrawnSheet['part']['root']): DrawnSheet['part']['root'][] {
  return element.local === 'AlternateContent' ? element.children.flatMap((each) => each.children) : [element];
}

function checkCopied(sheet: DrawnSheet, { file, context }: TemplateWorkbook): void {
  for (const { type } of file.relationships(sheet.partName)) {
    const what = Object.hasOwn(NOT_COPIED_PARTS, type) ? NOT_COPIED_PARTS[type] : undefined;
    const problem = `${what} cannot be copied with a repeated sheet`;
    const remedy = 'Remove them, or move them to another sheet.';
    if (what !== undefined) context.problems.add(sheet.name, undefined, problem, remedy);
  }
}

/** Placeholders in the tab and the headers, and the field that names copies. */
function checkNames(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const fill = (text: string, place: string): void => {
    reportErrors(context, sheet.name, place, () =>
      fillText(text, { sheet: sheet.name, name: place, bands: sheet.outer }, context),
    );
  };
  if (sheet.name.includes('{{')) fill(sheet.name, 'tab');
  for (const element of childOf(sheet.part.root, 'headerFooter')?.children ?? []) {
    const place = `header or footer (${element.local})`;
    if (element.text.includes('{{')) fill(element.text, place);
    if (hasOpenCode(element.text)) {
      const problem = 'a single "&" before a placeholder begins a code such as &P';
      context.problems.add(sheet.name, place, problem, 'Write && for the sign itself.');
    }
  }
  const field = sheet.repeat?.nameField;
  if (field === undefined) return;
  reportErrors(context, sheet.name, 'tab', () =>
    fieldValues([field], { sheet: sheet.name, name: 'tab', bands: sheet.outer }, context),
  );
}

function checkThreads(sheet: DrawnSheet, { file, context }: TemplateWorkbook): void {
  for (const part of file.related(sheet.partName, 'threadedComment')) {
    for (const comment of descendantsOf(file.xml(part).root, 'threadedComment')) {
      const cell = comment.attributes.ref ?? '';
      if (!sheet.directiveNotes.has(cell)) continue;
      context.problems.add(
        sheet.name,
        cell,
        'a comment says what repeats',
        'Write it as a note (Review, Notes, New Note), or into the cell.',
      );
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
    if (band) {
      const problem = `row ${band.from} repeats, but is frozen on top of the sheet`;
      context.problems.add(sheet.name, band.place, problem, `Freeze only rows above row ${band.from}.`);
    }
    const columns = frozenLines(pane, 'xSplit');
    const across = eachBands(sheet.columnRoot).find((each) => each.from <= columns);
    if (across) {
      const letters = columnLetters(across.from);
      const problem = `column ${letters} repeats, but is frozen at the left of the sheet`;
      context.problems.add(sheet.name, across.place, problem, `Freeze only columns left of ${letters}.`);
    }
  }
}

/** Rows that a filter hides are hidden by the file: with other rows the wrong ones would be. */
function checkFilter(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const filter = childOf(sheet.part.root, 'autoFilter');
  const area = parseArea(filter?.attributes.ref ?? '');
  if (!filter || !area || childrenOf(filter, 'filterColumn').every((column) => column.children.length === 0))
    return;
  if (eachBands(sheet.root).some((band) => band.from <= area.bottom && area.top <= band.to)) {
    context.problems.add(
      sheet.name,
      undefined,
      'the filter hides rows that repeat',
      'Clear the filter (Data, Clear); its arrows stay.',
    );
  }
}

/** Tables stretch if what repeats are their data rows; pivot tables move if nothing repeats in them. */
function checkTables(sheet: DrawnSheet, plan: TemplatePlan): void {
  for (const found of plan.tables.values()) if (found.sheet === sheet) checkTable(found.table, sheet, plan);
  for (const part of plan.file.related(sheet.partName, 'pivotTable')) {
    const area = pivotArea(plan.file.xml(part));
    if (
      !area ||
      !(sheet.root.hasBandIn(area.top, area.bottom) || sheet.columnRoot.hasBandIn(area.left, area.right))
    )
      continue;
    plan.context.problems.add(
      sheet.name,
      undefined,
      'a pivot table stands in repeated rows or columns',
      'Put it on a sheet of its own, or beside them.',
    );
  }
}

function checkTable(table: TemplateTable, sheet: DrawnSheet, plan: TemplatePlan): void {
  const { area, headerRows, totalsRows, name } = table;
  const add = (problem: string, remedy: string): void => {
    plan.context.problems.add(sheet.name, `table ${name}`, problem, remedy);
  };
  if (sheet.columnRoot.hasBandIn(area.left, area.right))
    add('columns of the table repeat', 'Turn the table into a range (Table, Convert to range).');
  const [first, last] = [area.top + headerRows, area.bottom - totalsRows];
  if (owningBand(sheet.root, area.top, area.bottom) !== sheet.root) {
    add('the table stands in repeated rows and would be there many times', 'Let only its data rows repeat.');
  }
  const crossing = sheet.root.children.some(
    (band) => band.from <= area.bottom && area.top <= band.to && (band.from < first || band.to > last),
  );
  if (crossing)
    add('what repeats are not only data rows of the table', `Let rows between ${first} and ${last} repeat.`);
  for (let column = area.left; headerRows > 0 && column <= area.right; column++) {
    const content = sheetContentsIn(plan, sheet).at(area.top, column);
    if (content?.kind !== 'value') continue;
    add(
      `the heading ${columnLetters(column)}${area.top} is a placeholder`,
      'Headings of tables are fixed text: type it, or turn the table into a range.',
    );
  }
  checkFiltered(table, sheet, plan, add);
}

function checkFiltered(
  table: TemplateTable,
  sheet: DrawnSheet,
  { file }: TemplatePlan,
  add: (problem: string, remedy: string) => void,
): void {
  const { root } = file.xml(table.partName);
  if (!sheet.root.hasBandIn(table.area.top, table.area.bottom)) return;
  const hides = [...descendantsOf(root, 'filterColumn')].some((column) => column.children.length > 0);
  if (hides) add('the filter of the table hides rows that repeat', 'Clear the filter; its arrows stay.');
  const isQuery =
    childrenOf(root, 'queryTableFields').length > 0 || root.attributes.tableType === 'queryTable';
  if (isQuery) add('the table is filled by a data query', 'Turn the query into plain cells (Table, Unlink).');
}

/** SmartArt in repeated rows and form controls cannot follow rows. */
function checkDrawings(sheet: DrawnSheet, plan: TemplateWorkbook): void {
  const { file } = plan;
  const add = (problem: string, remedy: string): void =>
    plan.context.problems.add(sheet.name, undefined, problem, remedy);
  for (const name of otherFrames(sheet, file)) {
    add(
      `"${name}" stands in repeated rows and is no picture, shape or chart: it cannot repeat with them`,
      'Move it out of these rows, or repeat the whole sheet ({{#sheet SET group by FIELD}}).',
    );
  }
  if (!sheet.moves && !sheet.isRepeated) return;
  for (const part of file.related(sheet.partName, 'vmlDrawing')) {
    const controls = resultUnless(WorkbookError, () => formControls(file.xml(part)));
    if (controls === undefined)
      add(
        'the boxes of notes and controls (VML) cannot be read',
        'Remove notes and form controls, and save again.',
      );
    const kept = ({ data }: FormControl): boolean =>
      !sheet.isRepeated && !namesMovingPlace(data, sheet, plan.context);
    const lost = controls?.find((control) => !kept(control));
    if (lost)
      add(
        `form controls (${lost.type}) cannot be kept where rows repeat: their cells move`,
        'Remove them, or move them above what repeats or to a sheet of their own.',
      );
  }
}
