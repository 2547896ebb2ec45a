import { columnLetters, parseArea } from '../../cells/address.js';
import { childOf, childrenOf, descendantsOf } from '../../xml/xmlElement.js';
import { fieldContext, fillText } from '../cells/fillText.js';
import { fieldValues } from '../cells/valueContent.js';
import { checkLinks } from '../frame/filledLinks.js';
import { hasOpenCode } from '../frame/headerAndFooter.js';
import { frozenColumns, frozenRows } from '../frame/views.js';
import type { Band } from '../language/band.js';
import { attempt } from '../plan/compileContext.js';
import type { DrawnSheet } from '../plan/drawnSheet.js';
import type { TemplatePlan, TemplateWorkbook } from '../plan/templatePlan.js';
import { checkDrawings } from './checkDrawings.js';
import { checkTables } from './checkTables.js';
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
  ...{
    tableSingleCells: 'XML map cells',
    ctrlProp: 'form controls',
    control: 'ActiveX controls',
    oleObject: 'embedded objects',
  },
};
const NOT_COPIED_PARTS: Readonly<Record<string, string>> = {
  ...NOT_MOVED_PARTS,
  ...{
    pivotTable: 'pivot tables',
    slicer: 'slicers',
    timeline: 'timelines',
    threadedComment: 'threaded comments',
  },
  ...{ queryTable: 'data queries', package: 'embedded files' },
};

/** Tells what a sheet uses that cannot be kept. */
export function checkSheet(sheet: DrawnSheet, plan: TemplatePlan): void {
  checkNames(sheet, plan);
  checkThreads(sheet, plan);
  checkLinks(sheet, plan.context, (cell, action) => attempt(plan.context, sheet.name, cell, action));
  if (sheet.isRepeated) checkRelated(sheet, plan, NOT_COPIED_PARTS, 'be copied with a repeated sheet');
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

function checkRelated(
  sheet: DrawnSheet,
  { file, context }: TemplateWorkbook,
  refused: Readonly<Record<string, string>>,
  what: string,
): void {
  for (const { type } of file.relationships(sheet.partName)) {
    const name = Object.hasOwn(refused, type) ? refused[type] : undefined;
    if (name)
      context.problems.add(
        sheet.name,
        undefined,
        `${name} cannot ${what}`,
        'Remove them, or move them to another sheet.',
      );
  }
}

/** Placeholders in the tab and the headers, and the field that names copies. */
function checkNames(sheet: DrawnSheet, { context }: TemplateWorkbook): void {
  const fill = (text: string, place: string): void => {
    attempt(context, sheet.name, place, () =>
      fillText(text, sheet.outer, fieldContext(context, sheet.name, place), context),
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
  attempt(context, sheet.name, 'tab', () =>
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
    const rows = frozenRows(pane);
    const band = eachBands(sheet.root).find((each) => each.from <= rows);
    if (band) {
      const problem = `row ${band.from} repeats, but is frozen on top of the sheet`;
      context.problems.add(sheet.name, band.place, problem, `Freeze only rows above row ${band.from}.`);
    }
    const columns = frozenColumns(pane);
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
